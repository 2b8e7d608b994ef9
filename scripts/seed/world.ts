import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import type { Deps } from "~/core/deps";
import { accessOf } from "~/core/session/access";
import { type OperatorAccess, type OperatorSession, guarded, operatorSession } from "~/core/session/guarded";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { type Work, runWork } from "~/db/work";
import type { CheckoutProvider, CreatedSession, ProviderName, SessionState } from "~/integrations/payments/port";
import { eachProvider } from "~/integrations/payments/providers";
import { newCertificateCode, newId } from "~/server/ids";

export type World = { db: Database; origin: string; nowMs: number };

/** The use cases' dependencies, as they would have been at that moment. */
export function depsAt({ db, origin }: World, atMs: number): Deps {
  return {
    db,
    origin,
    checkout: eachProvider((name) => createTill(db, name)),
    nowMs: () => atMs,
    wait: async () => undefined,
    newId: (prefix) => newId(prefix, atMs),
    newCode: newCertificateCode,
    log: () => undefined,
    // Nobody is told anything of the past.
  } as Partial<Deps> as Deps;
}

// Plays the checkout provider for payments in the past: everything asked for was paid in full.

const PREFIX = "cs_demo_";

export const sessionIdOf = (paymentId: string) => `${PREFIX}${paymentId}`;

function createTill(db: Database, name: ProviderName): CheckoutProvider {
  const refuse = (): never => {
    throw new Error("the demo data gives nothing back and gets no events");
  };
  const readSession = async (sessionId: string): Promise<SessionState> => {
    const paymentId = sessionId.slice(PREFIX.length);
    const [payment] = await db.select({ cents: payments.amountCents }).from(payments).where(eq(payments.id, paymentId));
    return {
      sessionId,
      status: "complete",
      paid: true,
      amountCents: payment?.cents ?? null,
      currency: "USD",
      paymentId,
      providerPaymentId: `pi_demo_${paymentId}`,
      url: null,
    };
  };
  return {
    name,
    createSession: async ({ paymentId, successUrl, expiresAtMs }): Promise<CreatedSession> => ({
      sessionId: sessionIdOf(paymentId),
      url: successUrl,
      expiresAtMs,
    }),
    readSession,
    expireSession: async () => "complete",
    refund: refuse,
    readRefunds: async () => [],
    readDisputes: async () => [],
    verifyWebhook: async () => null,
  };
}

/** No one is signed in while a database is filled. */
export const live = sql`1 = 1`;

/** What a sample operator did at this time, behind the guard. */
export function asOperator<T>(
  db: Database,
  { operatorId, nowMs }: { operatorId: string; nowMs: number },
  make: (operator: OperatorAccess) => Work<T>,
): Work<T> {
  const access = { ...accessOf({ userId: operatorId, idHash: "sample" }, nowMs), live, fresh: live };
  return guarded(db, access, "change", make);
}

/** An operator at work, without a login. */
export function sessionOf({ db, nowMs }: World, userId: string): OperatorSession {
  const access = { ...accessOf({ idHash: "demo", userId }, nowMs), live, fresh: live };
  const viewer = {
    id: userId,
    email: null,
    phone: null,
    fullName: null,
    role: "operator" as const,
    activated: false,
    createdAtMs: nowMs,
    contactChangedAtMs: null,
    fresh: true,
    sessionCreatedAtMs: nowMs,
  };
  const run: Session["write"] = async (work) => ({ viewer, nowMs, result: await runWork(db, work(access)) });
  return operatorSession(db, { claim: { idHash: access.idHash, userId }, read: run, write: run });
}

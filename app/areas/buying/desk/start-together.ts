import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { isOverload, isPassing } from "~/db/try-again";
import { each, mapWork, nothing, runWork, together, type Work } from "~/db/work";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import { accessOf, type SessionClaim } from "~/core/session/access";
import { readViewer, type Viewer } from "~/core/session/viewer";
import { type StartPayment, startPayments } from "../start-payment";
import type { StartedPayment } from "../started-payment";

/** A start that somebody asks for in a session which only the database can confirm. Can be sent to another Worker. */
export type AskedStart = Omit<StartPayment, "userId" | "live" | "nowMs" | "topUp"> & {
  session: SessionClaim;
  /** Chosen before writing: of the row that records the name for the certificate. */
  auditId: string;
  holder?: HolderName | undefined;
  /** While others wait for the cask: the hold that somebody has may be shown or paid for otherwise, and nothing else be had. */
  onlyHeld?: boolean | undefined;
};

/** `viewer` null: the session has ended, and nothing was written. */
type Told = { viewer: Viewer | null; nowMs: number; started: StartedPayment };

/** `failed`: what was asked is done, or not; whoever asks again is told which. */
export type StartAnswer = ({ ok: true } & Told) | { ok: false; code: "overloaded" | "failed" };

/** One that changes its payment method within the batch is still one. */
const hasHold = (userId: string, caskId: string | null, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM payments AS mine WHERE mine.user_id = ${userId} AND mine.cask_id = ${caskId} AND (mine.state IN ('created', 'open')
    OR (mine.state = 'cancelled' AND mine.reason = 'other-method' AND mine.updated_at_ms = ${nowMs})))`;

/** The session's check, the name for the certificate and the start of each, in one batch and in the order given. */
function startsWork(db: Database, asked: readonly AskedStart[], nowMs: number): Work<Told[]> {
  const inputs = asked.map(({ session, auditId: _auditId, holder: _holder, onlyHeld, ...start }) => {
    const { userId, live } = accessOf(session, nowMs);
    const allowed = onlyHeld ? sql`${live} AND ${hasHold(userId, start.caskId, nowMs)}` : live;
    return { ...start, userId, nowMs, live: allowed };
  });
  const named = asked.map(({ auditId, holder }, at) => {
    const input = inputs[at];
    return holder && input ? nameHolder(db, { auditId, holder, ...input }) : nothing;
  });
  const work = together({
    viewers: each(asked.map(({ session }) => readViewer(db, session, nowMs))),
    named: each(named),
    started: startPayments(db, inputs),
  });
  return mapWork(work, ({ viewers, started }) =>
    started.map((one, at) => ({ viewer: viewers[at] ?? null, nowMs, started: one })),
  );
}

/**
 * One round trip. A batch is all or nothing: if it fails because of one of them, each is asked by itself, so that the others do not
 * suffer. An answer that was lost is not asked for again here: the ids are chosen, and whoever presses again finds what they have.
 */
export async function startTogether(db: Database, asked: readonly AskedStart[], nowMs: number): Promise<StartAnswer[]> {
  try {
    const told = await runWork(db, startsWork(db, asked, nowMs));
    return told.map((one) => ({ ok: true, ...one }));
  } catch (error) {
    if (isOverload(error)) return asked.map(() => ({ ok: false, code: "overloaded" }));
    if (isPassing(error) || asked.length === 1) return asked.map(() => ({ ok: false, code: "failed" }));
    const answers: StartAnswer[] = [];
    for (const one of asked) answers.push(...(await startTogether(db, [one], nowMs)));
    return answers;
  }
}

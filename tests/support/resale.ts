import { sql } from "drizzle-orm";
import { type PaymentMode, payments } from "~/db/schema/payments";
import { runWork } from "~/db/work";
import { applyPayment } from "~/areas/buying/settlement/apply-payment";
import { startPayment } from "~/areas/buying/start-payment";
import type { SessionState } from "~/integrations/payments/port";
import { runOffers } from "~/areas/resale/end-offer";
import type { TestContext } from "./context";
import { setMarketOpen } from "./settings";
import type { Person } from "./people";

// Stakes that change hands between investors: an offer as it is written, a purchase as the product settles it.

const DAY_MS = 86_400_000;

/** Whatever the rules for offering say; price in cents, with the usual fee. */
export async function putOffer(
  { db, newId, nowMs }: TestContext,
  stakeId: string,
  priceCents: number,
): Promise<string> {
  const id = newId("off");
  await db.run(sql`INSERT INTO offers (id, stake_id, cask_id, user_id, price_cents, fee_cents, created_at_ms, expires_at_ms)
    SELECT ${id}, id, cask_id, user_id, ${priceCents}, ${priceCents} * 150 / 10000, ${nowMs()}, ${nowMs() + 90 * DAY_MS}
    FROM stakes WHERE id = ${stakeId}`);
  return id;
}

/** Paid and settled at once. @returns the buyer's holding, and its payment */
export async function buyOffer(context: TestContext, offerId: string, buyer: Person, mode: PaymentMode = "Bank") {
  const { db, newId, nowMs } = context;
  await setMarketOpen(db, true);
  const offer = { id: offerId, country: null };
  const start = {
    paymentId: newId("pay"),
    userId: buyer.userId,
    caskId: null,
    offer,
    mode,
    nowMs: nowMs(),
    live: sql`1`,
  };
  const started = await runWork(db, startPayment(db, start));
  if (!started.ok) throw new Error(started.code);
  const { payment } = started;
  const session: SessionState = {
    sessionId: `cs_${payment.id}`,
    status: "complete",
    paid: true,
    amountCents: payment.amountCents,
    currency: "USD",
    paymentId: payment.id,
    providerPaymentId: `pi_${payment.id}`,
    url: null,
  };
  await applyPayment(context, { payment, isReferred: false, isCrowded: false }, session);
  const [stake] = await db.all<{ id: string; code: string }>(sql`SELECT stakes.id, certificates.code FROM stakes
    JOIN certificates ON certificates.id = certificate_id WHERE payment_id = ${payment.id}`);
  if (!stake) throw new Error("it was not sold");
  const [settled] = await db
    .select()
    .from(payments)
    .where(sql`id = ${payment.id}`);
  return { stakeId: stake.id, code: stake.code, payment: settled ?? payment };
}

/** The hold of all sales is over, and their sellers are paid. */
export async function passHold(context: TestContext, days = 60): Promise<void> {
  context.clock.advance(days * DAY_MS);
  await runOffers(context);
}

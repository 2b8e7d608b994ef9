import { eq } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { type OperatorAccess, operatorSession } from "~/core/session/guarded";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import type { Shop } from "../shop";
import { OPERATOR } from "../template-plan";
import { type Opened, pay, seeSuccessPage, seeUnsuccessfulPage } from "./buyer";
import { sessionOf, signIn } from "./sign-in";

// Less than the price arrives by crypto; perhaps the rest follows, in time or long after, and perhaps an operator sends back what came.

export async function payInParts(shop: Shop, userId: string, opened: Opened): Promise<void> {
  const { world } = shop;
  const { random } = world;
  if (opened.provider !== "copperx") return;
  if (!payPart(shop, opened)) return;
  world.count("paid in part");
  if (random.chance(0.5)) await seeSuccessPage(shop, opened);
  if (random.chance(0.3)) await seeUnsuccessfulPage(shop, userId, opened);
  if (random.chance(0.5)) void sendBackShort(shop, opened.paymentId);
  if (!random.chance(0.6)) return;
  await world.sleep(random.chance(0.5) ? random.between(0, 1_500_000) : random.between(1_500_000, 5_400_000));
  if (!pay(shop, opened)) return;
  world.count("the rest arrived");
  if (random.chance(0.5)) await seeSuccessPage(shop, opened);
}

/** While we still look: what arrives in a session that we have closed is found by reconciliation alone. */
function payPart({ world, store, providers }: Shop, { paymentId, sessionId }: Opened): boolean {
  const session = providers.copperx.sessions.get(sessionId);
  const [payment] = store.rows<{ state: string; amount: number; endsAtMs: number }>(
    "SELECT state, amount_cents AS amount, expires_at_ms AS endsAtMs FROM payments WHERE id = ? AND provider_session_id = ?",
    [paymentId, sessionId],
  );
  if (!session || session.charge || payment?.state !== "open" || world.nowMs > payment.endsAtMs) return false;
  session.arrivedCents = world.random.between(1, payment.amount - 1);
  return true;
}

/** An operator sees an amount, sends it, and records it; now and then twice, or two of them at once. */
async function sendBackShort(shop: Shop, paymentId: string): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  shop.toSendBack.add(paymentId);
  for (let visit = 0; visit < 4; visit++) {
    await world.sleep(random.between(600_000, 3_600_000));
    const [seen] = store.rows<{ due: number }>(
      `SELECT received_cents AS due FROM payments WHERE id = ? AND state = 'refunding' AND reason = 'underpaid'
        AND EXISTS (SELECT 1 FROM dead_letters WHERE id = 'refund:' || payments.id AND resolved_at_ms IS NULL)`,
      [paymentId],
    );
    if (!seen) continue;
    if (random.chance(0.3)) void record(shop, paymentId, seen.due);
    await record(shop, paymentId, seen.due);
    return;
  }
}

/** Pressed again until there is an answer. */
async function record(shop: Shop, paymentId: string, dueCents: number): Promise<void> {
  for (let presses = 0; presses < 20 && !(await press(shop, paymentId, dueCents)); presses++)
    await shop.world.sleep(60_000);
}

async function press(shop: Shop, paymentId: string, dueCents: number): Promise<boolean> {
  const answer = await shop.world.invoke("send back", async (invocation) => {
    const deps = shop.deps(invocation);
    const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
    if (!payment) return null;
    const reference = `0x${paymentId}`;
    const session = operatorSession(deps.db, sessionOf(deps, signIn(shop, OPERATOR)));
    const make = (operator: OperatorAccess) =>
      recordManualRefund(deps.db, { payment, reference, dueCents, operator, ...newCertificate(deps) });
    return (await session.write(make)).result;
  });
  if (!answer.ok) return false;
  if (!answer.value) return true;
  shop.world.count(answer.value.ok ? "part sent back" : `part not sent back: ${answer.value.code}`);
  if (answer.value.ok) shop.sentBack.set(paymentId, dueCents);
  return true;
}

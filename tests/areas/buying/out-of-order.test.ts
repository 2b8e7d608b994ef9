import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runOutboxRow } from "../../../workers/settlement/outbox";
import { recordEvent } from "~/areas/buying/provider-events";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { ProviderEvent } from "~/integrations/payments/port";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const event = (id: string, over: Partial<ProviderEvent>): ProviderEvent => ({
  id,
  type: "charge.refunded",
  concerns: "refund",
  sessionId: null,
  providerPaymentId: null,
  ...over,
});

let shop: Shop;
let buyer: Person;
let paymentId: string;

beforeEach(async () => {
  shop = openShop();
  buyer = await signIn(shop.context);
});

async function start(paymentMode: string): Promise<void> {
  await shop.buy(buyer, { cask: await putCask(shop.context), paymentMode });
  paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
}

function goesBack(as: string): void {
  const charge = shop.stripe.chargeFor(paymentId);
  if (as === "disputed") charge.dispute = "open";
  else shop.stripe.takeBack(charge, 50_000);
}

const stakesOf = () =>
  shop.context.db.all<{ state: string }>(sql`SELECT state FROM stakes WHERE payment_id = ${paymentId}`);

const outboxRow = async (id: string) =>
  (
    await shop.context.db.all<{
      done: number | null;
      due: number;
    }>(sql`SELECT done_at_ms AS done, available_at_ms AS due
    FROM outbox WHERE id = ${`handle-event:${id}`}`)
  )[0];

describe("money returned before its payment is settled", () => {
  it.each([
    ["a refund", { concerns: "refund" as const }, "refunded"],
    ["a dispute", { concerns: "dispute" as const, type: "charge.dispute.created" }, "disputed"],
  ])("%s reported first is remembered, and what the money then buys is taken back", async (_what, over, state) => {
    await start("Bank");
    shop.stripe.pay(paymentId);
    goesBack(state);
    const outboxId = await recordEvent(
      shop.context,
      "stripe",
      event(`evt_${paymentId}`, { ...over, providerPaymentId: `pi_${paymentId}` }),
    );
    expect(await runOutboxRow(shop.settlement, outboxId ?? "")).toBe("again");
    await settlePayment(shop.settlement, { paymentId });
    expect(await stakesOf()).toEqual([{ state: "active" }]);
    shop.context.clock.advance(2 * MINUTE_MS);
    await shop.drain();
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state });
    expect(await stakesOf()).toEqual([{ state: state === "disputed" ? "frozen" : "ended" }]);
    expect(await shop.balance(`user:${buyer.userId}:tokens`)).toBe(0);
    await expectInvariants(shop.context.db);
  });

  it.each([
    ["a refund", { concerns: "refund" as const }, "refunded"],
    ["a dispute", { concerns: "dispute" as const, type: "charge.dispute.created" }, "disputed"],
  ])("%s is remembered, though nothing ran for more than four days", async (_what, over, state) => {
    await start("Bank");
    shop.stripe.pay(paymentId);
    goesBack(state);
    const told = event(`evt_week_${paymentId}`, { ...over, providerPaymentId: `pi_${paymentId}` });
    const outboxId = (await recordEvent(shop.context, "stripe", told)) ?? "";
    shop.context.clock.advance(8 * DAY_MS);
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe("done");
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state });
    expect(await stakesOf()).toEqual([{ state: state === "disputed" ? "frozen" : "ended" }]);
    await expectInvariants(shop.context.db);
  });

  it("is looked for at growing intervals, and given up after four days if it was never ours", async () => {
    const id = `evt_strange_${shop.context.newId("x")}`;
    const outboxId = (await recordEvent(shop.context, "stripe", event(id, { providerPaymentId: "pi_strange" }))) ?? "";
    const startedMs = shop.context.nowMs();
    const waits: number[] = [];
    for (let looks = 0; looks < 30 && (await runOutboxRow(shop.settlement, outboxId)) === "again"; looks++) {
      const dueMs = (await outboxRow(`stripe:${id}`))?.due ?? 0;
      waits.push((dueMs - shop.context.nowMs()) / MINUTE_MS);
      shop.context.clock.advance(dueMs - shop.context.nowMs());
    }
    expect(waits.slice(0, 4)).toEqual([1, 1, 2, 4]);
    expect(waits.length).toBeLessThan(24);
    expect(Math.max(...waits)).toBe(12 * 60);
    expect(shop.context.nowMs() - startedMs).toBeGreaterThanOrEqual(4 * DAY_MS);
    expect((await outboxRow(`stripe:${id}`))?.done).toBe(shop.context.nowMs());
  });
});

describe("a provider that answers with stale data", () => {
  it("is asked again while an event's session still looks open", async () => {
    await start("Crypto");
    await shop.context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE id = ${paymentId}`);
    const sessionId = `session_${paymentId}`;
    const told = event(`evt_${paymentId}`, { type: "checkout_session.completed", concerns: "session", sessionId });
    const outboxId = (await recordEvent(shop.context, "copperx", told)) ?? "";
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe("again");
    shop.copperx.pay(paymentId);
    shop.context.clock.advance(2 * MINUTE_MS);
    expect(await runOutboxRow(shop.settlement, outboxId)).toBe("done");
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "settled" });
    await expectInvariants(shop.context.db);
  });
});

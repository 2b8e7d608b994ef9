import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { openShop, type Shop } from "../../../support/shop";
import type { Payment } from "~/db/schema/payments";
import { compareSession } from "~/areas/buying/reconciliation/check-sessions";
import type { SessionState } from "~/integrations/payments/port";

const HOUR_MS = 3_600_000;

const run = (shop: Shop) => runReconciliation({ ...shop.settlement, books: shop.providers });

const runs = (shop: Shop) =>
  shop.context.db.all<{ finished: number | null; error: string | null }>(sql`SELECT finished_at_ms AS finished, error
    FROM reconciliations ORDER BY asked_at_ms`);

describe("the timer's reconciliation", () => {
  it("runs once an hour or on request, one runner at a time, and again after a runner died", async () => {
    const shop = openShop();
    const both = await Promise.all([run(shop), run(shop)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await run(shop)).toBe(false);
    expect(await runs(shop)).toEqual([{ finished: shop.context.nowMs(), error: null }]);

    shop.context.clock.advance(HOUR_MS / 2);
    const nowMs = shop.context.nowMs();
    await shop.context.db.run(sql`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms, started_at_ms)
      VALUES ('rec_died', 'operator:usr_1', ${nowMs}, 0, ${nowMs})`);
    expect(await run(shop)).toBe(false);
    shop.context.clock.advance(HOUR_MS / 2.5);
    expect(await run(shop)).toBe(true);

    shop.context.clock.advance(HOUR_MS);
    shop.stripe.failures = ["unavailable"];
    expect(await run(shop)).toBe(true);
    expect((await runs(shop)).map(({ error }) => error)).toEqual([null, null, "not reached: stripe"]);
  });

  it.each([
    ["the last run that reached every provider", true],
    ["the first run if none has reached every provider", false],
  ])("looks back to before %s", async (_which, isReached) => {
    const shop = openShop();
    await shop.context.db.run(sql`DELETE FROM reconciliations`);
    const firstMs = shop.context.nowMs();
    for (let day = 0; day < 5; day++) {
      if (day > 0 || !isReached) shop.stripe.failures = ["unavailable"];
      expect(await run(shop)).toBe(true);
      shop.context.clock.advance(24 * HOUR_MS);
    }
    const from = sql`SELECT from_ms AS ms FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 1`;
    expect(await shop.context.db.all(from)).toEqual([{ ms: firstMs - 48 * HOUR_MS }]);
  });
});

const SESSION: SessionState = {
  sessionId: "cs_1",
  status: "complete",
  paid: true,
  amountCents: 50_000,
  currency: "USD",
  paymentId: "pay_1",
  providerPaymentId: "pi_1",
  url: null,
};
const PAYMENT = {
  id: "pay_1",
  state: "settled",
  amountCents: 50_000,
  receivedCents: 50_000,
  providerSessionId: "cs_1",
  providerPaymentId: "pi_1",
} as Payment;
const unpaid = (status: SessionState["status"]): SessionState => ({
  ...SESSION,
  status,
  paid: false,
  providerPaymentId: null,
});
const fresh = (state: Payment["state"]): Payment => ({
  ...PAYMENT,
  state,
  receivedCents: null,
  providerPaymentId: null,
});

it.each([
  ["the same on both sides", SESSION, PAYMENT, null],
  ["paid, and refunded by us", SESSION, { ...PAYMENT, state: "refunded" }, null],
  ["paid there, open here", SESSION, fresh("open"), "paid-not-settled"],
  ["paid there, expired here", SESSION, fresh("expired"), "paid-not-settled"],
  ["paid there, never written down here", SESSION, { ...fresh("failed"), providerSessionId: null }, "paid-not-settled"],
  ["another amount", { ...SESSION, amountCents: 49_999 }, PAYMENT, "amount-differs"],
  ["a second session, paid too", { ...SESSION, sessionId: "cs_2", providerPaymentId: "pi_2" }, PAYMENT, "paid-twice"],
  ["settled through another session than the one written down", { ...SESSION, sessionId: "cs_2" }, PAYMENT, null],
  ["a second session, still payable", { ...unpaid("open"), sessionId: "cs_2" }, PAYMENT, "ended-but-payable"],
  ["a second session, over", { ...unpaid("expired"), sessionId: "cs_2" }, PAYMENT, null],
  ["settled here, unpaid there", unpaid("expired"), PAYMENT, "settled-not-paid"],
  ["over there, open here", unpaid("expired"), fresh("open"), "over-but-open"],
  ["open on both sides", unpaid("open"), fresh("open"), null],
  ["over here, payable there", unpaid("open"), fresh("cancelled"), "ended-but-payable"],
  ["over on both sides", unpaid("expired"), fresh("expired"), null],
  ["paid for a payment we never made", SESSION, null, "paid-for-unknown-payment"],
  ["paid for another product on the same account", { ...SESSION, paymentId: "order-7" }, null, null],
  ["unpaid, for a payment we never made", unpaid("open"), null, null],
] as const)("a provider's session compared with our payment %s", (_what, session, payment, difference) => {
  expect(compareSession(session, payment as Payment | null)).toBe(difference);
});

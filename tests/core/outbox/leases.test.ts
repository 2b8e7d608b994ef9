import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { relayOutbox, runOutboxRow } from "../../../workers/settlement/outbox";
import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { readSigningKeys } from "~/server/signing-keys";
import { forAudits } from "../../support/audits";
import { runTimer } from "../../../workers/settlement/run-timer";
import { settlementTestConfig } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

// Work that takes longer than usual, and work that never ends: nothing is done twice at once, and nothing else waits for it.

const MINUTE_MS = 60_000;

/** Money is on its way back, and the provider answers only after `during`. */
async function slowRefund(shop: Shop, during: () => Promise<unknown>) {
  const buyer = await signIn(shop.context);
  await shop.buy(buyer, { cask: await putCask(shop.context) });
  const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
  shop.stripe.pay(paymentId, { cents: 1_200 });
  await settlePayment(shop.settlement, { paymentId });
  const refund = shop.stripe.refund.bind(shop.stripe);
  let calls = 0;
  shop.stripe.refund = async (request) => {
    calls += 1;
    if (calls === 1) await during();
    return refund(request);
  };
  return { outboxId: `refund-payment:${paymentId}`, paymentId, calls: () => calls };
}

describe("work that takes 100 seconds", () => {
  it.each(["the timer", "a nudge"])("begun by %s is not done a second time meanwhile", async (by) => {
    const shop = openShop();
    const others: unknown[] = [];
    const { outboxId, calls } = await slowRefund(shop, async () => {
      shop.context.clock.advance(100_000);
      others.push(await runOutboxRow(shop.settlement, outboxId));
      await relayOutbox(shop.settlement, { most: 50 });
    });
    if (by === "a nudge") expect(await runOutboxRow(shop.settlement, outboxId)).toBe("done");
    else await shop.drain();
    expect(calls()).toBe(1);
    expect(others).toEqual(["nothing"]);
  });

  it("and died is begun again when its lease has ended", async () => {
    const shop = openShop();
    const { outboxId, calls } = await slowRefund(shop, () => Promise.resolve());
    const nowMs = shop.context.nowMs();
    await shop.context.db.run(sql`UPDATE outbox SET leased_until_ms = ${nowMs + 4 * MINUTE_MS} WHERE id = ${outboxId}`);
    await shop.drain();
    expect(calls()).toBe(0);
    shop.context.clock.advance(5 * MINUTE_MS);
    await shop.drain();
    expect(calls()).toBe(1);
  });
});

describe("reconciliation", () => {
  it("that takes a quarter of an hour is not begun a second time meanwhile", async () => {
    const shop = openShop();
    const deps = { ...shop.settlement, books: shop.providers };
    const list = shop.stripe.listRefunds.bind(shop.stripe);
    const others: boolean[] = [];
    shop.stripe.listRefunds = async (window) => {
      shop.context.clock.advance(15 * MINUTE_MS);
      others.push(await runReconciliation(deps));
      return list(window);
    };
    expect(await runReconciliation(deps)).toBe(true);
    expect(others).toEqual([false]);
  });

  it("does not wait for work that never ends", async () => {
    const shop = openShop();
    await shop.context.db.run(sql`DELETE FROM reconciliations`);
    let answer: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (answer = resolve));
    const { paymentId } = await slowRefund(shop, () => stuck);
    const timer = runTimer({
      ...shop.settlement,
      ...forAudits(shop.context),
      signingKeys: () => readSigningKeys(settlementTestConfig.SIGNING_KEY),
      books: shop.providers,
      nudge: shop.context.nudge,
      startAudit: () => Promise.resolve("running"),
    });
    const finished = async () => {
      const [row] = await shop.context.db.all<{ n: number }>(
        sql`SELECT count(*) AS n FROM reconciliations WHERE finished_at_ms IS NOT NULL`,
      );
      return row?.n ?? 0;
    };
    await expect.poll(finished).toBe(1);
    expect(shop.stripe.refunds.has(paymentId)).toBe(false);
    answer();
    expect(await timer).toMatchObject({ reconciled: true });
    expect(shop.stripe.refunds.has(paymentId)).toBe(true);
  });
});

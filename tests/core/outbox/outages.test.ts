import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { outboxKinds } from "../../support/outbox-kinds";
import { noticeTable } from "~/areas/notices/send-notice";
import { readLateWork, notifyLateWork } from "~/core/outbox/late-work";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { openShop, type Shop } from "../../support/shop";

// Providers and mailers that cannot be reached for days: nothing that matters is lost, and operators hear of it.

const HOUR_MS = 3_600_000;

/** Every quarter of an hour, as often as an hourly pause could need. */
async function pass(shop: Shop, hours: number) {
  for (let quarter = 0; quarter < hours * 4; quarter++) {
    await shop.drain();
    await notifyLateWork(shop.settlement);
    shop.context.clock.advance(HOUR_MS / 4);
  }
}

/** A buyer paid too little, so money is on its way back. */
async function refundDue(shop: Shop) {
  const { buyer, paymentId } = await shop.order();
  shop.stripe.pay(paymentId, { cents: 1_200 });
  await settlePayment(shop.settlement, { paymentId });
  return { buyer, paymentId, outboxId: `refund-payment:${paymentId}` };
}

const rowOf = async (shop: Shop, id: string) => {
  const [row] = await shop.context.db.all<{ done: number | null; due: number; attempts: number }>(
    sql`SELECT done_at_ms AS done, available_at_ms AS due, attempts FROM outbox WHERE id = ${id}`,
  );
  return row;
};
const lateNow = (shop: Shop) => runWork(shop.context.db, readLateWork(shop.context.db, shop.context.nowMs()));

describe("an outage of days", () => {
  it("of the provider: the refund is tried on, at least once an hour, until it succeeds", async () => {
    const shop = openShop();
    const { buyer, paymentId, outboxId } = await refundDue(shop);
    const refund = shop.stripe.refund.bind(shop.stripe);
    shop.stripe.refund = async (request) => {
      shop.stripe.failures = ["unavailable"];
      return refund(request);
    };
    await pass(shop, 30);
    const row = await rowOf(shop, outboxId);
    expect(row).toMatchObject({ done: null });
    expect(row?.attempts).toBeGreaterThan(20);
    expect((row?.due ?? 0) - shop.context.nowMs()).toBeLessThanOrEqual(HOUR_MS);
    expect(await shop.context.db.all(sql`SELECT id FROM dead_letters WHERE id = ${`outbox:${outboxId}`}`)).toEqual([]);
    shop.stripe.refund = refund;
    await pass(shop, 2);
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ state: "refunded" });
    expect(shop.stripe.refunds.get(paymentId)).toMatchObject({ amountCents: 1_200 });
    expect(await lateNow(shop)).toMatchObject({ count: 0, sinceMs: null });
  });

  it("of the mailer: emails of every kind are sent when it is back", async () => {
    const shop = openShop();
    const { buyer } = await refundDue(shop);
    shop.context.mailer.fail = "unavailable";
    await pass(shop, 26);
    shop.context.mailer.fail = null;
    await pass(shop, 2);
    expect(shop.context.mailer.to(buyer.email).map(({ subject }) => subject)).toEqual([
      "$12.00 is on its way back to you: Test Hogshead",
    ]);
  });
});

it("urgent work is marked so when it is written, whatever its kind and its notice", async () => {
  const { db } = openShop().context;
  await db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
      SELECT name || ':urgency', name, 'urgency', 1, 1 FROM outbox_kinds WHERE name <> 'send-notice'`);
  await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      SELECT 'send-notice:' || name || ':urgency', 'send-notice', name || ':urgency', name, 1, 1 FROM notice_kinds`);
  const marked = await db.all<{ name: string }>(sql`SELECT coalesce(notice, kind) AS name FROM outbox
    WHERE urgent = 1 AND id LIKE '%:urgency' ORDER BY name`);
  const listed = Object.entries({ ...outboxKinds, ...noticeTable }).filter(([, { urgent }]) => urgent);
  expect(marked.map(({ name }) => name)).toEqual(listed.map(([name]) => name).sort());
  await db.run(sql`DELETE FROM outbox WHERE id LIKE '%:urgency'`);
});

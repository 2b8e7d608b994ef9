import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { resolveDeadLetter } from "~/areas/console/trouble";
import { MAX_ATTEMPTS } from "~/core/outbox/run-outbox";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { openShop, type Shop } from "../../../support/shop";
import type { OperatorAccess } from "~/core/session/guarded";
import { asOperator, TURNED_AWAY } from "../../../support/open-session";
import { putCask, signIn } from "../../../support/people";

/** Buys a stake whose mail cannot be sent until its tries are used up. */
async function giveUpOnMail(shop: Shop) {
  const buyer = await signIn(shop.context);
  expect((await shop.buy(buyer, { cask: await putCask(shop.context) })).status).toBe(303);
  const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  shop.context.mailer.fail = "rejected";
  for (let tries = 0; tries < MAX_ATTEMPTS + 2; tries++) {
    await shop.drain();
    shop.context.clock.advance(3_700_000);
  }
  return { buyer, outboxId: `send-notice:payment-settled:${paymentId}` };
}

const letters = (shop: Shop, outboxId: string) =>
  shop.context.db.all<{ id: string; resolved: number | null }>(
    sql`SELECT id, resolved_at_ms AS resolved FROM dead_letters WHERE id = ${`outbox:${outboxId}`}`,
  );

async function replay(shop: Shop, deadLetterId: string, { operator = true, alive = true } = {}) {
  const person = await signIn(shop.context, { operator });
  const replaying = (operator: OperatorAccess) =>
    resolveDeadLetter(shop.context.db, { deadLetterId, operator, reason: null });
  return asOperator(shop.context, person.userId, replaying, { alive });
}

describe("a dead letter", () => {
  it("is written when the tries are used up, and does its work when it is replayed", async () => {
    const shop = openShop();
    const { buyer, outboxId } = await giveUpOnMail(shop);
    expect(await letters(shop, outboxId)).toEqual([{ id: `outbox:${outboxId}`, resolved: null }]);
    expect(shop.context.mailer.to(buyer.email)).toEqual([]);

    shop.context.mailer.fail = null;
    expect(await replay(shop, `outbox:${outboxId}`)).toEqual({ ok: true });
    await shop.drain();
    expect(shop.context.mailer.to(buyer.email)).toHaveLength(1);
    expect((await letters(shop, outboxId))[0]?.resolved).not.toBeNull();
    // A second replay sends nothing more.
    expect(await replay(shop, `outbox:${outboxId}`)).toEqual({ ok: true });
    await shop.drain();
    expect(shop.context.mailer.to(buyer.email)).toHaveLength(1);
  });

  it("is reopened when the replay uses up its tries too", async () => {
    const shop = openShop();
    const { outboxId } = await giveUpOnMail(shop);
    await replay(shop, `outbox:${outboxId}`);
    for (let tries = 0; tries < MAX_ATTEMPTS + 2; tries++) {
      await shop.drain();
      shop.context.clock.advance(3_700_000);
    }
    expect((await letters(shop, outboxId))[0]?.resolved).toBeNull();
  });

  it("is replayed only by operators with a live session, and stays open if no call can send its money", async () => {
    const shop = openShop();
    const { outboxId } = await giveUpOnMail(shop);
    await expect(replay(shop, `outbox:${outboxId}`, { operator: false })).rejects.toThrow(TURNED_AWAY);
    await expect(replay(shop, `outbox:${outboxId}`, { alive: false })).rejects.toThrow(TURNED_AWAY);
    expect((await letters(shop, outboxId))[0]?.resolved).toBeNull();
    await shop.context.db.run(
      sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('refund:pay_x', 'refund', '{}', 1)`,
    );
    expect(await replay(shop, "refund:pay_x")).toEqual({ ok: false, code: "needs-a-person" });
    expect(await replay(shop, "outbox:none")).toEqual({ ok: false, code: "no-such-letter" });
  });
});

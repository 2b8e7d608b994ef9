import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reversePayment } from "~/features/settlement/reverse-payment";
import { settlePayment } from "~/features/settlement/settle-payment";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

type Pair = { shop: Shop; referrer: Person; referred: Person };

async function pair(): Promise<Pair> {
  const shop = openShop();
  const [referrer, referred] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${referred.userId}, ${referrer.userId}, 1500, 1)`);
  return { shop, referrer, referred };
}

const run = ({ shop }: Pair, statement: string) => shop.context.db.run(sql.raw(statement));
const contact = (column: "email" | "phone", value: string, who: Person) =>
  `UPDATE users SET ${column} = '${value}' WHERE id = '${who.userId}'`;
const bank = (
  who: Person,
  ifsc: string,
  last4: string,
) => `INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code,
  branch_address, account_number_sealed, account_last4, key_id, changed_at_ms)
  VALUES ('${who.userId}', 'h', 'b', '${ifsc}', 'a', 's', '${last4}', 'k', 1)`;

async function buyFirstStake({ shop, referred }: Pair): Promise<string> {
  expect((await shop.buy(referred, { cask: await putCask(shop.context) })).status).toBe(303);
  const paymentId = (await shop.paymentsOf(referred)).at(-1)?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  return paymentId;
}

const outcome = async ({ shop, referrer, referred }: Pair) => {
  const [row] = await shop.context.db.all<{ state: string }>(
    sql`SELECT state FROM referrals WHERE referred_id = ${referred.userId}`,
  );
  return [row?.state, await shop.balance(`user:${referrer.userId}:rewards-pending`)];
};

describe("a reward", () => {
  const same: Record<string, (pair: Pair) => string[]> = {
    "the mailbox, with dots and a plus": ({ referrer, referred }) => [
      contact("email", "asha.rao@example.com", referrer),
      contact("email", "ash.arao+second@example.com", referred),
    ],
    "a mailbox of before": ({ referrer, referred }) => [
      contact("email", "old-box@example.com", referrer),
      contact("email", "new-box@example.com", referrer),
      contact("email", "old-box+2@example.com", referred),
    ],
    "a phone number of before": ({ referrer, referred }) => [
      contact("phone", "919876500001", referrer),
      contact("phone", "919876500002", referrer),
      contact("phone", "919876500001", referred),
    ],
    "the payout account": ({ referrer, referred }) => [
      bank(referrer, "HDFC0001234", "6789"),
      bank(referred, "hdfc 0001234", "6789"),
    ],
  };

  it.each(Object.entries(same))("for somebody who shares %s is held for an operator", async (_, statements) => {
    const two = await pair();
    for (const statement of statements(two)) await run(two, statement);
    const paymentId = await buyFirstStake(two);
    expect(await outcome(two)).toEqual(["held", 0]);
    await expectInvariants(two.shop.context.db);
    // Money back ends it, and there is nothing to take back.
    await reversePayment(two.shop.context, {
      eventId: "evt",
      providerPaymentId: `pi_${paymentId}`,
      because: "returned",
      inFull: true,
    });
    await expectInvariants(two.shop.context.db);
  });

  const different: Record<string, (pair: Pair) => string[]> = {
    "the domain only": ({ referrer, referred }) => [
      contact("email", "asha@example.com", referrer),
      contact("email", "ravi@example.com", referred),
    ],
    "the name before the at only": ({ referrer, referred }) => [
      contact("email", "meera@example.com", referrer),
      contact("email", "meera@example.org", referred),
    ],
    "the bank's branch only": ({ referrer, referred }) => [
      bank(referrer, "HDFC0001234", "6789"),
      bank(referred, "HDFC0001234", "6780"),
    ],
    "that neither has a phone or a bank": () => [],
  };

  it.each(Object.entries(different))("for somebody who shares %s is earned", async (_, statements) => {
    const two = await pair();
    for (const statement of statements(two)) await run(two, statement);
    await buyFirstStake(two);
    expect(await outcome(two)).toEqual(["pending", 1500]);
    await expectInvariants(two.shop.context.db);
  });
});

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { type Person, putCask, signIn } from "./people";
import { openShop, type Shop } from "./shop";

/** Two people, one brought by the other. */
export type Pair = { shop: Shop; referrer: Person; referred: Person };

export async function referredPair(): Promise<Pair> {
  const shop = openShop();
  const [referrer, referred] = [await signIn(shop.context), await signIn(shop.context)];
  await shop.context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${referred.userId}, ${referrer.userId}, 1500, 1)`);
  return { shop, referrer, referred };
}

export const run = ({ shop }: Pair, statement: string) => shop.context.db.run(sql.raw(statement));

export const contact = (column: "email" | "phone", value: string, who: Person) =>
  `UPDATE users SET ${column} = '${value}' WHERE id = '${who.userId}'`;

export const bank = (
  who: Person,
  ifsc: string,
  last4: string,
  mark: string | null = null,
) => `INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code,
  branch_address, account_number_sealed, account_last4, key_id, changed_at_ms, account_mark)
  VALUES ('${who.userId}', 'h', 'b', '${ifsc}', 'a', 's', '${last4}', 'k', 1, ${mark === null ? "NULL" : `'${mark}'`})`;

export async function buyFirstStake({ shop, referred }: Pair): Promise<string> {
  expect((await shop.buy(referred, { cask: await putCask(shop.context) })).status).toBe(303);
  const paymentId = (await shop.paymentsOf(referred)).at(-1)?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  return paymentId;
}

/** The state of the reward, and what is pending for the referrer, in cents. */
export async function rewardOf({ shop, referrer, referred }: Pair) {
  const [row] = await shop.context.db.all<{ state: string }>(
    sql`SELECT state FROM referrals WHERE referred_id = ${referred.userId}`,
  );
  return [row?.state, await shop.balance(`user:${referrer.userId}:rewards-pending`)];
}

import { sql } from "drizzle-orm";
import { giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";

export type ReferralState = "inactive" | "pending" | "paid" | "reversed";

/** Somebody who came by the referrer's link, in the state asked for; each a second later than the one before. */
export async function refer(
  context: TestContext,
  referrer: Person,
  state: ReferralState,
  phone: string | null = null,
): Promise<Person> {
  const friend = await signIn(context);
  const bought =
    state === "inactive"
      ? null
      : await giveStake(context, friend, await putCask(context), { purchasedAtMs: context.nowMs() });
  if (phone) await context.db.run(sql`UPDATE users SET email = NULL, phone = ${phone} WHERE id = ${friend.userId}`);
  await context.db
    .run(sql`INSERT INTO referrals (referred_id, referrer_id, state, reward_cents, payment_id, created_at_ms)
    VALUES (${friend.userId}, ${referrer.userId}, ${state}, 1500, ${bought?.paymentId ?? null}, ${context.nowMs()})`);
  context.clock.advance(1000);
  return friend;
}

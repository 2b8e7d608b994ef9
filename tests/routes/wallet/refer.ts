import { sql } from "drizzle-orm";
import { giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";

export type ReferralState = "inactive" | "pending" | "paid" | "reversed";

/** A referral starts inactive and follows only the allowed state changes. */
const STEPS = {
  inactive: [],
  pending: ["pending"],
  paid: ["pending", "paid"],
  reversed: ["pending", "reversed"],
} as const satisfies Record<ReferralState, readonly ReferralState[]>;

/** Creates a person referred by the referrer, in the given state; each one second after the one before. */
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
  await context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${friend.userId}, ${referrer.userId}, 1500, ${context.nowMs()})`);
  for (const next of STEPS[state])
    await context.db.run(sql`UPDATE referrals SET state = ${next}, payment_id = ${bought?.paymentId ?? null}
      WHERE referred_id = ${friend.userId}`);
  context.clock.advance(1000);
  return friend;
}

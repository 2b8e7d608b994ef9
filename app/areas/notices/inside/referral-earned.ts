import { eq } from "drizzle-orm";
import { referralEarnedMail } from "~/content/notice-mails";
import { users } from "~/db/schema/people";
import { referrals } from "~/db/schema/rewards";
import type { Composer } from "./notice";
import { rewardsPath } from "./row-address";

/** To the referrer: [REFERRED]. Does not say who was referred. */
export const referralEarnedNotice: Composer = async ({ db, origin }, [referredId]) => {
  const [row] = await db
    .select({ email: users.email, userId: users.id, state: referrals.state, rewardCents: referrals.rewardCents })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referrerId))
    .where(eq(referrals.referredId, referredId));
  if (!row?.email) return "no-address";
  const { email, userId, state, rewardCents } = row;
  if (state !== "pending" && state !== "paid") return "superseded";
  return { to: email, userId, mail: referralEarnedMail({ rewardCents, walletUrl: `${origin}${rewardsPath}` }) };
};

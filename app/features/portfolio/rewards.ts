import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { referrals } from "~/db/schema/rewards";
import { maskContact } from "./mask-contact";

const SHOWN = 50;

export function referralCodeQuery(db: Database, userId: string) {
  return db.select({ referralCode: users.referralCode }).from(users).where(eq(users.id, userId));
}

/** Latest first. Contacts leave the server masked only. */
export function referralsQuery(db: Database, userId: string) {
  return db
    .select({
      referredId: referrals.referredId,
      state: referrals.state,
      rewardCents: referrals.rewardCents,
      email: users.email,
      phone: users.phone,
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.referredId))
    .where(eq(referrals.referrerId, userId))
    .orderBy(desc(referrals.createdAtMs))
    .limit(SHOWN);
}

/** Over all referrals, however many of them are listed. */
export function rewardSumsQuery(db: Database, userId: string) {
  return db
    .select({
      pendingCents:
        sql<number>`coalesce(sum(${referrals.rewardCents}) FILTER (WHERE ${referrals.state} = 'pending'), 0)`.as(
          "pending_cents",
        ),
      paidCents: sql<number>`coalesce(sum(${referrals.rewardCents}) FILTER (WHERE ${referrals.state} = 'paid'), 0)`.as(
        "paid_cents",
      ),
    })
    .from(referrals)
    .where(eq(referrals.referrerId, userId));
}

export type RewardsView = {
  tab: "rewards";
  pendingCents: number;
  paidCents: number;
  canRefer: boolean;
  shareLink: string | null;
  referrals: { id: string; contact: string; status: "staked" | "inactive"; amountCents: number }[];
};

type Rows = {
  code: { referralCode: string }[];
  sums: { pendingCents: number; paidCents: number }[];
  referrals: Awaited<ReturnType<typeof referralsQuery>>;
  anyStake: unknown[];
};

/** Referring needs an activated account with a purchase of its own. */
export function rewardsView(rows: Rows, { activated, origin }: { activated: boolean; origin: string }): RewardsView {
  const code = rows.code[0]?.referralCode;
  const canRefer = activated && rows.anyStake.length > 0;
  return {
    tab: "rewards",
    pendingCents: rows.sums[0]?.pendingCents ?? 0,
    paidCents: rows.sums[0]?.paidCents ?? 0,
    canRefer,
    shareLink: canRefer && code ? shareLink(origin, code) : null,
    referrals: rows.referrals.map((row, index) => {
      const staked = row.state === "pending" || row.state === "paid";
      return {
        // The referred user's own id is nobody else's business.
        id: `referral-${index + 1}`,
        contact: maskContact(row),
        status: staked ? "staked" : "inactive",
        amountCents: staked ? row.rewardCents : 0,
      };
    }),
  };
}

function shareLink(origin: string, code: string): string {
  return `${origin}/get-started?ref=${encodeURIComponent(code)}`;
}

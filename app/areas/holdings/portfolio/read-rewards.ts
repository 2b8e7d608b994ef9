import { desc, eq, sql } from "drizzle-orm";
import { invitationCode, invitationTo } from "~/areas/accounts/referrals/find-referral-code";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { referrals, users } from "~/db/schema/people";
import { row, rows, together } from "~/db/work";
import { isClosedAddress } from "~/domain/closed-account";

export function maskContact({ phone, email }: { phone: string | null; email: string | null }): string {
  if (phone) return `••••••${phone.slice(-4)}`;
  if (!email || isClosedAddress(email)) return "••••••";
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf("@"))}`;
}

const SHOWN = 50;

export async function readRewards({ db, origin }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({
      code: invitationCode(db, userId),
      sums: row(rewardSumsQuery(db, userId)),
      referrals: rows(referralsQuery(db, userId)),
    }),
  );
  return { activated: viewer.activated, rewards: rewardsView(result, origin) };
}

export async function listReferrals({ db }: Deps, session: Session): Promise<ReferralView[]> {
  const { result } = await session.read(({ userId }) => rows(referralsQuery(db, userId)));
  return result.map(referralView);
}

function referralsQuery(db: Database, userId: string) {
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

function rewardSumsQuery(db: Database, userId: string) {
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
  referrals: ReferralView[];
};

export type ReferralView = { id: string; contact: string; status: "staked" | "inactive"; amountCents: number };
type ReferralRow = Awaited<ReturnType<typeof referralsQuery>>[number];

type Rows = {
  code: string | null;
  sums: { pendingCents: number; paidCents: number } | undefined;
  referrals: ReferralRow[];
};

function rewardsView(rows: Rows, origin: string): RewardsView {
  const { code, sums } = rows;
  return {
    tab: "rewards",
    pendingCents: sums?.pendingCents ?? 0,
    paidCents: sums?.paidCents ?? 0,
    canRefer: code !== null,
    shareLink: code ? invitationTo(`${origin}/get-started`, code) : null,
    referrals: rows.referrals.map(referralView),
  };
}

function referralView(row: ReferralRow, index: number): ReferralView {
  const staked = row.state === "pending" || row.state === "paid";
  return {
    id: `referral-${index + 1}`,
    contact: maskContact(row),
    status: staked ? "staked" : "inactive",
    amountCents: staked ? row.rewardCents : 0,
  };
}

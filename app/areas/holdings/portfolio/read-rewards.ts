import { desc, eq, sql } from "drizzle-orm";
import { invitationCode, invitationTo } from "~/areas/accounts/referrals/find-referral-code";
import { ownsActiveStake, readBalance } from "~/areas/holdings/portfolio/holdings";
import type { Deps } from "~/core/deps";
import { tokensOf } from "~/core/ledger/accounts";
import type { Access } from "~/core/session/access";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { referrals } from "~/db/schema/payments";
import { nothing, row, rows, together } from "~/db/work";
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
  const { code, sums } = result;
  const rewards = {
    tab: "rewards" as const,
    pendingCents: sums?.pendingCents ?? 0,
    paidCents: sums?.paidCents ?? 0,
    canRefer: code !== null,
    shareLink: code ? invitationTo(`${origin}/get-started`, code) : null,
    referrals: result.referrals.map(referralView),
  };
  return { activated: viewer.activated, rewards };
}

export type RewardsView = Awaited<ReturnType<typeof readRewards>>["rewards"];

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

export type ReferralView = ReturnType<typeof referralView>;
type ReferralRow = Awaited<ReturnType<typeof referralsQuery>>[number];

function referralView(row: ReferralRow, index: number) {
  const staked = row.state === "pending" || row.state === "paid";
  return {
    id: `referral-${index + 1}`,
    contact: maskContact(row),
    status: staked ? ("staked" as const) : ("inactive" as const),
    amountCents: staked ? row.rewardCents : 0,
  };
}

export async function readTokens({ db, log }: Deps, session: Session) {
  const asked = ({ userId }: Access) =>
    together({ balance: readBalance(db, tokensOf(userId)), ownsStake: ownsActiveStake(db, userId) });
  const { viewer, result } = await session.read(asked).catch(async (error: unknown) => {
    if (error instanceof Response) throw error;
    const { viewer } = await session.read(() => nothing);
    log("tokens-not-read", { error: error instanceof Error ? error.name : "?" });
    return { viewer, result: { balance: null, ownsStake: false } };
  });
  const { activated } = viewer;
  const { balance, ownsStake } = result;
  const badge: "locked" | "holder" | "member" = !activated ? "locked" : ownsStake ? "holder" : "member";
  const tokens = { tab: "tokens" as const, count: balance, badge };
  return { activated, tokens };
}

export type TokensView = Awaited<ReturnType<typeof readTokens>>["tokens"];

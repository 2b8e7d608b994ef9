import type { Database } from "~/db/client";
import type { OperatorAccess } from "~/core/session/guarded";
import { eq, type SQL, sql } from "drizzle-orm";
import { house, rewardsPendingIn, walletIn } from "~/core/ledger/accounts";
import { looksLikeOne } from "~/core/ledger/same-person";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { notify } from "~/core/outbox/enqueue";
import { recordAudit } from "~/core/ledger/audit";
import { referrals } from "~/db/schema/payments";
import { transfer } from "~/core/ledger/transfer";

export type RewardDecided =
  { ok: true } | { ok: false; code: "no-such-reward" | "not-held" | "decided-otherwise" | "not-allowed" };

export function releaseReward(db: Database, decision: RewardDecision): Work<RewardDecided> {
  const { referredId, operator } = decision;
  const { nowMs } = operator;
  const isReleased = sql`referred_id = ${referredId} AND state = 'pending' AND released_at_ms IS NOT NULL`;
  const statements = [
    notify(db, "referral-earned", {
      subject: referredId,
      nowMs,
      of: sql`FROM referrals WHERE referred_id = ${referredId} AND state = 'held' AND released_at_ms IS NULL AND ${isOfOthers(decision)}`,
    }),
    db.run(sql`UPDATE referrals SET state = 'pending', released_at_ms = ${nowMs}
      WHERE referred_id = ${referredId} AND state IN ('held', 'pending') AND released_at_ms IS NULL AND ${isOfOthers(decision)}`),
    pendingReward(db, referredId, { where: isReleased, nowMs }),
    recorded(db, decision, "reward-released", isReleased),
  ];
  return mapWork(writeThenRead(statements, row(rewardQuery(db, referredId))), (found): RewardDecided => {
    if (!found) return { ok: false, code: "no-such-reward" };
    if (found.releasedAtMs !== null) return { ok: true };
    return refusal(found.state, "dropped");
  });
}

export function dropReward(db: Database, decision: RewardDecision): Work<RewardDecided> {
  const { referredId, operator } = decision;
  const { nowMs } = operator;
  const refersTo = `referral:${referredId}` as const;
  const isDropped = sql`referred_id = ${referredId} AND state = 'dropped'`;
  const statements = [
    db.run(sql`UPDATE referrals SET state = 'dropped'
      WHERE referred_id = ${referredId} AND state IN ('held', 'pending') AND released_at_ms IS NULL AND ${isOfOthers(decision)}`),
    transfer(
      db,
      {
        refersTo,
        name: "dropped",
        debit: rewardsPendingIn(referrals.referrerId),
        credit: house.promotions,
        amount: referrals.rewardCents,
        reason: "reversal",
        nowMs,
      },
      {
        from: referrals,
        where: sql`${isDropped} AND EXISTS (SELECT 1 FROM transfers WHERE id = ${`${refersTo}:reward`})`,
      },
    ),
    recorded(db, decision, "reward-dropped", isDropped),
  ];
  return mapWork(writeThenRead(statements, row(rewardQuery(db, referredId))), (found): RewardDecided => {
    if (!found) return { ok: false, code: "no-such-reward" };
    if (found.state === "dropped") return { ok: true };
    return found.releasedAtMs === null ? refusal(found.state, "paid") : { ok: false, code: "decided-otherwise" };
  });
}

function recorded(
  db: Database,
  { referredId, operator }: RewardDecision,
  action: "reward-released" | "reward-dropped",
  where: SQL,
) {
  const subject = `referral:${referredId}`;
  return recordAudit(db, { id: `${action}:${referredId}`, by: operator, action, subject }, { from: referrals, where });
}

function rewardQuery(db: Database, referredId: string) {
  return db
    .select({ state: referrals.state, releasedAtMs: referrals.releasedAtMs })
    .from(referrals)
    .where(eq(referrals.referredId, referredId));
}

type State = Awaited<ReturnType<typeof rewardQuery>>[number]["state"];

function refusal(state: State, other: State): RewardDecided {
  if (state === other) return { ok: false, code: "decided-otherwise" };
  return { ok: false, code: state === "held" || state === "pending" ? "not-allowed" : "not-held" };
}

const needsRelease = sql`(${referrals.releasedAtMs} IS NULL AND ${looksLikeOne(referrals.referredId, referrals.referrerId)})`;

export type PayRewardOutcome =
  { ok: true } | { ok: false; code: "no-such-reward" | "not-pending" | "looks-like-one" | "not-allowed" };

/** Refused while the two people look like one, until an operator has released it. */
export function payReward(db: Database, { referredId, operator }: RewardDecision): Work<PayRewardOutcome> {
  const { nowMs } = operator;
  const isPaid = sql`referred_id = ${referredId} AND state = 'paid'`;
  const refersTo = `referral:${referredId}` as const;
  const statements = [
    db.run(sql`UPDATE referrals SET state = 'paid' WHERE referred_id = ${referredId} AND state = 'pending'
      AND ${isOfOthers({ operator })} AND NOT ${needsRelease}`),
    transfer(
      db,
      {
        refersTo,
        name: "paid",
        debit: rewardsPendingIn(referrals.referrerId),
        credit: walletIn(referrals.referrerId),
        amount: referrals.rewardCents,
        reason: "reward-paid",
        nowMs,
      },
      { from: referrals, where: isPaid },
    ),
    recordAudit(
      db,
      { id: `pay-reward:${referredId}`, by: operator, action: "reward-paid", subject: refersTo },
      { from: referrals, where: isPaid },
    ),
  ];
  const now = db
    .select({ state: referrals.state, needsRelease: sql<number>`${needsRelease}`.as("needs_release") })
    .from(referrals)
    .where(eq(referrals.referredId, referredId));
  return mapWork(writeThenRead(statements, row(now)), (reward): PayRewardOutcome => {
    if (!reward) return { ok: false, code: "no-such-reward" };
    if (reward.state === "paid") return { ok: true };
    if (reward.state !== "pending") return { ok: false, code: "not-pending" };
    return { ok: false, code: reward.needsRelease ? "looks-like-one" : "not-allowed" };
  });
}

export type RewardDecision = { referredId: string; operator: OperatorAccess };

const isOfOthers = ({ operator }: Pick<RewardDecision, "operator">): SQL =>
  sql`referrer_id <> ${operator.userId} AND referred_id <> ${operator.userId}`;

export function pendingReward(db: Database, referredId: string, { where, nowMs }: { where: SQL; nowMs: number }) {
  return transfer(
    db,
    {
      refersTo: `referral:${referredId}`,
      name: "reward",
      debit: house.promotions,
      credit: rewardsPendingIn(referrals.referrerId),
      amount: referrals.rewardCents,
      reason: "referral-reward",
      nowMs,
    },
    { from: referrals, where },
  );
}

import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { referrals } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { house, rewardsPendingIn } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { notify } from "~/core/outbox/enqueue";
import { transfer } from "~/core/ledger/transfer";
import { isOfOthers, pendingReward, type RewardDecision } from "./referral-reward";

export type RewardDecided =
  { ok: true } | { ok: false; code: "no-such-reward" | "not-held" | "decided-otherwise" | "not-allowed" };

export function releaseReward(db: Database, decision: RewardDecision): Work<RewardDecided> {
  const {
    referredId,
    operator: { nowMs },
  } = decision;
  const isReleased = sql`referred_id = ${referredId} AND state = 'pending' AND released_at_ms IS NOT NULL`;
  const statements = [
    notify(db, "referral-earned", {
      ...{ subject: referredId, nowMs },
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
  const {
    referredId,
    operator: { nowMs },
  } = decision;
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

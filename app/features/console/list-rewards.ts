import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows } from "~/db/work";
import { looksLikeOne } from "~/features/referrals/same-person";
import { referrals } from "~/db/schema/rewards";

/** Rewards that wait for an operator, oldest first. */
export type WaitingReward = {
  referredId: string;
  referrerId: string;
  state: "held" | "pending";
  rewardCents: number;
  createdAtMs: number;
  /** 1: the two look like one person, and nobody has said that they are two. */
  looksLikeOne: number;
};

const MOST = 50;

export function listRewards(db: Database) {
  return rows(
    db.all<WaitingReward>(sql`SELECT referred_id AS referredId, referrer_id AS referrerId, state, reward_cents AS rewardCents,
        created_at_ms AS createdAtMs,
        (released_at_ms IS NULL AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}) AS looksLikeOne
      FROM ${referrals} WHERE state IN ('held', 'pending') ORDER BY created_at_ms LIMIT ${MOST}`),
  );
}

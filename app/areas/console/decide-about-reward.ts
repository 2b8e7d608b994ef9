import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import { dropReward, releaseReward, type RewardDecided } from "~/areas/accounts/rewards/decide-reward";
import { payReward, type PayRewardOutcome } from "~/areas/accounts/rewards/pay-reward";
import type { OperatorAccess } from "~/core/session/guarded";

const rewardSchema = z.object({ intent: z.enum(["pay", "release", "drop"]), referred: z.string().min(1).max(60) });
type RewardAsked = z.infer<typeof rewardSchema>;

/** null: no such intent. */
export const readRewardDecision = (fields: Record<string, unknown>): RewardAsked | null =>
  rewardSchema.safeParse(fields).data ?? null;

export type RewardOutcome = PayRewardOutcome | RewardDecided;

/** Without a decision nothing is written. */
export function decideAboutReward(
  db: Database,
  operator: OperatorAccess,
  asked: RewardAsked | null,
): Work<RewardOutcome> {
  if (asked === null) return mapWork(nothing, (): RewardOutcome => ({ ok: false, code: "no-such-reward" }));
  const by = { referredId: asked.referred, operator };
  if (asked.intent === "pay") return payReward(db, by);
  return asked.intent === "release" ? releaseReward(db, by) : dropReward(db, by);
}

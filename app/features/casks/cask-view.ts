import type { casks } from "~/db/schema/casks";
import { dateOf } from "~/domain/calendar-date";
import { availableStakes, caskStage } from "~/domain/cask-stage";
import type { ViewerNow } from "~/features/session/viewer";

export { CASK_KINDS, CASK_TYPES } from "~/db/schema/names";

export type Cask = Omit<typeof casks.$inferSelect, "countedValues">;

/**
 * What a viewer may know of a cask. Without activation price, counts and dates are left out rather than blurred;
 * that a cask is sold out is no secret.
 */
export function caskView(cask: Cask, viewer: ViewerNow) {
  const stage = caskStage(cask, dateOf(viewer.nowMs));
  return {
    id: cask.id,
    name: cask.name,
    kind: cask.kind,
    caskType: cask.caskType,
    distillery: cask.distillery,
    /** null: not stated. */
    vintageYear: cask.vintageYear || null,
    loaLitres: cask.loaDecilitres / 10,
    stage,
    canBuy: viewer.activated && stage === "open",
    stakes: viewer.activated
      ? {
          costCents: cask.costPerStakeCents,
          total: cask.totalStakes,
          sold: cask.soldStakes,
          available: stage === "closed" ? 0 : availableStakes(cask),
          launchesOn: cask.launchesOn,
          closesOn: cask.closesOn,
        }
      : null,
  };
}

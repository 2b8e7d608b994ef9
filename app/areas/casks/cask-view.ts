import type { casks } from "~/db/schema/casks";
import { type CalendarDate, dateOf, daysBetween } from "~/domain/calendar-date";
import { availableStakes, caskStage, isOver } from "~/domain/cask-stage";
import type { ViewerNow } from "~/core/session/viewer";

export type Cask = Omit<typeof casks.$inferSelect, "countedValues">;

/** Without activation price, counts and dates are left out, not blurred; a sold-out cask is shown as such. */
export function caskView(cask: Cask, viewer: ViewerNow) {
  const stage = caskStage(cask, dateOf(viewer.nowMs));
  return {
    id: cask.id,
    name: cask.name,
    kind: cask.kind,
    caskType: cask.caskType,
    distillery: cask.distillery,
    vintageYear: cask.vintageYear || null,
    loaLitres: cask.loaDecilitres / 10,
    stage,
    endedOn: cask.endedOn,
    canBuy: viewer.activated && stage === "open",
    stakes: viewer.activated
      ? {
          costCents: cask.costPerStakeCents,
          total: cask.totalStakes,
          sold: cask.soldStakes,
          available: isOver(stage) ? 0 : availableStakes(cask),
          launchesOn: cask.launchesOn,
          closesOn: cask.closesOn,
          closesInDays: stage === "open" ? closingSoon(dateOf(viewer.nowMs), cask.closesOn) : null,
        }
      : null,
  };
}

const CLOSING_SOON_DAYS = 7;

function closingSoon(today: CalendarDate, closesOn: CalendarDate): number | null {
  const days = daysBetween(today, closesOn);
  return days <= CLOSING_SOON_DAYS ? days : null;
}

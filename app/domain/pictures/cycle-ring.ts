import type { CalendarDate } from "../calendar-date";
import { CYCLE_MONTHS, cycleEnd, monthsSince, runningCycle } from "../cycles";
import type { Standing } from "../returns";

export type CycleFacts = {
  purchasedOn: CalendarDate;
  today: CalendarDate;
  status: Standing["status"];
  currentCycleNumber: number;
};

export type CyclePicture = {
  state: "running" | "ready" | "progress";
  endsOn: CalendarDate;
  months: number;
  of: number;
};

export function drawCycleRing({ purchasedOn, today, status, currentCycleNumber }: CycleFacts): CyclePicture {
  const state = status === "ready" || status === "progress" ? status : "running";
  const cycleNumber = state === "running" ? runningCycle(purchasedOn, today) : currentCycleNumber;
  return {
    state,
    endsOn: cycleEnd(purchasedOn, cycleNumber),
    months: Math.min(CYCLE_MONTHS, monthsSince(purchasedOn, today) - CYCLE_MONTHS * (cycleNumber - 1)),
    of: CYCLE_MONTHS,
  };
}

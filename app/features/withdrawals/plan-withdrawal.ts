import { type CycleReturn, withdrawableCycle } from "~/domain/returns";
import type { Holding, Holdings } from "~/features/portfolio/holdings";
import type { AskedCycle } from "./withdrawal-form";

/** What a request is about, with the figures it was decided on. */
export type WithdrawalPlan = {
  holding: Holding;
  cycleNumber: number;
  amountCents: number;
  interestBasisPoints: number;
  startsOn: string;
  startCents: number;
  endsOn: string;
  endCents: number;
};

export type PlannedWithdrawal =
  { ok: true; plan: WithdrawalPlan } | { ok: false; code: "not-activated" | "in-progress" | "nothing-to-withdraw" };

/** The asked cycle if it can be withdrawn, or without one the stake that comes first. */
export function planWithdrawal(
  holdings: Holdings,
  { activated, asked }: { activated: boolean; asked: AskedCycle | null },
): PlannedWithdrawal {
  if (asked) {
    const holding = holdings.active.find((one) => one.stakeId === asked.stakeId);
    if (holding?.taken.some((one) => one.cycleNumber === asked.cycleNumber)) return { ok: false, code: "in-progress" };
    const cycle = holding ? withdrawableCycle(holding, holdings.today) : null;
    return planned(holding, cycle?.cycleNumber === asked.cycleNumber ? cycle : null, activated);
  }
  const { priority } = holdings;
  if (priority?.status === "progress") return { ok: false, code: "in-progress" };
  const holding = holdings.active.find((one) => one.stakeId === priority?.stakeId);
  return planned(holding, holding ? withdrawableCycle(holding, holdings.today) : null, activated);
}

function planned(holding: Holding | undefined, cycle: CycleReturn | null, activated: boolean): PlannedWithdrawal {
  if (!activated) return { ok: false, code: "not-activated" };
  if (!holding || !cycle?.returnCents || cycle.endCents === null || cycle.interestBasisPoints === null)
    return { ok: false, code: "nothing-to-withdraw" };
  const { cycleNumber, returnCents: amountCents, interestBasisPoints, startsOn, startCents, endsOn, endCents } = cycle;
  return {
    ok: true,
    plan: { holding, cycleNumber, amountCents, interestBasisPoints, startsOn, startCents, endsOn, endCents },
  };
}

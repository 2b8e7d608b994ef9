import { type CycleReturn, type Valued, valuedBy, withdrawableCycle } from "~/domain/returns";
import {
  hasOpenBalanceRequest,
  type Holding,
  holdingsOf,
  type HoldingsRows,
} from "~/areas/holdings/portfolio/holdings";
import type { RequestedCycle, WithdrawalSubject } from "./withdrawal-form";

/** What a request is for, with the figures it is based on. */
export type WithdrawalPlan =
  | {
      of: "cycle";
      holding: Holding;
      cycleNumber: number;
      amountCents: number;
      interestBasisPoints: number;
      earlierEnds: string[];
      markCents: number;
      endsOn: string;
      endCents: number;
      valued: Valued;
    }
  /** The whole balance of the wallet. */
  | { of: "balance"; amountCents: number };

export type PlanRefusal = "not-activated" | "in-progress" | "nothing-to-withdraw" | "amount-changed";
export type PlannedWithdrawal = { ok: true; plan: WithdrawalPlan } | { ok: false; code: PlanRefusal };

type Rows = HoldingsRows & { balanceCents: number };
type PlanInput = {
  subject: WithdrawalSubject;
  activated: boolean;
  /** The amount the investor was shown; null: not a comparable figure; undefined: none was sent. */
  expectCents?: number | null;
  nowMs: number;
};

/** Refuses unless the amount is the one that the investor was shown. */
export function planWithdrawal(rows: Rows, { subject, activated, expectCents, nowMs }: PlanInput): PlannedWithdrawal {
  const planned = subject.of === "balance" ? planBalance(rows) : planCycle(rows, subject.cycle, nowMs);
  if (!planned.ok) return planned.code === "nothing-to-withdraw" && !activated ? NOT_ACTIVATED : planned;
  if (!activated) return NOT_ACTIVATED;
  if (expectCents !== undefined && expectCents !== planned.plan.amountCents)
    return { ok: false, code: "amount-changed" };
  return planned;
}

const NOT_ACTIVATED = { ok: false, code: "not-activated" } as const;
const NOTHING = { ok: false, code: "nothing-to-withdraw" } as const;
const IN_PROGRESS = { ok: false, code: "in-progress" } as const;

function planBalance({ balanceCents, withdrawals }: Rows): PlannedWithdrawal {
  if (hasOpenBalanceRequest(withdrawals)) return IN_PROGRESS;
  return balanceCents > 0 ? { ok: true, plan: { of: "balance", amountCents: balanceCents } } : NOTHING;
}

/** The requested cycle if it can be withdrawn; without one, the stake that comes first. */
function planCycle(rows: Rows, requested: RequestedCycle | null, nowMs: number): PlannedWithdrawal {
  const { active, priority, today } = holdingsOf(rows, nowMs);
  const stakeId = requested?.stakeId ?? priority?.stakeId;
  const holding = active.find((one) => one.stakeId === stakeId);
  const inProgress = requested
    ? holding?.taken.some((one) => one.cycleNumber === requested.cycleNumber)
    : priority?.status === "progress";
  if (inProgress) return IN_PROGRESS;
  const cycle = holding ? withdrawableCycle(holding, today) : null;
  if (!holding || (requested && cycle?.cycleNumber !== requested.cycleNumber)) return NOTHING;
  return planned(holding, cycle);
}

function planned(holding: Holding, cycle: CycleReturn | null): PlannedWithdrawal {
  if (!cycle?.returnCents || cycle.endCents === null || cycle.interestBasisPoints === null) return NOTHING;
  const {
    cycleNumber,
    returnCents: amountCents,
    interestBasisPoints,
    earlierEnds,
    markCents,
    endsOn,
    endCents,
  } = cycle;
  const valued = valuedBy(cycle);
  return {
    ok: true,
    plan: {
      of: "cycle",
      holding,
      cycleNumber,
      amountCents,
      interestBasisPoints,
      earlierEnds,
      markCents,
      endsOn,
      endCents,
      valued,
    },
  };
}

import { type CycleReturn, withdrawableCycle } from "~/domain/returns";
import { hasOpenBalanceRequest, type Holding, holdingsOf, type HoldingsRows } from "~/features/portfolio/holdings";
import type { AskedCycle, WithdrawalSubject } from "./withdrawal-form";

/** What a request is about, with the figures it was decided on. */
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
    }
  /** The whole of what the wallet holds. */
  | { of: "balance"; amountCents: number };

export type PlanRefusal = "not-activated" | "in-progress" | "nothing-to-withdraw" | "amount-changed";
export type PlannedWithdrawal = { ok: true; plan: WithdrawalPlan } | { ok: false; code: PlanRefusal };

type Rows = HoldingsRows & { balanceCents: number };
type Asked = {
  subject: WithdrawalSubject;
  activated: boolean;
  /** What the investor was shown; null: no figure that could be compared; undefined: nothing to compare with. */
  expectCents?: number | null;
  nowMs: number;
};

/** What the investor was shown must be what is taken: with another figure nothing is. */
export function planWithdrawal(rows: Rows, { subject, activated, expectCents, nowMs }: Asked): PlannedWithdrawal {
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

/** The asked cycle if it can be withdrawn, or without one the stake that comes first. */
function planCycle(rows: Rows, asked: AskedCycle | null, nowMs: number): PlannedWithdrawal {
  const { active, priority, today } = holdingsOf(rows, nowMs);
  const stakeId = asked?.stakeId ?? priority?.stakeId;
  const holding = active.find((one) => one.stakeId === stakeId);
  const requested = asked
    ? holding?.taken.some((one) => one.cycleNumber === asked.cycleNumber)
    : priority?.status === "progress";
  if (requested) return IN_PROGRESS;
  const cycle = holding ? withdrawableCycle(holding, today) : null;
  if (!holding || (asked && cycle?.cycleNumber !== asked.cycleNumber)) return NOTHING;
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
    },
  };
}

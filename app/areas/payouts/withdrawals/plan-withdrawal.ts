import * as z from "zod";
import { BANK_FIELD_LENGTH, oneLine } from "~/areas/accounts/profile/bank-details";
import { personName } from "~/areas/accounts/profile/personal-details";
import {
  hasOpenBalanceRequest,
  type Holding,
  holdingsOf,
  type HoldingsRows,
} from "~/areas/holdings/portfolio/holdings";
import { bankTexts } from "~/content/bank-texts";
import { messages } from "~/content/messages";
import { firstErrors } from "~/core/first-errors";
import { type CycleReturn, type Valued, valuedBy, withdrawableCycle } from "~/domain/returns";

const field = (name: keyof typeof bankTexts.missing) =>
  oneLine(BANK_FIELD_LENGTH).pipe(z.string().min(1, bankTexts.missing[name]));

const bankSchema = z.object({
  holder_name: personName.pipe(z.string().min(1, bankTexts.missing.holder_name)),
  bank_name: field("bank_name"),
  ifsc_code: field("ifsc_code"),
  account_number: field("account_number"),
});

/** Names the cycle it was opened for, so that sending it twice cannot take the next one. */
const cycleSchema = z.object({
  stake_id: z.string().min(1).max(60),
  cycle_number: z.coerce.number().int().min(1).max(1000),
});

const shownSchema = z.object({ of: z.literal("balance"), shown_cents: z.coerce.number().int().positive().catch(0) });

export type WithdrawalFieldName = keyof z.infer<typeof bankSchema>;
export type WithdrawalBank = z.infer<typeof bankSchema>;
type RequestedCycle = { stakeId: string; cycleNumber: number };
type WithdrawalSubject = { of: "cycle"; cycle: RequestedCycle | null } | { of: "balance" };
export type WithdrawalRequest = { subject: WithdrawalSubject; expectCents?: number | null };

export type ReadWithdrawalBank =
  | { ok: true; bank: WithdrawalBank }
  | {
      ok: false;
      alert: string;
      values: Partial<Record<WithdrawalFieldName, string>>;
      errors: Partial<Record<WithdrawalFieldName, string>>;
    };

export function readWithdrawalRequest(fields: Record<string, unknown>): WithdrawalRequest {
  const balance = shownSchema.safeParse(fields);
  if (balance.success) return { subject: { of: "balance" }, expectCents: balance.data.shown_cents || null };
  const cycle = cycleSchema.safeParse(fields);
  return {
    subject: {
      of: "cycle",
      cycle: cycle.success ? { stakeId: cycle.data.stake_id, cycleNumber: cycle.data.cycle_number } : null,
    },
  };
}

export function readWithdrawalBank(fields: Record<string, unknown>): ReadWithdrawalBank {
  const names = bankSchema.keyof().options;
  const values = Object.fromEntries(
    names.map((name) => [name, typeof fields[name] === "string" ? fields[name] : ""]),
  ) as Record<WithdrawalFieldName, string>;
  const bank = bankSchema.safeParse(values);
  if (bank.success) return { ok: true, bank: bank.data };
  const errors = firstErrors(bank.error);
  const missing = Object.values(values).some((text) => text.trim() === "");
  const alert = missing ? messages.bankDetailsMissing : (Object.values(errors)[0] ?? messages.bankDetailsMissing);
  return { ok: false, alert, values, errors };
}

type Counted = { amountCents: number; endCents: number; interestBasisPoints: number };
export type WithdrawalPlan =
  ({ of: "cycle"; holding: Holding; valued: Valued } & CycleReturn & Counted) | { of: "balance"; amountCents: number };

export type PlanRefusal = "not-activated" | "in-progress" | "nothing-to-withdraw" | "amount-changed";
type PlannedWithdrawal = { ok: true; plan: WithdrawalPlan } | { ok: false; code: PlanRefusal };

type Rows = HoldingsRows & { balanceCents: number };
type PlanInput = {
  subject: WithdrawalSubject;
  activated: boolean;
  /** null: not a comparable figure; undefined: none was sent. */
  expectCents?: number | null;
  nowMs: number;
};

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
  const { returnCents: amountCents, endCents, interestBasisPoints } = cycle;
  const counted = { amountCents, endCents, interestBasisPoints, valued: valuedBy(cycle) };
  return { ok: true, plan: { of: "cycle", holding, ...cycle, ...counted } };
}

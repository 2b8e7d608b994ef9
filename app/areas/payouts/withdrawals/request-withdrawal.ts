import {
  accountOpenedStatement,
  meansSavedNumber,
  type SealedBankDetails,
} from "~/areas/accounts/profile/bank-details";
import type { HoldingsRows } from "~/areas/holdings/portfolio/holdings";
import type { Deps } from "~/core/deps";
import type { SealingDeps } from "~/core/sealer";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { newStopToken } from "~/core/stop-token";
import { together, writes } from "~/db/work";
import { compact, lastFour } from "~/domain/bank-hints";
import { namesDiffer } from "~/domain/holder-name";
import {
  makeWithdrawal,
  type PayoutAccount,
  payoutAccount,
  type StandingRequest,
  type UnlikelyField,
} from "./make-withdrawal";
import {
  type PlanRefusal,
  planWithdrawal,
  type WithdrawalBank,
  type WithdrawalPlan,
  type WithdrawalRequest,
} from "./plan-withdrawal";

type Refusal = PlanRefusal | "code-needed" | "too-many" | "refused";
export type WithdrawalOutcome =
  | { ok: true; next: WithdrawalNext }
  | { ok: false; code: Exclude<Refusal, "in-progress">; balanceCents: number }
  /** `repeats`: it is the same form once more. */
  | { ok: false; code: "in-progress"; repeats: WithdrawalNext | null; balanceCents: number }
  | { ok: false; code: "look-again"; unlikely: readonly UnlikelyField[]; balanceCents: number };

export type WithdrawalBasis = {
  viewer: Viewer;
  nowMs: number;
  rows: HoldingsRows & { balanceCents: number };
  bank: SealedBankDetails | undefined;
};

type Input = WithdrawalRequest & { basis: WithdrawalBasis; bank: WithdrawalBank; looked: boolean };

/**
 * The server decides the amount.
 * @throws Error if the saved account number cannot be opened
 */
export async function requestWithdrawal(deps: SealingDeps, session: Session, input: Input): Promise<WithdrawalOutcome> {
  const { basis, subject, expectCents, bank, looked } = input;
  const { viewer, rows, nowMs, bank: saved } = basis;
  const { balanceCents } = rows;
  if (!viewer.fresh) return { ok: false, code: "code-needed", balanceCents };
  const planned = planWithdrawal(rows, { subject, activated: viewer.activated, expectCents, nowMs });
  if (!planned.ok) {
    const { code } = planned;
    if (code !== "in-progress") return { ok: false, code, balanceCents };
    const first = rows.withdrawals.find((one) => isOf(one, subject) && isSameRequest(one, { bank, saved, nowMs }));
    return { ok: false, code, balanceCents, repeats: repeatOf(first, nowMs) };
  }
  const payout = await payoutAccount(deps, { userId: viewer.id, bank, saved });
  if (!looked && payout.unlikely.length > 0)
    return { ok: false, code: "look-again", unlikely: payout.unlikely, balanceCents };
  return send(deps, session, { ...input, plan: planned.plan, payout });
}

async function send(
  deps: Deps,
  session: Session,
  { plan, payout, basis, bank }: Input & { plan: WithdrawalPlan; payout: PayoutAccount },
): Promise<WithdrawalOutcome> {
  const { viewer, nowMs, bank: saved } = basis;
  const withdrawalId = deps.newId("wdr");
  const stopToken = newStopToken(deps);
  const holderDiffers = namesDiffer(viewer.fullName, bank.holder_name);
  const what = `withdrawal:${withdrawalId}`;
  const { result } = await session.write(({ userId, fresh }) =>
    together({
      made: makeWithdrawal(deps.db, plan, {
        withdrawalId,
        userId,
        bank,
        payout,
        holderDiffers,
        stopToken,
        nowMs,
        live: fresh,
      }),
      opened: writes(accountOpenedStatement(deps.db, { auditId: deps.newId("aud"), userId, what, nowMs, live: fresh })),
    }),
  );
  const { outcome, balanceCents, standing } = result.made;
  const stakeId = plan.of === "cycle" ? plan.holding.stakeId : null;
  deps.log("withdrawal-asked", { withdrawalId, stakeId, outcome });
  if (outcome === "requested") return { ok: true, next: standing ? nextOf(standing, nowMs) : "requested" };
  if (outcome !== "in-progress") return { ok: false, code: outcome, balanceCents };
  const first = standing && isSameRequest(standing, { bank, saved, nowMs }) ? standing : undefined;
  return { ok: false, code: outcome, balanceCents, repeats: repeatOf(first, nowMs) };
}

const repeatOf = (first: StandingRequest | undefined, nowMs: number) => (first ? nextOf(first, nowMs) : null);

function isOf(
  { stakeId, cycleNumber }: { stakeId: string | null; cycleNumber: number | null },
  subject: WithdrawalRequest["subject"],
): boolean {
  if (subject.of === "balance" || stakeId === null) return subject.of === "balance" && stakeId === null;
  const { cycle } = subject;
  return cycle === null || (cycle.stakeId === stakeId && cycle.cycleNumber === cycleNumber);
}

const SECOND_TAP_MS = 2 * 60_000;

type WithdrawalNext = "requested" | "waits" | "checked";

function nextOf({ block, payableFromMs }: StandingRequest, nowMs: number): WithdrawalNext {
  if (block !== null) return "checked";
  return payableFromMs > nowMs ? "waits" : "requested";
}

const isRecent = ({ state, createdAtMs }: StandingRequest, nowMs: number) =>
  state === "progress" && nowMs - createdAtMs < SECOND_TAP_MS;

/** The same account, moments later: the answer is the first one's. */
function isSameRequest(
  standing: StandingRequest,
  { bank, saved, nowMs }: { bank: WithdrawalBank; saved: SealedBankDetails | undefined; nowMs: number },
): boolean {
  const last4 = meansSavedNumber(bank.account_number, saved) ? saved?.accountLast4 : lastFour(bank.account_number);
  return (
    isRecent(standing, nowMs) &&
    standing.holderName === bank.holder_name &&
    standing.bankName === bank.bank_name &&
    compact(standing.ifscCode) === compact(bank.ifsc_code) &&
    standing.accountLast4 === last4
  );
}

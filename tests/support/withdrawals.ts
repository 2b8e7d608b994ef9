import { type SQL, sql } from "drizzle-orm";
import { runWork } from "~/db/work";
import type { Deps } from "~/core/deps";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import * as decisions from "~/areas/payouts/withdrawals/decide-withdrawal";
import { type MadeWithdrawal, makeWithdrawal } from "~/areas/payouts/withdrawals/make-withdrawal";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { planWithdrawal, type WithdrawalPlan } from "~/areas/payouts/withdrawals/plan-withdrawal";
import { asOperator } from "./open-session";

// Withdrawals without their pages: requested and decided through the product's use cases, for tests on real D1 and for
// the simulation.

type Needs = Pick<Deps, "db" | "nowMs" | "newId">;
export type CyclePlan = Extract<WithdrawalPlan, { of: "cycle" }>;
/** `live`: whether the caller's session is alive. */
type Asked = {
  holderDiffers?: boolean | null;
  userId: string;
  withdrawalId?: string;
  marks?: readonly [string, ...string[]];
  live?: SQL;
  account?: typeof ACCOUNT;
};
/** `alive`: whether the operator's session is. `nowMs`: their time. If absent, the wait of a new account is over. */
type Decided = { withdrawalId: string; userId: string; operatorId: string; alive?: boolean; nowMs?: number };

const BANK = {
  holder_name: "Sample",
  bank_name: "Sample Bank",
  ifsc_code: "SMPL0000001",
  account_number: "000000004242",
};
const ACCOUNT = { sealed: "sealed", keyId: "k1", last4: "4242" };

const ALIVE = sql`1 = 1`;

async function plan({ db, nowMs }: Needs, userId: string, of: "cycle" | "balance"): Promise<WithdrawalPlan | null> {
  const rows = await runWork(db, readHoldings(db, { userId }));
  const subject = of === "cycle" ? ({ of, cycle: null } as const) : ({ of } as const);
  const planned = planWithdrawal(rows, { subject, activated: true, nowMs: nowMs() });
  return planned.ok ? planned.plan : null;
}

/** The cycle that can be withdrawn first; null: none. */
export async function planReturn(deps: Needs, userId: string): Promise<CyclePlan | null> {
  const planned = await plan(deps, userId, "cycle");
  return planned?.of === "cycle" ? planned : null;
}

/** Whether there is a balance to withdraw. */
export const canPlanBalance = async (deps: Needs, userId: string) => (await plan(deps, userId, "balance")) !== null;

export type Requested = MadeWithdrawal & { withdrawalId: string };

export async function requestReturn(
  deps: Needs,
  { plan, ...asked }: Asked & { plan: CyclePlan },
): Promise<MadeWithdrawal["outcome"]> {
  return (await request(deps, asked, plan)).outcome;
}

/** The return of a cycle is asked for, and may be paid at once. @returns the withdrawal */
export async function askReturn(deps: Needs, userId: string): Promise<string> {
  const planned = await planReturn(deps, userId);
  if (!planned) throw new Error("there is no return to ask for");
  const withdrawalId = deps.newId("wdr");
  const outcome = await requestReturn(deps, { userId, withdrawalId, plan: planned });
  if (outcome !== "requested") throw new Error(outcome);
  await deps.db.run(sql`UPDATE withdrawals SET payable_from_ms = 1 WHERE id = ${withdrawalId}`);
  return withdrawalId;
}

export async function requestBalance(
  deps: Needs,
  { amountCents, ...asked }: Asked & { amountCents: number },
): Promise<Requested> {
  return request(deps, asked, { of: "balance", amountCents });
}

async function request({ db, nowMs, newId }: Needs, asked: Asked, plan: WithdrawalPlan): Promise<Requested> {
  const now = nowMs();
  const { userId, withdrawalId = newId("wdr"), marks = [`mark of ${userId}`], live = ALIVE, account = ACCOUNT } = asked;
  const payout = { account, marks } as const;
  const stopToken = `stop-${withdrawalId}`;
  const work = makeWithdrawal(db, plan, {
    withdrawalId,
    userId,
    bank: BANK,
    payout,
    holderDiffers: asked.holderDiffers ?? null,
    stopToken,
    nowMs: now,
    live,
  });
  return { ...(await runWork(db, work)), withdrawalId };
}

export function payWithdrawal(
  { db, nowMs: clock }: Needs,
  {
    bankReference = "UTR-1",
    operatorId,
    alive = true,
    nowMs = clock() + HOLD_MS,
    ...decided
  }: Decided & { bankReference?: string },
): Promise<decisions.DecideOutcome> {
  return asOperator(
    { db, nowMs: () => nowMs },
    operatorId,
    (operator) => decisions.payWithdrawal(db, { ...decided, bankReference, operator }),
    { alive },
  );
}

export function rejectWithdrawal(
  { db, nowMs: clock }: Needs,
  {
    reason = "The name does not match.",
    operatorId,
    alive = true,
    nowMs = clock(),
    ...decided
  }: Decided & { reason?: string; seen?: "progress" | "sending" },
): Promise<decisions.DecideOutcome> {
  return asOperator(
    { db, nowMs: () => nowMs },
    operatorId,
    (operator) => decisions.rejectWithdrawal(db, { ...decided, reason, operator }),
    { alive },
  );
}

import { type SQL, sql } from "drizzle-orm";
import { holdingsOf } from "~/features/portfolio/holdings";
import {
  balanceQuery,
  stakesQuery,
  valuationsQuery,
  walletAccount,
  withdrawalsQuery,
} from "~/features/portfolio/holdings-queries";
import {
  type DecideOutcome,
  paidWithdrawal,
  payWithdrawalStatements,
  rejectedWithdrawal,
  rejectWithdrawalStatements,
} from "~/features/withdrawals/decide-withdrawal";
import { planBalanceWithdrawal } from "~/features/withdrawals/plan-balance-withdrawal";
import { planWithdrawal, type WithdrawalPlan } from "~/features/withdrawals/plan-withdrawal";
import {
  type BalanceOutcome,
  requestBalanceStatements,
  requestedBalance,
} from "~/features/withdrawals/request-balance-withdrawal";
import {
  requestedWithdrawal,
  type RequestOutcome,
  requestWithdrawalStatements,
} from "~/features/withdrawals/request-withdrawal";
import type { Deps } from "~/features/deps";

// Withdrawals without their pages: asked for and decided as the product does it, for tests on real D1 and for the simulation.

type Needs = Pick<Deps, "db" | "nowMs" | "newId">;
/** `live`: whether the session of whoever asks is alive. */
type Asked = { userId: string; withdrawalId?: string; payableFromMs?: number; live?: SQL };
type Decided = { withdrawalId: string; userId: string; operatorId: string; live?: SQL };

const BANK = {
  holder_name: "Sample",
  bank_name: "Sample Bank",
  ifsc_code: "SMPL0000001",
  account_number: "000000004242",
};
const ACCOUNT = { sealed: "sealed", keyId: "k1", last4: "4242" };

const ALIVE = sql`1 = 1`;

/** The cycle that can be withdrawn first; null: none. */
export async function planReturn({ db, nowMs }: Needs, userId: string): Promise<WithdrawalPlan | null> {
  const [stakes, valuations, withdrawals] = await db.batch([
    stakesQuery(db, userId),
    valuationsQuery(db, userId),
    withdrawalsQuery(db, userId),
  ]);
  const holdings = holdingsOf({ stakes, valuations, withdrawals }, nowMs());
  const planned = planWithdrawal(holdings, { activated: true, asked: null });
  return planned.ok ? planned.plan : null;
}

/** What the wallet holds, in cents, if it can be asked for; null: it cannot. */
export async function planBalance({ db }: Needs, userId: string): Promise<number | null> {
  const [balance, withdrawals] = await db.batch([
    balanceQuery(db, walletAccount(userId)),
    withdrawalsQuery(db, userId),
  ]);
  const planned = planBalanceWithdrawal({ balance, withdrawals }, { activated: true });
  return planned.ok ? planned.amountCents : null;
}

export async function requestReturn(deps: Needs, asked: Asked & { plan: WithdrawalPlan }): Promise<RequestOutcome> {
  const request = completed(deps, asked);
  const results = await deps.db.batch(requestWithdrawalStatements(deps.db, request));
  return requestedWithdrawal(results[4], request.withdrawalId);
}

export async function requestBalance(
  deps: Needs,
  asked: Asked & { amountCents: number },
): Promise<BalanceOutcome & { withdrawalId: string }> {
  const request = completed(deps, asked);
  const results = await deps.db.batch(requestBalanceStatements(deps.db, request));
  return { ...requestedBalance(results[3], results[4], request), withdrawalId: request.withdrawalId };
}

export async function payWithdrawal(
  { db, nowMs }: Needs,
  { bankReference = "UTR-1", ...decided }: Decided & { bankReference?: string },
): Promise<DecideOutcome> {
  const decision = { live: ALIVE, nowMs: nowMs(), ...decided, bankReference };
  const results = await db.batch(payWithdrawalStatements(db, decision));
  return paidWithdrawal(results[3], bankReference, decision.nowMs);
}

export async function rejectWithdrawal(
  { db, nowMs }: Needs,
  { reason = "The name does not match.", ...decided }: Decided & { reason?: string },
): Promise<DecideOutcome> {
  const decision = { live: ALIVE, nowMs: nowMs(), ...decided, reason };
  const results = await db.batch(rejectWithdrawalStatements(db, decision));
  return rejectedWithdrawal(results[4], reason);
}

function completed<T extends Asked>({ nowMs, newId }: Needs, asked: T) {
  const now = nowMs();
  const { withdrawalId = newId("wdr"), payableFromMs = now, live = ALIVE } = asked;
  return { ...asked, withdrawalId, payableFromMs, live, bank: BANK, account: ACCOUNT, nowMs: now };
}

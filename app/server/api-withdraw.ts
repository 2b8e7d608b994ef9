import { messages } from "~/content/messages";
import { toasts } from "~/content/toasts";
import { wireToCents } from "~/domain/money";
import { withdrawBody } from "~/features/api/account-wire";
import { apiTexts } from "~/features/api/api-texts";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { walletOf } from "~/features/ledger/accounts";
import { holdingsOf } from "~/features/portfolio/holdings";
import {
  balanceQuery,
  reachedBounds,
  stakesQuery,
  valuationsQuery,
  withdrawalsQuery,
} from "~/features/portfolio/holdings-queries";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { planWithdrawal, type WithdrawalPlan } from "~/features/withdrawals/plan-withdrawal";
import { requestedWithdrawal, requestWithdrawalStatements } from "~/features/withdrawals/request-withdrawal";
import { type AskedCycle, readWithdrawal, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { answer, problem } from "./api-answer";
import { type Caller, findCaller, readAsCaller, writeAsCaller } from "./api-caller";
import { readBody, readFields, refuseForeignId } from "./api-input";
import { payoutAccount } from "./payout-account";
import type { ApiArgs } from "./api-route";
import { withdrawBalance } from "./api-withdraw-balance";

/** Without a cycle: the balance of the wallet. */
type Asked = { bank: WithdrawalBank; cycle: AskedCycle | null; claimedCents: number | null };

/** Two round trips: what can be withdrawn, then the one batch that does it. The amount is the server's. */
export async function withdraw(args: ApiArgs): Promise<Response> {
  const { db, log } = args.context;
  const caller = await findCaller(args);
  const asked = await readAsked(args, caller);
  const { viewer, rows, nowMs } = await readAsCaller(args, caller, ({ userId }) => [
    stakesQuery(db, userId),
    valuationsQuery(db, userId),
    withdrawalsQuery(db, userId),
    sealedBankDetailsQuery(db, userId),
    balanceQuery(db, walletOf(userId)),
  ]);
  if (!requireFreshProof(viewer, nowMs).ok) return problem(403, apiTexts.codeNeeded);
  const [stakes, valuations, withdrawals, [row], balance] = rows;
  if (reachedBounds({ stakes, valuations, withdrawals })) log("portfolio-cut-short", { userId: viewer.id });
  const { activated } = viewer;
  if (!asked.cycle) return withdrawBalance(args, caller, { balance, withdrawals, row, activated, nowMs }, asked);
  const holdings = holdingsOf({ stakes, valuations, withdrawals }, nowMs);
  const planned = planWithdrawal(holdings, { activated, asked: asked.cycle });
  if (!planned.ok) {
    if (planned.code === "in-progress") return problem(409, toasts["withdrawal-in-progress"].text);
    return planned.code === "not-activated"
      ? problem(403, apiTexts.withdrawalNotActivated)
      : problem(409, messages.withdrawalFailed);
  }
  if (asked.claimedCents !== null && asked.claimedCents !== planned.plan.amountCents)
    return problem(409, apiTexts.returnChanged, { field: "return_amount" });
  return request(args, caller, { plan: planned.plan, bank: asked.bank, row, nowMs });
}

async function readAsked({ request }: ApiArgs, caller: Caller): Promise<Asked> {
  const body = await readBody(request);
  refuseForeignId(caller, body.user_id, "user_id");
  const sent = readFields(withdrawBody, body);
  if (sent.payment_mode === "Crypto") throw problem(400, apiTexts.comingSoon, { field: "payment_mode" });
  const read = readWithdrawal(sent);
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    const isBlank = Object.values(read.values).some((value) => value.trim() === "");
    throw problem(400, isBlank ? read.alert : (message ?? read.alert), { field });
  }
  const claimedCents = typeof sent.return_amount === "number" ? wireToCents(sent.return_amount) : null;
  const { stake_id: stakeId, cycle_number: cycleNumber } = sent;
  return { bank: read.bank, cycle: stakeId && cycleNumber ? { stakeId, cycleNumber } : null, claimedCents };
}

type Request = { plan: WithdrawalPlan; bank: WithdrawalBank; row: SealedBankDetails | undefined; nowMs: number };

async function request(args: ApiArgs, caller: Caller, { plan, bank, row, nowMs }: Request): Promise<Response> {
  const { db, newId, log } = args.context;
  const { userId } = caller;
  const { account, payableFromMs, waits } = await payoutAccount(args.context, { userId, bank, row, nowMs });
  const withdrawalId = newId("wdr");
  const { rows } = await writeAsCaller(args, caller, (_asked, live) => [
    ...requestWithdrawalStatements(db, { withdrawalId, userId, plan, bank, account, payableFromMs, nowMs, live }),
    accountOpenedStatement(db, { auditId: newId("aud"), userId, what: `withdrawal:${withdrawalId}`, nowMs, live }),
  ]);
  const outcome = requestedWithdrawal(rows[4], withdrawalId);
  log("withdrawal-asked", { withdrawalId, stakeId: plan.holding.stakeId, outcome });
  if (outcome === "in-progress") return problem(409, toasts["withdrawal-in-progress"].text);
  if (outcome === "refused") return problem(409, messages.withdrawalFailed);
  return answer({ status: true, message: toasts[waits ? "withdrawal-waits" : "withdrawal-requested"].text });
}

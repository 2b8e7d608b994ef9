import { messages } from "~/content/messages";
import { toasts } from "~/content/toasts";
import { lastFour } from "~/domain/bank-hints";
import { wireToCents } from "~/domain/money";
import { meansSavedNumber, withdrawBody } from "~/features/api/account-wire";
import { apiTexts } from "~/features/api/api-texts";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { holdingsOf } from "~/features/portfolio/holdings";
import { reachedBounds, stakesQuery, valuationsQuery, withdrawalsQuery } from "~/features/portfolio/holdings-queries";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { payableFrom } from "~/features/withdrawals/payable-from";
import { planWithdrawal, type WithdrawalPlan } from "~/features/withdrawals/plan-withdrawal";
import { requestedWithdrawal, requestWithdrawalStatements } from "~/features/withdrawals/request-withdrawal";
import { readWithdrawal, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { answer, problem } from "./api-answer";
import { openSaved } from "./api-bank-details";
import { type Caller, findCaller, readAsCaller, writeAsCaller } from "./api-caller";
import { readBody, readFields, refuseForeignId } from "./api-input";
import type { ApiArgs } from "./api-route";
import { createSealer } from "./seal";

type Asked = { bank: WithdrawalBank; cycle: { stakeId: string; cycleNumber: number }; claimedCents: number | null };

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
  ]);
  if (!requireFreshProof(viewer, nowMs).ok) return problem(403, apiTexts.codeNeeded);
  const [stakes, valuations, withdrawals, [row]] = rows;
  if (reachedBounds({ stakes, valuations, withdrawals })) log("portfolio-cut-short", { userId: viewer.id });
  const holdings = holdingsOf({ stakes, valuations, withdrawals }, nowMs);
  const planned = planWithdrawal(holdings, { activated: viewer.activated, asked: asked.cycle });
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
  return { bank: read.bank, cycle: { stakeId: sent.stake_id, cycleNumber: sent.cycle_number }, claimedCents };
}

type Request = { plan: WithdrawalPlan; bank: WithdrawalBank; row: SealedBankDetails | undefined; nowMs: number };

async function request(args: ApiArgs, caller: Caller, { plan, bank, row, nowMs }: Request): Promise<Response> {
  const { db, config, newId, log } = args.context;
  const asSaved = meansSavedNumber(bank.account_number, row);
  const savedNumber = await openSaved(args.context, row, asSaved);
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const saved = row ? { ...row, accountNumber: savedNumber ?? "" } : null;
  const { payableFromMs, waits } = payableFrom({ ifscCode: bank.ifsc_code, accountNumber }, saved, nowMs);
  const { userId } = caller;
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  const account = { ...(await createSealer(config).seal(accountNumber, place)), last4: lastFour(accountNumber) };
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

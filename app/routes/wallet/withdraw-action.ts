import { redirect } from "@remix-run/cloudflare";
import { messages } from "~/content/messages";
import type { ToastName } from "~/content/toasts";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { holdingsOf } from "~/features/portfolio/holdings";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { planWithdrawal, type WithdrawalPlan } from "~/features/withdrawals/plan-withdrawal";
import { requestedWithdrawal, requestWithdrawalStatements } from "~/features/withdrawals/request-withdrawal";
import { readBalanceAsked, readWithdrawal, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { writeAsViewer } from "~/server/guards";
import { payoutAccount } from "~/server/payout-account";
import { codeBeforeHref, type ReadPortfolio, readPortfolio } from "./wallet-pages";
import { askAgain, backToWallet, notPossible } from "./withdraw-answers";
import { withdrawBalance } from "./withdraw-balance";

type Args = { request: Request; context: RequestContext };

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw(args: Args, fields: Record<string, unknown>) {
  const { context } = args;
  const balance = readBalanceAsked(fields);
  const of = balance ? "balance" : "cycle";
  const typed = readWithdrawal(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(context, { alert, values, errors }, { of, read: null }, 400);
  }
  let read: ReadPortfolio | null = null;
  try {
    read = await readPortfolio(args, { beforeId: null });
    const { viewer, rows, nowMs } = read;
    if (!requireFreshProof(viewer, nowMs).ok) return redirect(codeBeforeHref(of), 303);
    if (balance) return await withdrawBalance(args, read, { bank: typed.bank, ...balance });
    const { activated } = viewer;
    const planned = planWithdrawal(holdingsOf(rows, nowMs), { activated, asked: typed.asked });
    if (planned.ok) return await backToWallet(context, await request(args, read, planned.plan, typed.bank));
    if (planned.code === "in-progress") return await backToWallet(context, "withdrawal-in-progress");
    return notPossible(context, { of, read }, planned.code === "not-activated" ? 403 : 409);
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return askAgain(context, { alert: messages.withdrawalError, values: typed.bank, errors: {} }, { of, read }, 500);
  }
}

async function request(
  args: Args,
  read: ReadPortfolio,
  plan: WithdrawalPlan,
  bank: WithdrawalBank,
): Promise<ToastName> {
  const { db, newId, log } = args.context;
  const { nowMs, viewer, bank: row } = read;
  const { account, payableFromMs, waits } = await payoutAccount(args.context, { userId: viewer.id, bank, row, nowMs });
  const withdrawalId = newId("wdr");
  const { rows } = await writeAsViewer(args, ({ userId }, live) => [
    ...requestWithdrawalStatements(db, { withdrawalId, userId, plan, bank, account, payableFromMs, nowMs, live }),
    accountOpenedStatement(db, { auditId: newId("aud"), userId, what: `withdrawal:${withdrawalId}`, nowMs, live }),
  ]);
  const outcome = requestedWithdrawal(rows[4], withdrawalId);
  log("withdrawal-asked", { withdrawalId, stakeId: plan.holding.stakeId, outcome });
  if (outcome === "in-progress") return "withdrawal-in-progress";
  if (outcome === "refused") return "withdrawal-failed";
  return waits ? "withdrawal-waits" : "withdrawal-requested";
}

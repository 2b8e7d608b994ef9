import { withdrawalTexts } from "~/content/wallet";
import { formatUsd } from "~/domain/money";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { planBalanceWithdrawal } from "~/features/withdrawals/plan-balance-withdrawal";
import { requestBalanceStatements, requestedBalance } from "~/features/withdrawals/request-balance-withdrawal";
import type { WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { writeAsViewer } from "~/server/guards";
import { payoutAccount } from "~/server/payout-account";
import type { ReadPortfolio } from "./wallet-pages";
import { askAgain, backToWallet, notPossible } from "./withdraw-answers";

type Args = { request: Request; context: RequestContext };
type Asked = { bank: WithdrawalBank; shownCents: number | null };

/** One round trip after the reading: the batch that takes exactly what was shown, or nothing. */
export async function withdrawBalance(args: Args, read: ReadPortfolio, { bank, shownCents }: Asked) {
  const { context } = args;
  const { activated } = read.viewer;
  const planned = planBalanceWithdrawal(read.rows, { activated, shownCents });
  if (planned.ok) return request(args, read, bank, planned.amountCents);
  if (planned.code === "in-progress") return backToWallet(context, "withdrawal-in-progress");
  if (planned.code === "balance-changed") return confirmAgain(context, read, bank);
  return notPossible(context, { of: "balance", read }, planned.code === "not-activated" ? 403 : 409);
}

async function request(args: Args, read: ReadPortfolio, bank: WithdrawalBank, amountCents: number) {
  const { context } = args;
  const { db, newId, log } = context;
  const { nowMs, viewer, bank: row } = read;
  const { account, payableFromMs, waits } = await payoutAccount(context, { userId: viewer.id, bank, row, nowMs });
  const withdrawalId = newId("wdr");
  const { rows } = await writeAsViewer(args, ({ userId }, live) => [
    ...requestBalanceStatements(db, { withdrawalId, userId, amountCents, bank, account, payableFromMs, nowMs, live }),
    accountOpenedStatement(db, { auditId: newId("aud"), userId, what: `withdrawal:${withdrawalId}`, nowMs, live }),
  ]);
  const outcome = requestedBalance(rows[3], rows[4], { withdrawalId, amountCents });
  log("withdrawal-asked", { withdrawalId, outcome: outcome.code });
  if (outcome.code === "balance-changed") {
    const rowsNow = { ...read.rows, balance: [{ balance: outcome.balanceCents }] };
    return confirmAgain(context, { ...read, rows: rowsNow }, bank);
  }
  if (outcome.code === "in-progress") return backToWallet(context, "withdrawal-in-progress");
  if (outcome.code === "refused") return backToWallet(context, "withdrawal-failed");
  return backToWallet(context, waits ? "withdrawal-waits" : "withdrawal-requested");
}

/** The new amount, in the same dialog with what was typed; nothing was taken. */
function confirmAgain(context: RequestContext, read: ReadPortfolio, bank: WithdrawalBank) {
  const balanceCents = read.rows.balance[0]?.balance ?? 0;
  if (balanceCents <= 0) return notPossible(context, { of: "balance", read }, 409);
  const alert = withdrawalTexts.balanceChanged(formatUsd(balanceCents));
  return askAgain(context, { alert, values: bank, errors: {} }, { of: "balance", read }, 409);
}

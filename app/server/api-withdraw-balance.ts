import { messages } from "~/content/messages";
import { toasts } from "~/content/toasts";
import { apiTexts } from "~/features/api/api-texts";
import type { WithdrawalRow } from "~/features/portfolio/holdings-queries";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import type { SealedBankDetails } from "~/features/profile/bank-details";
import { planBalanceWithdrawal } from "~/features/withdrawals/plan-balance-withdrawal";
import { requestBalanceStatements, requestedBalance } from "~/features/withdrawals/request-balance-withdrawal";
import type { WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { answer, problem } from "./api-answer";
import { type Caller, writeAsCaller } from "./api-caller";
import { payoutAccount } from "./payout-account";
import type { ApiArgs } from "./api-route";

type Read = {
  balance: { balance: number }[];
  withdrawals: WithdrawalRow[];
  row: SealedBankDetails | undefined;
  activated: boolean;
  nowMs: number;
};

type Asked = { bank: WithdrawalBank; claimedCents: number | null };

/** All that the wallet holds; with another figure named nothing is taken. */
export async function withdrawBalance(args: ApiArgs, caller: Caller, read: Read, asked: Asked): Promise<Response> {
  const { activated } = read;
  const planned = planBalanceWithdrawal(read, { activated, shownCents: asked.claimedCents ?? undefined });
  if (planned.ok) return request(args, caller, { ...read, bank: asked.bank, amountCents: planned.amountCents });
  switch (planned.code) {
    case "not-activated":
      return problem(403, apiTexts.withdrawalNotActivated);
    case "in-progress":
      return problem(409, toasts["withdrawal-in-progress"].text);
    case "balance-changed":
      return problem(409, apiTexts.balanceChanged, { field: "return_amount" });
    case "nothing-to-withdraw":
      return problem(409, messages.withdrawalFailed);
  }
}

type Request = Pick<Read, "row" | "nowMs"> & { bank: WithdrawalBank; amountCents: number };

async function request(args: ApiArgs, caller: Caller, { bank, row, nowMs, amountCents }: Request): Promise<Response> {
  const { db, newId, log } = args.context;
  const { userId } = caller;
  const { account, payableFromMs, waits } = await payoutAccount(args.context, { userId, bank, row, nowMs });
  const withdrawalId = newId("wdr");
  const { rows } = await writeAsCaller(args, caller, (_asked, live) => [
    ...requestBalanceStatements(db, { withdrawalId, userId, amountCents, bank, account, payableFromMs, nowMs, live }),
    accountOpenedStatement(db, { auditId: newId("aud"), userId, what: `withdrawal:${withdrawalId}`, nowMs, live }),
  ]);
  const { code } = requestedBalance(rows[3], rows[4], { withdrawalId, amountCents });
  log("withdrawal-asked", { withdrawalId, outcome: code });
  if (code === "in-progress") return problem(409, toasts["withdrawal-in-progress"].text);
  if (code === "balance-changed") return problem(409, apiTexts.balanceChanged);
  if (code === "refused") return problem(409, messages.withdrawalFailed);
  return answer({ status: true, message: toasts[waits ? "withdrawal-waits" : "withdrawal-requested"].text });
}

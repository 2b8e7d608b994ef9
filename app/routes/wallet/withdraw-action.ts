import { redirect } from "@remix-run/cloudflare";
import { messages } from "~/content/messages";
import { withdrawalTexts } from "~/content/wallet";
import { formatUsd } from "~/domain/money";
import { type Portfolio, readPortfolio } from "~/features/portfolio/read-portfolio";
import { requestWithdrawal, type WithdrawalOutcome } from "~/features/withdrawals/request-withdrawal";
import { readWithdrawalRequest, readWithdrawalBank, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { codeBeforeHref } from "./wallet-pages";
import { askAgain, backToWallet, notPossible } from "./withdraw-answers";

type Args = { request: Request; context: RequestContext };

/** Missing fields cost no round trip. A request costs two: read what can be withdrawn, then one batch that withdraws it. */
export async function withdraw(args: Args, fields: Record<string, unknown>) {
  const { context } = args;
  const request = readWithdrawalRequest(fields);
  const { of } = request.subject;
  const typed = readWithdrawalBank(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(context, { alert, values, errors }, { of, read: null }, 400);
  }
  const { bank } = typed;
  let read: Portfolio | null = null;
  try {
    const session = await requireSession(args);
    read = await readPortfolio(context, session, null);
    const outcome = await requestWithdrawal(context, session, { ...request, bank, portfolio: read });
    return await answer(context, outcome, { of, read, bank });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return askAgain(context, { alert: messages.withdrawalError, values: bank, errors: {} }, { of, read }, 500);
  }
}

type About = { of: "cycle" | "balance"; read: Portfolio; bank: WithdrawalBank };

function answer(context: RequestContext, outcome: WithdrawalOutcome, { of, read, bank }: About) {
  if (outcome.ok) return backToWallet(context, outcome.waits ? "withdrawal-waits" : "withdrawal-requested");
  switch (outcome.code) {
    case "code-needed":
      return redirect(codeBeforeHref(of), 303);
    case "in-progress":
      return backToWallet(context, "withdrawal-in-progress");
    case "refused":
      return backToWallet(context, "withdrawal-failed");
    case "amount-changed": {
      // The new amount, in the same dialog with what was typed; nothing was withdrawn.
      const { balanceCents } = outcome;
      const now = { ...read, rows: { ...read.rows, balanceCents } };
      if (balanceCents <= 0) return notPossible(context, { of, read: now }, 409);
      const alert = withdrawalTexts.balanceChanged(formatUsd(balanceCents));
      return askAgain(context, { alert, values: bank, errors: {} }, { of, read: now }, 409);
    }
    case "not-activated":
      return notPossible(context, { of, read }, 403);
    case "nothing-to-withdraw":
      return notPossible(context, { of, read }, 409);
  }
}

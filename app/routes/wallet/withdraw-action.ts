import { messages } from "~/content/messages";
import { withdrawalTexts } from "~/content/wallet";
import { formatUsd } from "~/domain/money";
import { type Portfolio, readPortfolio } from "~/features/portfolio/read-portfolio";
import type { Session } from "~/features/session/session";
import { requestWithdrawal, type WithdrawalOutcome } from "~/features/withdrawals/request-withdrawal";
import { readAsked, readWithdrawalBank, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { endKeptWithdrawal, keepWithdrawal, keptWithdrawalId } from "./kept-withdrawal";
import { codeBeforeHref } from "./wallet-pages";
import { askAgain, backToWallet, notPossible } from "./withdraw-answers";

type Args = { request: Request; context: RequestContext };

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw(args: Args, fields: Record<string, unknown>) {
  const { context, request } = args;
  const asked = readAsked(fields);
  const { of } = asked.subject;
  const typed = readWithdrawalBank(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(context, { alert, values, errors }, { of, read: null }, 400);
  }
  const { bank } = typed;
  let read: Portfolio | null = null;
  try {
    const session = await requireSession(args);
    const keptId = await keptWithdrawalId(context, request);
    read = await readPortfolio(context, session);
    const outcome = await requestWithdrawal(context, session, { ...asked, bank, portfolio: read, keptId });
    return await answer(context, outcome, { of, read, bank, session, keptId });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return askAgain(context, { alert: messages.withdrawalError, values: bank, errors: {} }, { of, read }, 500);
  }
}

type About = {
  of: "cycle" | "balance";
  read: Portfolio;
  bank: WithdrawalBank;
  session: Session;
  keptId: string | null;
};

async function answer(context: RequestContext, outcome: WithdrawalOutcome, about: About) {
  const { of, read, bank, session, keptId } = about;
  if (outcome.ok) {
    const taken = keptId === null ? null : await endKeptWithdrawal(context);
    return backToWallet(context, outcome.waits ? "withdrawal-waits" : "withdrawal-requested", taken);
  }
  switch (outcome.code) {
    case "code-needed":
      return keepWithdrawal(context, session, bank, codeBeforeHref(of));
    case "in-progress":
      return backToWallet(context, "withdrawal-in-progress");
    case "refused":
      return backToWallet(context, "withdrawal-failed");
    case "amount-changed": {
      // The new amount, in the same dialog with what was typed; nothing was taken.
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

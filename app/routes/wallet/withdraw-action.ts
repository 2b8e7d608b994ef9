import { redirect } from "@remix-run/cloudflare";
import { messages } from "~/content/messages";
import { withdrawalTexts } from "~/content/wallet";
import { formatUsd } from "~/domain/money";
import { type Portfolio, readPortfolio } from "~/features/portfolio/read-portfolio";
import type { Session } from "~/features/session/session";
import { recentRequest, requestWithdrawal, type WithdrawalOutcome } from "~/features/withdrawals/request-withdrawal";
import type { WithdrawalNext } from "~/features/withdrawals/same-request";
import { readWithdrawalRequest, readWithdrawalBank, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { endKeptWithdrawal, keepWithdrawal, keptWithdrawalId, openKeptWithdrawal } from "./kept-withdrawal";
import { codeBeforeHref } from "./wallet-pages";
import { checkHref, withdrawHref } from "./wallet-view";
import { askAgain, backToWallet, notPossible } from "./withdraw-answers";

type Args = { request: Request; context: RequestContext };
type Fields = Record<string, unknown>;

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw(args: Args, fields: Fields) {
  const { context } = args;
  const typed = readWithdrawalBank(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(
      context,
      { alert, values, errors },
      { of: readWithdrawalRequest(fields).subject.of, read: null },
      400,
    );
  }
  const { bank } = typed;
  return answering(args, { fields, bank }, async (session, keptId) => ({
    read: await readPortfolio(context, session),
    sent: { fields, bank, looked: false, keptId },
  }));
}

/** The tap after a second look: the form is the one that was kept. */
export async function confirmWithdrawal(args: Args, fields: Fields) {
  const { context } = args;
  const { of } = readWithdrawalRequest(fields).subject;
  return answering(args, { fields, bank: {} }, async (session, keptId) => {
    const read = await readPortfolio(context, session, { keptId });
    const kept = await openKeptWithdrawal(context, read);
    const typed = kept && readWithdrawalBank(kept);
    if (kept && typed?.ok) return { read, sent: { fields: kept, bank: typed.bank, looked: true, keptId } };
    // Taken by the tap before this one; else its time is over, and the form is filled in anew.
    const taken = recentRequest(read, of);
    throw taken ? await requested(context, taken, true) : redirect(withdrawHref(of), 303);
  });
}

type Sent = { fields: Fields; bank: WithdrawalBank; looked: boolean; keptId: string | null };
type Reading = (session: Session, keptId: string | null) => Promise<{ read: Portfolio; sent: Sent }>;

async function answering(args: Args, typed: { fields: Fields; bank: Partial<WithdrawalBank> }, reading: Reading) {
  const { context, request } = args;
  const asked = readWithdrawalRequest(typed.fields);
  let known: { read: Portfolio; sent: Sent } | null = null;
  try {
    const session = await requireSession(args);
    known = await reading(session, await keptWithdrawalId(context, request));
    const { read, sent } = known;
    const outcome = await requestWithdrawal(context, session, {
      ...readWithdrawalRequest(sent.fields),
      ...sent,
      portfolio: read,
    });
    return await answer(context, outcome, { of: readWithdrawalRequest(sent.fields).subject.of, read, sent, session });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    const values = known?.sent.bank ?? typed.bank;
    const about = { of: asked.subject.of, read: known?.read ?? null };
    return askAgain(context, { alert: messages.withdrawalError, values, errors: {} }, about, 500);
  }
}

async function requested(context: RequestContext, next: WithdrawalNext, wasKept: boolean) {
  const taken = wasKept ? await endKeptWithdrawal(context) : null;
  return backToWallet(context, `withdrawal-${next}`, taken);
}

type About = { of: "cycle" | "balance"; read: Portfolio; sent: Sent; session: Session };

async function answer(context: RequestContext, outcome: WithdrawalOutcome, { of, read, sent, session }: About) {
  const { fields, bank, keptId } = sent;
  if (outcome.ok) return requested(context, outcome.next, keptId !== null);
  switch (outcome.code) {
    case "code-needed":
      return keepWithdrawal(context, session, fields, codeBeforeHref(of));
    case "look-again":
      return keepWithdrawal(context, session, fields, checkHref(of));
    case "in-progress":
      if (outcome.repeats) return requested(context, outcome.repeats, keptId !== null);
      return backToWallet(context, "withdrawal-in-progress");
    case "too-many":
      return backToWallet(context, "withdrawal-too-many");
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

import { bankLabels } from "~/content/bank-labels";
import { messages } from "~/content/messages";
import { withdrawalTexts } from "~/content/wallet";
import type { Session } from "~/core/session/session";
import {
  requestWithdrawal,
  type WithdrawalBasis,
  type WithdrawalOutcome,
} from "~/areas/payouts/withdrawals/request-withdrawal";
import { type WithdrawPlace, withdrawHrefs } from "~/areas/payouts/withdrawals/withdraw-place";
import {
  readWithdrawalRequest,
  readWithdrawalBank,
  type WithdrawalBank,
} from "~/areas/payouts/withdrawals/withdrawal-form";
import { codeFirst } from "~/server/code-first";
import type { RequestArgs } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { askAgain, backToPlace, notPossible } from "./withdraw-answers";
type Fields = Record<string, unknown>;

/** The page of the form: reads what its withdrawal is based on. */
export type WithdrawPage<R extends WithdrawalBasis> = {
  /** null: its form is of what it says in `of`. */
  stakeId: string | null;
  /** @throws the page's own refusal as a Response */
  read: (session: Session) => Promise<R>;
};

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw<R extends WithdrawalBasis>(args: RequestArgs, fields: Fields, page: WithdrawPage<R>) {
  const { context } = args;
  // On a stake's page only its return can be asked for.
  const asked = readWithdrawalRequest(page.stakeId === null ? fields : { ...fields, of: undefined });
  const place: WithdrawPlace = { of: asked.subject.of, stakeId: page.stakeId };
  const typed = readWithdrawalBank(fields);
  let read: R | null = null;
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(context, { alert, values, errors }, { place, read }, 400);
  }
  const { bank } = typed;
  try {
    const session = await requireSession(args);
    read = await page.read(session);
    const looked = fields.looked === "yes";
    const outcome = await requestWithdrawal(context, session, { ...asked, bank, looked, basis: read });
    return await answer(args, outcome, { place, read, bank });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return askAgain(context, { alert: messages.withdrawalError, values: bank, errors: {} }, { place, read }, 500);
  }
}

type About<R> = { place: WithdrawPlace; read: R; bank: WithdrawalBank };

async function answer<R extends WithdrawalBasis>(args: RequestArgs, outcome: WithdrawalOutcome, about: About<R>) {
  const { context } = args;
  const { place, read, bank } = about;
  if (outcome.ok) return backToPlace(context, place, `withdrawal-${outcome.next}`);
  switch (outcome.code) {
    case "code-needed":
      return codeFirst(args, withdrawHrefs(place).code);
    case "look-again": {
      // Sent once more, it is taken.
      const alert = withdrawalTexts.lookAgain(outcome.unlikely.map((name) => bankLabels[name]));
      return askAgain(context, { alert, values: bank, errors: {}, looked: true }, { place, read }, 400);
    }
    case "in-progress":
      return backToPlace(context, place, `withdrawal-${outcome.repeats ?? "in-progress"}`);
    case "too-many":
      return backToPlace(context, place, "withdrawal-too-many");
    case "refused":
      return backToPlace(context, place, "withdrawal-failed");
    case "amount-changed": {
      // The new amount, in the same dialog with what was typed; nothing was withdrawn.
      const { balanceCents } = outcome;
      const now = { ...read, rows: { ...read.rows, balanceCents } };
      if (balanceCents <= 0) return notPossible(context, { place, read: now }, 409);
      const alert = withdrawalTexts.balanceChanged(balanceCents);
      return askAgain(context, { alert, values: bank, errors: {} }, { place, read: now }, 409);
    }
    case "not-activated":
      return notPossible(context, { place, read }, 403);
    case "nothing-to-withdraw":
      return notPossible(context, { place, read }, 409);
  }
}

import { messages } from "~/content/messages";
import { withdrawalTexts } from "~/content/wallet";
import type { Sealed } from "~/core/sealer";
import type { Session } from "~/core/session/session";
import {
  recentRequest,
  requestWithdrawal,
  type WithdrawalBasis,
  type WithdrawalOutcome,
} from "~/areas/payouts/withdrawals/request-withdrawal";
import type { WithdrawalNext } from "~/areas/payouts/withdrawals/same-request";
import { type WithdrawPlace, withdrawHrefs } from "~/areas/payouts/withdrawals/withdraw-place";
import {
  readWithdrawalRequest,
  readWithdrawalBank,
  type WithdrawalBank,
} from "~/areas/payouts/withdrawals/withdrawal-form";
import type { RequestContext, RequestArgs } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import {
  endKeptWithdrawal,
  isAboutSame,
  keepWithdrawal,
  keptWithdrawalId,
  openKeptWithdrawal,
} from "./kept-withdrawal";
import { askAgain, backToPlace, fillInAgain, notPossible } from "./withdraw-answers";
type Fields = Record<string, unknown>;
type Read = WithdrawalBasis & { kept: Sealed | undefined };

/** The page of the form: reads what its withdrawal is based on. */
export type WithdrawPage<R extends Read> = {
  /** null: its form is of what it says in `of`. */
  stakeId: string | null;
  /** @param keptId what was kept of the form; null: nothing. @throws the page's own refusal as a Response */
  read: (session: Session, keptId: string | null) => Promise<R>;
};

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw<R extends Read>(args: RequestArgs, fields: Fields, page: WithdrawPage<R>) {
  const typed = readWithdrawalBank(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return askAgain(
      args.context,
      { alert, values, errors },
      { place: placeOf(page, fields), read: null as R | null },
      400,
    );
  }
  const { bank } = typed;
  return answering(args, { fields, bank }, page, async (session, keptId) => ({
    read: await page.read(session, null),
    sent: { fields, bank, looked: false, keptId },
  }));
}

/** The tap after a second look: the form is the one that was kept. */
export async function confirmWithdrawal<R extends Read>(args: RequestArgs, fields: Fields, page: WithdrawPage<R>) {
  const { context } = args;
  const place = placeOf(page, fields);
  return answering(args, { fields, bank: {} }, page, async (session, keptId) => {
    const read = await page.read(session, keptId);
    const kept = await openKeptWithdrawal(context, read);
    const typed = kept && isAboutSame(kept, fields) ? readWithdrawalBank(kept) : null;
    if (kept && typed?.ok) return { read, sent: { fields: kept, bank: typed.bank, looked: true, keptId } };
    // Taken by the tap before this one; otherwise it has expired, and the form is filled in again.
    const taken = recentRequest(read, place.of);
    throw taken ? await requested(context, place, taken, true) : await fillInAgain(context, place);
  });
}

type Sent = { fields: Fields; bank: WithdrawalBank; looked: boolean; keptId: string | null };
type Known<R> = { read: R; sent: Sent };

async function answering<R extends Read>(
  args: RequestArgs,
  typed: { fields: Fields; bank: Partial<WithdrawalBank> },
  page: WithdrawPage<R>,
  reading: (session: Session, keptId: string | null) => Promise<Known<R>>,
) {
  const { context, request } = args;
  let known: Known<R> | null = null;
  try {
    const session = await requireSession(args);
    known = await reading(session, await keptWithdrawalId(context, request));
    const { read, sent } = known;
    const asked = requestOf(page, sent.fields);
    const outcome = await requestWithdrawal(context, session, { ...asked, ...sent, basis: read });
    return await answer(context, outcome, { place: placeOf(page, sent.fields), read, sent, session });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    const values = known?.sent.bank ?? typed.bank;
    const about = { place: placeOf(page, typed.fields), read: known?.read ?? null };
    return askAgain(context, { alert: messages.withdrawalError, values, errors: {} }, about, 500);
  }
}

/** On a stake's page only its return can be asked for. */
const requestOf = ({ stakeId }: Pick<WithdrawPage<Read>, "stakeId">, fields: Fields) =>
  readWithdrawalRequest(stakeId === null ? fields : { ...fields, of: undefined });

const placeOf = (page: Pick<WithdrawPage<Read>, "stakeId">, fields: Fields): WithdrawPlace => ({
  of: requestOf(page, fields).subject.of,
  stakeId: page.stakeId,
});

async function requested(context: RequestContext, place: WithdrawPlace, next: WithdrawalNext, wasKept: boolean) {
  const taken = wasKept ? await endKeptWithdrawal(context) : null;
  return backToPlace(context, place, `withdrawal-${next}`, taken);
}

type About<R> = Known<R> & { place: WithdrawPlace; session: Session };

async function answer<R extends Read>(context: RequestContext, outcome: WithdrawalOutcome, about: About<R>) {
  const { place, read, sent, session } = about;
  const { fields, bank, keptId } = sent;
  const hrefs = withdrawHrefs(place);
  if (outcome.ok) return requested(context, place, outcome.next, keptId !== null);
  switch (outcome.code) {
    case "code-needed":
      return keepWithdrawal(context, session, fields, hrefs.code);
    case "look-again":
      return keepWithdrawal(context, session, fields, hrefs.check);
    case "in-progress":
      if (outcome.repeats) return requested(context, place, outcome.repeats, keptId !== null);
      return backToPlace(context, place, "withdrawal-in-progress");
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

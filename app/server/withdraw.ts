import { json, redirect } from "@remix-run/cloudflare";
import type { Hold } from "~/areas/holdings/payout-rules";
import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import {
  readWithdrawalBank,
  type ReadWithdrawalBank,
  readWithdrawalRequest,
  type WithdrawalBank,
} from "~/areas/payouts/withdrawals/plan-withdrawal";
import {
  requestWithdrawal,
  type WithdrawalBasis,
  type WithdrawalOutcome,
} from "~/areas/payouts/withdrawals/request-withdrawal";
import {
  withdrawDialog,
  type WithdrawDialogView,
  withdrawHrefs,
  type WithdrawPlace,
} from "~/areas/payouts/withdrawals/withdraw-dialog";
import { bankLabels } from "~/content/bank-texts";
import { type ToastName, toasts } from "~/content/toasts";
import { withdrawalTexts } from "~/content/wallet-notes";
import type { Session } from "~/core/session/session";
import { carry } from "~/server/carry";
import { codeFirst } from "~/server/code-first";
import type { RequestArgs, RequestContext } from "~/server/context";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { setToast } from "~/server/toast";

type About<R> = { place: WithdrawPlace; read: R | null };

/** For the loader after a refused request: whether to open the dialog again, and what was already read. */
export type CarriedWithdrawal<R extends WithdrawalBasis> = About<R> & { openDialog: boolean };

type Refused = Omit<Extract<ReadWithdrawalBank, { ok: false }>, "ok"> & { looked?: true };

async function backToPlace({ config }: RequestContext, place: WithdrawPlace, toast: ToastName) {
  const headers = { "Set-Cookie": await setToast(config, toast) };
  return redirect(withdrawHrefs(place).back, { status: 303, headers });
}

function askAgain<R extends WithdrawalBasis>(
  context: RequestContext,
  refused: Refused,
  about: About<R>,
  status: number,
) {
  carry(context, { openDialog: true, ...about } satisfies CarriedWithdrawal<R>);
  return json({ toast: null, refused }, status);
}

function notPossible<R extends WithdrawalBasis>(context: RequestContext, about: About<R>, status: 403 | 409) {
  carry(context, { openDialog: false, ...about } satisfies CarriedWithdrawal<R>);
  return json({ toast: toasts["withdrawal-failed"], refused: null }, status);
}

type Fields = Record<string, unknown>;

type WithdrawPage<R extends WithdrawalBasis> = { stakeId: string | null; read: (session: Session) => Promise<R> };

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
    return askAgain(context, { alert: "Error during withdrawal.", values: bank, errors: {} }, { place, read }, 500);
  }
}

type AnsweredAbout<R> = { place: WithdrawPlace; read: R; bank: WithdrawalBank };

async function answer<R extends WithdrawalBasis>(
  args: RequestArgs,
  outcome: WithdrawalOutcome,
  about: AnsweredAbout<R>,
) {
  const { context } = args;
  const { place, read, bank } = about;
  if (outcome.ok) return backToPlace(context, place, `withdrawal-${outcome.next}`);
  switch (outcome.code) {
    case "code-needed":
      return codeFirst(args, withdrawHrefs(place).code);
    case "look-again": {
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

export async function openWithdrawDialog(
  args: RequestArgs,
  basis: WithdrawalBasis & { hold: Hold | null },
  place: WithdrawPlace,
): Promise<WithdrawDialogView | null> {
  const { viewer, nowMs, rows } = basis;
  const view = withdrawDialog(rows, basis, { place, activated: viewer.activated, nowMs });
  if (!view || viewer.fresh) return view;
  throw await codeFirst(args, withdrawHrefs(place).code);
}

export async function cancelWithdrawal(args: RequestArgs, fields: Record<string, unknown>, place: WithdrawPlace) {
  const { context } = args;
  const session = await requireSession(args);
  const cancelled = await cancelOwnWithdrawal(context, session, readId(fields.withdrawal));
  if (cancelled.ok) return backToPlace(context, place, "withdrawal-cancelled");
  if (cancelled.code === "no-such-withdrawal") throw new Response(null, { status: 404 });
  return backToPlace(context, place, cancelled.code === "sent" ? "withdrawal-sent" : "withdrawal-decided");
}

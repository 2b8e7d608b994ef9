import { json, redirect } from "@remix-run/cloudflare";
import { type ToastName, toasts } from "~/content/toasts";
import type { WithdrawalBasis } from "~/areas/payouts/withdrawals/request-withdrawal";
import { type WithdrawPlace, withdrawHrefs } from "~/areas/payouts/withdrawals/withdraw-place";
import type { ReadWithdrawalBank } from "~/areas/payouts/withdrawals/withdrawal-form";
import { carry } from "~/server/carry";
import type { RequestContext } from "~/server/context";
import { setToast } from "~/server/toast";

type About<R> = { place: WithdrawPlace; read: R | null };

/** For the loader after a refused request: whether to open the dialog again, and what was already read. */
export type CarriedWithdrawal<R extends WithdrawalBasis> = About<R> & { openDialog: boolean };

type Refused = Omit<Extract<ReadWithdrawalBank, { ok: false }>, "ok"> & { looked?: true };

export async function backToPlace({ config }: RequestContext, place: WithdrawPlace, toast: ToastName) {
  const headers = { "Set-Cookie": await setToast(config, toast) };
  return redirect(withdrawHrefs(place).back, { status: 303, headers });
}

/** The dialog again, with what was typed and its errors. */
export function askAgain<R extends WithdrawalBasis>(
  context: RequestContext,
  refused: Refused,
  about: About<R>,
  status: number,
) {
  carry(context, { openDialog: true, ...about } satisfies CarriedWithdrawal<R>);
  return json({ toast: null, refused }, status);
}

/** The page without the dialog, because there is nothing to confirm in it. */
export function notPossible<R extends WithdrawalBasis>(context: RequestContext, about: About<R>, status: 403 | 409) {
  carry(context, { openDialog: false, ...about } satisfies CarriedWithdrawal<R>);
  return json({ toast: toasts["withdrawal-failed"], refused: null }, status);
}

import { redirect } from "@remix-run/cloudflare";
import type { Sealed } from "~/core/sealer";
import { isFresh } from "~/core/session/require-fresh";
import { checkOf } from "~/areas/payouts/withdrawals/check-withdrawal";
import type { Hold } from "~/areas/holdings/payout-rules/payable-from";
import type { WithdrawalBasis } from "~/areas/payouts/withdrawals/request-withdrawal";
import { dialogAsTyped, withdrawDialog, type WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { type WithdrawPlace, withdrawHrefs } from "~/areas/payouts/withdrawals/withdraw-place";
import type { RequestContext } from "~/server/context";
import { isAboutSame, openKeptWithdrawal, typedAccount } from "./kept-withdrawal";

type Opened = {
  place: WithdrawPlace;
  method: "bank" | "crypto";
  /** A second look at the form before it is sent. */
  step: "form" | "check";
};

/** The dialog with what was typed before; null: there is nothing to withdraw. @throws a redirect to the code that comes first */
export async function openWithdrawDialog(
  context: RequestContext,
  basis: WithdrawalBasis & { hold: Hold | null; kept: Sealed | undefined },
  { place, method, step }: Opened,
): Promise<WithdrawDialogView | null> {
  const { viewer, nowMs, rows } = basis;
  const view = withdrawDialog(rows, basis, { place, activated: viewer.activated, nowMs, method });
  if (!view) return null;
  // The code comes before the form; what was typed into an older page is kept on the way.
  if (!isFresh(viewer, nowMs)) {
    if (view.method === "crypto") return { ...view, form: false, values: {}, hints: {} };
    throw redirect(withdrawHrefs(place).code);
  }
  const kept = await openKeptWithdrawal(context, basis);
  if (!kept) return view;
  const values = typedAccount(kept);
  const typed = dialogAsTyped(view, { values, errors: {}, alert: null });
  // What was typed for another return is not sent for this one unseen.
  const shown = Object.fromEntries(view.hidden.map(({ name, value }) => [name, value]));
  const check = step === "check" && isAboutSame(kept, shown) ? await checkOf(context, basis, values) : null;
  return { ...typed, check };
}

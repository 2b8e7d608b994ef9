import type { Hold } from "~/areas/holdings/payout-rules/payable-from";
import type { WithdrawalBasis } from "~/areas/payouts/withdrawals/request-withdrawal";
import { withdrawDialog, type WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { type WithdrawPlace, withdrawHrefs } from "~/areas/payouts/withdrawals/withdraw-place";
import { codeFirst } from "~/server/code-first";
import type { RequestArgs } from "~/server/context";

type Opened = { place: WithdrawPlace; method: "bank" | "crypto" };

/** Null where there is nothing to withdraw. @throws a redirect to the code that comes first */
export async function openWithdrawDialog(
  args: RequestArgs,
  basis: WithdrawalBasis & { hold: Hold | null },
  { place, method }: Opened,
): Promise<WithdrawDialogView | null> {
  const { viewer, nowMs, rows } = basis;
  const view = withdrawDialog(rows, basis, { place, activated: viewer.activated, nowMs, method });
  if (!view || viewer.fresh) return view;
  if (view.method === "crypto") return { ...view, form: false, values: {}, hints: {} };
  throw await codeFirst(args, withdrawHrefs(place).code);
}

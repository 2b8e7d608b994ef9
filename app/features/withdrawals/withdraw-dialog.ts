import { bankTexts } from "~/content/bank-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import type { Holdings } from "~/features/portfolio/holdings";
import type { BankDetails } from "~/features/profile/bank-details";
import { bankHints } from "~/features/profile/bank-fields";
import { savedAccountWaitsUntil } from "./payable-from";
import { planWithdrawal } from "./plan-withdrawal";
import type { WithdrawalFieldName } from "./withdrawal-form";

type Texts = Partial<Record<WithdrawalFieldName, string>>;

export type WithdrawDialogView = {
  dialog: "withdraw";
  method: "bank" | "crypto";
  amountCents: number;
  /** What is withdrawn, such as 'Return of Loch Ardel Hogshead, cycle 1'. */
  source: string;
  values: Texts;
  errors: Texts;
  hints: Texts;
  alert: string | null;
  /** Set when the request must wait after a change of bank details. */
  waitsUntil: string | null;
  /** Sent back unchanged with the form. */
  hidden: { name: string; value: string }[];
};

/** The dialog for what can be withdrawn now; null where nothing can be. */
export function withdrawDialog(
  holdings: Holdings,
  bank: BankDetails | undefined,
  { activated, method, nowMs }: { activated: boolean; method: "bank" | "crypto"; nowMs: number },
): WithdrawDialogView | null {
  const planned = planWithdrawal(holdings, { activated, asked: null });
  if (!planned.ok) return null;
  const { holding, cycleNumber, amountCents } = planned.plan;
  const waitsUntilMs = savedAccountWaitsUntil(bank, nowMs);
  const values = bank
    ? {
        holder_name: bank.holderName,
        bank_name: bank.bankName,
        ifsc_code: bank.ifscCode,
        account_number: maskedNumber(bank.accountLast4),
      }
    : {};
  return {
    dialog: "withdraw",
    method,
    amountCents,
    source: bankTexts.withdrawalSource(holding.caskName, cycleNumber),
    values,
    errors: {},
    hints: bank
      ? {
          ...bankHints({ ifsc_code: bank.ifscCode }),
          ...(bank.accountLast4 && { account_number: bankTexts.savedAccount }),
        }
      : {},
    alert: null,
    waitsUntil: waitsUntilMs === null ? null : formatInstant(waitsUntilMs),
    hidden: [
      { name: "stake_id", value: holding.stakeId },
      { name: "cycle_number", value: String(cycleNumber) },
    ],
  };
}

/** The dialog as it was sent, with what was wrong about it. */
export function refusedDialog(
  view: WithdrawDialogView,
  refused: { values: Texts; errors: Texts; alert: string },
): WithdrawDialogView {
  const { account_number } = refused.values;
  const hints =
    account_number === view.values.account_number
      ? { ...view.hints, ...bankHints({ ifsc_code: refused.values.ifsc_code }) }
      : bankHints(refused.values);
  return { ...view, ...refused, hints };
}

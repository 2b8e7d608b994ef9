import { bankTexts } from "~/content/bank-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import type { Holdings } from "~/features/portfolio/holdings";
import type { BankDetails } from "~/features/profile/bank-details";
import { bankHints } from "~/features/profile/bank-fields";
import { savedAccountWaitsUntil } from "./payable-from";
import { planBalanceWithdrawal } from "./plan-balance-withdrawal";
import { planWithdrawal } from "./plan-withdrawal";
import type { WithdrawalFieldName } from "./withdrawal-form";

type Texts = Partial<Record<WithdrawalFieldName, string>>;

export type WithdrawalOf = "cycle" | "balance";

export type WithdrawDialogView = {
  dialog: "withdraw";
  /** A stake's return, or the balance of the wallet. */
  of: WithdrawalOf;
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

type Reader = { activated: boolean; method: "bank" | "crypto"; nowMs: number };

/** The dialog for the return that can be withdrawn now; null where none can be. */
export function withdrawDialog(
  holdings: Holdings,
  bank: BankDetails | undefined,
  reader: Reader,
): WithdrawDialogView | null {
  const planned = planWithdrawal(holdings, { activated: reader.activated, asked: null });
  if (!planned.ok) return null;
  const { holding, cycleNumber, amountCents } = planned.plan;
  return dialogOf(bank, reader, {
    of: "cycle",
    amountCents,
    source: bankTexts.withdrawalSource(holding.caskName, cycleNumber),
    hidden: [
      { name: "stake_id", value: holding.stakeId },
      { name: "cycle_number", value: String(cycleNumber) },
    ],
  });
}

/** The dialog for the wallet's balance; it sends back what it showed. */
export function balanceDialog(
  rows: Parameters<typeof planBalanceWithdrawal>[0],
  bank: BankDetails | undefined,
  reader: Reader,
): WithdrawDialogView | null {
  const planned = planBalanceWithdrawal(rows, { activated: reader.activated });
  if (!planned.ok) return null;
  return dialogOf(bank, reader, {
    of: "balance",
    amountCents: planned.amountCents,
    source: bankTexts.balanceSource,
    hidden: [
      { name: "of", value: "balance" },
      { name: "shown_cents", value: String(planned.amountCents) },
    ],
  });
}

function dialogOf(
  bank: BankDetails | undefined,
  { method, nowMs }: Reader,
  subject: Pick<WithdrawDialogView, "of" | "amountCents" | "source" | "hidden">,
): WithdrawDialogView {
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
    ...subject,
    method,
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

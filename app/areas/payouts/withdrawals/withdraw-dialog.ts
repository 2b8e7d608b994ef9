import { codeFor } from "~/areas/accounts/login/login-goals";
import { type BankDetails, bankHints } from "~/areas/accounts/profile/bank-details";
import type { Hold } from "~/areas/holdings/payout-rules";
import { bankTexts } from "~/content/bank-texts";
import { stakePath } from "~/content/page-paths";
import { withdrawalTexts } from "~/content/wallet-notes";
import type { ViewerNow } from "~/core/session/viewer";
import { maskedNumber } from "~/domain/bank-hints";
import type { Valued } from "~/domain/returns";
import { planWithdrawal, type WithdrawalFieldName, type WithdrawalPlan } from "./plan-withdrawal";

export type WithdrawalOf = "cycle" | "balance";

export type WithdrawPlace = { of: WithdrawalOf; stakeId: string | null };

type WithdrawHrefs = { back: string; form: string; code: string };

export function withdrawHrefs({ of, stakeId }: WithdrawPlace): WithdrawHrefs {
  if (stakeId !== null) {
    const back = stakePath(stakeId);
    const form = `${back}?dialog=withdraw` as const;
    return { back, form, code: codeFor(form) };
  }
  const back = "/wallet?tab=portfolio";
  const isBalance = of === "balance";
  const form = `${back}&dialog=withdraw${isBalance ? "&of=balance" : ""}`;
  return { back, form, code: codeFor(isBalance ? "/wallet?dialog=withdraw&of=balance" : "/wallet?dialog=withdraw") };
}

type Texts = Partial<Record<WithdrawalFieldName, string>>;

export type WithdrawDialogView = {
  dialog: "withdraw";
  of: WithdrawalOf;
  hrefs: Pick<WithdrawHrefs, "form" | "back">;
  amountCents: number;
  source: string;
  valued: Valued;
  values: Texts;
  errors: Texts;
  hints: Texts;
  alert: string | null;
  waits: string;
  hidden: { name: string; value: string }[];
};

export function withdrawDialog(
  rows: Parameters<typeof planWithdrawal>[0],
  { bank, hold }: { bank: BankDetails | undefined; hold: Hold | null },
  { place, activated, nowMs }: ViewerNow & { place: WithdrawPlace },
): WithdrawDialogView | null {
  const { of } = place;
  const subject = of === "balance" ? ({ of } as const) : ({ of, cycle: null } as const);
  const planned = planWithdrawal(rows, { subject, activated, nowMs });
  if (!planned.ok) return null;
  const { form, back } = withdrawHrefs(place);
  return {
    dialog: "withdraw",
    hrefs: { form, back },
    amountCents: planned.plan.amountCents,
    ...subjectOf(planned.plan),
    values: bank
      ? {
          holder_name: bank.holderName,
          bank_name: bank.bankName,
          ifsc_code: bank.ifscCode,
          account_number: maskedNumber(bank.accountLast4),
        }
      : {},
    errors: {},
    hints: {
      ...(bank && bankHints({ ifsc_code: bank.ifscCode })),
      ...(bank?.accountLast4 && {
        account_number: "Your saved account. Leave it as it is, or type another account number.",
      }),
    },
    alert: null,
    waits: waitOf(hold, bank),
  };
}

function subjectOf(plan: WithdrawalPlan) {
  if (plan.of === "balance") {
    const hidden = [
      { name: "of", value: "balance" },
      { name: "shown_cents", value: String(plan.amountCents) },
    ];
    return { of: plan.of, source: "Everything available in your wallet", valued: null, hidden };
  }
  const { holding, cycleNumber, valued } = plan;
  const hidden = [
    { name: "stake_id", value: holding.stakeId },
    { name: "cycle_number", value: String(cycleNumber) },
  ];
  return { of: plan.of, source: bankTexts.withdrawalSource(holding.caskName, cycleNumber), valued, hidden };
}

export function dialogAsTyped(
  view: WithdrawDialogView,
  { looked, ...typed }: { values: Texts; errors: Texts; alert: string | null; looked?: boolean },
): WithdrawDialogView {
  const { account_number } = typed.values;
  const hints =
    account_number === view.values.account_number
      ? { ...view.hints, ...bankHints({ ifsc_code: typed.values.ifsc_code }) }
      : bankHints(typed.values);
  const hidden = looked ? [...view.hidden, { name: "looked", value: "yes" }] : view.hidden;
  return { ...view, ...typed, hints, hidden };
}

/** Which account it will be is known only where one is saved. */
function waitOf(hold: Hold | null, bank: BankDetails | undefined): string {
  if (!hold) return "The first payment to an account waits for 48 hours.";
  const why = hold.why === "new-account" && !bank ? "any-account" : hold.why;
  return withdrawalTexts.waits[why](hold.untilMs);
}

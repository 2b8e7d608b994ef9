import type { ReactNode } from "react";
import { ADVANCE_SENTENCE } from "~/content/advance-texts";
import { bankLabels } from "~/content/bank-texts";
import { withdrawalTexts } from "~/content/wallet-notes";
import { withdrawDialogTexts as texts } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Valued } from "~/domain/returns";
import { Button, ButtonLink } from "./button";
import { ErrorSummary, errorsInOrder } from "./error-summary";
import { Field } from "./field";
import { PageTitle } from "./page";

const METHODS = ["bank", "crypto"] as const;

/** A radio button shows one of the two, so what was typed stays. */
function WithdrawTabs({ bank }: { bank: ReactNode }) {
  return (
    <div className="radio-tabs grid gap-6">
      <fieldset className="flex border-b border-peat-30">
        <legend className="sr-only">{texts.where}</legend>
        {METHODS.map((one) => (
          <label
            key={one}
            className="relative -mb-px flex min-h-12 flex-auto items-center justify-center px-1 text-sm font-semibold"
          >
            <input type="radio" name="method" value={one} defaultChecked={one === "bank"} />
            {texts[one]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-4">{bank}</div>
      <div>
        <p className="display rounded-md bg-barley p-8 text-center text-lg">Coming soon</p>
      </div>
    </div>
  );
}

type FieldName = "holder_name" | "bank_name" | "ifsc_code" | "account_number";
type Texts = Partial<Record<FieldName, string>>;

export type WithdrawDialogProps = {
  hrefs: { form: string; back: string };
  of: "cycle" | "balance";
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

type ViewProps = { view: WithdrawDialogProps };

const fields: { name: FieldName; inputMode?: "numeric"; autoComplete: string }[] = [
  { name: "holder_name", autoComplete: "name" },
  { name: "bank_name", autoComplete: "off" },
  { name: "ifsc_code", autoComplete: "off" },
  { name: "account_number", inputMode: "numeric", autoComplete: "off" },
];

function BankForm({ view }: ViewProps) {
  const { list, of } = errorsInOrder(
    fields.map(({ name }) => name),
    view.errors,
  );
  return (
    <>
      <ErrorSummary message={view.alert} errors={list} />
      <form method="post" action={view.hrefs.form} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="withdraw" />
        {view.hidden.map((field) => (
          <input key={field.name} type="hidden" name={field.name} value={field.value} />
        ))}
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            {...of(field.name)}
            label={bankLabels[field.name]}
            spellCheck={false}
            maxLength={120}
            defaultValue={view.values[field.name]}
            hint={view.hints[field.name]}
          />
        ))}
        <Button>{texts.confirm}</Button>
      </form>
    </>
  );
}

export const withdrawTitle = (amountCents: number) => texts.title(formatUsd(amountCents));

export function WithdrawDialog({ view }: ViewProps) {
  return (
    <>
      <PageTitle lead={withdrawalTexts.note}>{withdrawTitle(view.amountCents)}</PageTitle>
      <p className="-mt-3 rounded-md bg-amber-soft p-3 text-sm">{view.waits}</p>
      <p className="text-sm text-peat-60">
        {view.source}
        {view.valued && `, valued ${formatDate(view.valued.valuedOn)}, ${view.valued.tier}`}.{" "}
        {view.of === "cycle" && ADVANCE_SENTENCE}
      </p>
      <WithdrawTabs bank={<BankForm view={view} />} />
      <ButtonLink href={view.hrefs.back} look="secondary" data-sheet-end>
        {texts.cancel}
      </ButtonLink>
    </>
  );
}

import { bankLabels } from "~/content/bank-labels";
import { withdrawalTexts } from "~/content/wallet";
import { withdrawDialogTexts as texts } from "~/content/wallet-texts";
import { formatUsd } from "~/domain/money";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { LinkTabs } from "~/ui/link-tabs";
import { PageTitle } from "~/ui/page";
import { type WithdrawDialogView, type WithdrawFieldName, withdrawHref } from "./wallet-view";

const fields: { name: WithdrawFieldName; inputMode?: "numeric"; autoComplete: string }[] = [
  { name: "holder_name", autoComplete: "name" },
  { name: "bank_name", autoComplete: "off" },
  { name: "ifsc_code", autoComplete: "off" },
  { name: "account_number", inputMode: "numeric", autoComplete: "off" },
];

function BankForm({ view }: { view: WithdrawDialogView }) {
  const inError = fields.filter((field) => view.errors[field.name]);
  return (
    <>
      <ErrorSummary
        message={view.alert}
        errors={inError.map(({ name }) => ({ name, message: view.errors[name] ?? "" }))}
      />
      <form method="post" action={withdrawHref(view.of)} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="withdraw" />
        {view.hidden.map((field) => (
          <input key={field.name} type="hidden" name={field.name} value={field.value} />
        ))}
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            label={bankLabels[field.name]}
            spellCheck={false}
            maxLength={120}
            defaultValue={view.values[field.name]}
            error={view.errors[field.name]}
            hint={view.hints[field.name]}
            startHere={inError[0]?.name === field.name}
          />
        ))}
        {view.waitsUntil && (
          <p className="rounded-md bg-amber-soft p-3 text-sm">{withdrawalTexts.waitsForBankDetails(view.waitsUntil)}</p>
        )}
        <Button>{texts.confirm}</Button>
      </form>
    </>
  );
}

export const withdrawTitle = (amountCents: number) => texts.title(formatUsd(amountCents));

export function WithdrawDialog({ view }: { view: WithdrawDialogView }) {
  const here = withdrawHref(view.of);
  return (
    <>
      <PageTitle lead={withdrawalTexts.note}>{withdrawTitle(view.amountCents)}</PageTitle>
      <p className="text-sm text-peat-60">{view.source}</p>
      <LinkTabs
        label={texts.where}
        inPlace
        tabs={[
          { href: here, label: texts.bank, current: view.method === "bank" },
          { href: `${here}&method=crypto`, label: texts.crypto, current: view.method === "crypto" },
        ]}
      />
      {view.method === "bank" ? (
        <BankForm view={view} />
      ) : (
        <p className="display rounded-md bg-barley p-8 text-center text-lg">{withdrawalTexts.crypto}</p>
      )}
      <ButtonLink href="/wallet?tab=portfolio" look="secondary">
        {texts.cancel}
      </ButtonLink>
    </>
  );
}

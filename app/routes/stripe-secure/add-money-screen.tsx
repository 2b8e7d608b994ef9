import { addMoneyTexts as texts } from "~/content/payments";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { CheckList } from "~/ui/steps";

type AddMoneyScreenProps = { typed: string; error: string | null };

/** Asks how much. Sent by GET: the payment page comes next, and nothing has been started. */
export function AddMoneyScreen({ typed, error }: AddMoneyScreenProps) {
  return (
    <Page top={{ back: { href: "/wallet?tab=portfolio", label: texts.wallet } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ErrorSummary errors={error === null ? [] : [{ name: "amount", message: error }]} />
      <form method="get" action="/stripe-secure" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="product" value="top-up" />
        <Field
          name="amount"
          label={texts.amount}
          hint={texts.hint}
          prefix="$"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={14}
          defaultValue={typed}
          {...(error === null ? {} : { error, startHere: true })}
        />
        <Button>{texts.go}</Button>
      </form>
      <CheckList items={texts.rules} />
    </Page>
  );
}

import { beneficiaryTexts as texts } from "~/content/beneficiary-texts";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Steps } from "~/ui/steps";

type Values = { name: string; relation: string; contact: string };
export type BeneficiaryProps = { hasOne: boolean; values: Values; errors: Partial<Values> };

const FIELDS = ["name", "relation", "contact"] as const;

export function BeneficiaryScreen({ hasOne, values, errors }: BeneficiaryProps) {
  const wrong = FIELDS.flatMap((name) =>
    errors[name] ? [{ name, message: `${texts.labels[name]}: ${errors[name]}` }] : [],
  );
  const of = (name: (typeof FIELDS)[number]) => ({
    name,
    label: texts.labels[name],
    defaultValue: values[name],
    required: true,
    ...(errors[name] ? { error: errors[name], startHere: wrong[0]?.name === name } : {}),
  });
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ErrorSummary errors={wrong} />
      <form method="post" action="/beneficiary" noValidate className="flex flex-col gap-4">
        <Field {...of("name")} autoComplete="off" />
        <Field {...of("relation")} hint={texts.hints.relation} autoComplete="off" />
        <TextField {...of("contact")} hint={texts.hints.contact} autoComplete="off" />
        <Button>{texts.save}</Button>
      </form>
      {hasOne && (
        <form method="post" action="/beneficiary">
          <input type="hidden" name="intent" value="remove" />
          <Button look="danger">{texts.remove}</Button>
        </form>
      )}
      <Panel title={texts.then.title} look="barley">
        <Steps steps={texts.then.steps} />
      </Panel>
      <Panel title={texts.not.title}>
        <p>{texts.not.text}</p>
      </Panel>
      <p className="text-sm text-peat-60">{texts.seen}</p>
    </Page>
  );
}

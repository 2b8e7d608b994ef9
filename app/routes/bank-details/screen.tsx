import { bankLabels } from "~/content/bank-labels";
import { bankTexts } from "~/content/bank-texts";
import { isLikely, LIKELY } from "~/domain/bank-hints";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, fieldId, TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";

type Name = "holder_name" | "bank_name" | "ifsc_code" | "account_number" | "branch_address";
type Texts = Partial<Record<Name, string>>;

export type BankDetailsProps = {
  values: Texts;
  errors: Texts;
  alert: string | null;
};

const FIELDS: { name: Exclude<Name, "branch_address">; autoComplete: string; numeric?: true }[] = [
  { name: "holder_name", autoComplete: "name" },
  { name: "bank_name", autoComplete: "off" },
  { name: "ifsc_code", autoComplete: "off" },
  { name: "account_number", autoComplete: "off", numeric: true },
];

const DOUBTS = {
  ifsc_code: { likely: LIKELY.ifscCode, text: bankTexts.unlikelyIfsc },
  account_number: { likely: LIKELY.accountNumber, text: bankTexts.unlikelyAccountNumber },
} as const;

/**
 * Never an error: a bank may write its numbers in its own way. It is shown while the text looks unlikely (doubt-script), and its place
 * is kept: what appears as a field is left must not move the button that is being tapped.
 */
function Doubt({ name, value = "" }: { name: keyof typeof DOUBTS; value: string | undefined }) {
  const { likely, text } = DOUBTS[name];
  return (
    <span
      id={`${fieldId(name)}-doubt`}
      data-likely={likely.source}
      className={`flex gap-1 text-amber ${value.trim() === "" || isLikely(likely, value) ? "invisible" : ""}`}
    >
      <Icon name="alert" size={16} className="mt-0.5" />
      {text}
    </span>
  );
}

const hasDoubt = (name: Name): name is keyof typeof DOUBTS => name in DOUBTS;

export function BankDetailsScreen({ values, errors, alert }: BankDetailsProps) {
  const inError = ([...FIELDS.map(({ name }) => name), "branch_address"] as const).flatMap((name) =>
    errors[name] ? [{ name, message: errors[name] }] : [],
  );
  const first = inError[0]?.name;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={bankTexts.lead}>{bankTexts.title}</PageTitle>
      <ErrorSummary message={alert} errors={inError} />
      <form method="post" action="/bank-details" noValidate className="flex flex-col gap-4">
        {FIELDS.map(({ name, autoComplete, numeric }) => (
          <Field
            key={name}
            name={name}
            label={bankLabels[name]}
            autoComplete={autoComplete}
            inputMode={numeric && "numeric"}
            spellCheck={false}
            maxLength={120}
            defaultValue={values[name]}
            hint={hasDoubt(name) ? <Doubt name={name} value={values[name]} /> : undefined}
            error={errors[name]}
            startHere={first === name}
          />
        ))}
        <TextField
          name="branch_address"
          label={bankLabels.branch_address}
          autoComplete="off"
          maxLength={500}
          defaultValue={values.branch_address}
          error={errors.branch_address}
          startHere={first === "branch_address"}
        />
        <Button busy={bankTexts.saving}>{bankTexts.save}</Button>
      </form>
    </Page>
  );
}

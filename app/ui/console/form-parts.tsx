import { Field } from "~/ui/field";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../button";
import { ErrorSummary } from "../error-summary";
import { choose } from "~/content/console-cask-texts";
import { SelectField } from "~/ui/select-field";

type Props = {
  name: "reason" | "bank_reference" | "reference";
  label: string;
  hint: string;
  /** As sent before, or as another operator proposed it. */
  typed: string | null | undefined;
  error: string | undefined;
};

const MOST_CHARACTERS = { reason: 200, bank_reference: 60, reference: 60 };

/** What an operator must add to a decision: why, or the bank's reference. The page opens here if it was refused. */
export function TypedField({ name, typed, error, ...words }: Props) {
  return (
    <Field
      {...words}
      name={name}
      maxLength={MOST_CHARACTERS[name]}
      autoComplete="off"
      defaultValue={typed ?? ""}
      error={error}
      startHere={error !== undefined}
    />
  );
}

type ReasonProps = {
  fields: Record<string, string>;
  intent?: string;
  button: string;
  hint?: string;
  most?: number;
};

/** In a row of a list, which has many of them. */
export function ReasonForm({
  fields,
  intent,
  button,
  hint = "For the log. No personal data.",
  most = 200,
}: ReasonProps) {
  const id = `reason-${Object.values(fields).join()}`;
  return (
    <form method="post" className="mt-2 flex w-full max-w-90 flex-col gap-2 text-left">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="font-semibold">
        Reason
      </label>
      <input
        id={id}
        name="reason"
        maxLength={most}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="min-h-12 rounded-md border border-peat-45 bg-paper px-3 text-base"
      />
      <p id={`${id}-hint`} className="text-xs text-peat-60">
        {hint}
      </p>
      <Button look="danger" name="intent" value={intent}>
        {button}
      </Button>
    </form>
  );
}

/** What a button does, said before it is pressed. */
export function Effects({ title, effects }: { title?: string; effects: readonly string[] }) {
  return (
    <div className="rounded-sm bg-barley p-4">
      {title !== undefined && <h2 className="mb-1 font-semibold">{title}</h2>}
      <ol className="list-decimal pl-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ol>
    </div>
  );
}

/** What can hardly be is said again in words before it is kept. @param said what it is, as the form then sends it */
export function Sure({ said, children }: { said: string; children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-md border border-brick p-3">
      <input type="checkbox" name="sure" value={said} className="mt-1 size-5 shrink-0" />
      <span>{children}</span>
    </label>
  );
}

export type FormProblemProps = { message: string | null; errors: Record<string, string> };

/** What went wrong, above everything else, with a link to each field. */
export function FormProblem({ message, errors }: FormProblemProps) {
  const fields = Object.entries(errors).map(([name, text]) => ({ name, message: text }));
  return <ErrorSummary message={message} errors={fields} />;
}

/** One refusal. `field`: the one that it is about, if it is about one. */
export function Refusal({ message, field }: { message: string; field: string | null }) {
  return <FormProblem message={field === null ? message : null} errors={field === null ? {} : { [field]: message }} />;
}

type ChoiceProps = Omit<ComponentProps<typeof SelectField>, "choose" | "options"> & {
  /** Every name that may be chosen, with what it is called. */
  names: Readonly<Record<string, string>>;
};

/** One of the names a list has, of a cask, its values or its papers. */
export function ChoiceField({ names, ...field }: ChoiceProps) {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return <SelectField {...field} choose={choose} options={options} />;
}

import type { ComponentProps, ReactNode } from "react";
import { Button } from "../button";
import { ErrorSummary } from "../error-summary";
import { Field, type FieldProps, SelectField, TextField } from "../field";

export type FieldSpec = Pick<FieldProps, "name" | "label" | "prefix" | "readOnly" | "startHere"> & {
  hint?: string | undefined;
  type?: "date" | "file";
  figure?: boolean;
  rows?: number;
  choices?: Readonly<Record<string, string>>;
  most?: number;
  value?: string | null | undefined;
};

type Texts = Partial<Record<string, string>>;
type FieldsProps = { of: readonly (FieldSpec | false | null)[]; typed?: Texts; errors?: Texts };

export function Fields({ of, typed = {}, errors = {} }: FieldsProps) {
  const first = Object.keys(errors).find((name) => errors[name] !== undefined);
  return of.map((one) => {
    if (!one) return null;
    const { choices, rows, figure, most = 120, type = "text", value, prefix, ...field } = one;
    const { name } = field;
    const now = typed[name] ?? value ?? "";
    const shared = { startHere: name === first, ...field, error: errors[name] };
    if (choices) {
      const options = Object.entries(choices).map(([choice, label]) => ({ value: choice, label }));
      return <SelectField key={name} {...shared} options={options} chosen={now} />;
    }
    if (rows !== undefined) return <TextField key={name} {...shared} rows={rows} maxLength={most} defaultValue={now} />;
    return (
      <Field
        key={name}
        {...shared}
        {...(prefix !== undefined && { prefix })}
        type={type}
        inputMode={figure ? "decimal" : undefined}
        autoComplete="off"
        maxLength={type === "text" ? most : undefined}
        {...(type === "file" ? { accept: "application/pdf,image/jpeg,image/png" } : { defaultValue: now })}
      />
    );
  });
}

export type ConsoleFormProps = {
  intent?: string;
  /** null and undefined are not sent. */
  hidden?: Record<string, string | number | null | undefined>;
  title?: string;
  lead?: ReactNode;
  fields?: FieldsProps["of"];
  typed?: Texts | undefined;
  errors?: Texts | undefined;
  button: string;
  look?: ComponentProps<typeof Button>["look"];
  ruled?: boolean;
  className?: string;
  children?: ReactNode;
};

export function ConsoleForm({
  intent,
  hidden = {},
  title,
  lead,
  fields = [],
  typed,
  errors,
  button,
  look,
  ruled = false,
  className = "",
  children,
}: ConsoleFormProps) {
  const hasFile = fields.some((field) => field && field.type === "file");
  return (
    <form
      method="post"
      encType={hasFile ? "multipart/form-data" : undefined}
      noValidate
      className={`flex flex-col gap-4 ${ruled ? "border-t border-peat-30 pt-5" : ""} ${className}`}
    >
      {Object.entries({ intent, ...hidden }).map(
        ([name, value]) =>
          value !== null && value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {title !== undefined && <h2 className="text-base font-semibold">{title}</h2>}
      {typeof lead === "string" ? <p className="text-peat-60">{lead}</p> : lead}
      <Fields of={fields} {...(typed && { typed })} {...(errors && { errors })} />
      {children}
      <Button {...(look && { look })}>{button}</Button>
    </form>
  );
}

type ReasonProps = { fields: Record<string, string>; intent?: string; button: string; hint?: string; most?: number };

/** For rows of a list, where a field's name is not an id. */
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

export type FormProblemProps = { message: string | null; errors: Record<string, string> };

export function FormProblem({ message, errors }: FormProblemProps) {
  const fields = Object.entries(errors).map(([name, text]) => ({ name, message: text }));
  return <ErrorSummary message={message} errors={fields} />;
}

type RefusalProps<Code extends string> = { code: Code; texts: Record<Code, string>; fields: readonly string[] };

/** A refusal whose code is the name of a field is shown beside that field. */
export function Refusal<Code extends string>({ code, texts, fields }: RefusalProps<Code>) {
  const isField = fields.includes(code);
  return <FormProblem message={isField ? null : texts[code]} errors={isField ? { [code]: texts[code] } : {}} />;
}

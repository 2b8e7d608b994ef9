import { caskChoices, caskPageTexts as texts } from "~/content/console-cask-texts";
import { caskFieldNames as names, doubts } from "~/content/operator-cask-texts";
import { Button } from "../button";
import { Field, TextField } from "../field";
import { ChoiceField, Sure } from "./form-parts";

type CaskField = keyof typeof names;
type Values = Partial<Record<string, string>>;

export type CaskFormProps = {
  /** By the names of the fields, as they are typed. */
  values: Values;
  errors: Values;
  /** Why a field cannot change. */
  fixed: Values;
  /** What the form says of itself besides its fields. */
  hidden: Record<string, string>;
  mayChange: boolean;
  save: string;
};

const GROUPS: readonly [string, readonly CaskField[]][] = [
  ["What it is", ["cask_name", "distillery", "kind", "cask_type", "cask_number", "fill_date", "loa_litres", "abv"]],
  ["The offer", ["launch_date", "close_date", "cost_per_stake", "total_stakes"]],
  ["Where it is", ["warehouse", "storage_paid_until"]],
  ["What investors read", ["distillery_information"]],
];

const HINTS: Partial<Record<CaskField, string>> = {
  ...texts.hints,
  cask_number: texts.hints.optional,
  fill_date: texts.hints.optional,
  storage_paid_until: texts.hints.optional,
};
const DAYS = new Set<CaskField>(["launch_date", "close_date", "fill_date", "storage_paid_until"]);
const FIGURES = new Set<CaskField>(["cost_per_stake", "loa_litres", "abv"]);

/** Everything that is said of a cask. What cannot change any more is shown, with the reason, and sent as it is. */
export function CaskForm({ hidden, mayChange, save, ...fields }: CaskFormProps) {
  const isFixed = Object.keys(names).every((name) => fields.fixed[name] !== undefined);
  return (
    <form method="post" noValidate className="flex max-w-200 flex-col gap-7">
      <input type="hidden" name="intent" value="save" />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {GROUPS.map(([title, members]) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-3 text-base font-semibold">{title}</legend>
          <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
            {members.map((name) => (
              <CaskInput key={name} name={name} {...fields} readOnly={!mayChange || fields.fixed[name] !== undefined} />
            ))}
          </div>
        </fieldset>
      ))}
      {mayChange && !isFixed && (
        <div className="flex flex-col gap-4 sm:max-w-60">
          {fields.values.sure && <Sure said={fields.values.sure}>{doubts.sure}</Sure>}
          <Button>{save}</Button>
        </div>
      )}
    </form>
  );
}

type InputProps = Pick<CaskFormProps, "values" | "errors" | "fixed"> & {
  name: CaskField;
  readOnly: boolean;
};

function CaskInput({ name, values, errors, fixed, readOnly }: InputProps) {
  const error = errors[name];
  const shared = {
    name,
    label: names[name],
    hint: fixed[name] ?? HINTS[name],
    error,
    readOnly,
    startHere: error !== undefined && name === Object.keys(errors)[0],
  };
  const value = values[name] ?? "";
  if (name === "kind" || name === "cask_type")
    return <ChoiceField {...shared} names={caskChoices[name]} chosen={value} />;
  if (name === "distillery_information")
    return (
      <div className="sm:col-span-2">
        <TextField {...shared} rows={8} maxLength={5000} defaultValue={value} />
      </div>
    );
  return (
    <Field
      {...shared}
      type={DAYS.has(name) ? "date" : "text"}
      inputMode={FIGURES.has(name) ? "decimal" : name === "total_stakes" ? "numeric" : undefined}
      autoComplete="off"
      maxLength={DAYS.has(name) ? undefined : 120}
      defaultValue={value}
    />
  );
}

import { kindNames } from "~/content/casks";
import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { caskTypeNames } from "~/content/gauge-texts";
import { caskFieldNames as names } from "~/content/operator-cask-texts";
import { Button } from "../button";
import { Fields, type FieldSpec } from "./form-parts";

type CaskField = keyof typeof names;
type Values = Partial<Record<string, string>>;

export type CaskFormProps = {
  values: Values;
  errors: Values;
  fixed: Values;
  hidden: Record<string, string>;
  mayChange: boolean;
  save: string;
};

const GROUPS: readonly [string, readonly CaskField[]][] = [
  ["What it is", ["cask_name", "distillery", "kind", "cask_type", "cask_number", "fill_date", "loa_litres", "abv"]],
  ["Terms", ["launch_date", "close_date", "cost_per_stake", "total_stakes", "bought_for"]],
  ["Where it is", ["warehouse", "storage_paid_until"]],
  ["What investors read", ["distillery_information"]],
];

const HINTS: Partial<Record<CaskField, string>> = {
  ...texts.hints,
  cask_number: texts.hints.optional,
  fill_date: texts.hints.optional,
  storage_paid_until: texts.hints.optional,
};
const LOOKS: Partial<Record<CaskField, Partial<FieldSpec>>> = {
  launch_date: { type: "date" },
  close_date: { type: "date" },
  fill_date: { type: "date" },
  storage_paid_until: { type: "date" },
  cost_per_stake: { figure: true },
  total_stakes: { figure: true },
  bought_for: { figure: true },
  loa_litres: { figure: true },
  abv: { figure: true },
  kind: { choices: kindNames },
  cask_type: { choices: caskTypeNames },
  distillery_information: { rows: 8, most: 5000 },
};

/** Fields that cannot change any more are shown with the reason, and sent as they are. */
export function CaskForm({ hidden, mayChange, save, values, errors, fixed }: CaskFormProps) {
  const isFixed = Object.keys(names).every((name) => fixed[name] !== undefined);
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
            <Fields
              of={members.map((name) => ({
                name,
                label: names[name],
                hint: isFixed ? undefined : (fixed[name] ?? HINTS[name]),
                ...LOOKS[name],
                readOnly: !mayChange || fixed[name] !== undefined,
              }))}
              typed={values}
              errors={errors}
            />
          </div>
        </fieldset>
      ))}
      {mayChange && !isFixed && (
        <div className="sm:max-w-60">
          <Button>{save}</Button>
        </div>
      )}
    </form>
  );
}

export type ChoiceProps = {
  legend: string;
  name: string;
  chosen: string;
  options: readonly { value: string; label: string; hint: string }[];
};

export function Choice({ legend, name, chosen, options }: ChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <div key={value} className="flex items-start gap-1">
          <input
            id={`field-${name}-${value}`}
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            aria-describedby={`field-${name}-${value}-hint`}
            className="pick"
          />
          <div>
            <label htmlFor={`field-${name}-${value}`} className="flex min-h-11 items-center font-semibold">
              {label}
            </label>
            <p id={`field-${name}-${value}-hint`} className="text-sm text-peat-60">
              {hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

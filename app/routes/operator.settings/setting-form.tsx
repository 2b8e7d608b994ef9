import { settingTexts as texts } from "~/content/console-texts";
import { Button } from "~/ui/button";

type Props = {
  name: string;
  label: string;
  unit: string;
  value: string;
  error: string | undefined;
  mayChange: boolean;
};

/** One figure and its own button, so that saving one never writes another. */
export function SettingForm({ name, label, unit, value, error, mayChange }: Props) {
  const id = `setting-${name}`;
  return (
    <form method="post" noValidate>
      <input type="hidden" name="key" value={name} />
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label} <span className="font-normal text-peat-60">({unit})</span>
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name="value"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          defaultValue={value}
          readOnly={!mayChange}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`figures min-h-12 w-full min-w-0 rounded-md border bg-paper px-3 text-base ${error ? "border-brick" : "border-peat-45"}`}
        />
        {mayChange && (
          <Button look="secondary" wide={false}>
            {texts.save}
          </Button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-brick">
          {error}
        </p>
      )}
    </form>
  );
}

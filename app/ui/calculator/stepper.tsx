import { calculatorTexts as texts } from "~/content/calculator-texts";
import { fieldId } from "../field";

type StepperProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  from: number;
  to: number;
  change: (text: string) => void;
};

/** A whole number to type, and with JavaScript to step up and down. */
export function Stepper({ name, label, value, error, from, to, change }: StepperProps) {
  const now = Number(value);
  const step = (by: number) => change(String(Math.min(to, Math.max(from, (Number.isFinite(now) ? now : from) + by))));
  const button =
    "flex size-[44px] shrink-0 items-center justify-center text-lg font-semibold text-copper noscript:hidden";
  return (
    <div className="border-t border-peat-30 py-0.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={fieldId(name)} className="text-sm font-semibold">
          {label}
        </label>
        <div className={`flex rounded-md border ${error ? "border-brick" : "border-peat-45"}`}>
          <button type="button" aria-label={texts.fewer(label)} onClick={() => step(-1)} className={button}>
            −
          </button>
          <input
            id={fieldId(name)}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${fieldId(name)}-error` : undefined}
            onChange={(event) => change(event.currentTarget.value)}
            className="figures h-11 w-12 min-w-0 bg-transparent text-center text-base font-semibold"
          />
          <button type="button" aria-label={texts.oneMore(label)} onClick={() => step(1)} className={button}>
            +
          </button>
        </div>
      </div>
      {error && (
        <p id={`${fieldId(name)}-error`} className="mt-1 text-sm font-semibold text-brick">
          {error}
        </p>
      )}
    </div>
  );
}

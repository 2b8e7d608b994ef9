import { calculatorTexts as texts } from "~/content/calculator-texts";
import { Field, fieldId } from "../field";

type DragFieldProps = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string;
  /** JavaScript runs. */
  live: boolean;
  change: (text: string) => void;
  /** Whole numbers. Omitted: only typed. */
  drag?: { from: number; to: number };
};

/** A figure to type. With JavaScript, also to drag. */
export function DragField({ name, label, value, hint, error, live, change, drag }: DragFieldProps) {
  return (
    <div>
      <Field
        name={name}
        label={label}
        hint={hint}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {live && drag && (
        <input
          type="range"
          aria-label={texts.drag(label)}
          aria-controls={fieldId(name)}
          min={drag.from}
          max={drag.to}
          value={Number(value.replace(/[$,\s]/g, "")) || drag.from}
          onChange={(event) => change(event.currentTarget.value)}
          className="mt-1 h-11 w-full accent-copper"
        />
      )}
    </div>
  );
}

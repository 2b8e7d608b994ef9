import { siteTexts } from "~/content/site-texts";
import { fieldId } from "./field";

type SelectFieldProps = {
  name: string;
  label: string;
  /** Stands first and chooses nothing. */
  choose: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  error?: string;
  startHere?: boolean;
};

/** One of a few names. */
export function SelectField({ name, label, choose, options, chosen, error, startHere }: SelectFieldProps) {
  const id = fieldId(name);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        required
        aria-describedby={error && `${id}-error`}
        aria-invalid={error ? true : undefined}
        {...(startHere ? { autoFocus: true } : {})}
        className={`min-h-12 w-full rounded-md border bg-paper px-3 py-2 text-base text-peat ${error ? "border-brick" : "border-peat-45"}`}
      >
        <option value="">{choose}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-brick">
          <span className="sr-only">{siteTexts.errorPrefix}</span>
          {error}
        </p>
      )}
    </div>
  );
}

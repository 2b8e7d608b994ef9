import { siteTexts } from "~/content/site-texts";
import { fieldId } from "./field";

type SelectFieldProps = {
  name: string;
  label: string;
  choose: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
  hint?: string;
  error?: string;
  startHere?: boolean;
  readOnly?: boolean;
  optional?: boolean;
};

const box = "min-h-12 w-full rounded-md border px-3 py-2 text-base text-peat";

export function SelectField({
  name,
  label,
  choose,
  options,
  chosen,
  hint,
  error,
  startHere,
  readOnly,
  optional = false,
}: SelectFieldProps) {
  const id = fieldId(name);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const wiring = {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": error ? true : undefined,
    className: `${box} ${error ? "border-brick" : "border-peat-45"} ${readOnly ? "bg-barley" : "bg-paper"}`,
    ...(startHere ? { autoFocus: true } : {}),
  };
  const known = options.some(({ value }) => value === chosen);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {readOnly ? (
        <>
          <input {...wiring} readOnly value={options.find(({ value }) => value === chosen)?.label ?? chosen} />
          <input type="hidden" name={name} value={chosen} />
        </>
      ) : (
        <select {...wiring} name={name} required={!known && !optional} defaultValue={known ? chosen : ""}>
          {!known && <option value="">{choose}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-peat-60">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-brick">
          <span className="sr-only">{siteTexts.errorPrefix}</span>
          {error}
        </p>
      )}
    </div>
  );
}

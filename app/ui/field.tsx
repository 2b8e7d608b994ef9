import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

type Labelled = {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  prefix?: string;
  /** The first field with an error takes the focus when the page comes back. */
  startHere?: boolean;
};

export type FieldProps = Labelled & Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "name" | "id" | "className">;

export type TextFieldProps = Labelled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name" | "id" | "className">;

const box = "min-h-12 w-full rounded-md border px-3 py-2 text-base text-peat placeholder:text-peat-60";

export function fieldId(name: string) {
  return `field-${name.replaceAll("_", "-")}`;
}

function wiring({ name, hint, error, startHere }: Labelled) {
  const id = fieldId(name);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    name,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
    // Texts that people type about themselves may run from right to left.
    dir: "auto" as const,
    ...(startHere ? { autoFocus: true } : {}),
  };
}

function Label({ name, label }: Labelled) {
  return (
    <label htmlFor={fieldId(name)} className="mb-1 block text-sm font-semibold">
      {label}
    </label>
  );
}

function Notes({ name, hint, error }: Labelled) {
  return (
    <>
      {hint && (
        <p id={`${fieldId(name)}-hint`} className="mt-1 text-sm text-peat-60">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${fieldId(name)}-error`} className="mt-1 text-sm font-semibold text-brick">
          <span className="sr-only">{"Error: "}</span>
          {error}
        </p>
      )}
    </>
  );
}

function edge(error: string | undefined, readOnly = false) {
  return `${error ? "border-brick" : "border-peat-45"} ${readOnly ? "bg-barley" : "bg-paper"}`;
}

export function Field({ label, hint, error, prefix, startHere, ...input }: FieldProps) {
  const labelled = { name: input.name, label, hint, error, startHere };
  return (
    <div>
      <Label {...labelled} />
      {prefix ? (
        <div className="flex">
          <span
            className={`flex min-h-12 items-center rounded-l-md border border-r-0 bg-barley px-3 text-peat-60 ${error ? "border-brick" : "border-peat-45"}`}
          >
            {prefix}
          </span>
          <input {...input} {...wiring(labelled)} className={`${box} rounded-l-none ${edge(error, input.readOnly)}`} />
        </div>
      ) : (
        <input {...input} {...wiring(labelled)} className={`${box} ${edge(error, input.readOnly)}`} />
      )}
      <Notes {...labelled} />
    </div>
  );
}

export function TextField({ label, hint, error, startHere, rows = 3, ...area }: TextFieldProps) {
  const labelled = { name: area.name, label, hint, error, startHere };
  return (
    <div>
      <Label {...labelled} />
      <textarea rows={rows} {...area} {...wiring(labelled)} className={`${box} ${edge(error, area.readOnly)}`} />
      <Notes {...labelled} />
    </div>
  );
}

type SelectFieldProps = Labelled & {
  options: readonly { value: string; label: string }[];
  /** One that is not among the options asks for a choice. */
  chosen: string;
  readOnly?: boolean | undefined;
};

export function SelectField({ options, chosen, readOnly = false, ...labelled }: SelectFieldProps) {
  const { name, error } = labelled;
  const look = `${box} ${edge(error, readOnly)}`;
  const known = options.find(({ value }) => value === chosen);
  return (
    <div>
      <Label {...labelled} />
      {readOnly ? (
        <>
          <input {...wiring(labelled)} name={undefined} readOnly value={known?.label ?? chosen} className={look} />
          <input type="hidden" name={name} value={chosen} />
        </>
      ) : (
        <select {...wiring(labelled)} required={!known} defaultValue={known?.value ?? ""} className={look}>
          {!known && <option value="">Choose</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Notes {...labelled} />
    </div>
  );
}

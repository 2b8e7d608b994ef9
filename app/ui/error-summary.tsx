import { fieldId } from "./field";
import { Icon } from "./icon";

export type FieldError = { name: string; message: string };

export const FORM_ERROR_ID = "form-error";

/** The focus goes to the first of the fields. One alone says enough beside itself. */
export function ErrorSummary({ message, errors = [] }: { message?: string | null; errors?: FieldError[] }) {
  if (!message && errors.length < 2) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-brick bg-brick-soft p-4 text-sm">
      <Icon name="alert" className={`text-brick ${message ? "mt-0.5" : "mt-1.5"}`} />
      <div className="min-w-0">
        {message && (
          <p id={FORM_ERROR_ID} className="font-semibold">
            {message}
          </p>
        )}
        {errors.length > 1 && (
          <ul>
            {errors.map((error) => (
              <li key={error.name}>
                <a
                  href={`#${fieldId(error.name)}`}
                  className="flex min-h-8 items-center wrap-anywhere text-brick underline underline-offset-4"
                >
                  {error.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Errors in the order of their fields: a list for the summary, and what each field shows; the first takes the focus. */
export function errorsInOrder<Name extends string>(order: readonly Name[], errors: Partial<Record<Name, string>>) {
  const list = order.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
  const of = (name: Name) => ({ name, error: errors[name], startHere: list[0]?.name === name });
  return { list, of };
}

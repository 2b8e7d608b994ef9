import { ErrorSummary } from "../error-summary";

export type FormProblemProps = { message: string | null; errors: Record<string, string> };

/** What went wrong, above everything else, with a link to each field. */
export function FormProblem({ message, errors }: FormProblemProps) {
  const fields = Object.entries(errors).map(([name, text]) => ({ name, message: text }));
  return <ErrorSummary message={message} errors={fields} />;
}

/** One refusal. `field`: the one that it is about, if it is about one. */
export function Refusal({ message, field }: { message: string; field: string | null }) {
  return <FormProblem message={field === null ? message : null} errors={field === null ? {} : { [field]: message }} />;
}

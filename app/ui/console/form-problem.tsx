import { ErrorSummary } from "../error-summary";

export type FormProblemProps = { message: string | null; errors: Record<string, string> };

/** What went wrong, above everything else, with a link to each field. */
export function FormProblem({ message, errors }: FormProblemProps) {
  const fields = Object.entries(errors).map(([name, text]) => ({ name, message: text }));
  return <ErrorSummary message={message} errors={fields} />;
}

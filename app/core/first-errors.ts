import * as z from "zod";

export function firstErrors<T extends object>(error: z.ZodError<T>): Partial<Record<keyof T, string>> {
  const { fieldErrors } = z.flattenError<T, string>(error, textOf);
  const first = Object.entries<string[] | undefined>(fieldErrors).map(([name, texts]) => [name, texts?.[0]]);
  return Object.fromEntries(first) as Partial<Record<keyof T, string>>;
}

/** The texts of a form's fields as far as they were sent: a field left out stays as it is. */
export function sentTexts<K extends string>(names: readonly K[], fields: Record<string, unknown>) {
  const sent = names.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : []));
  return Object.fromEntries(sent) as Partial<Record<K, string>>;
}

// For a field that may be empty or valid, the message about validity is the useful one.
function textOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  return issue.errors.at(-1)?.[0]?.message ?? issue.message;
}

export type RefusedForm = {
  status: 400 | 409;
  message: string | null;
  errors: Record<string, string>;
  typed: Record<string, string>;
};

/** A use case's own code: 'invalid' names the fields. */
export type FormOutcome = { code: string; errors?: Partial<Record<string, string>>; typed?: Record<string, string> };

export function refusedForm(
  { code, errors = {}, ...outcome }: FormOutcome,
  messages: Readonly<Record<string, string>>,
  typed: Record<string, string> = {},
): RefusedForm {
  return {
    status: code === "invalid" ? 400 : 409,
    message: messages[code] ?? null,
    errors: Object.fromEntries(
      Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    typed: { ...typed, ...outcome.typed },
  };
}

import { doubts } from "~/content/operator-cask-texts";

export type RefusedForm = {
  status: 400 | 409;
  message: string | null;
  errors: Record<string, string>;
  typed: Record<string, string>;
};

/** A use case's own code: 'invalid' names the fields, 'doubtful' asks whether it is meant. */
export type FormOutcome = {
  code: string;
  errors?: Partial<Record<string, string>>;
  typed?: Record<string, string>;
  doubt?: string;
  factor?: string;
};

export function refusedForm(
  { code, errors = {}, doubt, ...outcome }: FormOutcome,
  messages: Readonly<Record<string, string>>,
  typed: Record<string, string> = {},
): RefusedForm {
  const isTyped = code === "invalid" || doubt !== undefined;
  const kept = { ...typed, ...outcome.typed };
  return {
    status: isTyped ? 400 : 409,
    message: doubt === undefined ? (messages[code] ?? null) : doubts.ask(doubt),
    errors: Object.fromEntries(
      Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    typed: doubt === undefined ? kept : { ...kept, sure: doubt },
  };
}

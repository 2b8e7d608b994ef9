import * as z from "zod";
import type { References } from "./mark-paid";

const FIELD = "reference_";

export const referenceField = (withdrawalId: string) => `${FIELD}${withdrawalId}`;

const reasonSchema = z.string().trim().min(1).max(200);
const referenceSchema = z.string().trim().max(60);

export type RunFormErrors = { reason?: true; repeated?: string[]; long?: string[] };

export type RunForm =
  | { ok: true; intent: "mark"; references: References }
  | { ok: true; intent: "call-back"; reason: string }
  | { ok: false; errors: RunFormErrors };

/** A reference belongs to one transfer, so two rows with the same one are a slip. Empty rows go on waiting. */
export function readRunForm(fields: Record<string, unknown>): RunForm {
  if (fields.intent === "call-back") {
    const reason = reasonSchema.safeParse(fields.reason);
    return reason.success
      ? { ok: true, intent: "call-back", reason: reason.data }
      : { ok: false, errors: { reason: true } };
  }
  if (fields.intent !== "mark") return { ok: false, errors: {} };
  const typed = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(FIELD) && typeof value === "string" && value.trim() !== ""
      ? [{ id: name.slice(FIELD.length), reference: value.trim() }]
      : [],
  );
  const long = typed.filter(({ reference }) => !referenceSchema.safeParse(reference).success).map(({ id }) => id);
  const repeated = typed
    .filter(({ id, reference }) => typed.some((other) => other.id !== id && other.reference === reference))
    .map(({ id }) => id);
  if (long.length + repeated.length > 0) return { ok: false, errors: { long, repeated } };
  return {
    ok: true,
    intent: "mark",
    references: Object.fromEntries(typed.map(({ id, reference }) => [id, reference])),
  };
}

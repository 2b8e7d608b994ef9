import type { outbox } from "~/db/schema/operations";
import { MailError } from "~/integrations/mail/port";
import { TextError } from "~/integrations/text-messages/port";
import { ProviderError } from "~/integrations/payments/port";
import { UnknownWork } from "./kinds";

/** Tries after which work that can be given up is given up: about four hours. */
export const MAX_ATTEMPTS = 14;

/** `told`: a dead letter is kept for a person, and it is tried on all the same. */
export type End = "goes-on" | "told" | "ends";

/**
 * Whether a row that has failed this often is retried. Urgent work is, until it succeeds or a person ends it, and so is all work that fails
 * only because a service cannot be reached: an outage of days loses nothing.
 */
export function endOf({ urgent }: Pick<typeof outbox.$inferSelect, "urgent">, attempts: number, error: unknown): End {
  if (attempts < MAX_ATTEMPTS) return "goes-on";
  // Kept for a version that can read it.
  if (error instanceof UnknownWork) return "told";
  return urgent === 1 || isOutage(error) ? "goes-on" : "ends";
}

function isOutage(error: unknown): boolean {
  return (
    (error instanceof ProviderError || error instanceof MailError || error instanceof TextError) &&
    error.code !== "rejected"
  );
}

import * as z from "zod";
import type { ProviderEvent } from "./port";

const text = z.string().min(1).max(255);

const checked = z.object({
  id: text,
  type: text,
  concerns: z.enum(["session", "refund", "dispute", "identity", "nothing"]),
  sessionId: text.nullable(),
  providerPaymentId: text.nullable(),
});

/**
 * The event as `read` makes it of what the provider signed; null if it is none. A signature says who wrote it, not that it has
 * the form it should have.
 */
export function checkedEvent(read: () => ProviderEvent | null): ProviderEvent | null {
  try {
    return checked.safeParse(read()).data ?? null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

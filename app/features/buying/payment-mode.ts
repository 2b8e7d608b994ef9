import { PAYMENT_MODES } from "~/db/schema/names";
import type { ProviderName } from "~/integrations/payments/port";

/** How a payment is made, as spec and wire name it. */
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export { PAYMENT_MODES };

export function providerOf(mode: PaymentMode): ProviderName {
  return mode === "Bank" ? "stripe" : "copperx";
}

import type { ProviderName } from "~/integrations/payments/port";

/** How a payment is made, as spec and wire name it. */
export type PaymentMode = "Bank" | "Crypto";

export const PAYMENT_MODES = ["Bank", "Crypto"] as const satisfies readonly PaymentMode[];

export function providerOf(mode: PaymentMode): ProviderName {
  return mode === "Bank" ? "stripe" : "copperx";
}

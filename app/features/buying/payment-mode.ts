import { providerFor, type ProviderName } from "~/integrations/payments/providers";

export const PAYMENT_MODES = ["Bank", "Crypto"] as const satisfies readonly (keyof typeof providerFor)[];

/** How a payment is made, as spec and wire name it. */
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const providerOf = (mode: PaymentMode): ProviderName => providerFor[mode];

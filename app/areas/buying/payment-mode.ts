import { PAYMENT_MODES } from "~/db/schema/names";
import { providerFor, type ProviderName } from "~/integrations/payments/providers";

export { PAYMENT_MODES };

/** How the buyer pays, as the specification and the wire name it. */
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const providerOf = (mode: PaymentMode): ProviderName => providerFor[mode];

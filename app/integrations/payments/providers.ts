// The payment providers. To add one: a line here, its adapter beside this file, its wiring in `server/deps` and `server/env`,
// its row in the database and its stand-in in the sandbox (docs/how-to-change.md). Nothing else in the app knows a provider by name.

export const providers = {
  stripe: { checkoutOrigin: "https://checkout.stripe.com", paymentsPage: "https://dashboard.stripe.com/payments/" },
  copperx: { checkoutOrigin: "https://buy.copperx.io", paymentsPage: null },
} as const satisfies Record<string, Provider>;

/** `paymentsPage`: where its own staff page of a payment begins, before the payment's id; null: it has none that can be linked. */
type Provider = { checkoutOrigin: string; paymentsPage: string | null };

export type ProviderName = keyof typeof providers;

export const PROVIDER_NAMES = Object.keys(providers) as ProviderName[];

/** Which provider takes a new payment, by payment mode. Existing payments stay with the provider they name. */
export const providerFor = { Bank: "stripe", Crypto: "copperx" } as const satisfies Record<string, ProviderName>;

export const eachProvider = <T>(make: (name: ProviderName) => T) =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, make(name)])) as Record<ProviderName, T>;

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(providers, name);

export function pageAtProvider(name: ProviderName, providerPaymentId: string | null): string | null {
  const { paymentsPage } = providers[name];
  return paymentsPage === null || providerPaymentId === null
    ? null
    : paymentsPage + encodeURIComponent(providerPaymentId);
}

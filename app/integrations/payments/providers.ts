// The payment providers. To add one: a line here, its adapter beside this file, its wiring in `server/deps` and `server/env`,
// its row in the database and its stand-in in the sandbox (docs/how-to-change.md). Nothing else in the app knows a provider by name.

export const providers = {
  stripe: { checkoutOrigin: "https://checkout.stripe.com" },
  copperx: { checkoutOrigin: "https://buy.copperx.io" },
} as const satisfies Record<string, { checkoutOrigin: string }>;

export type ProviderName = keyof typeof providers;

export const PROVIDER_NAMES = Object.keys(providers) as ProviderName[];

/** Which provider takes a new payment, by payment mode. Existing payments stay with the provider they name. */
export const providerFor = { Bank: "stripe", Crypto: "copperx" } as const satisfies Record<string, ProviderName>;

/** Something for each of them, by name. */
export const eachProvider = <T>(make: (name: ProviderName) => T) =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, make(name)])) as Record<ProviderName, T>;

export const isProviderName = (name: string): name is ProviderName => Object.hasOwn(providers, name);

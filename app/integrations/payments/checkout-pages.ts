import { type CheckoutProvider, ProviderError } from "./port";

/**
 * Holds a provider to the known hosts of its checkout pages. Buyers are redirected there unconditionally, so any other URL is refused,
 * wherever it came from.
 */
export function onKnownPages<P extends CheckoutProvider>(provider: P, origins: readonly string[]): P {
  return {
    ...provider,
    async createSession(request) {
      const created = await provider.createSession(request);
      if (!URL.canParse(created.url) || !origins.includes(new URL(created.url).origin))
        throw new ProviderError(provider.name, "rejected", "the checkout page is on a host we do not know");
      return created;
    },
  };
}

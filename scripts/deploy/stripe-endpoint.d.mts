export const STRIPE_EVENTS: readonly string[];

/** @throws if there is an endpoint already and `replace` was not asked for */
export function createEndpoint(options: {
  secretKey: string;
  origin: string;
  fetch: typeof fetch;
  say: (line: string) => void;
  keepSecret: (secret: string) => Promise<void>;
  replace: boolean;
}): Promise<void>;

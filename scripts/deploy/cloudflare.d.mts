/** @throws a CloudflareProblem with what Cloudflare said */
export function createCloudflare(
  env: Record<string, string | undefined>,
  send?: typeof fetch,
): {
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  zones: (name: string) => Promise<unknown[]>;
};

/** The environment for wrangler to work on a local state folder. */
export function wranglerEnvironment(stateDir: string): Record<string, string>;

/** The environment for wrangler to work on a local state folder. */
export function wranglerEnvironment(stateDir: string): Record<string, string>;

/** Brings the schema of a local state folder up to date. */
export function ensureMigrated(stateDir: string): Promise<void>;

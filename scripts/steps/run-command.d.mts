/** The script behind node_modules/.bin/<name>, to be run by this very Node. */
export function nodeBinary(name: "wrangler" | "remix" | "tsc" | "eslint" | "vitest" | "playwright-core"): string;

/** Runs a command to its end. `quiet` keeps its output back. */
export function run(
  command: string,
  args: readonly string[],
  options?: {
    quiet?: boolean;
    env?: Record<string, string | undefined>;
    timeoutMs?: number;
    input?: string;
    cwd?: string;
  },
): Promise<{ code: number; output: string; stdout: string }>;

/** Runs one of the project's own tools to its standard output; on failure ends this process. */
export function runTool(
  name: "wrangler",
  args: readonly string[],
  options: { what: string; quiet?: boolean; env?: Record<string, string> },
): Promise<string>;

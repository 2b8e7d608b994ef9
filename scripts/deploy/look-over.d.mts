type Production = Awaited<ReturnType<typeof import("./settings.mjs").readProduction>>;

/** What would stop a deploy, a line each. */
export function lookOver(
  production: Production,
  options: { root: string; env: Record<string, string | undefined> },
): Promise<string[]>;

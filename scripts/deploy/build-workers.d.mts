/** What could not be built, and how large the rest is. */
export function buildWorkers(options: {
  root: string;
  buildApp: () => Promise<boolean>;
}): Promise<{ problems: string[]; sizes: string[] }>;

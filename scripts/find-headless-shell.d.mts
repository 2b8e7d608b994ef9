/** Where it is; null if it cannot be had, and the whole Chromium has to do for all. */
export function findHeadlessShell(chromiumPath: string): Promise<string | null>;

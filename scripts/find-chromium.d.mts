export const chromiumFlags: string[];

export function findChromium(): Promise<{ path: string } | { problem: string }>;

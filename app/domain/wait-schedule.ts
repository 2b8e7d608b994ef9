const SECONDS = [1, 1, 2, 2, 3, 5, 8, 15];
const SLOWEST_SECONDS = 30;

/** Seconds until a waiting page reloads; the delay grows with each look. */
function waitSeconds(looks: number): number {
  return SECONDS[looks] ?? SLOWEST_SECONDS;
}

/** 'SECONDS;url=PATH&looks=N': when a waiting page reloads, and which URL. */
export function nextLook(path: string, looks: number): string {
  return `${waitSeconds(looks)};url=${path}&looks=${looks + 1}`;
}

/** How often the page has looked, read from its URL. */
export function readLooks(text: string | null): number {
  const looks = Math.trunc(Number(text));
  return Number.isFinite(looks) ? Math.min(Math.max(looks, 0), 20) : 0;
}

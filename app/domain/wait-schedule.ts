const SECONDS = [1, 1, 2, 2, 3, 5, 8, 15];
const SLOWEST_SECONDS = 30;

/** After how many seconds a waiting page looks again, the more often it has looked the later. */
function waitSeconds(looks: number): number {
  return SECONDS[looks] ?? SLOWEST_SECONDS;
}

/** 'SECONDS;url=PATH&looks=N': when and where a waiting page looks again. */
export function nextLook(path: string, looks: number): string {
  return `${waitSeconds(looks)};url=${path}&looks=${looks + 1}`;
}

/** How often the page has looked, from its address. */
export function readLooks(text: string | null): number {
  const looks = Math.trunc(Number(text));
  return Number.isFinite(looks) ? Math.min(Math.max(looks, 0), 20) : 0;
}

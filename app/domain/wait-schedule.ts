const SECONDS = [1, 1, 2, 2, 3, 5, 8, 15];
const SLOWEST_SECONDS = 30;

/** After how many seconds a waiting page looks again, the more often it has looked the later. */
export function waitSeconds(looks: number): number {
  return SECONDS[looks] ?? SLOWEST_SECONDS;
}

// While a cask's desk is away its buyers go to the database as they come, though not all at once: a queue that grows there outlives
// whatever kept the desk away, and the desk itself would then stand behind it.

/** Of one cask, in one isolate. */
const MOST_AT_ONCE = 10;
/** Whoever closes the browser may end a request without a word, so that it is never counted out. */
const FORGOTTEN_AFTER_MS = 10_000;

const underWay = new Map<string, Set<{ sinceMs: number }>>();

/** @returns null: as many as may are under way, and nothing was done */
export async function aroundDesk<T>(caskId: string, nowMs: number, start: () => Promise<T>): Promise<T | null> {
  const there = underWay.get(caskId) ?? new Set();
  for (const one of there) if (nowMs - one.sinceMs >= FORGOTTEN_AFTER_MS) there.delete(one);
  if (there.size >= MOST_AT_ONCE) return null;
  const mine = { sinceMs: nowMs };
  underWay.set(caskId, there.add(mine));
  try {
    return await start();
  } finally {
    there.delete(mine);
    if (there.size === 0 && underWay.get(caskId) === there) underWay.delete(caskId);
  }
}

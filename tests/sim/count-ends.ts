import type { Shop } from "./shop";

/** Counts the outcomes for the figures at the end: a simulation in which nothing happens finds nothing. */
export function countEnds({ store, world }: Shop): void {
  const ends = store.rows<{ what: string; count: number }>(
    `
    SELECT 'payment ' || purpose || ' ' || state || coalesce(': ' || reason, '') AS what, count(*) AS count FROM payments WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'certificate ' || state, count(*) FROM certificates WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'referral ' || state, count(*) FROM referrals GROUP BY 1
    UNION ALL SELECT 'withdrawal ended ' || state, count(*) FROM withdrawals GROUP BY 1`,
    [Date.parse("2031-01-01")],
  );
  for (const { what, count } of ends) world.happened.set(what, (world.happened.get(what) ?? 0) + count);
}

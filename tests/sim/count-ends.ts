import type { Shop } from "./shop";

/** Counts the outcomes for the figures at the end: a simulation in which nothing happens finds nothing. */
export function countEnds({ store, world }: Shop): void {
  const ends = store.rows<{ what: string; count: number }>(
    `
    SELECT 'payment ' || purpose || ' ' || state || coalesce(': ' || reason, '') AS what, count(*) AS count FROM payments WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'certificate ' || state, count(*) FROM certificates WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'referral ' || state, count(*) FROM referrals GROUP BY 1
    UNION ALL SELECT 'offer ' || state || coalesce(': ' || end_reason, iif(paid_at_ms IS NULL, '', ', paid')), count(*) FROM offers GROUP BY 1
    UNION ALL SELECT 'bid ' || state, count(*) FROM bids GROUP BY 1
    UNION ALL SELECT 'advance paid back by a resale', count(*) FROM offers WHERE state = 'sold' AND advanced_cents > 0
    UNION ALL SELECT 'number sold again after a refund', count(*) FROM stakes WHERE sale_number > 1 AND holder_number = 1
    UNION ALL SELECT 'stake sold on again', count(*) FROM stakes WHERE holder_number > 2
    UNION ALL SELECT 'stake that voted with its new holder', count(*) FROM bid_ballots JOIN stakes ON stakes.id = stake_id WHERE holder_number > 1 AND choice IS NOT NULL
    UNION ALL SELECT 'withdrawal ended ' || state, count(*) FROM withdrawals GROUP BY 1`,
    [Date.parse("2031-01-01")],
  );
  for (const { what, count } of ends) world.happened.set(what, (world.happened.get(what) ?? 0) + count);
}

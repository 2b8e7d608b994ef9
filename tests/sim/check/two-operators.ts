// What no operator did alone, from the rows as they stand and by no rule of the product.

const before = `FROM valuations AS earlier WHERE earlier.cask_id = one.cask_id AND earlier.rowid < one.rowid`;
const order = "earlier.valued_on, earlier.created_at_ms, earlier.id";
const seenByTwo = "AND (earlier.recorded_by IS NULL OR earlier.proposal_id IS NOT NULL)";

/** The lowest value from the last one that two had seen on; the price before there is any. */
const LEAST = `coalesce((SELECT min(earlier.value_cents) ${before} AND printf('%s %020d %s', ${order}) >=
    coalesce((SELECT max(printf('%s %020d %s', earlier.valued_on, earlier.created_at_ms, earlier.id)) ${before} ${seenByTwo}), '')),
  (SELECT cost_per_stake_cents FROM casks WHERE casks.id = one.cask_id))`;

/** In the simulation nothing is corrected, so that every entry counts. */
export const VALUED_ALONE = `SELECT one.id FROM valuations AS one WHERE one.recorded_by IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM change_proposals AS two WHERE two.id = one.proposal_id AND two.state = 'confirmed'
    AND two.decided_by = one.recorded_by AND two.proposed_by <> two.decided_by)
  AND (10 * one.value_cents > 11 * ${LEAST} OR EXISTS (SELECT 1 ${before} AND earlier.valued_on > one.valued_on))`;

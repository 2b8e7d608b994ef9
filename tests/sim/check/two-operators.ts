// What no operator did alone, from the rows as they stand and by no rule of the product.

const before = `FROM valuations AS earlier WHERE earlier.cask_id = one.cask_id AND earlier.rowid < one.rowid`;
const last = (which = "") => `coalesce((SELECT earlier.value_cents ${before} ${which}
  ORDER BY earlier.valued_on DESC, earlier.created_at_ms DESC, earlier.id DESC LIMIT 1),
  (SELECT cost_per_stake_cents FROM casks WHERE casks.id = one.cask_id))`;
const seenByTwo = "AND (earlier.recorded_by IS NULL OR earlier.proposal_id IS NOT NULL)";

/** In the simulation nothing is corrected, so that every entry counts. */
export const VALUED_ALONE = `SELECT one.id FROM valuations AS one WHERE one.recorded_by IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM change_proposals AS two WHERE two.id = one.proposal_id AND two.state = 'confirmed'
    AND two.decided_by = one.recorded_by AND two.proposed_by <> two.decided_by)
  AND (one.value_cents > 1.1 * min(${last()}, ${last(seenByTwo)}) OR EXISTS (SELECT 1 ${before} AND earlier.valued_on > one.valued_on))`;

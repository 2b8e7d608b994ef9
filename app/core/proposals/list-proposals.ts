import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";
import type { ChangeKind } from "./change";

/** What waits for a second person, with the names of who and what it is about. */
export type WaitingProposal = {
  id: string;
  kind: ChangeKind;
  subject: string;
  was: string;
  becomes: string;
  proposedBy: string;
  /** The proposer's mailbox. */
  proposer: string | null;
  proposedAtMs: number;
  expiresAtMs: number;
  /** The cask, or the holder of a payout's account, that it is about; null: a setting. */
  about: string | null;
};

/** On the overview; the pages behind it show the rest. */
const MOST = 50;

/** Rows of `change_proposals`, aliased `proposed`, as they are shown. */
export const proposalColumns = sql`proposed.id, proposed.kind, proposed.subject, proposed.was, proposed.becomes,
  proposed.proposed_by AS proposedBy, proposers.email AS proposer, proposed.proposed_at_ms AS proposedAtMs, proposed.expires_at_ms AS expiresAtMs,
  coalesce((SELECT casks.name FROM casks WHERE proposed.subject = 'cask:' || casks.id AND casks.id = substr(proposed.subject, 6)),
    (SELECT holder_name FROM withdrawals WHERE proposed.kind = 'return' AND withdrawals.id = substr(proposed.subject, 12))) AS about`;

/** Those that may still be confirmed, oldest first. @param which all of them, or those about one thing or kind */
export function listProposals(db: Database, nowMs: number, which: SQL = sql`true`): Work<WaitingProposal[]> {
  return rows(
    db.all<WaitingProposal>(sql`SELECT ${proposalColumns} FROM change_proposals AS proposed
      JOIN users AS proposers ON proposers.id = proposed.proposed_by
      WHERE proposed.state = 'open' AND proposed.expires_at_ms > ${nowMs} AND ${which} ORDER BY proposed.expires_at_ms LIMIT ${MOST}`),
  );
}

/** How many operators work now, as far as it matters: two make a change. */
export const operatorsAtWork = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM users
  WHERE role = 'operator' AND suspended_at_ms IS NULL AND closed_at_ms IS NULL LIMIT 2))`;

import { type SQL, sql } from "drizzle-orm";
import type { CHANGE_KINDS } from "~/db/schema/names";
import { DAY_MS } from "~/domain/calendar-date";

// What takes two operators besides sales, bids and payouts: settings, some valuations, and large payouts that came back. One proposes, another confirms exactly that.

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type Change = {
  kind: ChangeKind;
  subject: string;
  was: SQL;
  becomes: string;
};

export const PROPOSAL_MS = 7 * DAY_MS;

export type ProposeRefusal = "no-change" | "proposed-already" | "own-stake" | "not-allowed";

export type DecideRefusal =
  | "no-such-proposal"
  | "own-proposal"
  | "decided-otherwise"
  | "expired"
  | "changed-meanwhile"
  | "figures-differ"
  | "own-stake"
  | "not-allowed";

export const isOpen = (subject: string): SQL => sql`subject = ${subject} AND state = 'open'`;

/** Of the row at hand: it was confirmed by this operator in this very batch. */
export const isConfirmedNow = (proposalId: SQL | string, by: { operatorId: string; nowMs: number }): SQL =>
  sql`change_proposals.id = ${proposalId} AND change_proposals.state = 'confirmed' AND change_proposals.decided_by = ${by.operatorId}
    AND change_proposals.decided_at_ms = ${by.nowMs}`;

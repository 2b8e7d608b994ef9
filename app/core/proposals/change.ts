import { type SQL, sql } from "drizzle-orm";
import type { CHANGE_KINDS } from "~/db/schema/names";
import { DAY_MS } from "~/domain/calendar-date";

// Settings, some valuations and large payouts that came back; sales, bids and payouts have proposals of their own.

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

/** In this very batch. */
export const isConfirmedNow = (proposalId: SQL | string, by: { operatorId: string; nowMs: number }): SQL =>
  sql`change_proposals.id = ${proposalId} AND change_proposals.state = 'confirmed' AND change_proposals.decided_by = ${by.operatorId}
    AND change_proposals.decided_at_ms = ${by.nowMs}`;

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { leads, supportRequests } from "~/db/schema/support";
import { outbox } from "~/db/schema/operations";
import { counters, loginAsks, loginCodes, loginFlows, sessions } from "~/db/schema/people";
import { reconciliations } from "~/db/schema/payments";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import { TICKET_KNOWN_MS } from "~/areas/accounts/login/turn-ticket";

// The rows that are deleted once they are over, and how long they are kept after that. docs/data-retention.md says why,
// and names every table that is not listed here because its rows stay; a test compares.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a row is kept after the time in `column`, which has an index. */
export type KeptAfter = { column: SQLiteColumn } & ({ ms: number } | { months: number });

export type SweptTable = {
  key: SQLiteColumn;
  /** A row has expired as soon as one of these times has passed. */
  over: readonly KeptAfter[];
  /** A further condition. */
  only?: SQL;
};

export const sweptTables: readonly SweptTable[] = [
  { key: sessions.idHash, over: [{ column: sessions.expiresAtMs, ms: 30 * DAY_MS }] },
  {
    key: loginFlows.idHash,
    over: [
      { column: loginFlows.expiresAtMs, ms: HOUR_MS },
      { column: loginFlows.endedAtMs, ms: SECOND_TAP_MS },
    ],
  },
  { key: loginAsks.key, over: [{ column: loginAsks.askedAtMs, ms: TICKET_KNOWN_MS }] },
  { key: loginCodes.id, over: [{ column: loginCodes.expiresAtMs, ms: DAY_MS }] },
  { key: counters.key, over: [{ column: counters.windowEndsAtMs, ms: 0 }] },
  { key: leads.id, over: [{ column: leads.createdAtMs, months: 24 }] },
  { key: supportRequests.id, over: [{ column: supportRequests.closedAtMs, months: 24 }] },
  {
    key: outbox.id,
    over: [{ column: outbox.doneAtMs, ms: 30 * DAY_MS }],
    // Work that was given up, or ended by an operator, has an error; it can be replayed from its dead letter.
    only: sql`last_error IS NULL
      AND id NOT IN (SELECT coalesce(json_extract(body, '$.outboxId'), '') FROM dead_letters WHERE resolved_at_ms IS NULL)`,
  },
  {
    key: reconciliations.id,
    over: [{ column: reconciliations.askedAtMs, ms: 90 * DAY_MS }],
    // The next run looks back to the last one that reached every provider, however long ago that was.
    only: sql`finished_at_ms IS NOT NULL AND asked_at_ms < (SELECT latest.asked_at_ms FROM reconciliations AS latest
      WHERE latest.finished_at_ms IS NOT NULL AND latest.error IS NULL ORDER BY latest.asked_at_ms DESC LIMIT 1)`,
  },
];

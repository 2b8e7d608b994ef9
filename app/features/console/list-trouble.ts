import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { isOwed } from "~/features/dead-letters/drop-dead-letter";
import { type ResultOf, rows, together } from "~/db/work";

// What went wrong and waits for a person, oldest first: work that was given up, differences between the books and the providers,
// work that fails again and again, and the latest reconciliations.

/** Shown; there are few. An export takes more. */
const MOST = 15;

export type OpenLetter = {
  id: string;
  origin: string;
  error: string | null;
  outboxId: string | null;
  /** Money that must be sent: it is not dropped. */
  isOwed: number;
  createdAtMs: number;
};
export type OpenDifference = { id: string; kind: string; subject: string; detail: string | null; firstSeenMs: number };
export type FailingWork = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string | null;
  failingSinceMs: number;
};
export type Run = {
  id: string;
  askedAtMs: number;
  finishedAtMs: number | null;
  paymentsRead: number;
  repaired: number;
  open: number;
  error: string | null;
};

export function listTrouble(db: Database, most = MOST) {
  return together({
    letters: rows(
      db.all<OpenLetter>(sql`SELECT id, origin, error, json_extract(body, '$.outboxId') AS outboxId,
          ${isOwed} AS isOwed, created_at_ms AS createdAtMs
        FROM dead_letters WHERE resolved_at_ms IS NULL ORDER BY created_at_ms LIMIT ${most}`),
    ),
    differences: rows(
      db.all<OpenDifference>(sql`SELECT id, kind, subject, detail, first_seen_ms AS firstSeenMs
        FROM differences WHERE state = 'open' ORDER BY first_seen_ms LIMIT ${most}`),
    ),
    failing: rows(
      db.all<FailingWork>(sql`SELECT id, kind, attempts, last_error AS lastError, failing_since_ms AS failingSinceMs
        FROM outbox WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT ${most}`),
    ),
    runs: rows(
      db.all<Run>(sql`SELECT id, asked_at_ms AS askedAtMs, finished_at_ms AS finishedAtMs, payments_read AS paymentsRead,
          repaired, open, error FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 10`),
    ),
  });
}

export type Trouble = ResultOf<ReturnType<typeof listTrouble>>;

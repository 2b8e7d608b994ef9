import { type SQL, sql } from "drizzle-orm";

/** Work that has come due is done within minutes. */
const SOON_MS = 10 * 60_000;

/** True while a certificate is to be made at its own time, and nothing has failed: it waits for nobody. */
export const isPlanned = (certificateId: SQL, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outbox WHERE outbox.id = 'issue-certificate:' || ${certificateId} AND done_at_ms IS NULL
    AND failing_since_ms IS NULL AND available_at_ms > ${nowMs - SOON_MS})`;

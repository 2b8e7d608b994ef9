import { type SQL, sql } from "drizzle-orm";

/** True while a certificate is to be made at a later time, and nothing has failed: it waits for nobody. */
export const isPlanned = (certificateId: SQL, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM outbox WHERE outbox.id = 'issue-certificate:' || ${certificateId} AND done_at_ms IS NULL
    AND failing_since_ms IS NULL AND available_at_ms > ${nowMs})`;

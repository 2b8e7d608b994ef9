import { is, SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { deadLetters } from "~/db/schema/operations";
import { always, type RowSource, selectFrom } from "./transfer";

export type DeadLetter = {
  id: string | SQL;
  origin: typeof deadLetters.$inferSelect.origin;
  /** Ids only. */
  body: Record<string, string | null> | SQL<string>;
  /** A code or the class of the failure, never a message. */
  error?: string | SQL;
  nowMs: number;
};

type Known = "stays" | "reopens";

const ON_CONFLICT: Record<Known, SQL> = {
  stays: sql`DO NOTHING`,
  reopens: sql`DO UPDATE SET error = excluded.error, resolved_at_ms = NULL`,
};

export function recordDeadLetter(
  db: Database,
  { id, origin, body, error, nowMs }: DeadLetter,
  known: Known = "stays",
  source: RowSource = always,
) {
  return db.run(sql`INSERT INTO dead_letters (id, origin, body, error, created_at_ms)
    SELECT ${id}, ${origin}, ${textOf(body)}, ${error ?? null}, ${nowMs} ${selectFrom(source)} ON CONFLICT (id) ${ON_CONFLICT[known]}`);
}

const textOf = (body: DeadLetter["body"]) => (is(body, SQL) ? body : JSON.stringify(body));

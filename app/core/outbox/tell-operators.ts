import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";

type Told = {
  notice: string;
  occasion: SQL;
  given?: { table: SQL; where: SQL };
  everyOne?: true;
  nowMs: number;
};

export function tellOperators(db: Database, { notice, occasion, given, everyOne, nowMs }: Told) {
  const tables = given ? sql`users, ${given.table}` : sql`users`;
  const holds = given ? sql` AND ${given.where}` : sql``;
  return db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
    SELECT 'send-notice:' || subject, 'send-notice', subject, ${notice}, ${nowMs}, ${nowMs}
    FROM (SELECT ${notice} || ':' || users.id || ':' || ${occasion} AS subject FROM ${tables}
      WHERE users.role = 'operator' AND users.email IS NOT NULL AND ${everyOne ? sql`users.closed_at_ms` : sql`users.suspended_at_ms`} IS NULL${holds})
    WHERE true ON CONFLICT (id) DO NOTHING`);
}

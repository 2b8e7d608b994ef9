import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { settings } from "~/db/schema/operations";
import { mapWork, row, rows, together } from "~/db/work";
import { listProposals, operatorsAtWork } from "~/core/proposals/list-proposals";

/** Every setting, with what is proposed for it. */
export function listSettings(db: Database, nowMs: number) {
  const work = together({
    settings: rows(db.select().from(settings).orderBy(settings.key)),
    proposals: listProposals(db, nowMs, sql`proposed.kind = 'setting'`),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork("settings")} AS operators`)),
  });
  return mapWork(work, ({ staff, ...lists }) => ({ ...lists, operators: staff?.operators ?? 0 }));
}

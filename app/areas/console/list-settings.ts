import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { settings } from "~/db/schema/operations";
import { mapWork, row, rows, together } from "~/db/work";
import { settingTexts } from "~/content/console-texts";
import { plainDollars } from "~/domain/money";
import { type ListExport, utc } from "~/core/lists/export-cells";
import { listProposals, operatorsAtWork } from "~/core/proposals/list-proposals";

import type { FileAsked } from "./lists/define-list";
import { isMoney } from "./save-setting";

/** Every setting as it counts now, in the groups of its page, money in dollars. */
export const settingsFile = ({ db }: FileAsked): ListExport => ({
  columns: ["group", "setting", "value", "changed_at"],
  page: () =>
    mapWork(rows(db.select().from(settings).orderBy(settings.key)), (found) => ({
      rows: found
        .sort(byGroup)
        .map(({ key, value, text, updatedAtMs }) => () => [
          groupOf(key)?.title ?? null,
          settingTexts.labels[key],
          text ?? (isMoney(key) ? plainDollars(value) : value),
          utc(updatedAtMs),
        ]),
      next: null,
    })),
});

const KEYS = Object.keys(settingTexts.labels);
const byGroup = (one: { key: string }, other: { key: string }) => KEYS.indexOf(one.key) - KEYS.indexOf(other.key);
const groupOf = (key: string) => settingTexts.groups.find(({ labels }) => Object.hasOwn(labels, key));

/** Every setting, with what is proposed for it. */
export function listSettings(db: Database, nowMs: number) {
  const work = together({
    settings: rows(db.select().from(settings).orderBy(settings.key)),
    proposals: listProposals(db, nowMs, sql`proposed.kind = 'setting'`),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork} AS operators`)),
  });
  return mapWork(work, ({ staff, ...lists }) => ({ ...lists, operators: staff?.operators ?? 0 }));
}

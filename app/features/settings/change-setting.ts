import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { settings } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { isOperator } from "~/features/session/access";
import type { SettingKey } from "./setting";

type SettingChange = {
  auditId: string;
  key: SettingKey;
  /** Whole and not negative; cents where the key says so. */
  value: number;
  operatorId: string;
  nowMs: number;
  /** True while the operator's session is live. */
  live: SQL;
};

/**
 * Sets a fee or a limit, which counts from the next statement on. The log keeps what it was before; setting what is set already
 * is no change. @returns whether it has this value now @throws RangeError if the value is none
 */
export function changeSetting(db: Database, change: SettingChange): Work<boolean> {
  const { auditId, key, value, operatorId, nowMs, live } = change;
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("a setting is a whole number, not below zero");
  const allowed = sql`key = ${key} AND value <> ${value} AND ${isOperator(operatorId)} AND ${live}`;
  const statements = [
    recordAudit(
      db,
      {
        id: auditId,
        actor: byOperator(operatorId),
        action: "setting-changed",
        subject: `setting:${key}`,
        detail: sql`value || ${` -> ${value}`}`,
        nowMs,
      },
      { from: settings, where: allowed },
    ),
    db.run(sql`UPDATE settings SET value = ${value}, updated_at_ms = ${nowMs} WHERE ${allowed}`),
  ];
  const found = db.all<{ value: number }>(sql`SELECT value FROM settings WHERE key = ${key}`);
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.value === value);
}

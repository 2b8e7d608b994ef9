import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/operations";
import type { Work } from "~/db/work";
import { recordAudit } from "~/core/ledger/audit";
import { type Change, confirmChange, type Confirmed, proposeChange, type Proposed } from "~/core/proposals/change";
import type { OperatorAccess } from "~/core/session/guarded";
import { isList, type SettingKey } from "./setting";

// All settings are what people pay, or what keeps money from going out: every one takes two operators.

type SettingChange = {
  key: SettingKey;
  /** Whole and not negative; cents where the key says so. Of a list: its text, as it is kept. */
  value: number | string;
  operator: OperatorAccess;
};

export const subjectOf = (key: SettingKey) => `setting:${key}`;

function changeOf({ key, value }: Pick<SettingChange, "key" | "value">): Change {
  if (isList(key) !== (typeof value === "string")) throw new RangeError("a list is a text, any other setting a number");
  if (typeof value === "string") {
    const was = sql`(SELECT settings.text FROM settings WHERE settings.key = ${key})`;
    return { kind: "setting", subject: subjectOf(key), was, becomes: value };
  }
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("a setting is a whole number, not below zero");
  const was = sql`(SELECT CAST(settings.value AS TEXT) FROM settings WHERE settings.key = ${key})`;
  return { kind: "setting", subject: subjectOf(key), was, becomes: String(value) };
}

export function proposeSetting(db: Database, change: SettingChange & { proposalId: string }): Work<Proposed> {
  return proposeChange(db, { ...change, ...changeOf(change) });
}

export function confirmSetting(db: Database, change: SettingChange & { proposalId: string | null }): Work<Confirmed> {
  const { key, operator } = change;
  const { nowMs } = operator;
  return confirmChange(db, {
    ...change,
    ...changeOf(change),
    effects: (isConfirmed) => [
      db.run(sql`UPDATE settings SET ${becomes(key, isConfirmed)}, updated_at_ms = ${nowMs}
        WHERE key = ${key} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
      recordAudit(
        db,
        {
          id: sql`'setting-changed:' || change_proposals.id`,
          by: operator,
          action: "setting-changed",
          subject: subjectOf(key),
          detail: sql`was || ' -> ' || becomes`,
        },
        { from: changeProposals, where: isConfirmed },
      ),
    ],
  });
}

const becomes = (key: SettingKey, isConfirmed: SQL) =>
  isList(key)
    ? sql`text = (SELECT becomes FROM change_proposals WHERE ${isConfirmed})`
    : sql`value = (SELECT CAST(becomes AS INTEGER) FROM change_proposals WHERE ${isConfirmed})`;

import * as z from "zod";
import type { Database } from "~/db/client";
import { SETTING_KEYS } from "~/db/schema/names";
import { plainDollars, typedFigure, typedToCents } from "~/domain/money";
import { mapWork, nothing, rows, together, type Work } from "~/db/work";
import { type DecideRefusal, type ProposeRefusal, withdrawChange } from "~/core/proposals/change";
import type { OperatorAccess } from "~/core/session/guarded";
import { confirmSetting, proposeSetting, subjectOf } from "~/core/settings/change-setting";
import { isList, readCountries, type SettingKey } from "~/core/settings/setting";
import { sql } from "drizzle-orm";
import { settings } from "~/db/schema/operations";
import { settingTexts } from "~/content/console-texts";
import { type ListExport, utc } from "~/core/lists";
import { listProposals } from "~/core/proposals/list-proposals";
import type { FileAsked } from "./lists/define-list";

/** Typed in dollars, kept in cents. */
export const isMoney = (key: SettingKey): boolean => key.includes("cents");

const id = z.string().min(1).max(60).optional();
const key = z.enum(SETTING_KEYS);
const value = z.string().trim();

const settingSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("propose"), key, value }),
  z.object({ intent: z.literal("confirm"), key, value, proposal: id }),
  z.object({ intent: z.literal("withdraw"), key, proposal: id }),
]);

export type SettingAsked =
  | { intent: "propose"; key: SettingKey; value: number | string }
  | { intent: "confirm"; key: SettingKey; value: number | string; proposal?: string | undefined }
  | { intent: "withdraw"; key: SettingKey; proposal?: string | undefined };

/** null: no such setting or intent; `value: null`: a value it may not have. */
export function readSetting(fields: Record<string, unknown>): SettingAsked | { key: SettingKey; value: null } | null {
  const read = settingSchema.safeParse(fields);
  if (!read.success) return null;
  const asked = read.data;
  if (asked.intent === "withdraw") return asked;
  const { key, value } = asked;
  if (isList(key)) {
    const list = readCountries(value);
    return list === null ? { key, value: null } : { ...asked, value: list };
  }
  const number = isMoney(key) ? typedToCents(value) : typedFigure(value, 0);
  const fits = number !== null && number >= leastOf(key) && number <= unitOf(key).most;
  return fits ? { ...asked, value: number } : { key, value: null };
}

/** No provider takes less than 50 cents, and without a payment there is no activation. */
const leastOf = (key: SettingKey): number => (key === "joining_fee_cents" ? 50 : 0);

/** The unit of a setting, as its name ends, and the most it may be. */
export function unitOf(key: SettingKey): { unit: string; most: number } {
  if (key.includes("basis_points")) return { unit: "hundredths of a percent, below 10,000", most: 9_999 };
  if (key.endsWith("_days")) return { unit: "days, at most 366", most: 366 };
  if (isList(key)) return { unit: settingTexts.lists[key], most: 0 };
  return { unit: isMoney(key) ? "dollars" : "times", most: Number.MAX_SAFE_INTEGER };
}

export type SettingOutcome = { ok: true } | { ok: false; code: ProposeRefusal | DecideRefusal };

export function saveSetting(
  db: Database,
  operator: OperatorAccess,
  newProposalId: string,
  asked: SettingAsked | null,
): Work<SettingOutcome> {
  if (asked === null) return mapWork(nothing, (): SettingOutcome => ({ ok: false, code: "not-allowed" }));
  if (asked.intent === "withdraw")
    return withdrawChange(db, { operator, subject: subjectOf(asked.key), proposalId: asked.proposal ?? null });
  if (asked.intent === "propose") return proposeSetting(db, { operator, ...asked, proposalId: newProposalId });
  return mapWork(
    confirmSetting(db, { operator, ...asked, proposalId: asked.proposal ?? null }),
    (outcome): SettingOutcome => (outcome.ok ? { ok: true } : outcome),
  );
}

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

export const listSettings = (db: Database, nowMs: number) =>
  together({
    settings: rows(db.select().from(settings).orderBy(settings.key)),
    proposals: listProposals(db, nowMs, sql`proposed.kind = 'setting'`),
  });

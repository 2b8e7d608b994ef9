import * as z from "zod";
import type { Database } from "~/db/client";
import { SETTING_KEYS } from "~/db/schema/names";
import { mapWork, nothing, type Work } from "~/db/work";
import type { Access } from "~/features/session/access";
import { changeSetting } from "~/features/settings/change-setting";
import type { SettingKey } from "~/features/settings/setting";

/** Typed in dollars, kept in cents. */
export const isMoney = (key: SettingKey): boolean => key.includes("cents");

const settingSchema = z.object({ key: z.enum(SETTING_KEYS), value: z.string().trim() });

export type SettingAsked = { key: SettingKey; value: number };

/** null: no such setting. `value: null`: not a number it may have. */
export function readSetting(fields: Record<string, unknown>): SettingAsked | { key: SettingKey; value: null } | null {
  const read = settingSchema.safeParse(fields);
  if (!read.success) return null;
  const { key, value } = read.data;
  const form = isMoney(key) ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,9}$/;
  if (!form.test(value)) return { key, value: null };
  return { key, value: isMoney(key) ? Math.round(Number(value) * 100) : Number(value) };
}

/** @returns whether it has this value now */
export function saveSetting(db: Database, access: Access, auditId: string, asked: SettingAsked | null): Work<boolean> {
  if (asked === null) return mapWork(nothing, () => false);
  return changeSetting(db, { ...asked, auditId, operatorId: access.userId, nowMs: access.nowMs, live: access.fresh });
}

import { type SQL, sql } from "drizzle-orm";
import type { SETTING_KEYS } from "~/db/schema/names";

export type SettingKey = (typeof SETTING_KEYS)[number];

/** The value of a setting within a statement; where the row is missing, `otherwise` or NULL. */
export function setting(key: SettingKey, otherwise?: number): SQL<number | null> {
  const value = sql<number | null>`(SELECT value FROM settings WHERE key = ${key})`;
  return otherwise === undefined ? value : sql`coalesce(${value}, ${otherwise})`;
}

const LISTS = ["market_countries", "publishing_asks"] as const satisfies readonly SettingKey[];
export type ListKey = (typeof LISTS)[number];
export const isList = (key: SettingKey): key is ListKey => LISTS.some((one) => one === key);

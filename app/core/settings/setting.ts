import { type SQL, sql } from "drizzle-orm";
import type { SETTING_KEYS } from "~/db/schema/names";

export type SettingKey = (typeof SETTING_KEYS)[number];

/** The value of a setting within a statement; where the row is missing, `otherwise` or NULL. */
export function setting(key: SettingKey, otherwise?: number): SQL<number | null> {
  const value = sql<number | null>`(SELECT value FROM settings WHERE key = ${key})`;
  return otherwise === undefined ? value : sql`coalesce(${value}, ${otherwise})`;
}

/** A list of countries; every other setting is a number. */
export const isList = (key: SettingKey) => key === "market_countries";

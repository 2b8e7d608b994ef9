import * as z from "zod";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import type { SETTING_KEYS } from "~/db/schema/names";
import { mapWork, row, type Work } from "~/db/work";

export type SettingKey = (typeof SETTING_KEYS)[number];

/** The value of a setting within a statement; where the row is missing, `otherwise` or NULL. */
export function setting(key: SettingKey, otherwise?: number): SQL<number | null> {
  const value = sql<number | null>`(SELECT value FROM settings WHERE key = ${key})`;
  return otherwise === undefined ? value : sql`coalesce(${value}, ${otherwise})`;
}

/** A list of countries; every other setting is a number. */
export const isList = (key: SettingKey) => key === "market_countries";

/** In cents. Reading fails if the setting is missing: nothing may be sold at a guessed price. */
export function readJoiningFee(db: Database): Work<number> {
  const query = db.all<{ cents: number | null }>(sql`SELECT ${setting("joining_fee_cents")} AS cents`);
  return mapWork(row(query), (fee) => {
    const cents = fee?.cents ?? null;
    if (cents === null) throw new Error("the joining fee is not set");
    return cents;
  });
}

export async function readFeeAndViewer({ db }: Deps, session: Session) {
  const { viewer, nowMs, result } = await session.read(() => readJoiningFee(db));
  return { viewer, nowMs, feeCents: result };
}

// Where investors can sell to each other: `market_countries` is empty (nowhere), `*` (everywhere) or a list of ISO 3166 codes, 'DE,IN'. What is
// known about an investor's country is that of the request, as the network names it, and that of the phone number: all are Indian.

export type Asker = { userId: string | SQLWrapper; country: string | null };

/** True if every known country of this investor is on the list; one whose request comes from an unknown country needs `*`. */
export function marketOpenFor({ userId, country }: Asker): SQL<number> {
  const lists = (code: string) => sql`instr(',' || market.text || ',', ${`,${code},`}) > 0`;
  return sql<number>`EXISTS (SELECT 1 FROM settings AS market WHERE market.key = 'market_countries' AND (market.text = '*'
    OR ${lists(country ?? "unknown")} AND (${lists(COUNTRY_OF_PHONES)}
      OR NOT EXISTS (SELECT 1 FROM users AS askers WHERE askers.id = ${userId} AND askers.phone IS NOT NULL))))`;
}

export const marketOpenAnywhere = sql<
  0 | 1
>`EXISTS (SELECT 1 FROM settings WHERE key = 'market_countries' AND text <> '')`;

const COUNTRY_OF_PHONES = "IN";

const code = z.string().regex(/^[A-Z]{2}$/);

/** As the network names it: 'XX' and 'T1' stand for none. */
export const countryFrom = (header: string | null): string | null =>
  header === "XX" ? null : (code.safeParse(header).data ?? null);

/** @returns the list as it is kept, in order and each code once; null if it is none */
export function readCountries(typed: string): string | null {
  const parts = typed
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((part) => part !== "");
  if (parts.length === 1 && parts[0] === "*") return "*";
  return parts.every((part) => code.safeParse(part).success) ? [...new Set(parts)].sort().join(",") : null;
}

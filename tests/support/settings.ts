import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";

/** Opens resale for everyone at once, or closes it. */
export const setMarketOpen = (db: Database, isOpen: boolean) => setMarket(db, isOpen ? "*" : "");

/**
 * Has one statement run without a rule that would refuse it, as anyone who deploys the database could; the rule is back in force
 * afterwards.
 */
export async function withoutRule(db: Database, trigger: string, statement: SQL): Promise<void> {
  const [rule] = await db.all<{ sql: string }>(sql`SELECT sql FROM sqlite_master
    WHERE type = 'trigger' AND name = ${trigger}`);
  if (!rule) throw new Error(`there is no rule ${trigger}`);
  await db.batch([db.run(sql.raw(`DROP TRIGGER ${trigger}`)), db.run(statement), db.run(sql.raw(rule.sql))]);
}

/** Sets a setting at once, for tests of what it does; how two operators change it is tested elsewhere. */
export const setSetting = (db: Database, key: string, value: number) =>
  withoutRule(db, "settings_may_change", sql`UPDATE settings SET value = ${value} WHERE key = ${key}`);

/** Opens the market at once: '*', country codes, or '' to close it. */
const setMarket = (db: Database, countries: string) =>
  withoutRule(db, "settings_may_change", sql`UPDATE settings SET text = ${countries} WHERE key = 'market_countries'`);

/** For a file whose people all name one account: the limits are counted over it, too. */
export async function withoutPayoutLimits(db: Database): Promise<void> {
  const of = ["payouts_per_day", "payouts_per_month", "payout_cents_per_day", "payout_cents_per_month"];
  for (const key of [...of, "identity_total_above_cents"]) await setSetting(db, key, 10 ** 9);
}

import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { setSetting } from "./settings";

/** Opens the market for everybody at once, or closes it. */
export async function setMarketOpen(db: Database, isOpen: boolean): Promise<void> {
  await db.batch([
    db.run(sql`INSERT INTO setting_keys (name) VALUES ('market_countries') ON CONFLICT DO NOTHING`),
    db.run(
      sql`INSERT INTO settings (key, value, updated_at_ms) VALUES ('market_countries', 0, 0) ON CONFLICT DO NOTHING`,
    ),
  ]);
  await setSetting(db, "market_countries", Number(isOpen));
}

/** A moment in the round of December 2026, which is open from the 7th to the 14th, 12:00 UTC. */
export const IN_ROUND = Date.parse("2026-12-09T09:00:00Z");
export const ROUND_CLOSES = Date.parse("2026-12-14T12:00:00Z");

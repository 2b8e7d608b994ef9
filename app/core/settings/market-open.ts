import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

export type Asker = {
  userId: string | SQLWrapper;
  /** The country that the request comes from, in two letters; null: not known. */
  country: string | null;
};

/** Until the list of countries is a setting: the market is open to nobody unless its row says 1. */
export const marketOpenFor = (_asker: Asker): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM settings AS market WHERE market.key = 'market_countries' AND market.value = 1)`;

/** As the network names it; null: not known. */
export const countryFrom = (header: string | null): string | null => header;

export const readMarketOpen = (db: Database, asker: Asker): Work<boolean> =>
  mapWork(
    row(db.all<{ isOpen: 0 | 1 }>(sql`SELECT ${marketOpenFor(asker)} AS isOpen`)),
    (found) => found?.isOpen === 1,
  );

import type { Database } from "~/db/client";
import { gauges } from "~/db/schema/casks";
import { runWork, writes } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";

// Regauges: what was found in a cask each time it was measured. The latest ones are the litres that the casks are offered with.

type Found = { key: string; monthsAgo: number; loaDecilitres: number; abvTenths: number; by: string };

const found: readonly Found[] = [
  { key: "strathquill", monthsAgo: 106, loaDecilitres: 1200, abvTenths: 635, by: "Strathquill Distillery" },
  { key: "strathquill", monthsAgo: 52, loaDecilitres: 1084, abvTenths: 592, by: "Leith Shore Bond No. 4" },
  { key: "strathquill", monthsAgo: 3, loaDecilitres: 1018, abvTenths: 574, by: "Leith Shore Bond No. 4" },
  { key: "loch_ardel", monthsAgo: 5, loaDecilitres: 1237, abvTenths: 574, by: "Carrick Brae Bond" },
  { key: "ardnamoil", monthsAgo: 6, loaDecilitres: 912, abvTenths: 539, by: "Leith Shore Bond No. 4" },
  { key: "glen_fennan", monthsAgo: 33, loaDecilitres: 1363, abvTenths: 579, by: "Carrick Brae Bond" },
  { key: "glen_fennan", monthsAgo: 19, loaDecilitres: 1336, abvTenths: 571, by: "Carrick Brae Bond" },
  { key: "glen_fennan", monthsAgo: 7, loaDecilitres: 1311, abvTenths: 566, by: "Carrick Brae Bond" },
  { key: "glen_orvane", monthsAgo: 28, loaDecilitres: 1106, abvTenths: 589, by: "Leith Shore Bond No. 4" },
  { key: "glen_orvane", monthsAgo: 3, loaDecilitres: 1064, abvTenths: 583, by: "Leith Shore Bond No. 4" },
  { key: "carsevane", monthsAgo: 14, loaDecilitres: 1720, abvTenths: 468, by: "Kirkwynd Warehouse 2" },
  { key: "carsevane", monthsAgo: 2, loaDecilitres: 1392, abvTenths: 417, by: "Kirkwynd Warehouse 2" },
];

/** Adds those that are missing. They are append-only: on a later day they keep the dates they were added with. */
export async function addGauges(db: Database, nowMs: number): Promise<void> {
  const rows = found.map(({ key, monthsAgo, loaDecilitres, abvTenths, by }, index) =>
    db
      .insert(gauges)
      .values({
        id: `gau_demo_${key}_${index}`,
        caskId: `csk_demo_${key}`,
        gaugedOn: addMonths(dateOf(nowMs), -monthsAgo),
        loaDecilitres,
        abvTenths,
        gaugedBy: by,
        createdAtMs: nowMs,
      })
      .onConflictDoNothing(),
  );
  await runWork(db, writes(...rows));
}

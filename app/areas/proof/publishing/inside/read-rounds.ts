import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { measureWaits } from "~/domain/service-clock";
import type { ProvedRound, RoundList } from "../proof-files";
import { MEASURED_MS } from "./read-service";

/** Of the latest rounds; the others of a cask are listed on its page of a day. */
const LISTED = 12;
/** Far above what is sold in the time measured. */
const MOST = 50_000;

type Counts = Pick<RoundList, "held" | "traded" | "stakes">;
type RoundRow = Omit<ProvedRound, "closedOn"> & { closesAtMs: number };

/** The rounds of the market whose result was known before `untilMs`. Says nothing of orders or people. */
export function readRounds(db: Database, untilMs: number): Work<Omit<RoundList, "version" | "day">> {
  const known = sql`cleared_at_ms < ${untilMs} AND resale_rounds.state IN ('cleared', 'settled')`;
  const fromMs = untilMs - MEASURED_MS;
  const work = together({
    counts: row(
      db.all<Counts>(sql`SELECT count(*) AS held, count(price_cents) AS traded,
        (SELECT count(*) FROM resale_fills WHERE state = 'settled' AND settled_at_ms < ${untilMs}) AS stakes
      FROM resale_rounds WHERE ${known}`),
    ),
    waits: rows(
      db.all<{ tookMs: number }>(sql`SELECT paid_at_ms - resale_orders.created_at_ms AS tookMs
        FROM resale_fills JOIN resale_orders ON resale_orders.number = sell_number
        WHERE resale_fills.state = 'settled' AND paid_at_ms >= ${fromMs} AND paid_at_ms < ${untilMs} LIMIT ${MOST}`),
    ),
    rounds: rows(
      db.all<RoundRow>(sql`SELECT cask_id AS caskId, casks.name AS caskName, month, closes_at_ms AS closesAtMs,
        price_cents AS priceCents, coalesce(volume, 0) AS stakes
      FROM resale_rounds JOIN casks ON casks.id = cask_id WHERE ${known}
      ORDER BY closes_at_ms DESC, casks.name COLLATE NOCASE, cask_id LIMIT ${LISTED}`),
    ),
  });
  return mapWork(work, ({ counts, waits, rounds }) => ({
    from: dateOf(fromMs),
    ...(counts ?? { held: 0, traded: 0, stakes: 0 }),
    waits: measureWaits(waits.map(({ tookMs }) => ({ tookMs, late: false }))),
    rounds: rounds.map(({ closesAtMs, ...round }) => ({ ...round, closedOn: dateOf(closesAtMs) })),
  }));
}

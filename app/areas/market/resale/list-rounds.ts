import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { RESALE_ROUND_STATES } from "~/db/schema/names-of-resale";
import { mapWork, rows, type Work } from "~/db/work";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

/** A round that has closed, as operators see it. */
export type ClosedRound = {
  /** 'csk_x/2026-12' */
  id: string;
  caskId: string;
  caskName: string;
  month: string;
  closesAtMs: number;
  state: (typeof RESALE_ROUND_STATES)[number];
  /** Null: nothing cleared, or not known yet. */
  priceCents: number | null;
  volume: number;
  /** Stakes that changed hands, and those that did not though they were due. */
  settled: number;
  failed: number;
  /** Of both sides. */
  feeCents: number;
};

type RoundsPage = { after: After | null; nowMs: number; pageRows?: number };

/**
 * The latest first, in the order in which they were made: a round is made by its first order, so none is seen before its close.
 * `after.ms` is the place in that order.
 */
export function listRounds(
  db: Database,
  { after, nowMs, pageRows = PAGE_ROWS }: RoundsPage,
): Work<KeysetPage<ClosedRound>> {
  const fills = (state: string) =>
    sql`(SELECT count(*) FROM resale_fills WHERE round_id = closed.id AND resale_fills.state = ${state})`;
  const query = db.all<ClosedRound & { place: number }>(sql`SELECT closed.*, casks.name AS caskName,
      ${fills("settled")} AS settled, ${fills("failed")} AS failed,
      (SELECT coalesce(sum(2 * fee_cents), 0) FROM resale_fills WHERE round_id = closed.id AND resale_fills.state = 'settled') AS feeCents
    FROM (SELECT rowid AS place, id, cask_id AS caskId, month, closes_at_ms AS closesAtMs, state, price_cents AS priceCents,
        coalesce(volume, 0) AS volume
      FROM resale_rounds WHERE closes_at_ms <= ${nowMs} AND rowid < ${after?.ms ?? Number.MAX_SAFE_INTEGER} ORDER BY rowid DESC LIMIT ${pageRows + 1}) AS closed
    JOIN casks ON casks.id = closed.caskId ORDER BY place DESC`);
  return mapWork(rows(query), (found) => {
    const { rows: shown, next } = cutPage(found, pageRows, (last) => afterRow(last.place, last.id));
    return { rows: shown.map(({ place: _, ...round }) => round), next };
  });
}

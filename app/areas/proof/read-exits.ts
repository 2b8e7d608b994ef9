import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, runWork, together } from "~/db/work";
import type { BUYER_KINDS, EXIT_KINDS } from "~/db/schema/names";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Valuation } from "~/domain/returns";
import { readValueRecord } from "~/areas/casks/valuation-history";
import { readJoiningFee } from "~/core/settings/setting";

type ExitRow = Record<"caskId" | "caskName", string> &
  Record<"launchedOn" | "soldOn", CalendarDate> &
  Record<"grossCents" | "feesCents" | "stakes" | "boughtAtCents" | "netPerStakeCents", number> & {
    kind: (typeof EXIT_KINDS)[number];
    buyerKind: (typeof BUYER_KINDS)[number];
  };
type ValueRow = Pick<Valuation, "valuedOn" | "valueCents" | "tier"> & { caskId: string };

/**
 * Every cask that was sold or bought back, those that lost included, the latest first. `netCents`: less what a stake cost and the joining
 * fee, as if that was paid for one stake alone. Of values every one that was published before the sale, even if it was corrected later.
 */
export function readExits(db: Database) {
  const work = together({
    joiningFeeCents: readJoiningFee(db),
    exits: rows(exitsQuery(db)),
    values: rows(valuesQuery(db)),
  });
  return mapWork(work, ({ joiningFeeCents, exits, values }) => ({
    joiningFeeCents,
    exits: exits.map((exit) => ({
      ...exit,
      netCents: exit.netPerStakeCents - exit.boughtAtCents - joiningFeeCents,
      values: values.filter(({ caskId }) => caskId === exit.caskId).map(({ caskId: _, ...value }) => value),
    })),
  }));
}

/** As of now: an end reveals no count of today. Says nothing of people. One round trip. */
export async function listExits({ db, nowMs }: { db: Database; nowMs: () => number }) {
  const list = mapWork(
    together({ exits: readExits(db), record: readValueRecord(db), resales: rows(resalesQuery(db)) }),
    ({ exits, ...others }) => ({ ...exits, ...others }),
  );
  return { day: dateOf(nowMs()), ...(await runWork(db, list)) };
}

/** `lost`: a stake brought less than was paid for it. */
export const countExits = (exits: readonly (Pick<ExitRow, "kind"> & { netCents: number })[]) => ({
  ended: exits.length,
  sales: exits.filter(({ kind }) => kind === "sale").length,
  lost: exits.filter(({ netCents }) => netCents < 0).length,
});

const ended = sql`confirmed_at_ms > 0 AND cask_exits.state IN ('confirmed', 'done')`;

const exitsQuery = (db: Database) =>
  db.all<ExitRow>(sql`SELECT cask_id AS caskId, name AS caskName, cask_exits.kind,
      buyer_kind AS buyerKind, launches_on AS launchedOn, sold_on AS soldOn, gross_cents AS grossCents, fees_cents AS feesCents,
      stakes, cost_per_stake_cents AS boughtAtCents, net_per_stake_cents AS netPerStakeCents
    FROM cask_exits JOIN casks ON casks.id = cask_id WHERE ${ended} ORDER BY sold_on DESC, cask_id`);

const valuesQuery = (db: Database) =>
  db.all<ValueRow>(sql`SELECT valuations.cask_id AS caskId,
      valued_on AS valuedOn, value_cents AS valueCents, tier
    FROM cask_exits CROSS JOIN valuations ON valuations.cask_id = cask_exits.cask_id AND valued_on < sold_on
    WHERE ${ended} ORDER BY valued_on, valuations.created_at_ms, valuations.id`);

const MOST = 500;

/** `valuedCents`: the last valuation when it was offered. */
type ResaleRow = { caskName: string; soldOn: CalendarDate; valuedCents: number | null } & Record<
  "priceCents" | "feeCents",
  number
>;

const resalesQuery = (db: Database) =>
  db.all<ResaleRow>(sql`SELECT casks.name AS caskName, date(sold_at_ms / 1000, 'unixepoch') AS soldOn,
      price_cents AS priceCents, valued_cents AS valuedCents, 2 * fee_cents AS feeCents
    FROM offers JOIN casks ON casks.id = offers.cask_id WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL
    ORDER BY sold_at_ms DESC, offers.id LIMIT ${MOST}`);

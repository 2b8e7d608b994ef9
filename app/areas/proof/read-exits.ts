import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, runWork, together, type Work } from "~/db/work";
import type { BUYER_KINDS, EXIT_KINDS } from "~/db/schema/names";
import type { Counts } from "~/domain/bids/count-votes";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { drawOutcomes, type Outcome } from "~/domain/pictures/value-outcomes";
import { latestValuation, type Valuation } from "~/domain/returns";
import { type StakeResult, stakeResult } from "~/domain/stake-result";
import { isJudged, type JudgedValue, recordOf } from "~/domain/value-record";
import { advancedOn } from "~/areas/casks/exits/advances";
import { isCounted } from "~/areas/casks/cask-conditions";
import { readJoiningFee } from "~/core/settings/joining-fee";

// Every cask that was sold or bought back, those that lost included. Says nothing of people.

export type ProvedExit = {
  caskId: string;
  caskName: string;
  kind: (typeof EXIT_KINDS)[number];
  buyerKind: (typeof BUYER_KINDS)[number];
  soldOn: CalendarDate;
  /** When every holder had been credited; null: not yet. */
  creditedOn: CalendarDate | null;
  grossCents: number;
  feesCents: number;
  stakes: number;
  netPerStakeCents: number;
  /** Returns paid or asked for before on its stakes, and how much of that the sale made good. */
  advancedCents: number;
  takenOffCents: number;
  /** Of the holders on the bid it was sold at, in stakes; null: they were not asked. */
  vote: Counts | null;
  boughtAtCents: number;
  /** The latest valuation before it ended; null: there was none. */
  valuedBefore: { valuedOn: CalendarDate; valueCents: number; tier: Valuation["tier"] } | null;
  /** Every value that was published of it before, corrected later or not; the earliest first. */
  values: Pick<Valuation, "valuedOn" | "valueCents" | "tier">[];
  /** Of a stake bought first, bought last, and in the middle of all; null: nobody had bought one. */
  held: { longest: StakeResult; middle: StakeResult; shortest: StakeResult } | null;
};

/** A stake that one investor sold to another. */
export type ProvedResale = {
  caskId: string;
  caskName: string;
  soldOn: CalendarDate;
  priceCents: number;
  /** The last valuation when it was offered; null: there was none. */
  valuedCents: number | null;
  /** Fee of seller and buyer together. */
  feeCents: number;
};

/** `resales`: no more than a page shows. */
export type ExitList = { joiningFeeCents: number; exits: ProvedExit[]; resales: ProvedResale[] };

/** The latest first. */
export function readExits(db: Database): Work<ExitList> {
  const ids = sql`(SELECT id FROM cask_exits WHERE confirmed_at_ms > 0 AND state IN ('confirmed', 'done'))`;
  const work = together({
    joiningFeeCents: readJoiningFee(db),
    exits: rows(exitsQuery(db, ids)),
    bought: rows(boughtQuery(db, ids)),
    advances: rows(advancesQuery(db, ids)),
    valuations: rows(valuationsQuery(db, ids)),
    resales: readResales(db),
  });
  return mapWork(work, ({ joiningFeeCents, exits, bought, advances, valuations: known, resales }) => ({
    ...{ joiningFeeCents, resales },
    exits: exits.map(({ exitId, endedAtMs, state, issued, accepted, declined, ...exit }) => {
      const days = bought.find((one) => one.exitId === exitId);
      const { advancedCents = 0, takenOffCents = 0 } = advances.find((one) => one.exitId === exitId) ?? {};
      const own = known.filter(({ caskId }) => caskId === exit.caskId);
      const valued = latestValuation(
        own.filter(({ counted }) => counted === 1),
        exit.soldOn,
      );
      const result = (boughtAtMs: number) =>
        stakeResult({
          priceCents: exit.boughtAtCents,
          joiningFeeCents,
          netPerStakeCents: exit.netPerStakeCents,
          boughtOn: dateOf(boughtAtMs),
          soldOn: exit.soldOn,
        });
      return {
        ...exit,
        ...{ advancedCents, takenOffCents },
        vote: issued === null || accepted === null || declined === null ? null : { issued, accepted, declined },
        creditedOn: state === "done" && endedAtMs !== null ? dateOf(endedAtMs) : null,
        valuedBefore: valued && { valuedOn: valued.valuedOn, valueCents: valued.valueCents, tier: valued.tier },
        values: own
          .filter(({ valuedOn }) => valuedOn < exit.soldOn)
          .map(({ valuedOn, valueCents, tier }) => ({ valuedOn, valueCents, tier })),
        held: days ? { longest: result(days.first), middle: result(days.middle), shortest: result(days.last) } : null,
      };
    }),
  }));
}

/** As of now: an end reveals no count of today. One round trip. */
export async function listExits({ db, nowMs }: { db: Database; nowMs: () => number }) {
  return { day: dateOf(nowMs()), ...(await runWork(db, readExits(db))) };
}

/** How right the values of ended casks were: their record, and the last value of each cask beside what a stake brought. */
export function judgeExits(exits: readonly ProvedExit[]) {
  const outcomes = exits.flatMap((exit): (Outcome & { caskName: string })[] => {
    const last = judgedValues(exit).findLast(isJudged);
    const { caskId, caskName } = exit;
    return last
      ? [{ ...{ caskId, caskName, tier: last.tier, valueCents: last.valueCents, netCents: last.netCents } }]
      : [];
  });
  return {
    record: recordOf(exits.flatMap(judgedValues)),
    judged: outcomes.length,
    outcomes,
    picture: drawOutcomes(outcomes),
  };
}

export type JudgedExits = ReturnType<typeof judgeExits>;

/** Its values beside what a stake brought. */
const judgedValues = ({ values, soldOn, netPerStakeCents }: ProvedExit): JudgedValue[] =>
  values.map((value) => ({ ...value, soldOn, netCents: netPerStakeCents }));

const MOST_RESALES = 500;

/** Stakes that investors sold to each other, and whose sale stands, the latest first. Says nothing of people. */
const readResales = (db: Database): Work<ProvedResale[]> =>
  rows(
    db.all<ProvedResale>(sql`SELECT casks.id AS caskId, casks.name AS caskName, date(sold_at_ms / 1000, 'unixepoch') AS soldOn,
      price_cents AS priceCents, valued_cents AS valuedCents, 2 * fee_cents AS feeCents
    FROM offers JOIN casks ON casks.id = offers.cask_id WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL
    ORDER BY sold_at_ms DESC, offers.id LIMIT ${MOST_RESALES}`),
  );

type ExitRow = Omit<
  ProvedExit,
  "advancedCents" | "creditedOn" | "held" | "takenOffCents" | "valuedBefore" | "values" | "vote"
> & { [field in keyof Counts]: number | null } & { exitId: string; state: string; endedAtMs: number | null };

const exitsQuery = (db: Database, ids: SQL) =>
  db.all<ExitRow>(sql`SELECT cask_exits.id AS exitId, cask_exits.cask_id AS caskId, name AS caskName, cask_exits.kind,
      buyer_kind AS buyerKind, sold_on AS soldOn, cask_exits.gross_cents AS grossCents, cask_exits.fees_cents AS feesCents,
      cask_exits.stakes, cask_exits.net_per_stake_cents AS netPerStakeCents, cost_per_stake_cents AS boughtAtCents,
      cask_exits.state, ended_at_ms AS endedAtMs, issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined
    FROM cask_exits JOIN casks ON casks.id = cask_exits.cask_id LEFT JOIN bids ON bids.id = bid_id
    WHERE cask_exits.id IN ${ids} ORDER BY sold_on DESC, cask_exits.cask_id`);

/** When its stakes were bought: the first, the last and the one in the middle. What was taken back before is not counted. */
const boughtQuery = (db: Database, ids: SQL) =>
  db.all<{
    exitId: string;
    first: number;
    middle: number;
    last: number;
  }>(sql`SELECT exitId, min(at) AS first, max(at) AS last,
      max(CASE WHEN place = (many + 1) / 2 THEN at END) AS middle
    FROM (SELECT cask_exits.id AS exitId, stakes.purchased_at_ms AS at, count(*) OVER (PARTITION BY cask_exits.id) AS many,
        row_number() OVER (PARTITION BY cask_exits.id ORDER BY stakes.purchased_at_ms) AS place
      FROM cask_exits JOIN stakes ON stakes.cask_id = cask_exits.cask_id
      WHERE cask_exits.id IN ${ids} AND (stakes.exit_id = cask_exits.id OR stakes.state <> 'ended')) AS held
    GROUP BY exitId`);

/** Of all stakes of each cask together. A stake that waits for the end of its dispute counts with those that were credited. */
const advancesQuery = (db: Database, ids: SQL) =>
  db.all<{
    exitId: string;
    advancedCents: number;
    takenOffCents: number;
  }>(sql`SELECT exitId, sum(advanced) AS advancedCents,
      sum(min(advanced, net)) AS takenOffCents
    FROM (SELECT cask_exits.id AS exitId, cask_exits.net_per_stake_cents AS net, ${advancedOn(sql`stakes.id`)} AS advanced
      FROM cask_exits JOIN stakes ON stakes.cask_id = cask_exits.cask_id
      WHERE cask_exits.id IN ${ids} AND (stakes.exit_id = cask_exits.id OR stakes.state <> 'ended')) AS held
    GROUP BY exitId`);

const valuationsQuery = (db: Database, ids: SQL) =>
  db.all<ProvedExit["values"][number] & { caskId: string; counted: 0 | 1 }>(sql`SELECT cask_id AS caskId,
      valued_on AS valuedOn, value_cents AS valueCents, tier, iif(${isCounted}, 1, 0) AS counted
    FROM valuations WHERE cask_id IN (SELECT cask_id FROM cask_exits WHERE id IN ${ids}) ORDER BY valued_on, created_at_ms, id`);

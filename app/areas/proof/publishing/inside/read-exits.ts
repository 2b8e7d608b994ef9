import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/bids";
import { caskExits } from "~/db/schema/cask-exits";
import { casks, valuations } from "~/db/schema/casks";
import { rows, together, type Work, mapWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { latestValuation } from "~/domain/returns";
import { stakeResult } from "~/domain/stake-result";
import { advancedOn } from "~/areas/casks/exits/advances";
import { isCounted } from "~/areas/casks/counted-valuations";
import { readJoiningFee } from "~/core/settings/joining-fee";
import type { ProvedExit } from "../proof-files";

// Every cask that was sold or bought back, those that lost included. Says nothing of people.

type ExitFigures = { joiningFeeCents: number; exits: (ProvedExit & { confirmedAtMs: number })[] };

/** In the order in which they were confirmed. @param which of `cask_exits` */
export function readExits(db: Database, which: SQL, most: number): Work<ExitFigures> {
  const ids = sql`(SELECT id FROM cask_exits WHERE ${which} AND confirmed_at_ms IS NOT NULL ORDER BY confirmed_at_ms, cask_id LIMIT ${most})`;
  const work = together({
    joiningFeeCents: readJoiningFee(db),
    exits: rows(exitsQuery(db, ids)),
    bought: rows(boughtQuery(db, ids)),
    advances: rows(advancesQuery(db, ids)),
    valuations: rows(valuationsQuery(db, ids)),
  });
  return mapWork(work, ({ joiningFeeCents, exits, bought, advances, valuations: known }) => ({
    joiningFeeCents,
    exits: exits.map(({ exitId, endedAtMs, issued, accepted, declined, ...exit }) => {
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
        confirmedAtMs: exit.confirmedAtMs ?? 0,
        creditedOn: exit.state === "done" && endedAtMs !== null ? dateOf(endedAtMs) : null,
        valuedBefore: valued && { valuedOn: valued.valuedOn, valueCents: valued.valueCents, tier: valued.tier },
        values: own
          .filter(({ valuedOn }) => valuedOn < exit.soldOn)
          .map(({ valuedOn, valueCents, tier }) => ({ valuedOn, valueCents, tier })),
        held: days ? { longest: result(days.first), middle: result(days.middle), shortest: result(days.last) } : null,
      };
    }),
  }));
}

const exitsQuery = (db: Database, ids: SQL) =>
  db
    .select({
      exitId: caskExits.id,
      caskId: caskExits.caskId,
      caskName: casks.name,
      kind: caskExits.kind,
      buyerKind: caskExits.buyerKind,
      soldOn: caskExits.soldOn,
      grossCents: caskExits.grossCents,
      feesCents: caskExits.feesCents,
      stakes: caskExits.stakes,
      netPerStakeCents: caskExits.netPerStakeCents,
      boughtAtCents: casks.costPerStakeCents,
      state: caskExits.state,
      confirmedAtMs: caskExits.confirmedAtMs,
      endedAtMs: caskExits.endedAtMs,
      issued: bids.issuedStakes,
      accepted: bids.acceptedStakes,
      declined: bids.declinedStakes,
    })
    .from(caskExits)
    .innerJoin(casks, eq(casks.id, caskExits.caskId))
    .leftJoin(bids, eq(bids.id, caskExits.bidId))
    .where(and(inArray(caskExits.id, ids), inArray(caskExits.state, ["confirmed", "done"])))
    .orderBy(asc(caskExits.confirmedAtMs), asc(caskExits.caskId));

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
  db
    .select({
      caskId: valuations.caskId,
      valuedOn: valuations.valuedOn,
      valueCents: valuations.valueCents,
      tier: valuations.tier,
      counted: sql<0 | 1>`iif(${isCounted}, 1, 0)`.as("counted"),
    })
    .from(valuations)
    .where(sql`${valuations.caskId} IN (SELECT cask_id FROM cask_exits WHERE id IN ${ids})`)
    .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id));

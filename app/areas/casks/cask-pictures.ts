import { asc, eq, inArray, sql } from "drizzle-orm";
import { STAKES_PATH, stakePath } from "~/content/page-paths";
import type { Database } from "~/db/client";

import { casks, gauges } from "~/db/schema/casks";
import { caskExits } from "~/db/schema/market";
import { stakes } from "~/db/schema/stakes";
import { type ResultOf, row, rows, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { availableStakes, caskStage } from "~/domain/cask-stage";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import type { CaskPictures } from "~/domain/pictures/cask-pictures";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { advancedOn } from "~/core/ledger/advances";
import type { ViewerNow } from "~/core/session/viewer";
import type { Cask } from "./cask-view";

const MOST = 200;

export function readCaskFacts(db: Database, { caskId, userId }: { caskId: string; userId: string }) {
  const own = sql`${stakes.userId} = ${userId} AND +${stakes.caskId} = ${caskId}
    AND (${stakes.state} = 'active' OR ${stakes.exitId} IS NOT NULL)`;
  return together({
    own: rows(
      db
        .select({
          stakeId: stakes.id,
          number: stakes.number,
          advancedCents: advancedOn(sql`${stakes.id}`).as("advanced"),
        })
        .from(stakes)
        .where(own)
        .orderBy(asc(stakes.purchasedAtMs), asc(stakes.number))
        .limit(MOST),
    ),
    gauges: rows(
      db
        .select({ gaugedOn: gauges.gaugedOn, loaDecilitres: gauges.loaDecilitres, abvTenths: gauges.abvTenths })
        .from(gauges)
        .where(eq(gauges.caskId, caskId))
        .orderBy(asc(gauges.gaugedOn), asc(gauges.createdAtMs))
        .limit(MOST),
    ),
    exit: row(
      db
        .select({
          soldOn: caskExits.soldOn,
          grossCents: caskExits.grossCents,
          feesCents: caskExits.feesCents,
          stakes: caskExits.stakes,
          netPerStakeCents: caskExits.netPerStakeCents,
          remainderCents: caskExits.remainderCents,
        })
        .from(caskExits)
        .innerJoin(casks, eq(casks.id, caskExits.caskId))
        .where(sql`${eq(caskExits.caskId, caskId)} AND ${inArray(caskExits.state, ["confirmed", "done"])}`),
    ),
  });
}

export type CaskFactRows = ResultOf<ReturnType<typeof readCaskFacts>>;

const NO_FACTS: CaskFactRows = { own: [], gauges: [], exit: undefined };

export function caskPictures(cask: Cask, viewer: ViewerNow, facts: CaskFactRows = NO_FACTS): CaskPictures {
  if (!viewer.activated) {
    return { band: drawCaskBand(cask.caskType, null), bandStakes: null, ownHref: null, angels: null, sale: null };
  }
  const { own, gauges: measured, exit } = facts;
  const isOffered = ["open", "upcoming"].includes(caskStage(cask, dateOf(viewer.nowMs)));
  const bandStakes = {
    total: cask.totalStakes,
    sold: cask.soldStakes,
    free: isOffered ? availableStakes(cask) : null,
    own: own.map(({ number }) => number),
  };
  return {
    band: drawCaskBand(cask.caskType, bandStakes),
    bandStakes,
    ownHref: own[0] ? (own.length > 1 ? STAKES_PATH : stakePath(own[0].stakeId)) : null,
    angels: drawAngelsShare({ ...cask, gauges: measured }),
    sale: exit
      ? drawSaleShares({
          ...exit,
          soldStakes: cask.soldStakes,
          ownStakes: own.length,
          ownAdvances: own.map(({ advancedCents }) => advancedCents),
        })
      : null,
  };
}

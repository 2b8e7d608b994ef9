import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits, casks, gauges, valuations } from "~/db/schema/casks";
import { stakes } from "~/db/schema/stakes";
import { row, rows, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { availableStakes, caskStage } from "~/domain/cask-stage";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import type { CaskPictures } from "~/domain/pictures/cask-pictures";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import { advancedOn } from "~/core/ledger/advances";
import { isCounted } from "./cask-conditions";
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
          number: stakes.number,
          priceCents: stakes.priceCents,
          purchasedAtMs: stakes.purchasedAtMs,
          advancedCents: advancedOn(sql`${stakes.id}`).as("advanced"),
        })
        .from(stakes)
        .where(own)
        .orderBy(asc(stakes.purchasedAtMs), asc(stakes.number))
        .limit(MOST),
    ),
    valuations: rows(
      db
        .select({ valuedOn: valuations.valuedOn, valueCents: valuations.valueCents, tier: valuations.tier })
        .from(valuations)
        .where(sql`${valuations.caskId} = ${caskId} AND ${isCounted} AND EXISTS (SELECT 1 FROM stakes WHERE ${own})`)
        .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id))
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

type Read<W> = W extends { read: (...args: never[]) => infer T } ? T : never;
export type CaskFactRows = Read<ReturnType<typeof readCaskFacts>>;

const NO_FACTS: CaskFactRows = { own: [], valuations: [], gauges: [], exit: undefined };

export function caskPictures(cask: Cask, viewer: ViewerNow, facts: CaskFactRows = NO_FACTS): CaskPictures {
  if (!viewer.activated) {
    return { band: drawCaskBand(cask.caskType, null), bandStakes: null, own: null, angels: null, sale: null };
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
    own: ownValue(cask, viewer, facts),
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

function ownValue(cask: Cask, { nowMs }: ViewerNow, { own, valuations: known, exit }: CaskFactRows) {
  const [first] = own;
  if (!first) return null;
  const value = drawStakeValue({
    priceCents: first.priceCents,
    purchasedOn: dateOf(first.purchasedAtMs),
    valuations: known,
    today: dateOf(nowMs),
    sale: exit ? { soldOn: exit.soldOn, cents: exit.netPerStakeCents } : null,
  });
  return { number: first.number, total: cask.totalStakes, more: own.length - 1, value };
}

import { and, asc, gte } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { addDays, dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { rows, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { readJoiningFee } from "~/features/settings/joining-fee";
import type { Cask } from "./cask-view";
import { isPublished } from "./is-published";

/** How long a closed cask stays in the list. */
const SHOWN_AFTER_CLOSE_DAYS = 120;
const LIMIT = 60;

function casksQuery(db: Database, nowMs: number) {
  return db
    .select()
    .from(casks)
    .where(and(isPublished, gte(casks.closesOn, addDays(dateOf(nowMs), -SHOWN_AFTER_CLOSE_DAYS))))
    .orderBy(asc(casks.closesOn))
    .limit(LIMIT);
}

/** The casks on offer, in display order, and the joining fee. */
export async function listCasks({ db }: Pick<Deps, "db">, session: Session) {
  const { viewer, nowMs, result } = await session.read((access) =>
    together({ casks: rows(casksQuery(db, access.nowMs)), feeCents: readJoiningFee(db) }),
  );
  return { viewer, nowMs, casks: orderCasks(result.casks, nowMs), feeCents: result.feeCents };
}

const ORDER = ["open", "upcoming", "sold-out", "closed"] as const;

/** Open casks first, then upcoming ones, then those sold out or closed; within each group the nearest close date first. */
function orderCasks(rows: Cask[], nowMs: number): Cask[] {
  const today = dateOf(nowMs);
  return ORDER.flatMap((stage) => rows.filter((cask) => caskStage(cask, today) === stage));
}

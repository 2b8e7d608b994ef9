import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { addDays, dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { preparedOnce } from "~/db/prepared-once";
import { rows, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { readJoiningFee } from "~/features/settings/joining-fee";
import { watchedCasks } from "~/features/watching/watches";
import type { Cask } from "./cask-view";
import { isPublished } from "./is-published";
import type { ListFilter } from "./list-filter";

/** How long a closed cask stays in the list. */
const SHOWN_AFTER_CLOSE_DAYS = 120;
const MOST_CURRENT = 60;
/** So that casks of the past never take the place of those on offer. */
const MOST_CLOSED = 20;

const queriesOf = (kind: ListFilter["kind"]) => {
  const shown = and(isPublished, kind ? eq(casks.kind, kind) : undefined);
  const current = preparedOnce(["today"], (db, { today }) =>
    db
      .select()
      .from(casks)
      .where(and(shown, gte(casks.closesOn, today)))
      .orderBy(asc(casks.closesOn))
      .limit(MOST_CURRENT),
  );
  const closed = preparedOnce(["today", "from"], (db, { today, from }) =>
    db
      .select()
      .from(casks)
      .where(and(shown, lt(casks.closesOn, today), gte(casks.closesOn, from)))
      .orderBy(desc(casks.closesOn))
      .limit(MOST_CLOSED),
  );
  return { current, closed };
};

const queries = new Map<ListFilter["kind"], ReturnType<typeof queriesOf>>();

function casksWork(db: Database, { kind, nowMs }: { kind: ListFilter["kind"]; nowMs: number }) {
  const { current, closed } = queries.get(kind) ?? queriesOf(kind);
  queries.set(kind, { current, closed });
  const today = dateOf(nowMs);
  const from = addDays(today, -SHOWN_AFTER_CLOSE_DAYS);
  return together({ current: rows(current(db, { today })), closed: rows(closed(db, { today, from })) });
}

const EVERYTHING: ListFilter = { kind: null, sort: "closing" };

/** The casks on offer, in display order, the joining fee, and which of them the viewer watches. One round trip. */
export async function listCasks({ db }: Pick<Deps, "db">, session: Session, filter = EVERYTHING) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      found: casksWork(db, { kind: filter.kind, nowMs }),
      feeCents: readJoiningFee(db),
      watched: watchedCasks(db, userId),
    }),
  );
  const { found, feeCents, watched } = result;
  const order = viewer.activated ? filter.sort : "name";
  return { viewer, nowMs, casks: orderCasks([...found.current, ...found.closed], { order, nowMs }), feeCents, watched };
}

const STAGES = ["open", "upcoming", "sold-out", "closed"] as const;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byClose = (one: Cask, other: Cask) => byText(one.closesOn, other.closesOn);

/** Who may not know prices and dates must not read them off the order either. */
const ORDERS = {
  closing: byClose,
  price: (one: Cask, other: Cask) => one.costPerStakeCents - other.costPerStakeCents || byClose(one, other),
  name: (one: Cask, other: Cask) => byText(one.name, other.name) || byText(one.id, other.id),
};

/** Open casks first, then upcoming ones, then those sold out or closed; in the order asked for within each group. */
function orderCasks(found: Cask[], { order, nowMs }: { order: keyof typeof ORDERS; nowMs: number }): Cask[] {
  const today = dateOf(nowMs);
  const sorted = found.sort(ORDERS[order]);
  return STAGES.flatMap((stage) => sorted.filter((cask) => caskStage(cask, today) === stage));
}

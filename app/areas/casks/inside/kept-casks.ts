import { and, asc, desc, eq, gte, lt, ne } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskColumns, casks, caskList } from "~/db/schema/casks";
import { preparedOnce } from "~/db/prepared-once";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Cask } from "../cask-view";
import { isPublished } from "../is-published";
import type { ListFilter } from "../list-filter";

// The casks that are listed, kept in memory between requests. Every request asks the database for the version of the list, and gets
// the casks themselves only if that is not the one kept. So no one ever sees stale casks, and it is one round trip in any case.

/** How long a closed cask stays in the list. */
const SHOWN_AFTER_CLOSE_DAYS = 120;
const MOST_CURRENT = 60;
/** So that casks of the past never take the place of those on offer. */
const MOST_CLOSED = 20;

type Kind = ListFilter["kind"];
type Kept = { version: string; today: CalendarDate; casks: readonly Readonly<Cask>[] };

const kept = new Map<Kind, Kept>();

/** The casks to list on this day, of one kind or of all, those not closed yet first. */
export function listedCasks(
  db: Database,
  { kind, nowMs }: { kind: Kind; nowMs: number },
): Work<readonly Readonly<Cask>[]> {
  const today = dateOf(nowMs);
  const last = kept.get(kind);
  // Taken now: until the answer is there, another request may have kept a later one.
  const known = last?.today === today ? last : null;
  const work = together({ version: row(versionQuery(db, {})), ...changedCasks(db, { kind, today, known }) });
  return mapWork(work, ({ version: found, current, closed }) => {
    if (!found) throw new Error("the list of casks has no version");
    const isKnown = known?.version === found.version;
    const casks = isKnown ? known.casks : [...current, ...closed].map((cask) => Object.freeze(cask));
    kept.set(kind, { version: found.version, today, casks });
    return casks;
  });
}

const THE_LIST = eq(caskList.id, 1);

const versionQuery = preparedOnce([], (db) => db.select({ version: caskList.version }).from(caskList).where(THE_LIST));

type CaskQuery = { kind: Kind; today: CalendarDate; known: Kept | null };

/** No rows if the version is the known one: its row is read first, and then none of a cask. */
function changedCasks(db: Database, { kind, today, known }: CaskQuery) {
  const { current, closed } = queries.get(kind) ?? queriesOf(kind);
  queries.set(kind, { current, closed });
  const values = { today, known: known?.version ?? "", from: addDays(today, -SHOWN_AFTER_CLOSE_DAYS) };
  return { current: rows(current(db, values)), closed: rows(closed(db, values)) };
}

const queries = new Map<Kind, ReturnType<typeof queriesOf>>();

function queriesOf(kind: Kind) {
  const ofKind = and(isPublished, kind ? eq(casks.kind, kind) : undefined);
  const found = (db: Database) => db.select(caskColumns).from(caskList).crossJoin(casks);
  const current = preparedOnce(["known", "today"], (db, { known, today }) =>
    found(db)
      .where(and(THE_LIST, ne(caskList.version, known), ofKind, gte(casks.closesOn, today)))
      .orderBy(asc(casks.closesOn))
      .limit(MOST_CURRENT),
  );
  const closed = preparedOnce(["known", "today", "from"], (db, { known, today, from }) =>
    found(db)
      .where(and(THE_LIST, ne(caskList.version, known), ofKind, lt(casks.closesOn, today), gte(casks.closesOn, from)))
      .orderBy(desc(casks.closesOn))
      .limit(MOST_CLOSED),
  );
  return { current, closed };
}

/** As a Worker that has just started. */
export const forgetKeptCasks = () => kept.clear();

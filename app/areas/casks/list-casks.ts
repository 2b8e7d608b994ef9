import { and, asc, desc, gte, lt, type Placeholder, sql } from "drizzle-orm";
import * as z from "zod";
import type { Cask } from "./cask-view";
import { isPublished } from "./cask-conditions";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { caskColumns, casks } from "~/db/schema/casks";
import { CASK_KINDS } from "~/db/schema/names";
import { mapWork, rows, together, type Work } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";

type Kind = (typeof CASK_KINDS)[number] | null;

/** A value that is not on the list counts as not asked for. */
export const readKind = (query: URLSearchParams): Kind =>
  z.enum(CASK_KINDS).nullable().catch(null).parse(query.get("kind"));

const SHOWN_AFTER_CLOSE_DAYS = 120;
const MOST_CURRENT = 60;
/** So that casks of the past never take the place of those for sale. */
const MOST_CLOSED = 20;

export async function listCasks({ db }: Deps, session: Session, kind: Kind = null) {
  const { viewer, nowMs, result } = await session.read(({ nowMs }) =>
    together({ found: listedCasks(db, { kind, nowMs }), feeCents: readJoiningFee(db) }),
  );
  const { found, feeCents } = result;
  return { viewer, nowMs, casks: orderCasks(found, { isByDate: viewer.activated, nowMs }), feeCents };
}

type Casks = readonly Readonly<Cask>[];

function listedCasks(db: Database, { kind, nowMs }: { kind: Kind; nowMs: number }): Work<Casks> {
  const today = dateOf(nowMs);
  const from = addDays(today, -SHOWN_AFTER_CLOSE_DAYS);
  const found = together({
    current: rows(currentQuery(db, { kind, today })),
    closed: rows(closedQuery(db, { kind, today, from })),
  });
  return mapWork(found, (of) => [...of.current, ...of.closed]);
}

const isListed = (kind: Placeholder) => sql`${isPublished} AND (${kind} IS NULL OR casks.kind = ${kind})`;

const currentQuery = preparedOnce(["kind", "today"], (db, { kind, today }) =>
  db
    .select(caskColumns)
    .from(casks)
    .where(and(isListed(kind), gte(casks.closesOn, today)))
    .orderBy(asc(casks.closesOn))
    .limit(MOST_CURRENT),
);

const closedQuery = preparedOnce(["kind", "today", "from"], (db, { kind, today, from }) =>
  db
    .select(caskColumns)
    .from(casks)
    .where(and(isListed(kind), lt(casks.closesOn, today), gte(casks.closesOn, from)))
    .orderBy(desc(casks.closesOn))
    .limit(MOST_CLOSED),
);

const STAGES = ["open", "upcoming", "sold-out", "closed", "ended"] as const;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** By close date; viewers who may not know dates must not read them off the order either, and get them by name. */
function orderCasks(found: Casks, { isByDate, nowMs }: { isByDate: boolean; nowMs: number }): Casks {
  const today = dateOf(nowMs);
  const placed = found.map((cask) => ({ cask, stage: STAGES.indexOf(caskStage(cask, today)) }));
  const order = ({ closesOn, name, id }: Cask) => (isByDate ? closesOn : `${name} ${id}`);
  placed.sort((one, other) => one.stage - other.stage || byText(order(one.cask), order(other.cask)));
  return placed.map(({ cask }) => cask);
}

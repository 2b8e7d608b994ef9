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

export type ListFilter = { kind: (typeof CASK_KINDS)[number] | null; sort: "closing" | "price" };

const schema = z.object({
  kind: z.enum(CASK_KINDS).nullable().catch(null),
  sort: z.enum(["closing", "price"]).catch("closing"),
});

/** A value that is not on a list counts as not asked for. */
export function readListFilter(fields: URLSearchParams | FormData): ListFilter {
  return schema.parse({ kind: fields.get("kind"), sort: fields.get("sort") });
}

const SHOWN_AFTER_CLOSE_DAYS = 120;
const MOST_CURRENT = 60;
/** So that casks of the past never take the place of those for sale. */
const MOST_CLOSED = 20;

const EVERYTHING: ListFilter = { kind: null, sort: "closing" };

export async function listCasks({ db }: Deps, session: Session, filter = EVERYTHING) {
  const { viewer, nowMs, result } = await session.read(({ nowMs }) =>
    together({ found: listedCasks(db, { kind: filter.kind, nowMs }), feeCents: readJoiningFee(db) }),
  );
  const { found, feeCents } = result;
  const order = viewer.activated ? filter.sort : "name";
  return { viewer, nowMs, casks: orderCasks(found, { order, nowMs }), feeCents };
}

type Casks = readonly Readonly<Cask>[];

function listedCasks(db: Database, { kind, nowMs }: { kind: ListFilter["kind"]; nowMs: number }): Work<Casks> {
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
const byClose = (one: Cask, other: Cask) => byText(one.closesOn, other.closesOn);

/** Viewers who may not know prices and dates must not read them off the order either. */
const ORDERS = {
  closing: byClose,
  price: (one: Cask, other: Cask) => one.costPerStakeCents - other.costPerStakeCents || byClose(one, other),
  name: (one: Cask, other: Cask) => byText(one.name, other.name) || byText(one.id, other.id),
};

function orderCasks(found: Casks, { order, nowMs }: { order: keyof typeof ORDERS; nowMs: number }): Casks {
  const today = dateOf(nowMs);
  const placed = found.map((cask) => ({ cask, stage: STAGES.indexOf(caskStage(cask, today)) }));
  placed.sort((one, other) => one.stage - other.stage || ORDERS[order](one.cask, other.cask));
  return placed.map(({ cask }) => cask);
}

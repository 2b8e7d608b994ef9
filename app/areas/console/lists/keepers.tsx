import { sql } from "drizzle-orm";
import { keeperConsoleTexts as texts } from "~/content/keeper-texts";
import { sectionHref } from "~/content/console-sections";
import { mapWork, rows } from "~/db/work";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { lateSince } from "~/domain/keepers/confirmed";
import { cutPage, PAGE_ROWS, UnreadablePosition } from "~/core/lists/keyset-page";
import { Badge } from "~/ui/badge";
import { RowLink } from "~/ui/console/row-link";
import { defineList } from "./define-list";

type ListedKeeper = {
  id: string;
  warehouse: string;
  lastOn: string | null;
  hasKey: 0 | 1;
  casks: number;
  confirmed: number;
  /** Never later than the day the keeper was registered: a new one is given the same time. */
  isLate: 0 | 1;
};

const HREF = sectionHref("keepers");

/** By their short names. */
export const keepers = defineList({
  section: "keepers",
  filters: { state: { label: texts.columns.state, choices: { all: texts.all, late: texts.onlyLate } } },
  position: (typed) => {
    if (typed !== null && !/^[a-z0-9-]{3,40}$/.test(typed)) throw new UnreadablePosition();
    return typed;
  },
  query: (db, { filter: { state }, after, nowMs, pageRows = PAGE_ROWS }) => {
    const last = sql`(SELECT max(stated_on) FROM keeper_statements WHERE keeper_id = keepers.id)`;
    const since = lateSince(dateOf(nowMs));
    const late = sql`coalesce(${last}, date(created_at_ms / 1000, 'unixepoch')) < ${since}`;
    const own = sql`FROM casks WHERE casks.warehouse = keepers.warehouse AND casks.state = 'published' AND casks.ended_on IS NULL`;
    const query = db.all<ListedKeeper>(sql`SELECT id, warehouse, ${late} AS isLate, ${last} AS lastOn,
        EXISTS (SELECT 1 FROM keeper_keys WHERE keeper_id = keepers.id AND retired_at_ms IS NULL) AS hasKey,
        (SELECT count(*) ${own}) AS casks, (SELECT count(*) ${own} AND casks.absent_on IS NULL AND casks.confirmed_on >= ${since}) AS confirmed
      FROM keepers WHERE id > ${after ?? ""} AND ${state === "late" ? late : sql`true`} ORDER BY id LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, ({ id }) => id));
  },
  columns: () => [
    { label: texts.columns.keeper, cell: (one) => <RowLink href={`${HREF}/${one.id}`}>{one.id}</RowLink> },
    { label: texts.columns.warehouse, cell: (one) => one.warehouse },
    { label: texts.columns.last, cell: (one) => (one.lastOn === null ? texts.never : formatDate(one.lastOn)) },
    { label: texts.columns.casks, right: true, cell: (one) => texts.ofCasks(one.confirmed, one.casks) },
    { label: texts.columns.state, isState: true, cell: (one) => <KeeperState keeper={one} /> },
  ],
  draw: ({ children, filters, table, links }) => (
    <>
      <p className="max-w-160 text-peat-60">{texts.lead}</p>
      {filters}
      {table}
      {links}
      {children}
    </>
  ),
  csv: {
    keeper: (one) => one.id,
    warehouse: (one) => one.warehouse,
    last_statement_on: (one) => one.lastOn,
    has_key: (one) => (one.hasKey === 1 ? "yes" : "no"),
    casks: (one) => one.casks,
    casks_confirmed: (one) => one.confirmed,
  },
});

function KeeperState({ keeper }: { keeper: ListedKeeper }) {
  if (keeper.hasKey === 0) return <Badge>{texts.noKey}</Badge>;
  return keeper.isLate === 1 ? <Badge tone="error">{texts.late}</Badge> : <Badge tone="gain">{texts.inTime}</Badge>;
}

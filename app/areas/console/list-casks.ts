import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskStanding } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";
import { cutPage, PAGE_ROWS, UnreadablePosition } from "~/core/lists/keyset-page";

// Every cask with its stock and value: drafts, published, withdrawn, sold; within each the latest close date first. Those on offer
// alone are listed with the next close date first, because that is what runs out.

/** As the index orders them: the place in this list, from one. */
const STANDINGS = ["sold", "withdrawn", "published", "draft"] as const;
export type CaskStanding = (typeof STANDINGS)[number];
export type CaskFilter = CaskStanding | "all" | "closed";

export const caskStandingOf = (cask: { state: "draft" | "published" | "withdrawn"; endedOn: string | null }) =>
  cask.endedOn === null ? cask.state : "sold";

export type ListedCask = {
  id: string;
  name: string;
  rank: number;
  standing: CaskStanding;
  closesOn: CalendarDate;
  endedOn: CalendarDate | null;
  costCents: number;
  total: number;
  sold: number;
  reserved: number;
  /** The latest valuation that counts, of tier 'issue' while there is no other; null: never published. */
  valueCents: number | null;
  valuedOn: CalendarDate | null;
  tier: "issue" | "measured" | "modelled" | "opinion" | null;
};

/** More are never on offer at a time. */
const MOST_ON_OFFER = 30;

type Counts = Record<Exclude<CaskFilter, "all">, number>;
type CaskList = { rows: ListedCask[]; next: string | null; counts: Counts };
type AfterCask = { rank: number; closesOn: string; id: string };

/** Where a page begins: after this standing, close date and id. @throws UnreadablePosition */
export function readAfterCask(text: string | null): AfterCask | null {
  if (text === null) return null;
  const [, rank, closesOn, id] = /^([1-4])\.(\d{4}-\d\d-\d\d)\.(.+)$/s.exec(text) ?? [];
  if (!rank || !closesOn || !id) throw new UnreadablePosition();
  return { rank: Number(rank), closesOn, id };
}

type CaskListPage = { filter: CaskFilter; after: AfterCask | null; today: CalendarDate; pageRows?: number };

export function listEveryCask(db: Database, asked: CaskListPage): Work<CaskList> {
  const { filter, today, pageRows = PAGE_ROWS } = asked;
  // The highest first: a part is begun only when those before it do not fill the page.
  const parts = [...standingsOf(filter)]
    .reverse()
    .filter((standing) => !asked.after || rankOf(standing) <= asked.after.rank);
  const page = sql.join(
    parts.map((standing) => pagePart(standing, asked)),
    sql` UNION ALL `,
  );
  const latest = (place: number) => sql`json_extract(casks.counted_values, ${`$[#-1][${place}]`})`;
  const query = db.all<Omit<ListedCask, "standing">>(sql`SELECT casks.id, casks.name, page.rank,
      casks.closes_on AS closesOn, ended_on AS endedOn, cost_per_stake_cents AS costCents, total_stakes AS total,
      sold_stakes AS sold, reserved_stakes AS reserved, ${latest(1)} AS valueCents, ${latest(0)} AS valuedOn, ${latest(2)} AS tier
    FROM (${page} LIMIT ${pageRows + 1}) AS page CROSS JOIN casks ON casks.id = page.id`);
  return mapWork(together({ casks: rows(query), counts: countCasks(db, today) }), ({ casks, counts }) => {
    const page = cutPage(inOrder(casks, filter), pageRows, (last) => `${last.rank}.${last.closesOn}.${last.id}`);
    return {
      ...page,
      rows: page.rows.map((cask) => ({ ...cask, standing: STANDINGS[cask.rank - 1] ?? "draft" })),
      counts,
    };
  });
}

/** As they are listed: the database reads them so, but does not promise it. */
function inOrder<Row extends Pick<ListedCask, "rank" | "closesOn" | "id">>(
  casks: readonly Row[],
  filter: CaskFilter,
): Row[] {
  const sign = filter === "published" ? 1 : -1;
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return [...casks].sort(
    (one, other) =>
      other.rank - one.rank || sign * (compare(one.closesOn, other.closesOn) || compare(one.id, other.id)),
  );
}

/** A page's worth of one standing, so that no more is read however many casks there are. */
function pagePart(standing: CaskStanding, { filter, after, today, pageRows = PAGE_ROWS }: CaskListPage): SQL {
  const [order, further] = filter === "published" ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const begins = after?.rank === rankOf(standing);
  const from = begins ? sql`AND (closes_on, id) ${further} (${after.closesOn}, ${after.id})` : sql``;
  return sql`SELECT * FROM (SELECT id, ${sql.raw(String(rankOf(standing)))} AS rank FROM casks INDEXED BY casks_by_standing
    WHERE ${isOf(filter === "all" ? standing : filter, today, filter === "all")} ${from}
    ORDER BY closes_on ${order}, id ${order} LIMIT ${pageRows + 1})`;
}

const rankOf = (standing: CaskStanding) => STANDINGS.indexOf(standing) + 1;

function standingsOf(filter: CaskFilter): readonly CaskStanding[] {
  if (filter === "all") return STANDINGS;
  return [filter === "closed" ? "published" : filter];
}

/** @param whole published casks whether they are still on offer or not */
function isOf(filter: Exclude<CaskFilter, "all">, today: CalendarDate, whole = false): SQL {
  const stands = sql`${caskStanding} = ${sql.raw(String(rankOf(filter === "closed" ? "published" : filter)))}`;
  if (whole) return stands;
  if (filter === "published") return sql`${stands} AND closes_on >= ${today}`;
  return filter === "closed" ? sql`${stands} AND closes_on < ${today}` : stands;
}

/** Triggers keep how many there are of each standing; those on offer are counted, as far as the console counts. */
function countCasks(db: Database, today: CalendarDate): Work<Counts> {
  const query = db.all<
    Counts & { offered: number }
  >(sql`SELECT drafts AS draft, withdrawn, sold, tallies.published AS published,
    (SELECT count(*) FROM (SELECT 1 FROM casks INDEXED BY casks_by_standing WHERE ${isOf("published", today)} LIMIT ${MOST_ON_OFFER})) AS offered
    FROM tallies`);
  return mapWork(row(query), (found): Counts => {
    if (!found) return { draft: 0, published: 0, closed: 0, withdrawn: 0, sold: 0 };
    const { offered, ...counts } = found;
    return { ...counts, published: offered, closed: counts.published - offered };
  });
}

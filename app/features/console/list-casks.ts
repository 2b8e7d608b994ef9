import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskStanding } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";
import { isCounted } from "~/features/portfolio/counted-valuations";
import { PAGE_ROWS } from "./list-withdrawals";
import { MOST_COUNTED } from "./waiting";

// Every cask with its stock and value: drafts, published, withdrawn, sold; within each the latest close date first. Those on offer
// alone are listed with the next close date first, because that is what runs out.

export const CASK_FILTERS = ["all", "draft", "published", "closed", "withdrawn", "sold"] as const;
export type CaskFilter = (typeof CASK_FILTERS)[number];

/** As the index orders them: the place in this list, from one. */
const STANDINGS = ["sold", "withdrawn", "published", "draft"] as const;
export type CaskStanding = (typeof STANDINGS)[number];

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

type Counts = Record<Exclude<CaskFilter, "all">, number>;
type CaskList = { rows: ListedCask[]; next: string | null; counts: Counts };
type AfterCask = { rank: number; closesOn: string; id: string };

/** Where a page begins: after this standing, close date and id. */
export const readAfterCask = (text: string | null): AfterCask | null => {
  const [, rank, closesOn, id] = /^([1-4])\.(\d{4}-\d\d-\d\d)\.([\w-]{1,60})$/.exec(text ?? "") ?? [];
  return rank && closesOn && id ? { rank: Number(rank), closesOn, id } : null;
};

/** Named, because by the close date alone SQLite would find the published ones of all times, and sort them. */
const inOrder = sql`casks INDEXED BY casks_by_standing`;

type Asked = { filter: CaskFilter; after: AfterCask | null; today: CalendarDate };

export function listEveryCask(db: Database, { filter, after, today }: Asked): Work<CaskList> {
  const order = filter === "published" ? sql`ASC` : sql`DESC`;
  const further = filter === "published" ? sql`>` : sql`<`;
  const from = after
    ? sql`AND (${caskStanding}, closes_on, casks.id) ${further} (${after.rank}, ${after.closesOn}, ${after.id})`
    : sql``;
  const query = db.all<Omit<ListedCask, "standing">>(sql`SELECT casks.id, casks.name, ${caskStanding} AS rank,
      closes_on AS closesOn, ended_on AS endedOn, cost_per_stake_cents AS costCents, total_stakes AS total,
      sold_stakes AS sold, reserved_stakes AS reserved, latest.value_cents AS valueCents, latest.valued_on AS valuedOn, latest.tier
    FROM ${inOrder} LEFT JOIN valuations AS latest ON latest.id = (SELECT id FROM valuations
      WHERE valuations.cask_id = casks.id AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)
    WHERE ${isOf(filter, today)} ${from}
    ORDER BY ${caskStanding} ${order}, closes_on ${order}, casks.id ${order} LIMIT ${PAGE_ROWS + 1}`);
  return mapWork(together({ casks: rows(query), counts: countCasks(db, today) }), ({ casks, counts }) => {
    const shown = casks.slice(0, PAGE_ROWS);
    const last = casks.length > PAGE_ROWS ? shown.at(-1) : undefined;
    return {
      rows: shown.map((cask) => ({ ...cask, standing: STANDINGS[cask.rank - 1] ?? "draft" })),
      next: last ? `${last.rank}.${last.closesOn}.${last.id}` : null,
      counts,
    };
  });
}

function isOf(filter: CaskFilter, today: CalendarDate): SQL {
  const stands = (standing: CaskStanding) => sql`${caskStanding} = ${sql.raw(String(STANDINGS.indexOf(standing) + 1))}`;
  if (filter === "all") return sql`true`;
  if (filter === "published") return sql`${stands("published")} AND closes_on >= ${today}`;
  if (filter === "closed") return sql`${stands("published")} AND closes_on < ${today}`;
  return stands(filter);
}

/** Counting stops where the other counts of the console do. */
function countCasks(db: Database, today: CalendarDate): Work<Counts> {
  const count = (filter: CaskFilter) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${inOrder} WHERE ${isOf(filter, today)} LIMIT ${MOST_COUNTED}))`;
  const query = db.all<Counts>(sql`SELECT ${count("draft")} AS draft, ${count("published")} AS published,
    ${count("closed")} AS closed, ${count("withdrawn")} AS withdrawn, ${count("sold")} AS sold`);
  return mapWork(row(query), (found) => found ?? { draft: 0, published: 0, closed: 0, withdrawn: 0, sold: 0 });
}

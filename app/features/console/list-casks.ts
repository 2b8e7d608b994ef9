import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskStanding } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { isCounted } from "~/features/portfolio/counted-valuations";
import { PAGE_ROWS } from "./list-withdrawals";
import { MOST_COUNTED } from "./waiting";

// Every cask with its stock and value: drafts, on offer, withdrawn, sold; within each the next close date first.

export const CASK_FILTERS = ["all", "draft", "published", "withdrawn", "sold"] as const;
export type CaskFilter = (typeof CASK_FILTERS)[number];
export type CaskStanding = Exclude<CaskFilter, "all">;

const STANDINGS: readonly CaskStanding[] = ["draft", "published", "withdrawn", "sold"];
/** As the index counts them. */
const rankOf = (standing: CaskStanding) => STANDINGS.indexOf(standing) + 1;
export const caskStandingOf = (cask: { state: "draft" | "published" | "withdrawn"; endedOn: string | null }) =>
  cask.endedOn === null ? cask.state : "sold";

export type ListedCask = {
  id: string;
  name: string;
  rank: number;
  standing: CaskStanding;
  caskType: "barrel" | "hogshead" | "butt" | "barrique" | "rum-barrel";
  launchesOn: string;
  closesOn: string;
  endedOn: string | null;
  costCents: number;
  total: number;
  sold: number;
  reserved: number;
  /** The latest valuation that counts, of tier 'issue' while there is no other; null: never published. */
  valueCents: number | null;
  valuedOn: string | null;
  tier: "issue" | "measured" | "modelled" | "opinion" | null;
};

type CaskPage = { rows: ListedCask[]; next: string | null; counts: Record<CaskStanding, number> };
type AfterCask = { rank: number; closesOn: string; id: string };

/** Where a page begins: after this standing, close date and id. */
export const readAfterCask = (text: string | null): AfterCask | null => {
  const [, rank, closesOn, id] = /^([1-4])\.(\d{4}-\d\d-\d\d)\.([\w-]{1,60})$/.exec(text ?? "") ?? [];
  return rank && closesOn && id ? { rank: Number(rank), closesOn, id } : null;
};

export function listEveryCask(
  db: Database,
  { filter, after }: { filter: CaskFilter; after: AfterCask | null },
): Work<CaskPage> {
  const of = filter === "all" ? sql`true` : sql`${caskStanding} = ${sql.raw(String(rankOf(filter)))}`;
  const from = after
    ? sql`AND (${caskStanding}, closes_on, casks.id) > (${after.rank}, ${after.closesOn}, ${after.id})`
    : sql``;
  const query = db.all<
    Omit<ListedCask, "standing">
  >(sql`SELECT casks.id, casks.name, ${caskStanding} AS rank, cask_type AS caskType,
      launches_on AS launchesOn, closes_on AS closesOn, ended_on AS endedOn, cost_per_stake_cents AS costCents, total_stakes AS total,
      sold_stakes AS sold, reserved_stakes AS reserved, latest.value_cents AS valueCents, latest.valued_on AS valuedOn, latest.tier
    FROM casks LEFT JOIN valuations AS latest ON latest.id = (SELECT id FROM valuations
      WHERE valuations.cask_id = casks.id AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)
    WHERE ${of} ${from} ORDER BY ${caskStanding}, closes_on, casks.id LIMIT ${PAGE_ROWS + 1}`);
  return mapWork(together({ casks: rows(query), counts: countCasks(db) }), ({ casks, counts }) => {
    const shown = casks.slice(0, PAGE_ROWS);
    const last = casks.length > PAGE_ROWS ? shown.at(-1) : undefined;
    return {
      rows: shown.map((cask) => ({ ...cask, standing: STANDINGS[cask.rank - 1] ?? "draft" })),
      next: last ? `${last.rank}.${last.closesOn}.${last.id}` : null,
      counts,
    };
  });
}

/** Counting stops where the other counts of the console do. */
function countCasks(db: Database): Work<Record<CaskStanding, number>> {
  const count = (standing: CaskStanding) => sql`(SELECT count(*) FROM (SELECT 1 FROM casks
    WHERE ${caskStanding} = ${sql.raw(String(rankOf(standing)))} LIMIT ${MOST_COUNTED}))`;
  const query = db.all<
    Record<CaskStanding, number>
  >(sql`SELECT ${count("draft")} AS draft, ${count("published")} AS published,
    ${count("withdrawn")} AS withdrawn, ${count("sold")} AS sold`);
  return mapWork(row(query), (found) => found ?? { draft: 0, published: 0, withdrawn: 0, sold: 0 });
}

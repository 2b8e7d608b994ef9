import { sql } from "drizzle-orm";
import { row, rows, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import { isCounted } from "~/features/portfolio/counted-valuations";
import type { Session } from "~/features/session/session";

const AT_ONCE = 100;

export type CaskLine = {
  id: string;
  name: string;
  state: "draft" | "published" | "withdrawn";
  version: number;
  launchesOn: string;
  closesOn: string;
  storagePaidUntil: string | null;
  costCents: number;
  total: number;
  sold: number;
  reserved: number;
  free: number;
  /** The latest valuation that counts, of tier 'issue' while there is no other; null: never published. */
  valueCents: number | null;
  valuedOn: string | null;
  tier: "issue" | "measured" | "modelled" | "opinion" | null;
};

type ListAllCasks = {
  state?: CaskLine["state"];
  /** The last cask of the part before. */
  after?: string;
};

/**
 * Every cask with its stock, for operators; the newest first, drafts included. null for everybody else. One round trip.
 * `next` is the `after` of the next part; null: this is the last.
 */
export async function listAllCasks({ db }: Pick<Deps, "db">, session: Session, { state, after }: ListAllCasks = {}) {
  const wanted = sql`${state === undefined ? sql`true` : sql`casks.state = ${state}`} AND ${
    after === undefined
      ? sql`true`
      : sql`(casks.created_at_ms, casks.id) < (SELECT created_at_ms, id FROM casks AS last WHERE last.id = ${after})`
  }`;
  const query =
    db.all<CaskLine>(sql`SELECT casks.id, casks.name, casks.state, casks.version, launches_on AS launchesOn, closes_on AS closesOn,
      storage_paid_until AS storagePaidUntil, cost_per_stake_cents AS costCents, total_stakes AS total, sold_stakes AS sold,
      reserved_stakes AS reserved, total_stakes - sold_stakes - reserved_stakes AS free,
      latest.value_cents AS valueCents, latest.valued_on AS valuedOn, latest.tier
    FROM casks LEFT JOIN valuations AS latest ON latest.id = (SELECT id FROM valuations
      WHERE valuations.cask_id = casks.id AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)
    WHERE ${wanted} ORDER BY casks.created_at_ms DESC, casks.id DESC LIMIT ${AT_ONCE}`);
  const counts = db.all<{ draft: number; published: number; withdrawn: number }>(sql`SELECT
    count(*) FILTER (WHERE state = 'draft') AS draft, count(*) FILTER (WHERE state = 'published') AS published,
    count(*) FILTER (WHERE state = 'withdrawn') AS withdrawn FROM casks`);
  const { viewer, result } = await session.read(() => together({ casks: rows(query), counts: row(counts) }));
  if (viewer.role !== "operator") return null;
  const last = result.casks.length < AT_ONCE ? null : result.casks.at(-1);
  return { viewer, casks: result.casks, counts: result.counts, next: last?.id ?? null };
}

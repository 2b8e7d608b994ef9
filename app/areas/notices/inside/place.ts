import { type SQL, sql } from "drizzle-orm";
import { stakePath } from "~/content/page-paths";
import type { Deps } from "~/core/deps";

// Where a notice leads: the very row it speaks of. The row's element has the id that stands behind '#', and `:target` marks it.

/** The part of a notice's subject after its name. */
export type Ids = readonly [string, ...string[]];
type NoticeSubject = { userId: string; stakeId?: string | null; /** Of a request to support. */ number?: string };

/** How the row is found, and the path that shows it. The query reads nothing once there is nothing left to tell of. */
export type Place = { query: (ids: Ids) => SQL; path: (found: NoticeSubject, ids: Ids) => string };

/** A withdrawal or a payment in its list in the wallet. */
export const walletRowPath = (rowId: string) => `/wallet?tab=portfolio#${rowId}`;

export const stakeOrWalletPath: Place["path"] = ({ stakeId }, [id]) =>
  stakeId ? stakePath(stakeId) : walletRowPath(id);

/** Of several stakes in one cask the first that was bought. */
export const firstStakeIn = (
  caskId: SQL,
  userId: string | undefined,
  state: SQL,
) => sql`SELECT user_id AS userId, id AS stakeId
  FROM stakes WHERE cask_id = ${caskId} AND user_id = ${userId ?? ""} AND ${state} ORDER BY purchased_at_ms, number LIMIT 1`;

/** The address of the row in an email. One round trip. */
export async function placeUrl(
  { db, origin }: Pick<Deps, "db" | "origin">,
  { query, path }: Place,
  ids: Ids,
): Promise<string> {
  const [found] = await db.all<NoticeSubject>(query(ids));
  return `${origin}${found ? path(found, ids) : "/wallet"}`;
}

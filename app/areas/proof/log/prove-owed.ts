import { sql } from "drizzle-orm";
import { row } from "~/db/work";
import { emptyTree, owedFile, type OwedFile, owedLeaf, owedLevels, owedPath } from "~/domain/log/owed-tree";
import type { Session } from "~/core/session/session";
import type { AuditDeps } from "../audits/audit-deps";
import { readWalletIndex, readWallets, saltOf, topLevels, type WalletIndex } from "../audits/owed-files";
import { type LoggedEntry, type ProofDeps, proveEntry } from "./inside/prove-entry";

type OwedDeps = ProofDeps & Pick<AuditDeps, "signLink"> & { certificates: Pick<R2Bucket, "get"> };

/**
 * The viewer's own path in the tree of what was owed at the end of the last audited day, with the proof that its root stands in the public
 * log. One round trip. @returns null for whoever had no wallet then
 */
export async function proveOwed(deps: OwedDeps, session: Session): Promise<OwedFile | null> {
  const [index, { viewer, result }] = await Promise.all([
    readWalletIndex(deps),
    session.read(() =>
      row(
        deps.db.all<LoggedEntry>(sql`SELECT entries.body, entries.place, newest.size, newest.checkpoint
          FROM log_heads AS newest CROSS JOIN log_entries AS entries ON entries.cause = 'owed:' || newest.date
          WHERE newest.size = (SELECT max(size) FROM log_heads)`),
      ),
    ),
  ]);
  if (!index) return null;
  const own = await findWallet(deps, index, viewer.id);
  if (!own) return null;
  const isLogged = result !== undefined && result.body.includes(own.root.hash);
  return { ...own, proof: isLogged ? await proveEntry(deps, result) : null };
}

async function findWallet(deps: OwedDeps, index: WalletIndex, userId: string) {
  const { date, width, parts } = index;
  const part = parts.findLastIndex(({ first }) => first <= userId);
  const wallets = part < 0 ? [] : await readWallets(deps, date, part);
  const place = wallets.findIndex((one) => one.userId === userId);
  const own = wallets[place];
  if (!own) return null;
  const salted = await Promise.all(
    wallets.map(async (one) => ({ ...one, salt: await saltOf(deps, date, one.userId) })),
  );
  const leaves = salted.map((one) => owedLeaf(one, deps.hashBytes));
  const below = owedLevels(leaves, width, deps.hashBytes);
  const above = topLevels(index, emptyTree(Math.log2(width), deps.hashBytes), deps.hashBytes);
  const root = above.at(-1)?.[0];
  const wallet = salted[place];
  if (!root || !wallet) return null;
  return owedFile({ date, wallet, path: [...owedPath(below, place), ...owedPath(above, part)], root }, null);
}

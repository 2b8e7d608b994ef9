import { nothing } from "~/db/work";
import { emptyTree, owedFile, type OwedFile, owedLeaf, owedLevels, owedPath } from "~/domain/audit/owed-tree";
import type { Session } from "~/core/session/session";
import type { AuditDeps } from "./audit-deps";
import { readWalletIndex, readWallets, saltOf, topLevels, type WalletIndex } from "./owed-files";

type OwedDeps = Pick<AuditDeps, "signLink" | "hashBytes"> & { certificates: Pick<R2Bucket, "get"> };

/**
 * The viewer's own path in the tree of what was owed at the end of the last audited day. One round trip.
 * @returns null for a viewer who had no wallet then
 */
export async function proveOwed(deps: OwedDeps, session: Session): Promise<OwedFile | null> {
  const [index, { viewer }] = await Promise.all([readWalletIndex(deps), session.read(() => nothing)]);
  return index && findWallet(deps, index, viewer.id);
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
  return owedFile({ date, wallet, path: [...owedPath(below, place), ...owedPath(above, part)], root });
}

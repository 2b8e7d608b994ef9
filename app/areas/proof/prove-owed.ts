import { sql } from "drizzle-orm";
import { row } from "~/db/work";
import type { DayHead } from "~/domain/audit/audit-files";
import { owedFile, type OwedFile, owedLeaf, owedLevels, owedPath } from "~/domain/audit/owed-tree";
import type { Session } from "~/core/session/session";
import type { Slice } from "./audit-day";
import type { AuditDeps } from "./audit-deps";
import { readStep } from "./audit-store";
import { type KeptWallet, levelsAbove, saltOf, type WalletIndex } from "./audit-wallets";

type OwedDeps = Pick<AuditDeps, "db" | "signLink" | "hashBytes"> & { certificates: Pick<R2Bucket, "get"> };

/**
 * The viewer's own path in the tree of what was owed at the end of the last audited day. One round trip.
 * @returns null for a viewer who had no wallet then
 */
export async function proveOwed(deps: OwedDeps, session: Session): Promise<OwedFile | null> {
  const newest = deps.db.all<{ date: string | null }>(sql`SELECT max(date) AS date FROM audits`);
  const { viewer, result } = await session.read(() => row(newest));
  const date = result?.date ?? null;
  if (date === null) return null;
  const [index, head] = await Promise.all([
    readStep<WalletIndex>(deps, date, "owed"),
    readStep<DayHead>(deps, date, "head"),
  ]);
  return index && head && findWallet(deps, { index, head }, viewer.id);
}

async function findWallet(deps: OwedDeps, { index, head }: { index: WalletIndex; head: DayHead }, userId: string) {
  const { width, parts } = index;
  const { date } = head;
  const part = parts.findLastIndex(({ first }) => first <= userId);
  const step = part < 0 ? null : await readStep<Slice<unknown, unknown>>(deps, date, `wallets-${part}`);
  const wallets = (step?.kept ?? []) as KeptWallet[];
  const place = wallets.findIndex(([owner]) => owner === userId);
  if (place < 0) return null;
  const salted = await Promise.all(
    wallets.map(async ([owner, cents]) => ({ userId: owner, cents, salt: await saltOf(deps, date, owner) })),
  );
  const leaves = salted.map((one) => owedLeaf(one, deps.hashBytes));
  const below = owedLevels(leaves, width, deps.hashBytes);
  const above = levelsAbove(index, deps.hashBytes);
  const wallet = salted[place];
  return wallet ? owedFile({ head, wallet, path: [...owedPath(below, place), ...owedPath(above, part)] }) : null;
}

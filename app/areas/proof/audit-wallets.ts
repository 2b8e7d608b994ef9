import { sql } from "drizzle-orm";
import { BEFORE_INVESTORS, walletIn } from "~/core/ledger/accounts";
import { balanceAt } from "~/core/ledger/balance-at";
import { fromHex, toHex } from "~/domain/hex";
import { emptyTree, type OwedPart, owedLeaf, owedLevels, type SumNode } from "~/domain/audit/owed-tree";
import type { Slice } from "./audit-day";
import type { AuditDeps, Day, SliceSize } from "./audit-deps";

// The tree of what is owed, one part of it a slice. Each wallet's owner is shown their own path, and nobody reads a file whole.

/** `part`: how many parts come before. */
type WalletFrom = { after: string; part: number };
export const NO_WALLET: WalletFrom = { after: BEFORE_INVESTORS, part: 0 };
/** As the results of the steps `wallets-N` keep them. */
export type KeptWallet = [userId: string, cents: number];
/** The result of the step `owed`. `width`: leaves of a part. */
export type WalletIndex = { width: number; parts: OwedPart[]; cents: number; root: string };

/** 16 bytes that only we can work out, the same however often. */
export async function saltOf(
  { signLink, hashBytes }: Pick<AuditDeps, "signLink" | "hashBytes">,
  date: string,
  userId: string,
) {
  return hashBytes(new TextEncoder().encode(await signLink(`owed:${date}:${userId}`))).slice(0, 16);
}

/** The next wallets as they stood at the day's end: a part of the tree, of which the root and the first owner are told. */
export async function listWallets(
  deps: AuditDeps,
  { date, endMs }: Day,
  from: WalletFrom,
  size: SliceSize,
): Promise<Slice<WalletFrom, OwedPart | null>> {
  const { db, hashBytes } = deps;
  const wallets = await db.all<{
    id: string;
    userId: string;
    cents: number;
  }>(sql`SELECT accounts.id, accounts.user_id AS userId,
      ${balanceAt(endMs)} AS cents
    FROM accounts WHERE accounts.id > ${from.after} AND accounts.id < 'user;' AND accounts.id = ${walletIn(sql`accounts.user_id`)}
      AND EXISTS (SELECT 1 FROM users WHERE users.id = accounts.user_id AND users.created_at_ms < ${endMs})
    ORDER BY accounts.id LIMIT ${size.wallets}`);
  const last = wallets.at(-1);
  if (!last) return { next: null, told: null };
  const leaves = await Promise.all(
    wallets.map(async (one) => owedLeaf({ ...one, salt: await saltOf(deps, date, one.userId) }, hashBytes)),
  );
  const root = owedLevels(leaves, size.wallets, hashBytes).at(-1)?.[0] as SumNode;
  return {
    next: { after: last.id, part: from.part + 1 },
    told: { first: wallets[0]?.userId ?? "", count: wallets.length, cents: root.cents, hash: toHex(root.hash) },
    kept: wallets.map(({ userId, cents }): KeptWallet => [userId, cents]),
  };
}

/** Joins the parts. */
export async function joinWallets(
  { hashBytes }: Pick<AuditDeps, "hashBytes">,
  told: readonly (OwedPart | null)[],
  { wallets: width }: Pick<SliceSize, "wallets">,
): Promise<WalletIndex> {
  const parts = told.filter((part) => part !== null);
  const root = levelsAbove({ parts, width }, hashBytes).at(-1)?.[0] as SumNode;
  return { width, parts, cents: root.cents, root: toHex(root.hash) };
}

/** The heights above the parts, those that are missing to a power of two being empty. */
export function levelsAbove({ parts, width }: Pick<WalletIndex, "parts" | "width">, hashBytes: AuditDeps["hashBytes"]) {
  const empty = emptyTree(Math.log2(width), hashBytes);
  const roots = parts.map(({ hash, cents }): SumNode => ({ hash: fromHex(hash), cents }));
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, roots.length)));
  return owedLevels([...roots, ...Array<SumNode>(leaves - roots.length).fill(empty)], leaves, hashBytes);
}

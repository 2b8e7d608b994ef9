import { sql } from "drizzle-orm";
import { walletIn } from "~/core/ledger/accounts";
import { balanceAt } from "~/core/ledger/balance-at";
import { toHex } from "~/domain/hex";
import { emptyTree, owedLeaf, owedLevels, type SumNode } from "~/domain/audit/owed-tree";
import { keepWallets, keepWalletIndex, saltOf } from "../owed-files";
import type { AuditDeps, PieceSize } from "../audit-deps";
import type { LaterProgress, Progress } from "./audit-progress";
import type { Leased } from "./audit-row";

/**
 * Puts the next wallets into the tree of what is owed, as they stood at the day's end: one part of it a piece, whose root and first owner
 * are kept. The last piece joins the parts and compares the sum with the ledger's.
 */
export async function owedPiece(
  deps: AuditDeps,
  leased: Leased,
  from: LaterProgress<"owed">,
  size: PieceSize,
): Promise<Progress> {
  const { db, hashBytes } = deps;
  const { date, endMs } = leased;
  const wallets = await db.all<{
    id: string;
    userId: string;
    cents: number;
  }>(sql`SELECT accounts.id, accounts.user_id AS userId,
      ${balanceAt(endMs)} AS cents
    FROM accounts WHERE accounts.id > ${from.after} AND accounts.id < 'user;' AND accounts.id = ${walletIn(sql`accounts.user_id`)}
      AND EXISTS (SELECT 1 FROM users WHERE users.id = accounts.user_id AND users.created_at_ms < ${endMs})
    ORDER BY accounts.id LIMIT ${size.wallets}`);
  if (wallets.length === 0) return finish(deps, leased, from, size);
  const salted = await Promise.all(
    wallets.map(async (one) => ({ ...one, salt: await saltOf(deps, date, one.userId) })),
  );
  const leaves = salted.map((one) => owedLeaf(one, hashBytes));
  const root = owedLevels(leaves, size.wallets, hashBytes).at(-1)?.[0] as SumNode;
  await keepWallets(deps, { date, part: from.parts.length }, wallets);
  const [first, last] = [wallets[0]?.userId ?? "", wallets.at(-1)?.id ?? from.after];
  const parts = [...from.parts, { first, count: wallets.length, cents: root.cents, hash: toHex(root.hash) }];
  return { ...from, after: last, parts };
}

async function finish(
  deps: AuditDeps,
  { date }: Leased,
  from: LaterProgress<"owed">,
  size: PieceSize,
): Promise<Progress> {
  const { parts, after: _, ...rest } = from;
  const index = { date, width: size.wallets, parts };
  const { root, wallets } = await keepWalletIndex(deps, index, emptyTree(Math.log2(size.wallets), deps.hashBytes));
  const { wallets: known } = from.ledger.sums;
  const money =
    root.cents === known ? from.money : [...from.money, `wallets_cents: one by one they hold ${root.cents}`];
  return { ...rest, money, step: "publish", owed: { cents: root.cents, root: toHex(root.hash), wallets } };
}

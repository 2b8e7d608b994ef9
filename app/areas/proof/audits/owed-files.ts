import { addDays } from "~/domain/calendar-date";
import { fromHex } from "~/domain/hex";
import { type OwedPart, owedLevels, type SumNode } from "~/domain/audit/owed-tree";
import type { AuditDeps } from "./audit-deps";

// The tree of what is owed, in parts, beside the certificates: each wallet's owner is shown their own path, and nobody reads a file whole.

export type KeptWallet = { userId: string; cents: number };
export type WalletIndex = { date: string; /** Leaves of a part. */ width: number; parts: OwedPart[] };

const FOLDER = "owed/";
const LATEST = `${FOLDER}latest.json`;
const folderOf = (date: string) => `${FOLDER}${date}/`;
const partKey = (date: string, part: number) => `${folderOf(date)}${part}.json`;

/** 16 bytes that only we can work out, the same however often. */
export async function saltOf(
  { signLink, hashBytes }: Pick<AuditDeps, "signLink" | "hashBytes">,
  date: string,
  userId: string,
) {
  return hashBytes(new TextEncoder().encode(await signLink(`owed:${date}:${userId}`))).slice(0, 16);
}

const asJson = { httpMetadata: { contentType: "application/json" } };

export async function keepWallets(
  { certificates }: Pick<AuditDeps, "certificates">,
  { date, part }: { date: string; part: number },
  wallets: readonly KeptWallet[],
) {
  const rows = wallets.map(({ userId, cents }) => [userId, cents]);
  await certificates.put(partKey(date, part), JSON.stringify(rows), asJson);
}

/**
 * Joins the parts, those that are missing to a power of two being `empty`. Of earlier days only the one before is kept, for whoever
 * is reading it just now. @returns the root, and how many wallets there are
 */
export async function keepWalletIndex(
  { certificates, hashBytes }: Pick<AuditDeps, "certificates" | "hashBytes">,
  index: WalletIndex,
  empty: SumNode,
) {
  const top = topLevels(index, empty, hashBytes);
  await certificates.put(LATEST, JSON.stringify(index), asJson);
  await forgetBefore({ certificates }, addDays(index.date, -1));
  const root = top.at(-1)?.[0] ?? empty;
  return { root, wallets: index.parts.reduce((sum, { count }) => sum + count, 0) };
}

async function forgetBefore({ certificates }: Pick<AuditDeps, "certificates">, date: string): Promise<void> {
  const { objects } = await certificates.list({ prefix: FOLDER });
  const old = objects.map(({ key }) => key).filter((key) => key < folderOf(date));
  if (old.length > 0) await certificates.delete(old);
}

/** The heights above the parts. */
export function topLevels({ parts }: WalletIndex, empty: SumNode, hashBytes: AuditDeps["hashBytes"]): SumNode[][] {
  const roots = parts.map(({ hash, cents }) => ({ hash: fromHex(hash), cents }));
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, roots.length)));
  const filled = [...roots, ...Array<SumNode>(leaves - roots.length).fill(empty)];
  return owedLevels(filled, leaves, hashBytes);
}

export async function readWalletIndex({
  certificates,
}: {
  certificates: Pick<R2Bucket, "get">;
}): Promise<WalletIndex | null> {
  const file = await certificates.get(LATEST);
  return file && file.json<WalletIndex>();
}

export async function readWallets(
  { certificates }: { certificates: Pick<R2Bucket, "get"> },
  date: string,
  part: number,
): Promise<KeptWallet[]> {
  const file = await certificates.get(partKey(date, part));
  const rows = file ? await file.json<[string, number][]>() : [];
  return rows.map(([userId, cents]) => ({ userId, cents }));
}

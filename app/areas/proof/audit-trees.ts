import { sql } from "drizzle-orm";
import { walletIn } from "~/core/ledger/accounts";
import type { Session } from "~/core/session/session";
import { row } from "~/db/work";
import type { CertificateLeaf, CertificateProof, DayHead, OwedFile } from "~/domain/audit/audit-files";
import {
  certificateLeaf,
  certificateTree,
  hashBytes,
  owedFile,
  owedLeaf,
  owedTree,
  registerMark,
  type Tree,
  type TreeNode,
  treePath,
  treeRoot,
} from "~/domain/audit/hashes";
import { dateOf } from "~/domain/calendar-date";
import { fromHex, toHex } from "~/domain/hex";
import { type Audit, type AuditDeps, readStep, type Slice } from "./audit-steps";

// The trees of all certificates and of all wallets, one part of a tree a slice, in order of ids; and the path in them
// that an owner is shown. No one reads a file whole.

type Hashed = { hash: string; cents: number };
/** As the results of the slices keep it, in hex like all files. */
type Leaf<T> = Hashed & { id: string; leaf: T };
/** Leaves that follow each other: the id of the first, how many, and their root. */
type Part = Hashed & { first: string; count: number };

/** What the step `head` keeps for the owners of leaves. */
export type TreesOfDay = { head: DayHead; parts: { certificates: Part[]; wallets: Part[] } };

const inHex = ({ hash, cents }: TreeNode): Hashed => ({ hash: toHex(hash), cents });
const nodeOf = ({ hash, cents }: Hashed): TreeNode => ({ hash: fromHex(hash), cents });

/** No part of no leaves. */
function partsOf(tree: Tree, leaves: readonly Leaf<unknown>[]): Part[] {
  const [first] = leaves;
  return first ? [{ first: first.id, count: leaves.length, ...inHex(treeRoot(tree, leaves.map(nodeOf))) }] : [];
}

export function joinParts(tree: Tree, parts: readonly Part[]) {
  const { hash: root, cents } = inHex(treeRoot(tree, parts.map(nodeOf)));
  return { cents, root, count: parts.reduce((sum, { count }) => sum + count, 0) };
}

type CertificateFrom = { id: string; event: string };
export const NO_CERTIFICATE: CertificateFrom = { id: "", event: "" };

type CertificateRow = {
  id: string;
  code: string;
  number: number;
  caskId: string;
  issuedMs: number;
  /** By the day's end; null: it was valid. */
  voidedMs: number | null;
  resoldMs: number | null;
};

/** Events of the next certificates by the day's end. */
export async function listCertificates(
  { db, endMs, size: { certificates: width } }: Audit,
  from: CertificateFrom,
): Promise<Slice<CertificateFrom, Part[]>> {
  // One that became void before its PDF was made was never in anyone's hand. The last one is read once more: it may
  // have two events.
  const found =
    await db.all<CertificateRow>(sql`SELECT certificates.id, certificates.code, stakes.number, stakes.cask_id AS caskId,
      issued_at_ms AS issuedMs, iif(voided_at_ms < ${endMs}, voided_at_ms, NULL) AS voidedMs, stakes.resold_at_ms AS resoldMs
    FROM certificates CROSS JOIN stakes ON stakes.id = stake_id
    WHERE certificates.id >= ${from.id} AND issued_at_ms < ${endMs} ORDER BY certificates.id LIMIT ${width + 1}`);
  const kept = found
    .flatMap(({ id, code, number, caskId, issuedMs, voidedMs, resoldMs }) => {
      const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId });
      const leafOf = (event: CertificateLeaf["event"], atMs: number): Leaf<CertificateLeaf> => {
        const leaf = { date: dateOf(atMs), event, mark };
        return { id, leaf, ...inHex(certificateLeaf(leaf)) };
      };
      const issued = leafOf("issued", issuedMs);
      return voidedMs === null ? [issued] : [issued, leafOf(resoldMs === voidedMs ? "resold" : "void", voidedMs)];
    })
    .filter(({ id, leaf }) => id > from.id || leaf.event > from.event)
    .slice(0, width);
  const last = kept.length === width ? kept.at(-1) : null;
  return { next: last ? { id: last.id, event: last.leaf.event } : null, told: partsOf(certificateTree, kept), kept };
}

/** 16 bytes that only we can work out, the same however often. */
export async function saltOf({ signLink }: Pick<AuditDeps, "signLink">, date: string, userId: string) {
  return hashBytes(new TextEncoder().encode(await signLink(`owed:${date}:${userId}`))).slice(0, 16);
}

/** The next wallets as they stood at the day's end. @param after the account of the last one */
export async function listWallets(audit: Audit, after: string): Promise<Slice<string, Part[]>> {
  const { db, date, endMs, size } = audit;
  // Their present balance less what came later, so that no earlier row is read.
  const since = (side: "debit" | "credit") =>
    sql`(SELECT coalesce(sum(amount), 0) FROM transfers
      WHERE ${sql.raw(`${side}_account_id`)} = accounts.id AND created_at_ms >= ${endMs})`;
  const wallets = await db.all<{ id: string; userId: string; cents: number }>(sql`SELECT accounts.id,
      accounts.user_id AS userId, credits_total - debits_total - ${since("credit")} + ${since("debit")} AS cents
    FROM accounts WHERE accounts.id > ${after} AND accounts.id < 'user;' AND accounts.id = ${walletIn(sql`accounts.user_id`)}
      AND EXISTS (SELECT 1 FROM users WHERE users.id = accounts.user_id AND users.created_at_ms < ${endMs})
    ORDER BY accounts.id LIMIT ${size.wallets}`);
  const leaves = wallets.map(async ({ userId, cents }): Promise<Leaf<number>> => {
    const salt = await saltOf(audit, date, userId);
    return { id: userId, leaf: cents, ...inHex(owedLeaf({ userId, cents, salt })) };
  });
  const kept = await Promise.all(leaves);
  const next = wallets.length === size.wallets ? (wallets.at(-1)?.id ?? null) : null;
  return { next, told: partsOf(owedTree, kept), kept };
}

type ProofDeps = Pick<AuditDeps, "db"> & { certificates: Pick<R2Bucket, "get"> };

const TREES = { certificates: certificateTree, wallets: owedTree };

/** The last leaf of an id in a tree of a day, and its path to the root. @returns null if it has none */
async function findLeaf<T>(deps: ProofDeps, date: string, id: string, name: keyof typeof TREES) {
  const day = await readStep<TreesOfDay>(deps, date, "head");
  const parts = day?.parts[name] ?? [];
  const at = parts.findLastIndex(({ first }) => first <= id);
  const part = await readStep<{ kept: Leaf<T>[] }>(deps, date, `${name}-${at}`);
  const kept = part?.kept ?? [];
  const place = kept.findLastIndex((one) => one.id === id);
  const found = kept[place];
  if (!day || !found) return null;
  const path = [...treePath(TREES[name], kept.map(nodeOf), place), ...treePath(TREES[name], parts.map(nodeOf), at)];
  const index = parts.slice(0, at).reduce((sum, { count }) => sum + count, place);
  return { head: day.head, leaf: found.leaf, path, index };
}

/**
 * The viewer's own path in the tree of what was owed at the end of the last audited day. One round trip.
 * @returns null for a viewer who had no wallet then
 */
export async function proveOwed(
  deps: ProofDeps & Pick<AuditDeps, "signLink">,
  session: Session,
): Promise<OwedFile | null> {
  const newest = deps.db.all<{ date: string | null }>(sql`SELECT max(date) AS date FROM audits`);
  const { viewer, result } = await session.read(() => row(newest));
  const date = result?.date;
  if (!date) return null;
  const found = await findLeaf<number>(deps, date, viewer.id, "wallets");
  if (!found) return null;
  const salt = await saltOf(deps, date, viewer.id);
  return owedFile(found.head, { userId: viewer.id, cents: found.leaf, salt }, found.path);
}

/**
 * The path from the last thing that happened to a certificate to the root of the newest audited day, for its owner and for operators. One
 * round trip. @returns null for everyone else, and until the night after it was issued
 */
export async function proveCertificate(
  deps: ProofDeps,
  session: Session,
  certificateId: string,
): Promise<CertificateProof | null> {
  const owned = deps.db.all<{ userId: string; date: string | null }>(sql`SELECT stakes.user_id AS userId,
      (SELECT max(date) FROM audits) AS date
    FROM certificates JOIN stakes ON stakes.id = certificates.stake_id WHERE certificates.id = ${certificateId}`);
  const { viewer, result } = await session.read(() => row(owned));
  if (!result || result.date === null || (result.userId !== viewer.id && viewer.role === "investor")) return null;
  const found = await findLeaf<CertificateLeaf>(deps, result.date, certificateId, "certificates");
  if (!found) return null;
  const { head, index, leaf, path } = found;
  return { version: 1, certificate: leaf, head, index, path: path.map(({ node }) => toHex(node.hash)) };
}

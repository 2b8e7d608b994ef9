import { sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import { type CertificateLeaf, hashLeaf, treeRoot } from "~/domain/audit/certificate-tree";
import { registerMark } from "~/domain/audit/chains";
import { fromHex, toHex } from "~/domain/hex";
import type { Slice } from "./audit-day";
import type { AuditDeps, Day, SliceSize } from "./audit-deps";

// The tree of all certificates, one part of it a slice: what has happened to each by the day's end, in order of their ids.

type CertificateFrom = { id: string; event: string };
export const NO_CERTIFICATE: CertificateFrom = { id: "", event: "" };
/** As the results of the steps `certificates-N` keep them. */
export type KeptCertificate = [id: string, leaf: CertificateLeaf];
/** `first`: the certificate that it begins with. */
type CertificatePart = { first: string; count: number; hash: string };
/** The result of the step `certificates`. */
export type CertificateIndex = { parts: CertificatePart[]; count: number; root: string };

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

type Event = CertificateFrom & { leaf: CertificateLeaf };

export async function listCertificates(
  { db, sha256, hashBytes }: AuditDeps,
  { endMs }: Day,
  from: CertificateFrom,
  { certificates: width }: SliceSize,
): Promise<Slice<CertificateFrom, CertificatePart | null>> {
  // One that became void before its PDF was made was never in anybody's hand. The last one is read once more: it may have two events.
  const found =
    await db.all<CertificateRow>(sql`SELECT certificates.id, certificates.code, stakes.number, stakes.cask_id AS caskId,
      issued_at_ms AS issuedMs, iif(voided_at_ms < ${endMs}, voided_at_ms, NULL) AS voidedMs, stakes.resold_at_ms AS resoldMs
    FROM certificates CROSS JOIN stakes ON stakes.id = stake_id
    WHERE certificates.id >= ${from.id} AND issued_at_ms < ${endMs} ORDER BY certificates.id LIMIT ${width + 1}`);
  const events = found
    .flatMap(({ id, code, number, caskId, issuedMs, voidedMs, resoldMs }): Event[] => {
      const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256);
      const happened = (event: CertificateLeaf["event"], atMs: number) => [
        { id, event, leaf: { date: dateOf(atMs), event, mark } },
      ];
      const ended = voidedMs === null ? [] : happened(resoldMs === voidedMs ? "resold" : "void", voidedMs);
      return [...happened("issued", issuedMs), ...ended];
    })
    .filter(({ id, event }) => id > from.id || event > from.event)
    .slice(0, width);
  const last = events.at(-1);
  if (!last) return { next: null, told: null };
  const kept = events.map(({ id, leaf }): KeptCertificate => [id, leaf]);
  const root = treeRoot(
    kept.map(([, leaf]) => hashLeaf(leaf, hashBytes)),
    hashBytes,
  );
  return {
    next: events.length === width ? { id: last.id, event: last.event } : null,
    told: { first: events[0]?.id ?? "", count: kept.length, hash: toHex(root) },
    kept,
  };
}

/** Joins the parts. */
export async function joinCertificates(
  { hashBytes }: Pick<AuditDeps, "hashBytes">,
  told: readonly (CertificatePart | null)[],
): Promise<CertificateIndex> {
  const parts = told.filter((part) => part !== null);
  const root = treeRoot(
    parts.map(({ hash }) => fromHex(hash)),
    hashBytes,
  );
  return { parts, count: parts.reduce((sum, { count }) => sum + count, 0), root: toHex(root) };
}

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

type EventRow = {
  id: string;
  ms: number;
  code: string;
  number: number;
  caskId: string;
  event: CertificateLeaf["event"];
};

export async function listCertificates(
  { db, sha256, hashBytes }: AuditDeps,
  { endMs }: Day,
  from: CertificateFrom,
  { certificates: width }: SliceSize,
): Promise<Slice<CertificateFrom, CertificatePart | null>> {
  // Both events of the last certificate are read once more.
  const most = width + 2;
  const columns = sql`certificates.code, stakes.number, stakes.cask_id AS caskId FROM certificates CROSS JOIN stakes ON stakes.id = stake_id`;
  // One that became void before its PDF was made was never in anybody's hand.
  const found =
    await db.all<EventRow>(sql`SELECT * FROM (SELECT certificates.id, 'issued' AS event, issued_at_ms AS ms, ${columns}
      WHERE certificates.id >= ${from.id} AND issued_at_ms < ${endMs} ORDER BY certificates.id LIMIT ${most})
    UNION ALL SELECT * FROM (SELECT certificates.id, iif(stakes.resold_at_ms = voided_at_ms, 'resold', 'void') AS event, voided_at_ms AS ms, ${columns}
      WHERE certificates.id >= ${from.id} AND issued_at_ms IS NOT NULL AND voided_at_ms < ${endMs} ORDER BY certificates.id LIMIT ${most})`);
  const placeOf = ({ id, event }: CertificateFrom) => `${id} ${event}`;
  const events = found
    .filter((one) => placeOf(one) > placeOf(from))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .slice(0, width);
  const last = events.at(-1);
  if (!last) return { next: null, told: null };
  const kept = events.map(({ id, ms, code, number, caskId, event }): KeptCertificate => {
    const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256);
    return [id, { date: dateOf(ms), event, mark }];
  });
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

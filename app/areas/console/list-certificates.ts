import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { CERTIFICATE_STATES } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import { readCode } from "~/domain/certificate-code";
import { type After, afterRow, cutPage, type KeysetPage, newestFirst } from "~/core/lists/keyset-page";
import { isPlanned } from "~/areas/notices/waiting/planned-certificate";

// Certificates, newest first; what is not issued yet stands oldest first, because it waits against a promise. Each state's are read
// in the order of an index and merged as they are read, so that a page reads as much however many there are. Each row is four: the
// certificate, its stake, cask and holder. So a page is shorter than others.

export type CertificateState = (typeof CERTIFICATE_STATES)[number];

type CertificateFilter = { state: CertificateState | null; q: string };

export type ListedCertificate = {
  id: string;
  code: string;
  state: CertificateState;
  holderName: string | null;
  caskName: string;
  stakeNumber: number;
  createdAtMs: number;
  issuedAtMs: number | null;
  /** 1: it is to be made at a later time. */
  planned: number;
};

export const CERTIFICATE_ROWS = 15;

type CertificateListPage = { filter: CertificateFilter; after: After | null; nowMs: number; pageRows?: number };

export function listCertificates(
  db: Database,
  { filter, after, nowMs, pageRows = CERTIFICATE_ROWS }: CertificateListPage,
): Work<KeysetPage<ListedCertificate>> {
  const { state, q } = filter;
  const isQueue = state === "pending" && q === "";
  const order = isQueue ? sql`created_at_ms, id` : sql`created_at_ms DESC, id DESC`;
  const page = sql`${inStates({ state, after }, isQueue)} ORDER BY ${order} LIMIT ${pageRows + 1}`;
  const query = db.all<ListedCertificate>(
    q === "" ? listed(sql`(${page}) AS found ${HELD} ${OF_CASK}`, nowMs) : matching({ q, state, nowMs, pageRows }),
  );
  return mapWork(rows(query), (all) => {
    const sorted = newestFirst([...new Map(all.map((one) => [one.id, one])).values()]);
    const page = cutPage(isQueue ? sorted.reverse() : sorted, pageRows, (last) => afterRow(last.createdAtMs, last.id));
    // What was searched for is one page: the first rows that fit.
    return q === "" ? page : { ...page, next: null };
  });
}

const HELD = sql`JOIN stakes ON stakes.id = found.stake_id JOIN users ON users.id = stakes.user_id`;
const OF_CASK = sql`JOIN casks ON casks.id = stakes.cask_id`;

const listed = (
  from: SQL,
  nowMs: number,
) => sql`SELECT found.id, found.code, found.state, users.full_name AS holderName,
    casks.name AS caskName, stakes.number AS stakeNumber, found.created_at_ms AS createdAtMs, found.issued_at_ms AS issuedAtMs,
    (found.state = 'pending' AND ${isPlanned(sql`found.id`, nowMs)}) AS planned
  FROM ${from}`;

type InStates = { state: CertificateState | null; after: After | null };

function inStates({ state, after }: InStates, isQueue: boolean): SQL {
  const from = after
    ? isQueue
      ? sql`AND (created_at_ms, id) > (${after.ms}, ${after.id})`
      : sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})`
    : sql``;
  const each = (state ? [state] : CERTIFICATE_STATES).map(
    (one) => sql`SELECT * FROM certificates WHERE state = ${one} ${from}`,
  );
  return sql.join(each, sql` UNION ALL `);
}

type Matching = { q: string; state: CertificateState | null; nowMs: number; pageRows: number };

/** What begins like this: a code, written in any way, or the name of a holder. Of either the first few are looked at. */
function matching({ q, state, nowMs, pageRows }: Matching): SQL {
  const code = readCode(q);
  const last = "\u{10FFFF}";
  const byCode = sql`certificates AS found ${HELD} ${OF_CASK} WHERE found.code >= ${code} AND found.code < ${`${code}~`} AND ${code} <> ''`;
  const byName = sql`users CROSS JOIN stakes ON stakes.user_id = users.id CROSS JOIN certificates AS found ON found.stake_id = stakes.id
    ${OF_CASK} WHERE users.full_name IS NOT NULL AND users.full_name COLLATE NOCASE >= ${q}
      AND users.full_name COLLATE NOCASE < ${`${q}${last}`}`;
  const each = [byCode, byName].map((from) => sql`SELECT * FROM (${listed(from, nowMs)} LIMIT ${pageRows})`);
  return sql`SELECT * FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${pageRows}) ${state ? sql`WHERE state = ${state}` : sql``}`;
}

import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { CERTIFICATE_STATES } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import { readCode } from "~/domain/certificate-code";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "./keyset-page";
import { isPlanned } from "./planned-certificate";

// Certificates, newest first, fifty to a page; what is not issued yet stands oldest first, because it waits against a promise. Each
// state's are read by an index of its own and then merged, so that a page reads as much however many there are.

export type CertificateState = (typeof CERTIFICATE_STATES)[number];

export type CertificateFilter = { state: CertificateState | null; q: string };

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

const MOST_TYPED = 100;

/** So many people whose name begins like this are looked at. */
const MOST_HOLDERS = 50;

export function readCertificateFilter(query: URLSearchParams): CertificateFilter {
  return {
    state: CERTIFICATE_STATES.find((one) => one === query.get("state")) ?? null,
    q: (query.get("q") ?? "").trim().slice(0, MOST_TYPED),
  };
}

type Asked = { filter: CertificateFilter; after: After | null; nowMs: number; pageRows?: number };

export function listCertificates(
  db: Database,
  { filter, after, nowMs, pageRows = PAGE_ROWS }: Asked,
): Work<KeysetPage<ListedCertificate>> {
  const { state, q } = filter;
  const isQueue = state === "pending" && q === "";
  const order = (of: SQL) => (isQueue ? sql`${of}created_at_ms, ${of}id` : sql`${of}created_at_ms DESC, ${of}id DESC`);
  const found = q === "" ? inStates({ state, after, pageRows }, isQueue, order(sql``)) : matching(q, state);
  const query = db.all<ListedCertificate>(sql`SELECT found.id, found.code, found.state, users.full_name AS holderName,
      casks.name AS caskName, stakes.number AS stakeNumber, found.created_at_ms AS createdAtMs, found.issued_at_ms AS issuedAtMs,
      (found.state = 'pending' AND ${isPlanned(sql`found.id`, nowMs)}) AS planned
    FROM (${found}) AS found JOIN stakes ON stakes.id = found.stake_id JOIN casks ON casks.id = stakes.cask_id
      JOIN users ON users.id = stakes.user_id
    ORDER BY ${order(sql`found.`)} LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (all) => {
    const page = cutPage(all, pageRows, (last) => afterRow(last.createdAtMs, last.id));
    // What was searched for is one page: the first rows that fit.
    return q === "" ? page : { ...page, next: null };
  });
}

type InStates = { state: CertificateState | null; after: After | null; pageRows: number };

function inStates({ state, after, pageRows }: InStates, isQueue: boolean, order: SQL): SQL {
  const from = after
    ? isQueue
      ? sql`AND (created_at_ms, id) > (${after.ms}, ${after.id})`
      : sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})`
    : sql``;
  const each = (state ? [state] : CERTIFICATE_STATES).map(
    (one) =>
      sql`SELECT * FROM (SELECT * FROM certificates WHERE state = ${one} ${from} ORDER BY ${order} LIMIT ${pageRows + 1})`,
  );
  return sql.join(each, sql` UNION ALL `);
}

/** What begins like this: a code, written in any way, or the name of a holder. */
function matching(q: string, state: CertificateState | null): SQL {
  const code = readCode(q);
  const last = "\u{10FFFF}";
  const byCode = sql`SELECT id FROM certificates WHERE code >= ${code} AND code < ${`${code}~`} AND ${code} <> '' LIMIT ${PAGE_ROWS}`;
  const holders = sql`SELECT id FROM users WHERE full_name IS NOT NULL AND full_name COLLATE NOCASE >= ${q}
    AND full_name COLLATE NOCASE < ${`${q}${last}`} LIMIT ${MOST_HOLDERS}`;
  const byName = sql`SELECT held.id FROM (${holders}) AS holders JOIN stakes ON stakes.user_id = holders.id
    JOIN certificates AS held ON held.stake_id = stakes.id LIMIT ${PAGE_ROWS * 4}`;
  return sql`SELECT * FROM certificates WHERE id IN (SELECT * FROM (${byCode}) UNION SELECT * FROM (${byName}))
    ${state ? sql`AND +state = ${state}` : sql``}`;
}

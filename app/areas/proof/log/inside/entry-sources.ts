import { sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import { registerMark } from "~/domain/audit/register-mark";
import type { CertificateEvent, LogCause, LogEntry } from "~/domain/log/log-entries";
import type { LogDeps } from "../log-deps";
import type { Cursor } from "./log-work";

// Where entries come from, each with its events in the order of their times. What happened before a day's end stands in the tables by
// the time that day's audit is published.

export type Event = { cause: LogCause; entry: LogEntry; at: Cursor };
type EntryPage = { after: Cursor; endMs: number; most: number };
export type EntrySource = (deps: Pick<LogDeps, "db" | "sha256">, asked: EntryPage) => Promise<Event[]>;

type CertificateRow = {
  id: string;
  ms: number;
  code: string;
  number: number;
  caskId: string;
  event: CertificateEvent;
};

const certificateColumns = sql`certificates.id, certificates.code, stakes.number, stakes.cask_id AS caskId
  FROM certificates CROSS JOIN stakes ON stakes.id = certificates.stake_id`;

const certificateEvents = (rows: readonly CertificateRow[], { sha256 }: Pick<LogDeps, "sha256">): Event[] =>
  rows.map(({ id, ms, code, number, caskId, event }) => ({
    cause: `certificate:${id}:${event}`,
    entry: {
      ...{ day: dateOf(ms), event },
      mark: registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256),
    },
    at: { ms, id },
  }));

const issued: EntrySource = async (deps, { after, endMs, most }) =>
  certificateEvents(
    await deps.db
      .all<CertificateRow>(sql`SELECT 'issued' AS event, certificates.issued_at_ms AS ms, ${certificateColumns}
      WHERE certificates.issued_at_ms IS NOT NULL AND certificates.issued_at_ms < ${endMs}
        AND (certificates.issued_at_ms, certificates.id) > (${after.ms}, ${after.id})
      ORDER BY certificates.issued_at_ms, certificates.id LIMIT ${most}`),
    deps,
  );

/** One that became void before its PDF was made was never in anybody's hand. */
const ended: EntrySource = async (deps, { after, endMs, most }) => {
  const rows = await deps.db.all<CertificateRow>(sql`SELECT
      iif(stakes.resold_at_ms = certificates.voided_at_ms, 'resold', 'void') AS event, certificates.voided_at_ms AS ms,
      ${certificateColumns}
    WHERE certificates.voided_at_ms IS NOT NULL AND certificates.voided_at_ms < ${endMs}
      AND (certificates.voided_at_ms, certificates.id) > (${after.ms}, ${after.id}) AND certificates.issued_at_ms IS NOT NULL
    ORDER BY certificates.voided_at_ms, certificates.id LIMIT ${most}`);
  return certificateEvents(rows, deps);
};

type BidRow = { id: string; ms: number; result: string; issued: number; accepted: number; declined: number };

const bids: EntrySource = async ({ db }, { after, endMs, most }) => {
  const rows =
    await db.all<BidRow>(sql`SELECT id, counted_at_ms AS ms, result, issued_stakes AS issued, accepted_stakes AS accepted,
      declined_stakes AS declined
    FROM bids WHERE counted_at_ms < ${endMs} AND (counted_at_ms, id) > (${after.ms}, ${after.id}) ORDER BY counted_at_ms, id LIMIT ${most}`);
  return rows.map(({ id, ms, ...counts }) => ({
    cause: `bid:${id}`,
    entry: { day: dateOf(ms), event: "bid", bid: id, ...counts },
    at: { ms, id },
  }));
};

const auctions: EntrySource = async ({ db }, { after, endMs, most }) => {
  const rows = await db.all<{
    id: string;
    ms: number;
    cask: string;
    round: string;
    root: string;
  }>(sql`SELECT id, rooted_at_ms AS ms,
      cask_id AS cask, month AS round, root
    FROM resale_rounds WHERE rooted_at_ms < ${endMs} AND (rooted_at_ms, id) > (${after.ms}, ${after.id}) ORDER BY rooted_at_ms, id LIMIT ${most}`);
  return rows.map(({ id, ms, ...auction }) => ({
    cause: `auction:${id}`,
    entry: { day: dateOf(ms), event: "auction", ...auction },
    at: { ms, id },
  }));
};

const keepers: EntrySource = async ({ db }, { after, endMs, most }) => {
  const rows = await db.all<{
    id: string;
    ms: number;
    keeper: string;
    date: string;
  }>(sql`SELECT id, received_at_ms AS ms, keeper_id AS keeper,
      stated_on AS date
    FROM keeper_statements WHERE received_at_ms < ${endMs} AND (received_at_ms, id) > (${after.ms}, ${after.id})
    ORDER BY received_at_ms, id LIMIT ${most}`);
  return rows.map(({ id, ms, keeper, date }) => ({
    cause: `keeper:${id}`,
    entry: { day: dateOf(ms), event: "keeper", keeper, date, statement: id },
    at: { ms, id },
  }));
};

/** In the order in which a day's entries are appended; its audit follows them. */
export const ENTRY_SOURCES = { issued, ended, bids, auctions, keepers } as const satisfies Record<string, EntrySource>;
export type SourceName = keyof typeof ENTRY_SOURCES;
export const SOURCE_NAMES = Object.keys(ENTRY_SOURCES) as SourceName[];

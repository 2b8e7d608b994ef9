import { type SQL, sql } from "drizzle-orm";
import { row, runWork, type Statement, writes, writeThenRead } from "~/db/work";
import { addDays, dateOf } from "~/domain/calendar-date";
import type { AuditDeps } from "../audit-deps";
import { firstProgress, type Progress } from "./audit-progress";

// The row of a day's audit: who works on it, and how far it has come.

/** Work begun before midnight has ended by then: no row with an earlier time is still to be written. */
const SETTLED_AFTER_MS = 900_000;
/** Longer than the pieces of one run take; a run that has not ended by then has died. */
const LEASE_MS = 300_000;

export type Leased = {
  date: string;
  endMs: number;
  previousDate: string | null;
  previousHash: string | null;
  pieces: number;
  progress: Progress;
  lease: string;
};

/** Where the next piece begins, and the statements that keep what this one has found. */
export type Piece = { progress: Progress; statements: Statement[] };

/** The day whose audit is due: the one before today. Null: it is too soon after midnight. */
export function dueDate(nowMs: number): string | null {
  const midnightMs = Date.parse(`${dateOf(nowMs)}T00:00:00Z`);
  return nowMs < midnightMs + SETTLED_AFTER_MS ? null : addDays(dateOf(nowMs), -1);
}

export const dayEnd = (date: string) => Date.parse(`${addDays(date, 1)}T00:00:00Z`);

/**
 * Takes the audit of that day, so that no other run works on it for a while; begins it if necessary. @returns null if it is published or
 * another run is working on it
 */
export async function takeAudit(deps: AuditDeps, date: string): Promise<Leased | null> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const [found] = await db.all<{ free: number }>(
    sql`SELECT state = 'running' AND coalesce(leased_until_ms, 0) <= ${nowMs} AS free FROM audits WHERE date = ${date}`,
  );
  if (found?.free === 0) return null;
  if (!found) await beginAudit(deps, date);
  const lease = deps.newId("aud");
  const take = db.run(sql`UPDATE audits SET lease = ${lease}, leased_until_ms = ${nowMs + LEASE_MS}
    WHERE date = ${date} AND state = 'running' AND coalesce(leased_until_ms, 0) <= ${nowMs}`);
  const mine = db.all<{ previous_date: string | null; previous_hash: string | null; pieces: number; progress: string }>(
    sql`SELECT previous_date, previous_hash, pieces, progress FROM audits WHERE date = ${date} AND lease = ${lease}`,
  );
  const taken = await runWork(db, writeThenRead([take], row(mine)));
  if (!taken) return null;
  return {
    date,
    endMs: dayEnd(date),
    previousDate: taken.previous_date,
    previousHash: taken.previous_hash,
    pieces: taken.pieces,
    progress: JSON.parse(taken.progress) as Progress,
    lease,
  };
}

async function beginAudit({ db, nowMs }: AuditDeps, date: string): Promise<void> {
  const [right] = await db.all<{ date: string; head: string }>(sql`SELECT date, ledger_head AS head FROM audits
    WHERE state = 'published' AND ledger_right = 1 AND date < ${date} ORDER BY date DESC LIMIT 1`);
  const first = firstProgress(right ? { date: right.date, endMs: dayEnd(right.date), expected: right.head } : null);
  const latest = sql`SELECT date, hash FROM audits WHERE state = 'published' AND date < ${date} ORDER BY date DESC LIMIT 1`;
  await runWork(
    db,
    writes(
      // One that its own day was too short for: how things stood at its midnight can no longer be told for sure.
      db.run(
        sql`UPDATE audits SET state = 'abandoned', progress = '', lease = NULL WHERE state = 'running' AND date < ${date}`,
      ),
      db.run(sql`DELETE FROM audit_parts WHERE date < ${date}`),
      db.run(sql`DELETE FROM ledger_checkpoints WHERE date IN (SELECT date FROM audits WHERE state = 'abandoned')`),
      db.run(sql`INSERT INTO audits (date, previous_date, previous_hash, progress, started_at_ms)
        SELECT ${date}, latest.date, latest.hash, ${JSON.stringify(first)}, ${nowMs()}
        FROM (SELECT 1) LEFT JOIN (${latest}) AS latest ON true WHERE true ON CONFLICT DO NOTHING`),
    ),
  );
}

/** While the audit stands where it was taken, and is still ours. */
export const isOurs = ({ date, lease, pieces }: Leased): SQL =>
  sql`EXISTS (SELECT 1 FROM audits WHERE date = ${date} AND lease = ${lease} AND pieces = ${pieces} AND state = 'running')`;

/**
 * Keeps what a piece has found, together with where the next one begins.
 * @param found statements that write only while the audit `isOurs`
 * @returns null if another run has taken it over
 */
export async function keepPiece(
  { db, nowMs }: AuditDeps,
  leased: Leased,
  progress: Progress,
  found: readonly Statement[],
): Promise<Leased | null> {
  const { date, lease, pieces } = leased;
  const move = db.run(sql`UPDATE audits SET progress = ${JSON.stringify(progress)}, pieces = ${pieces + 1},
    leased_until_ms = ${nowMs() + LEASE_MS} WHERE date = ${date} AND lease = ${lease} AND pieces = ${pieces} AND state = 'running'`);
  const kept = db.all<{ pieces: number }>(
    sql`SELECT pieces FROM audits WHERE date = ${date} AND lease = ${lease} AND pieces = ${pieces + 1}`,
  );
  const moved = await runWork(db, writeThenRead([...found, move], row(kept)));
  return moved ? { ...leased, pieces: pieces + 1, progress } : null;
}

/** Keeps what a list of the day has so far, as a part of the piece being made. */
export const keepPart = ({ db }: AuditDeps, leased: Leased, part: readonly object[]): Statement =>
  db.run(sql`INSERT INTO audit_parts (date, piece, body)
    SELECT ${leased.date}, ${leased.pieces}, ${JSON.stringify(part)} WHERE ${isOurs(leased)} ON CONFLICT DO NOTHING`);

/** The parts from piece `since` on, one after the other. */
export async function readParts<T>({ db }: AuditDeps, { date }: Leased, since = 0): Promise<T[]> {
  const parts = await db.all<{ body: string }>(
    sql`SELECT body FROM audit_parts WHERE date = ${date} AND piece >= ${since} ORDER BY piece`,
  );
  return parts.flatMap(({ body }) => JSON.parse(body) as T[]);
}

export const dropParts = ({ db }: AuditDeps, leased: Leased, since: number): Statement =>
  db.run(sql`DELETE FROM audit_parts WHERE date = ${leased.date} AND piece >= ${since} AND ${isOurs(leased)}`);

/** The next run need not wait until the lease is over. */
export async function leaveAudit({ db }: AuditDeps, { date, lease }: Leased): Promise<void> {
  await db.run(
    sql`UPDATE audits SET leased_until_ms = NULL WHERE date = ${date} AND lease = ${lease} AND state = 'running'`,
  );
}

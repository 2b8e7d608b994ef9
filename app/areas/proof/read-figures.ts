import { type SQL, sql } from "drizzle-orm";
import { marketOpenAnywhere, readJoiningFee } from "~/core/settings/setting";
import { resaleFee } from "~/areas/resale/offer-stake";
import type { Database } from "~/db/client";
import type { BUYER_KINDS, EXIT_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, runWork, together, type Work } from "~/db/work";
import type { AuditDay } from "~/domain/audit/audit-files";
import { countOf } from "~/domain/audit/audit-pages";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { PAYOUT_PROMISE_MS } from "~/domain/payout-due";
import type { Valuation } from "~/domain/returns";
import { supportDueMs } from "~/domain/support-due";
import { recordOf } from "~/domain/value-record";
import { type Day, yesterdayOf } from "./audit-steps";
import { readDay } from "./read-audit";
import { readCaskTotals } from "./read-evidence";

type FigureDeps = { db: Database; nowMs: () => number };

/** The newest figure to each of the six questions. */
export async function readFigures({ proof, db, nowMs }: FigureDeps & { proof: R2Bucket }) {
  const yesterday = yesterdayOf(nowMs());
  const work = together({
    casks: readCaskTotals(db, yesterday),
    list: readExits(db),
    times: readService(db, yesterday),
  });
  const [audit, { casks, list, times }] = await Promise.all([readDay({ proof }, "latest"), runWork(db, work)]);
  return { audit, day: yesterday.date, casks, exits: countExits(list.exits), record: list.record[0] ?? null, times };
}

export type ProofFigures = Awaited<ReturnType<typeof readFigures>>;

/** How an investor gets money back, and what came of each way. One round trip. */
export async function readWaysOut({ db, nowMs }: FigureDeps) {
  const yesterday = yesterdayOf(nowMs());
  const work = together({ list: readExits(db), paid: row(paidQuery(db, yesterday)), resale: resaleTerms(db) });
  const { list, paid, resale } = await runWork(db, work);
  const { returns = 0, paidCents = 0, resales = 0, put = 0, accepted = 0, declined = 0 } = paid ?? {};
  return {
    day: yesterday.date,
    from: dateOf(yesterday.endMs - MEASURED_MS),
    /** `paidCents` is null for so few that their sum would tell of people. */
    returns: { count: returns, paidCents: returns < FEWEST_WAITS ? null : paidCents },
    exits: countExits(list.exits),
    bids: { put, accepted, declined },
    resales,
    resale,
  };
}

/** Counts returns of cycles alone: a wallet's balance may come from anything. A bid that too few voted on was declined too. */
const paidQuery = (db: Database, { endMs }: Day) =>
  db.all<Record<"returns" | "paidCents" | "resales" | "put" | "accepted" | "declined", number>>(sql`SELECT
      (SELECT count(*) FROM offers WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL) AS resales, cycles.*, votes.*
    FROM (SELECT count(*) AS returns, coalesce(sum(amount_cents), 0) AS paidCents FROM withdrawals
        WHERE state = 'paid' AND state <> 'progress' AND stake_id IS NOT NULL
          AND updated_at_ms >= ${endMs - MEASURED_MS} AND updated_at_ms < ${endMs}) AS cycles,
      (SELECT count(*) AS put, coalesce(sum(result = 'accepted'), 0) AS accepted,
        coalesce(sum(result IN ('refused', 'expired')), 0) AS declined
        FROM bids WHERE state <> 'draft' AND published_at_ms < ${endMs}) AS votes`);

/** Whether investors may sell stakes to each other, in some country at least, and what buyer and seller each pay for it. */
function resaleTerms(db: Database): Work<{ isOpen: boolean; feeBasisPoints: number }> {
  const terms = db.all<{ isOpen: 0 | 1; feeBasisPoints: number }>(sql`SELECT ${marketOpenAnywhere} AS isOpen,
    ${resaleFee} AS feeBasisPoints`);
  return mapWork(row(terms), (found) => ({ isOpen: found?.isOpen === 1, feeBasisPoints: found?.feeBasisPoints ?? 0 }));
}

type NewestAudit = Pick<AuditDay, "date" | "result"> & Record<"casks" | "stakes" | "documents", number>;

/** Our fees, and the newest published audit. One round trip. */
export function readPublicFigures({ db }: { db: Database }) {
  const audit = db.all<NewestAudit>(sql`SELECT date, result, casks, stakes, documents
    FROM audits ORDER BY date DESC LIMIT 1`);
  return runWork(db, together({ joiningFeeCents: readJoiningFee(db), resale: resaleTerms(db), audit: row(audit) }));
}

const MEASURED_MS = 90 * 86_400_000;
/** Far above what is done in that time; without it, a run could be asked for more than it can hold. */
const MOST = 50_000;

/** `startMs`: from when the promise runs. `doneMs`: null if it still waits. */
type ServiceTime = { startMs: number; doneMs: number | null };

/**
 * Work done within the time before `endMs`, and work that was late at its end. Work that waits and is still in time
 * counts as neither.
 */
export function readService(db: Database, { date, endMs }: Day) {
  const fromMs = endMs - MEASURED_MS;
  const waits = (times: SQL, dueMs: (startMs: number) => number) =>
    mapWork(rows(db.all<ServiceTime>(sql`${times} LIMIT ${MOST}`)), (asked) => measureWaits(asked, endMs, dueMs));
  const work = together({
    withdrawals: waits(withdrawalTimes(fromMs, endMs), (startMs) => startMs + PAYOUT_PROMISE_MS),
    answers: waits(answerTimes(fromMs, endMs), (startMs) => supportDueMs(startMs)),
    certificates: waits(certificateTimes(fromMs, endMs), (startMs) => startMs + CERTIFICATE_PROMISE_MS),
  });
  return mapWork(work, (measured) => ({ day: date, from: dateOf(fromMs), ...measured }));
}

/** Fewer than these say nothing about the next one. */
const FEWEST_WAITS = 5;

/** `figures` is null for too few. */
export type Waits = { count: number; figures: { medianMs: number; slowestMs: number; late: number } | null };

/** What is late and still waits has waited until now. The median of an even number is the greater of the two. */
export function measureWaits(asked: readonly ServiceTime[], endMs: number, dueMs: (startMs: number) => number): Waits {
  const waits = asked.flatMap(({ startMs, doneMs }) => {
    const isDone = doneMs !== null && doneMs < endMs;
    const untilMs = isDone ? doneMs : endMs;
    const late = dueMs(startMs) < untilMs;
    return isDone || late ? [{ tookMs: Math.max(0, untilMs - startMs), late }] : [];
  });
  const count = waits.length;
  if (count < FEWEST_WAITS) return { count, figures: null };
  const took = waits.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const late = waits.filter((one) => one.late).length;
  return { count, figures: { medianMs: took[Math.floor(count / 2)] ?? 0, slowestMs: took.at(-1) ?? 0, late } };
}

const HOUR_MS = 3_600_000;

/** '3 hours', '2 days 4 hours'; started hours count as full ones. */
export function waited(ms: number): string {
  if (ms < HOUR_MS) return "less than 1 hour";
  const hours = Math.ceil(ms / HOUR_MS);
  if (hours < 48) return countOf(hours, "hour");
  const rest = hours % 24;
  return `${countOf(Math.floor(hours / 24), "day")}${rest === 0 ? "" : ` ${countOf(rest, "hour")}`}`;
}

export const waitsInWords = ({ count: many, figures }: Waits) =>
  figures
    ? `Half were done within ${waited(figures.medianMs)}, the slowest took ${waited(figures.slowestMs)}. Late: ${figures.late === 0 ? "none" : figures.late} of ${many}.`
    : `Too few yet to measure: ${many}.`;

/** From the end of the hold to the bank transfer. */
const withdrawalTimes = (fromMs: number, endMs: number) =>
  sql`SELECT payable_from_ms AS startMs, updated_at_ms AS doneMs FROM withdrawals
      WHERE state = 'paid' AND state <> 'progress' AND updated_at_ms >= ${fromMs}
    UNION ALL
    SELECT payable_from_ms, NULL FROM withdrawals WHERE state IN ('progress', 'sending') AND payable_from_ms < ${endMs}`;

/** From the request to the first answer. What was closed without one was not a question, or was taken back; a cancellation is refunded, not answered. */
function answerTimes(fromMs: number, endMs: number) {
  const received = sql`created_at_ms >= ${fromMs} AND created_at_ms < ${endMs} AND kind <> 'cancellation'`;
  return sql`SELECT created_at_ms AS startMs, answered_at_ms AS doneMs FROM support_requests
      WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL AND ${received}
    UNION ALL
    SELECT created_at_ms, answered_at_ms FROM support_requests
      WHERE answered_at_ms IS NOT NULL AND closed_at_ms IS NULL AND ${received}
    UNION ALL
    SELECT created_at_ms, answered_at_ms FROM support_requests
      WHERE closed_at_ms >= ${fromMs} AND answered_at_ms IS NOT NULL AND ${received}`;
}

/** From the purchase to the file. */
const certificateTimes = (fromMs: number, endMs: number) =>
  sql`SELECT created_at_ms AS startMs, issued_at_ms AS doneMs FROM certificates
      WHERE state IN ('issued', 'void') AND issued_at_ms IS NOT NULL AND created_at_ms >= ${fromMs} AND created_at_ms < ${endMs}
    UNION ALL
    SELECT created_at_ms, NULL FROM certificates WHERE state = 'pending' AND created_at_ms < ${endMs}`;

type ExitRow = Record<"caskId" | "caskName", string> &
  Record<"launchedOn" | "soldOn", CalendarDate> &
  Record<"grossCents" | "feesCents" | "stakes" | "boughtAtCents" | "netPerStakeCents", number> & {
    kind: (typeof EXIT_KINDS)[number];
    buyerKind: (typeof BUYER_KINDS)[number];
  };
type ValueRow = Pick<Valuation, "valuedOn" | "valueCents" | "tier"> & { caskId: string };

/**
 * Every cask that was sold or bought back, those that lost included, the latest first. `netCents`: less what a stake cost and the joining
 * fee, as if that was paid for one stake alone. Of values every one that was published before the sale, even if it was corrected later.
 */
export function readExits(db: Database) {
  const work = together({
    joiningFeeCents: readJoiningFee(db),
    exits: rows(exitsQuery(db)),
    values: rows(valuesQuery(db)),
  });
  return mapWork(work, ({ joiningFeeCents, exits: all, values }) => {
    const exits = all.map((exit) => ({
      ...exit,
      netCents: exit.netPerStakeCents - exit.boughtAtCents - joiningFeeCents,
      values: values.filter(({ caskId }) => caskId === exit.caskId).map(({ caskId: _, ...value }) => value),
    }));
    const record = exits.flatMap(({ values: published, soldOn, netPerStakeCents: netCents }) =>
      published.map((value) => ({ ...value, soldOn, netCents })),
    );
    return { joiningFeeCents, exits, record: recordOf(record) };
  });
}

/** As of now: an end reveals no count of today. Says nothing of people. One round trip. */
export async function listExits({ db, nowMs }: FigureDeps) {
  const { list, resales } = await runWork(db, together({ list: readExits(db), resales: rows(resalesQuery(db)) }));
  return { day: dateOf(nowMs()), ...list, resales };
}

/** `lost`: a stake brought less than was paid for it. */
export const countExits = (exits: readonly (Pick<ExitRow, "kind"> & { netCents: number })[]) => ({
  ended: exits.length,
  sales: exits.filter(({ kind }) => kind === "sale").length,
  lost: exits.filter(({ netCents }) => netCents < 0).length,
});

const ended = sql`confirmed_at_ms > 0 AND cask_exits.state IN ('confirmed', 'done')`;

const exitsQuery = (db: Database) =>
  db.all<ExitRow>(sql`SELECT cask_id AS caskId, name AS caskName, cask_exits.kind,
      buyer_kind AS buyerKind, launches_on AS launchedOn, sold_on AS soldOn, gross_cents AS grossCents, fees_cents AS feesCents,
      stakes, cost_per_stake_cents AS boughtAtCents, net_per_stake_cents AS netPerStakeCents
    FROM cask_exits JOIN casks ON casks.id = cask_id WHERE ${ended} ORDER BY sold_on DESC, cask_id`);

const valuesQuery = (db: Database) =>
  db.all<ValueRow>(sql`SELECT valuations.cask_id AS caskId,
      valued_on AS valuedOn, value_cents AS valueCents, tier
    FROM cask_exits CROSS JOIN valuations ON valuations.cask_id = cask_exits.cask_id AND valued_on < sold_on
    WHERE ${ended} ORDER BY valued_on, valuations.created_at_ms, valuations.id`);

const MOST_RESALES = 500;

/** `valuedCents`: the last valuation when it was offered. */
type ResaleRow = { caskName: string; soldOn: CalendarDate; valuedCents: number | null } & Record<
  "priceCents" | "feeCents",
  number
>;

const resalesQuery = (db: Database) =>
  db.all<ResaleRow>(sql`SELECT casks.name AS caskName, date(sold_at_ms / 1000, 'unixepoch') AS soldOn,
      price_cents AS priceCents, valued_cents AS valuedCents, 2 * fee_cents AS feeCents
    FROM offers JOIN casks ON casks.id = offers.cask_id WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL
    ORDER BY sold_at_ms DESC, offers.id LIMIT ${MOST_RESALES}`);

import { sql } from "drizzle-orm";
import type { PublicFigures } from "~/content/ways-out-texts";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { marketOpenAnywhere } from "~/core/settings/market-open";
import { resaleFee } from "~/areas/resale/offer-stake";
import type { Database } from "~/db/client";
import { mapWork, row, rows, runWork, together, type Work } from "~/db/work";
import type { AuditDay } from "~/domain/audit/audit-files";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { payoutDue } from "~/domain/payout-due";
import { drawRack } from "~/domain/pictures/rack";
import { countExits, type ProofFigures } from "~/domain/proof-figures";
import { FEWEST_WAITS, measureWaits, type Wait, type Waits } from "~/domain/service-clock";
import { supportDueMs } from "~/domain/support-due";
import { countCasks, rackCask, readDay } from "./read-audit";
import { readCaskTotals } from "./read-evidence";
import { readExits } from "./read-exits";

/** More would make the page too heavy; `/audit` draws all. */
const MOST_DRAWN = 170;

/** The newest audit's file and one round trip. `rack`: its casks, null: there is none yet. `times`: how long people waited. */
export async function readFigures({ proof, db, nowMs }: { proof: R2Bucket; db: Database; nowMs: () => number }) {
  const yesterday = yesterdayOf(nowMs());
  const [audit, { totals, list, times }] = await Promise.all([
    readDay({ proof }, "latest"),
    runWork(
      db,
      together({ totals: readCaskTotals(db, yesterday), list: readExits(db), times: readService(db, yesterday) }),
    ),
  ]);
  const figures: ProofFigures = {
    audit: audit && auditFigures(audit),
    casks: { day: yesterday.day, ...totals },
    exits: countExits(list.exits),
    withdrawals: times.withdrawals,
  };
  return { figures, rack: audit && drawRack(audit.casks.map(rackCask), MOST_DRAWN), times };
}

/** How an investor gets money back, and what came of each way. One round trip. */
export async function readWaysOut({ db, nowMs }: { db: Database; nowMs: () => number }) {
  const yesterday = yesterdayOf(nowMs());
  const work = together({ list: readExits(db), times: readService(db, yesterday), now: publicFigures(db) });
  const { list, times, now } = await runWork(db, work);
  return { exits: list.exits, resales: list.resales.length, times, resale: now.resale, day: yesterday.day };
}

function auditFigures(day: AuditDay): ProofFigures["audit"] {
  const { date, result, reason, casks, money } = day;
  return {
    ...{ date, result, reason, heldCents: money.held_cents, owedCents: money.owed_cents },
    counts: countCasks(day),
    certificates: casks.reduce((all, cask) => all + cask.certificates_valid, 0),
  };
}

/** The figures that public pages show, in one round trip. */
export const readPublicFigures = (db: Database): Promise<PublicFigures> => runWork(db, publicFigures(db));

const publicFigures = (db: Database): Work<PublicFigures> =>
  together({ joiningFeeCents: readJoiningFee(db), resale: readResale(db), audit: readNewestAudit(db) });

function readResale(db: Database): Work<PublicFigures["resale"]> {
  const query = db.all<{ isOpen: 0 | 1; feeBasisPoints: number }>(sql`SELECT ${marketOpenAnywhere} AS isOpen,
    ${resaleFee} AS feeBasisPoints`);
  return mapWork(row(query), (found) => ({
    isOpen: found?.isOpen === 1,
    feeBasisPoints: found?.feeBasisPoints ?? 0,
  }));
}

function readNewestAudit(db: Database): Work<PublicFigures["audit"]> {
  const query = db.all<NonNullable<PublicFigures["audit"]>>(sql`SELECT date, result, casks, stakes, documents
    FROM audits ORDER BY date DESC LIMIT 1`);
  return mapWork(row(query), (audit) => audit ?? null);
}

/** Over how long the times are measured. */
const MEASURED_MS = 90 * 86_400_000;
/** Far above what is done in that time; without it, a run could be asked for more than it can hold. */
const MOST = 50_000;

/** Pages of proof tell of the day before: today's counts are not public. */
export type Yesterday = { day: CalendarDate; /** Its end. */ untilMs: number };

export function yesterdayOf(nowMs: number): Yesterday {
  const day = addDays(dateOf(nowMs), -1);
  return { day, untilMs: Date.parse(`${dateOf(nowMs)}T00:00:00Z`) };
}

export type ServiceTimes = {
  day: CalendarDate;
  from: CalendarDate;
  withdrawals: Waits;
  answers: Waits;
  certificates: Waits;
  /** Returns of cycles that were paid in that time; null: so few that their sum would tell of people. */
  returns: { count: number; paidCents: number | null };
  /** Bids ever put to holders. */
  bids: { put: number; accepted: number; declined: number };
};

/** `startMs`: from when the promise runs. `doneMs`: null if it still waited at the end of that time. */
type ServiceTime = { startMs: number; doneMs: number | null };

/**
 * What was done within the time before `untilMs`, and what was late at its end. What still waits and is in time counts as neither.
 */
export function readService(db: Database, { day, untilMs }: Yesterday): Work<ServiceTimes> {
  const work = together({
    withdrawals: rows(withdrawalsQuery(db, untilMs)),
    answers: rows(answersQuery(db, untilMs)),
    certificates: rows(certificatesQuery(db, untilMs)),
    returns: rows(returnsQuery(db, untilMs)),
    bids: rows(bidsQuery(db, untilMs)),
  });
  return mapWork(work, ({ withdrawals, answers, certificates, returns: [returns], bids: [bids] }) => ({
    ...{ day, from: dateOf(untilMs - MEASURED_MS) },
    withdrawals: measured(withdrawals, untilMs, (startMs, endMs) => payoutDue(startMs, endMs).state === "late"),
    answers: measured(answers, untilMs, (startMs, endMs) => supportDueMs(startMs) < endMs),
    certificates: measured(certificates, untilMs, (startMs, endMs) => startMs + CERTIFICATE_PROMISE_MS < endMs),
    returns: {
      count: returns?.count ?? 0,
      paidCents: returns && returns.count >= FEWEST_WAITS ? returns.paidCents : null,
    },
    bids: bids ?? { put: 0, accepted: 0, declined: 0 },
  }));
}

function measured(
  asked: readonly ServiceTime[],
  untilMs: number,
  isLate: (startMs: number, endMs: number) => boolean,
): Waits {
  const waits = asked.flatMap(({ startMs, doneMs }): Wait[] => {
    const isDone = doneMs !== null && doneMs < untilMs;
    const endMs = isDone ? doneMs : untilMs;
    const late = isLate(startMs, endMs);
    return isDone || late ? [{ tookMs: Math.max(0, endMs - startMs), late }] : [];
  });
  return measureWaits(waits);
}

/** From the end of the hold to the bank transfer. */
const withdrawalsQuery = (db: Database, untilMs: number) =>
  db.all<ServiceTime>(sql`SELECT payable_from_ms AS startMs, updated_at_ms AS doneMs FROM withdrawals
      WHERE state = 'paid' AND state <> 'progress' AND updated_at_ms >= ${untilMs - MEASURED_MS}
    UNION ALL
    SELECT payable_from_ms, NULL FROM withdrawals WHERE state = 'progress' AND payable_from_ms < ${untilMs}
    UNION ALL
    SELECT payable_from_ms, NULL FROM withdrawals WHERE state = 'sending' AND sent_at_ms > 0 AND payable_from_ms < ${untilMs}
    LIMIT ${MOST}`);

/** Of cycles alone: a wallet's balance may be made of anything. */
const returnsQuery = (db: Database, untilMs: number) =>
  db.all<{ count: number; paidCents: number }>(sql`SELECT count(*) AS count, coalesce(sum(amount_cents), 0) AS paidCents
    FROM withdrawals WHERE state = 'paid' AND state <> 'progress' AND stake_id IS NOT NULL
      AND updated_at_ms >= ${untilMs - MEASURED_MS} AND updated_at_ms < ${untilMs}`);

/** A bid that too few voted on was declined too. */
const bidsQuery = (db: Database, untilMs: number) =>
  db.all<{
    put: number;
    accepted: number;
    declined: number;
  }>(sql`SELECT count(*) AS put, coalesce(sum(result = 'accepted'), 0) AS accepted,
      coalesce(sum(result IN ('refused', 'expired')), 0) AS declined
    FROM bids WHERE state <> 'draft' AND published_at_ms < ${untilMs}`);

/** From the request to the first answer. What was closed without one was no question, or was taken back. */
const answersQuery = (db: Database, untilMs: number) => {
  const fromMs = untilMs - MEASURED_MS;
  const received = sql`created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs}`;
  return db.all<ServiceTime>(sql`SELECT created_at_ms AS startMs, answered_at_ms AS doneMs FROM support_requests
      WHERE waiting_since_ms IS NOT NULL AND ${received}
    UNION ALL
    SELECT created_at_ms, answered_at_ms FROM support_requests
      WHERE waiting_since_ms IS NULL AND closed_at_ms IS NULL AND ${received}
    UNION ALL
    SELECT created_at_ms, answered_at_ms FROM support_requests
      WHERE closed_at_ms >= ${fromMs} AND answered_at_ms IS NOT NULL AND ${received}
    LIMIT ${MOST}`);
};

/** From the purchase to the file. */
const certificatesQuery = (db: Database, untilMs: number) => {
  const made = sql`created_at_ms >= ${untilMs - MEASURED_MS} AND created_at_ms < ${untilMs}`;
  return db.all<ServiceTime>(sql`SELECT created_at_ms AS startMs, issued_at_ms AS doneMs FROM certificates
      WHERE state = 'issued' AND ${made}
    UNION ALL
    SELECT created_at_ms, issued_at_ms FROM certificates WHERE state = 'void' AND issued_at_ms IS NOT NULL AND ${made}
    UNION ALL
    SELECT created_at_ms, NULL FROM certificates WHERE state = 'pending' AND created_at_ms < ${untilMs}
    LIMIT ${MOST}`);
};

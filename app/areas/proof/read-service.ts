import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, together, type Work } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { CERTIFICATE_PROMISE_MS } from "~/domain/certificate-late";
import { payoutDue } from "~/domain/payout-due";
import { FEWEST_WAITS, measureWaits, type Wait, type Waits } from "~/domain/service-clock";
import { supportDueMs } from "~/domain/support-due";

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

import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { isOwed } from "~/areas/console/settle-trouble";
import { mapWork, type ResultOf, rows, together } from "~/db/work";
import { readTimer, type TimerState } from "~/core/timer/read-timer";

// What went wrong and waits for a person, oldest first: work that was given up, differences between the books and the providers,
// work that fails again and again, and the latest reconciliations.

/** Shown; there are few. The file has all (lists/trouble-file.ts). */
const MOST = 15;

export type OpenLetter = {
  id: string;
  origin: string;
  error: string | null;
  outboxId: string | null;
  /** Money that must be sent: it is not dropped. */
  isOwed: number;
  /** The stakes that were frozen for what is owed, as an operator reads them. */
  frozen: string | null;
  createdAtMs: number;
  /** Of origin 'bank': the line of the bank's answer. */
  answerId: string | null;
  answerNumber: number | null;
  line: number | null;
  lineReference: string | null;
  lineCents: number | null;
  withdrawalId: string | null;
};
export type OpenDifference = {
  id: string;
  kind: string;
  subject: string;
  detail: string | null;
  paymentId: string | null;
  firstSeenMs: number;
};
export type FailingWork = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string | null;
  failingSinceMs: number;
};
export type Run = {
  id: string;
  askedAtMs: number;
  finishedAtMs: number | null;
  paymentsRead: number;
  repaired: number;
  open: number;
  error: string | null;
};

/** Jobs of the timer that stand or failed last, and whether nudges arrive. */
export type TimerTrouble = Pick<TimerState, "nudges" | "lastConsumedAtMs"> & {
  jobs: { id: string; lastSuccessAtMs: number | null; durationMs: number; stands: boolean }[];
};

function timerTrouble({ jobs, late, nudges, lastConsumedAtMs }: TimerState): TimerTrouble {
  const failed = jobs.filter(
    ({ name, lastSuccessAtMs, lastFailureAtMs }) =>
      late.includes(name) || (lastFailureAtMs ?? 0) > (lastSuccessAtMs ?? 0),
  );
  return {
    nudges,
    lastConsumedAtMs,
    jobs: failed.map(({ name, lastSuccessAtMs, durationMs }) => ({
      id: name,
      lastSuccessAtMs,
      durationMs,
      stands: late.includes(name),
    })),
  };
}

export function listTrouble(db: Database, nowMs: number) {
  return together({
    timer: mapWork(readTimer(db, nowMs), timerTrouble),
    letters: rows(
      db.all<OpenLetter>(sql`SELECT dead_letters.id, origin, error, json_extract(body, '$.outboxId') AS outboxId,
          ${isOwed} AS isOwed, (SELECT group_concat(named, ', ') FROM (SELECT casks.name || ' ' || stakes.number AS named
            FROM json_each(body, '$.stakes') AS listed JOIN stakes ON stakes.id = listed.value JOIN casks ON casks.id = stakes.cask_id
            ORDER BY casks.name, stakes.number)) AS frozen, created_at_ms AS createdAtMs,
          bank_answers.id AS answerId, bank_answers.number AS answerNumber, told.line, told.reference AS lineReference,
          told.amount_cents AS lineCents, told.withdrawal_id AS withdrawalId
        FROM dead_letters
          LEFT JOIN bank_answer_lines AS told ON origin = 'bank' AND told.answer_id = json_extract(body, '$.answerId') AND told.line = json_extract(body, '$.line')
          LEFT JOIN bank_answers ON bank_answers.id = told.answer_id
        WHERE resolved_at_ms IS NULL ORDER BY created_at_ms LIMIT ${MOST}`),
    ),
    differences: rows(
      db.all<OpenDifference>(sql`SELECT id, kind, subject, detail, payment_id AS paymentId, first_seen_ms AS firstSeenMs
        FROM differences WHERE state = 'open' ORDER BY first_seen_ms LIMIT ${MOST}`),
    ),
    failing: rows(
      db.all<FailingWork>(sql`SELECT id, kind, attempts, last_error AS lastError, failing_since_ms AS failingSinceMs
        FROM outbox WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT ${MOST}`),
    ),
    runs: rows(
      db.all<Run>(sql`SELECT id, asked_at_ms AS askedAtMs, finished_at_ms AS finishedAtMs, payments_read AS paymentsRead,
          repaired, open, error FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 10`),
    ),
  });
}

export type Trouble = ResultOf<ReturnType<typeof listTrouble>>;

import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { deadLetters } from "~/db/schema/operations";
import { differences } from "~/db/schema/reconciliation";
import { mapWork, type ResultOf, row, rows, together, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { readTimer, type TimerState } from "~/core/timer/read-timer";

// Work that was given up and is not wanted any more leaves the list, with an operator's reason. Money that is owed is not
// dropped: it is sent, or recorded as sent by hand (areas/buying/settlement/record-manual-refund.ts).

type Drop = {
  deadLetterId: string;
  operator: OperatorAccess;
  /** Why, in the operator's words; no personal data. */
  reason: string;
};

export type DropOutcome = { ok: true } | { ok: false; code: "no-such-letter" | "is-owed" | "not-allowed" };

/** Of the row of `dead_letters` at hand. */
const isOwed = sql`(origin = 'refund' OR EXISTS (SELECT 1 FROM outbox
  WHERE outbox.id = json_extract(dead_letters.body, '$.outboxId') AND outbox.kind = 'refund-payment'))`;

/** Dropped or replayed before counts as done. */
export function dropDeadLetter(
  db: Database,
  { deadLetterId, operator: { userId: operatorId, nowMs }, reason }: Drop,
): Work<DropOutcome> {
  const mayDrop = sql`id = ${deadLetterId} AND resolved_at_ms IS NULL AND NOT ${isOwed}`;
  const entry = {
    id: `drop:${deadLetterId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "dead-letter-dropped",
    subject: `dead-letter:${deadLetterId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: deadLetters, where: mayDrop }),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE ${mayDrop}`),
  ];
  const letter = db
    .select({ resolvedAtMs: deadLetters.resolvedAtMs, isOwed: sql<number>`${isOwed}`.as("is_owed") })
    .from(deadLetters)
    .where(eq(deadLetters.id, deadLetterId));
  return mapWork(writeThenRead(statements, row(letter)), (found): DropOutcome => {
    if (!found) return { ok: false, code: "no-such-letter" };
    if (found.resolvedAtMs !== null) return { ok: true };
    return { ok: false, code: found.isOwed ? "is-owed" : "not-allowed" };
  });
}

// Returns work that was given up to the outbox, at an operator's request. Every outbox row may run twice, so replaying work
// that was done after all changes nothing.

type Replay = {
  deadLetterId: string;
  operator: OperatorAccess;
};

export type ReplayOutcome = { ok: true } | { ok: false; code: "no-such-letter" | "needs-a-person" | "not-allowed" };

export function replayDeadLetter(
  db: Database,
  { deadLetterId, operator: { userId: operatorId, nowMs } }: Replay,
): Work<ReplayOutcome> {
  const mayReplay = sql`id = ${deadLetterId} AND origin IN ('outbox', 'queue') AND resolved_at_ms IS NULL`;
  const statements = [
    db.run(sql`UPDATE outbox SET done_at_ms = NULL, attempts = 0, available_at_ms = ${nowMs}
      WHERE (done_at_ms IS NULL OR last_error IS NOT NULL)
        AND id = (SELECT json_extract(body, '$.outboxId') FROM dead_letters WHERE ${mayReplay})`),
    recordAudit(
      db,
      {
        id: `replay:${deadLetterId}:${nowMs}`,
        actor: byOperator(operatorId),
        action: "dead-letter-replayed",
        subject: `dead-letter:${deadLetterId}`,
        nowMs,
      },
      { from: deadLetters, where: mayReplay },
    ),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE ${mayReplay}`),
  ];
  const letter = db
    .select({ origin: deadLetters.origin, resolvedAtMs: deadLetters.resolvedAtMs })
    .from(deadLetters)
    .where(eq(deadLetters.id, deadLetterId));
  return mapWork(writeThenRead(statements, row(letter)), replayOutcomeOf);
}

type Letter = Pick<typeof deadLetters.$inferSelect, "origin" | "resolvedAtMs">;

/** A letter replayed earlier counts as replayed. */
function replayOutcomeOf(letter: Letter | undefined): ReplayOutcome {
  if (!letter) return { ok: false, code: "no-such-letter" };
  if (letter.resolvedAtMs !== null) return { ok: true };
  // Money that no call can send back: running it again would not help.
  return { ok: false, code: letter.origin === "refund" ? "needs-a-person" : "not-allowed" };
}

// A difference to the provider's books that a person has looked into and knows the cause of. It waits for nobody any more; if its
// figures change, it is open again (areas/buying/reconciliation/record-difference). A broken rule of our own books is not explained
// away: it stays until it holds again.

type Explanation = {
  differenceId: string;
  operator: OperatorAccess;
  /** In the operator's words; no personal data. */
  reason: string;
};

export type ExplainOutcome = { ok: true } | { ok: false; code: "no-such-difference" | "not-allowed" };

/** Explained before counts as done. */
export function explainDifference(
  db: Database,
  { differenceId, operator: { userId: operatorId, nowMs }, reason }: Explanation,
): Work<ExplainOutcome> {
  const mayExplain = sql`id = ${differenceId} AND state = 'open' AND kind <> 'books'`;
  const entry = {
    id: `explain:${differenceId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "difference-explained",
    subject: `difference:${differenceId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: differences, where: mayExplain }),
    db.run(sql`UPDATE differences SET state = 'explained' WHERE ${mayExplain}`),
  ];
  const now = db.select({ state: differences.state }).from(differences).where(eq(differences.id, differenceId));
  return mapWork(writeThenRead(statements, row(now)), (found): ExplainOutcome => {
    if (!found || found.state === "gone" || found.state === "repaired")
      return { ok: false, code: "no-such-difference" };
    return found.state === "explained" ? { ok: true } : { ok: false, code: "not-allowed" };
  });
}

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

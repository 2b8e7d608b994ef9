import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { deadLetters } from "~/db/schema/operations";
import { differences } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// Owed money is never dropped: it is sent, or recorded as sent by hand.

type Drop = {
  deadLetterId: string;
  operator: OperatorAccess;
  /** No personal data. */
  reason: string;
};

export type DropOutcome = { ok: true } | { ok: false; code: "no-such-letter" | "is-owed" | "not-allowed" };

export const isOwed = sql`(origin = 'refund' OR EXISTS (SELECT 1 FROM outbox
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

// Every outbox row may run twice, so replaying work that was done after all changes nothing.

type Replay = {
  deadLetterId: string;
  operator: OperatorAccess;
};

export type ReplayOutcome = { ok: true } | { ok: false; code: "no-such-letter" | "needs-a-person" | "not-allowed" };

export function replayDeadLetter(db: Database, { deadLetterId, operator }: Replay): Work<ReplayOutcome> {
  const { nowMs } = operator;
  const mayReplay = sql`id = ${deadLetterId} AND origin IN ('outbox', 'queue') AND resolved_at_ms IS NULL`;
  const statements = [
    db.run(sql`UPDATE outbox SET done_at_ms = NULL, attempts = 0, available_at_ms = ${nowMs}
      WHERE (done_at_ms IS NULL OR last_error IS NOT NULL)
        AND id = (SELECT json_extract(body, '$.outboxId') FROM dead_letters WHERE ${mayReplay})`),
    recordAudit(
      db,
      {
        id: `replay:${deadLetterId}:${nowMs}`,
        by: operator,
        action: "dead-letter-replayed",
        subject: `dead-letter:${deadLetterId}`,
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

function replayOutcomeOf(letter: Letter | undefined): ReplayOutcome {
  if (!letter) return { ok: false, code: "no-such-letter" };
  if (letter.resolvedAtMs !== null) return { ok: true };
  // Money that no call can send back: running it again would not help.
  return { ok: false, code: letter.origin === "refund" ? "needs-a-person" : "not-allowed" };
}

// An explained difference reopens when its figures change. A broken rule of our own books stays until it holds again.

type Explanation = {
  differenceId: string;
  operator: OperatorAccess;
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

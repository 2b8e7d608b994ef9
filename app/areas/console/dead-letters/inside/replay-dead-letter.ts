import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { deadLetters } from "~/db/schema/operations";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

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
  return mapWork(writeThenRead(statements, row(letter)), outcomeOf);
}

type Letter = Pick<typeof deadLetters.$inferSelect, "origin" | "resolvedAtMs">;

/** A letter replayed earlier counts as replayed. */
function outcomeOf(letter: Letter | undefined): ReplayOutcome {
  if (!letter) return { ok: false, code: "no-such-letter" };
  if (letter.resolvedAtMs !== null) return { ok: true };
  // Money that no call can send back: running it again would not help.
  return { ok: false, code: letter.origin === "refund" ? "needs-a-person" : "not-allowed" };
}

import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { runWork, writes } from "~/db/work";
import { keepDeadLetter } from "~/core/ledger/dead-letter";
import type { ResaleDeps } from "../resale-deps";

/** A round is done within minutes of its close. */
export const LATE_MS = 3_600_000;

const letterOf = (roundId: string) => `resale-round:${roundId}`;
const isOver = (roundId: string) =>
  sql`EXISTS (SELECT 1 FROM resale_rounds WHERE resale_rounds.id = ${roundId} AND resale_rounds.state IN ('settled', 'stopped'))`;

/** Operators see a round that is late until it is over. */
export async function tellLate({ db, nowMs }: ResaleDeps, roundId: string): Promise<void> {
  const letter = { id: letterOf(roundId), origin: "resale", body: { roundId }, error: "round-late" } as const;
  const late = keepDeadLetter(db, { ...letter, nowMs: nowMs() }, "stays", { where: sql`NOT ${isOver(roundId)}` });
  await runWork(db, writes(late));
}

/** Goes into the batch that ends the round: no later run looks at one that is over. */
export const resolveLate = (db: Database, roundId: string, nowMs: number) =>
  db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs}
    WHERE id = ${letterOf(roundId)} AND resolved_at_ms IS NULL AND ${isOver(roundId)}`);

import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { launchDraws } from "~/db/schema/launch-draws";
import { row, runWork, writeThenRead } from "~/db/work";
import type { Sha256 } from "~/domain/audit/audit-files";
import { drawOrder } from "~/domain/first-minute";

/**
 * Draws the order of the tickets with the seed that was committed to when the draw was chosen, and keeps it for the audit. A cask's places
 * are drawn once: whoever asks again is given the same order. Two round trips.
 */
export async function drawPlaces(
  { db, sha256 }: { db: Database; sha256: Sha256 },
  caskId: string,
  tickets: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const ofCask = sql`${launchDraws.caskId} = ${caskId}`;
  const { seed, tickets: tickets_ } = launchDraws;
  const found = await runWork(db, row(db.select({ seed, tickets: tickets_ }).from(launchDraws).where(ofCask)));
  if (!found) throw new Error(`cask ${caskId} has no draw`);
  if (found.tickets !== null) return orderOf(found.tickets);
  const order = drawOrder(found.seed, tickets, sha256);
  const keep = db.run(sql`UPDATE launch_draws SET drawn_at_ms = ${nowMs}, tickets = ${JSON.stringify(order)}
    WHERE cask_id = ${caskId} AND drawn_at_ms IS NULL`);
  const read = row(db.select({ tickets: tickets_ }).from(launchDraws).where(ofCask));
  const kept = await runWork(db, writeThenRead([keep], read));
  return orderOf(kept?.tickets ?? null);
}

const orderOf = (tickets: string | null): string[] => JSON.parse(tickets ?? "[]") as string[];

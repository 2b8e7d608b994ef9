import { sql } from "drizzle-orm";
import { row, runWork } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Stamper } from "~/integrations/time-stamps/port";
import { stampKey } from "./read-audit";

export type StampDeps = Pick<Deps, "db"> & {
  proof: R2Bucket;
  /** null: none is asked. */
  stamper: Stamper | null;
};

/**
 * Has the newest day's hash witnessed, once. A day that was missed is covered by the next one, whose hash holds its hash.
 * Without a witness nothing is read. @throws if the witness cannot be reached; the next run asks again
 */
export async function stampDay({ db, proof, stamper }: StampDeps): Promise<void> {
  if (!stamper) return;
  const query = db.all<{ date: string; hash: string }>(
    sql`SELECT date, hash FROM audits WHERE state = 'published' ORDER BY date DESC LIMIT 1`,
  );
  const newest = await runWork(db, row(query));
  if (!newest || (await proof.head(stampKey(newest.date)))) return;
  const digest = Uint8Array.from(newest.hash.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  await proof.put(stampKey(newest.date), await stamper.stamp(digest));
}

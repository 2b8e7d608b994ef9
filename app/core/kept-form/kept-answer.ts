import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { type Limit, takeLimits } from "~/core/limits/take-limits";
import type { Sealed } from "~/core/sealer";
import { insertKeptForm, readKeptForm, type SealedForm } from "./kept-form";

// What a refused form was answered, kept so that the page after it is one that can be loaded again and come back to.

export const KEPT_ANSWER_MS = 60_000;

/** @returns false where one network has had so many kept that the answer is better given at once. Two round trips. */
export async function keepAnswer(
  { db, nowMs }: Pick<Deps, "db" | "nowMs">,
  networkHash: string,
  sealed: SealedForm,
): Promise<boolean> {
  const limit: Limit = { key: `kept-answer:${networkHash}`, most: 30, windowMs: 60_000 };
  if (!(await takeLimits(db, [limit], nowMs())).ok) return false;
  await runWork(db, writes(insertKeptForm(db, sealed, sql`true`)));
  return true;
}

/** One round trip. */
export async function readKeptAnswer(
  { db, nowMs }: Pick<Deps, "db" | "nowMs">,
  idHash: string,
): Promise<Sealed | undefined> {
  return runWork(db, readKeptForm(db, idHash, nowMs()));
}

import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { STANDING_RULES } from "~/core/ledger/book-rules";
import { checkRanges } from "./check-ranges";
import { checkTotals } from "./check-totals";
import { recordDifference } from "../record-difference";

type CheckBooksDeps = Pick<Deps, "db" | "nowMs" | "log">;

/**
 * How much of the books a run reads, whatever their size: at one run an hour, 2,000 rows of each table and 20,000 transfers. A
 * table of 100,000 rows is gone through in about two days, and then again; what is new is checked at once.
 */
export type BookRange = {
  /** Rows of a table, counted from where the last run stopped. */
  rows: number;
  /** Casks, each with all its stakes. */
  casks: number;
  /** The newest rows of a table, in every run. */
  newest: number;
  /** How many times `rows` transfers are added up. */
  windows: number;
};

const RANGE: BookRange = { rows: 2_000, casks: 50, newest: 200, windows: 10 };

/** Reports what breaks a rule of the books. None of it can be repaired automatically. */
export async function checkBooks(deps: CheckBooksDeps, range: BookRange = RANGE): Promise<void> {
  for (const [rule, query] of Object.entries(STANDING_RULES)) {
    for (const { id } of await deps.db.all<{ id: string }>(sql.raw(query))) await recordBreach(deps, rule, id);
  }
  await checkRanges(deps, range);
  await checkTotals(deps, range);
}

export async function recordBreach(deps: CheckBooksDeps, rule: string, id: string): Promise<void> {
  await recordDifference(deps, { kind: "books", subject: subjectOf(rule, id) }, "open");
}

export const subjectOf = (rule: string, id: string) => `${rule}: ${id}`;

import { addDays } from "~/domain/calendar-date";
import { runWork, type Statement, writes } from "~/db/work";
import { PIECE, type PieceSize } from "~/areas/proof/audits/audit-deps";
import { firstProgress } from "~/areas/proof/audits/inside/audit-progress";
import type { Leased } from "~/areas/proof/audits/inside/audit-row";
import { auditDeps } from "./audits";
import { createTestContext, TestClock } from "./context";

export const DATE = "2026-05-04";
export const [BEFORE, EARLIER] = [addDays(DATE, -1), addDays(DATE, -2)];
export const NOON_MS = Date.parse(`${DATE}T12:00:00Z`);
export const END_MS = Date.parse(`${addDays(DATE, 1)}T00:00:00Z`);
/** How many pieces of the day's audit were made. */
export const PIECES = 3;

/** The audit of a day that this run has, and the same one once another run has taken it over. */
export function leaseDay() {
  const context = createTestContext({ clock: new TestClock(NOON_MS) });
  const leased: Leased = {
    ...{ date: DATE, endMs: END_MS, previousDate: BEFORE, previousHash: null, pieces: PIECES, lease: "ours" },
    progress: firstProgress(null),
  };
  return {
    ...{ context, db: context.db, deps: auditDeps(context), leased },
    another: { ...leased, lease: "another" },
    run: (statements: readonly Statement[]) => runWork(context.db, writes(...statements)),
  };
}

export const sized = (more: Partial<PieceSize>): PieceSize => ({ ...PIECE, ...more });

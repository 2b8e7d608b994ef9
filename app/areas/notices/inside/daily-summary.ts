import { eq, sql } from "drizzle-orm";
import { type DayFigures, dailySummaryMail } from "~/content/notice-mails-operators";
import { users } from "~/db/schema/people";
import type { Database } from "~/db/client";
import { mapWork, row, runWork, together, type Work } from "~/db/work";
import { readLateWork } from "~/core/outbox/late-work";
import type { Composer } from "./notice";
import { summaryDay } from "../tell-day";

/** What a withdrawal is promised after its hold has ended. */
const PAID_WITHIN_MS = 86_400_000;

/** What waits for a person, as it is now: [OPERATOR, DAY]. One that could not be sent in its day is left to the next. */
export const dailySummaryNotice: Composer = async ({ db, nowMs: clock, origin }, [operatorId, day]) => {
  const nowMs = clock();
  if (String(summaryDay(nowMs)) !== day) return "superseded";
  const operator = db.select({ email: users.email, role: users.role }).from(users).where(eq(users.id, operatorId));
  const found = await runWork(db, together({ operator: row(operator), figures: dayFigures(db, nowMs) }));
  if (!found.operator?.email || found.operator.role !== "operator") return "no-address";
  return { to: found.operator.email, mail: dailySummaryMail(found.figures, `${origin}/operator`) };
};

/** Counts only: an operator's mailbox is no place for names and amounts. */
function dayFigures(db: Database, nowMs: number): Work<DayFigures> {
  const waiting = db.all<Omit<DayFigures, "lateWork">>(sql`SELECT
    (SELECT count(*) FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs}) AS withdrawals,
    (SELECT count(*) FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${nowMs - PAID_WITHIN_MS}) AS lateWithdrawals,
    (SELECT count(*) FROM withdrawals WHERE state = 'progress' AND payable_from_ms > ${nowMs}) AS heldWithdrawals,
    (SELECT count(*) FROM differences WHERE state = 'open') AS differences,
    (SELECT count(*) FROM dead_letters WHERE resolved_at_ms IS NULL) AS deadLetters`);
  const none = { withdrawals: 0, lateWithdrawals: 0, heldWithdrawals: 0, differences: 0, deadLetters: 0 };
  return mapWork(together({ waiting: row(waiting), late: readLateWork(db, nowMs) }), (found) => ({
    ...(found.waiting ?? none),
    lateWork: found.late.count,
  }));
}

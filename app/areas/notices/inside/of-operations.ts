import { and, eq, sql } from "drizzle-orm";
import {
  codesAlarmMail,
  type DayFigures,
  dailySummaryMail,
  timerStandsMail,
  workWaitsMail,
} from "~/content/notice-mails-operators";
import type { Database } from "~/db/client";
import { counters, users } from "~/db/schema/people";
import { mapWork, row, runWork, together, type Work } from "~/db/work";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { everyoneKey } from "~/areas/accounts/login/login-limits";
import { readLateWork } from "~/core/outbox/late-work";
import { readTimer } from "~/core/timer/read-timer";
import { dateOf } from "~/domain/calendar-date";
import { readDueDates } from "../due-dates";
import { summaryDay } from "../tell-day";
import { waitingItems, waitingTotal } from "../waiting/waiting-items";
import { readWaiting } from "../waiting/what-waits";
import { type Composer, type NoticeTable, toOperator } from "./notice";

const HOUR_MS = 3_600_000;
/** What a withdrawal is promised after its hold has ended. */
const PAID_WITHIN_MS = 86_400_000;

const operatorQuery = (db: Database, operatorId: string) =>
  db.select({ email: users.email, role: users.role }).from(users).where(eq(users.id, operatorId));

// Each tells what is so when it is sent, and one that could not be sent in its hour or day is left to the next.

const workWaits: Composer = async ({ db, nowMs: clock }, [operatorId, hour]) => {
  const nowMs = clock();
  if (Math.floor(nowMs / HOUR_MS) > Number(hour)) return "superseded";
  const { sinceMs, ...late } = await runWork(db, readLateWork(db, nowMs));
  if (sinceMs === null) return "superseded";
  const [operator] = await operatorQuery(db, operatorId);
  return toOperator(operator, () => workWaitsMail({ ...late, sinceMs }));
};

const timerStands: Composer = async ({ db, nowMs: clock }, [operatorId, hour]) => {
  const nowMs = clock();
  if (Math.floor(nowMs / HOUR_MS) > Number(hour)) return "superseded";
  const { late, jobs } = await runWork(db, readTimer(db, nowMs));
  if (late.length === 0) return "superseded";
  const [operator] = await operatorQuery(db, operatorId);
  const standing = jobs.filter(({ name }) => late.includes(name));
  return toOperator(operator, () =>
    timerStandsMail(standing.map(({ name, lastSuccessAtMs }) => ({ name, lastSuccessAtMs }))),
  );
};

const codesAlarm: Composer = async ({ db, nowMs }, [operatorId, channel, windowEndsAtMs]) => {
  if (nowMs() >= Number(windowEndsAtMs) || (channel !== "email" && channel !== "sms")) return "superseded";
  const [found] = await db
    .select({ email: users.email, role: users.role, count: counters.count })
    .from(users)
    .innerJoin(counters, and(eq(counters.key, everyoneKey(channel)), eq(users.id, operatorId)));
  if (!found) return "superseded";
  return toOperator(found, () => codesAlarmMail({ channel, count: found.count }));
};

const dailySummary: Composer = async ({ db, nowMs: clock, origin }, [operatorId, day]) => {
  const nowMs = clock();
  if (String(summaryDay(nowMs)) !== day) return "superseded";
  const asked = together({ operator: row(operatorQuery(db, operatorId)), figures: dayFigures(db, nowMs) });
  const { operator, figures } = await runWork(db, asked);
  return toOperator(operator, () => dailySummaryMail(figures, `${origin}${loginTo("/operator")}`));
};

/** Counts only: an operator's mailbox is no place for names and amounts. */
function dayFigures(db: Database, nowMs: number): Work<DayFigures> {
  const withdrawals = db.all<{ late: number; held: number }>(
    sql`SELECT total(payable_from_ms <= ${nowMs - PAID_WITHIN_MS}) AS late, total(payable_from_ms > ${nowMs}) AS held
      FROM withdrawals WHERE state = 'progress'`,
  );
  const asked = together({
    waiting: readWaiting(db, nowMs),
    withdrawals: row(withdrawals),
    work: readLateWork(db, nowMs),
    due: readDueDates(db),
  });
  return mapWork(asked, (found) => {
    const items = waitingItems(found.waiting);
    return {
      items,
      total: waitingTotal(items),
      lateWithdrawals: found.withdrawals?.late ?? 0,
      heldWithdrawals: found.withdrawals?.held ?? 0,
      lateWork: found.work.count,
      lateDates: found.due.dates.filter(({ on }) => on < dateOf(nowMs)).length,
      comingDates: found.due.dates.filter(({ on }) => on >= dateOf(nowMs)).length,
    };
  });
}

export const ofOperations = {
  "work-waits": {
    subject: "OPERATOR:HOUR",
    statements: ["core/outbox/late-work"],
    once: "the id contains an hour that is over",
    compose: workWaits,
  },
  "timer-stands": {
    subject: "OPERATOR:HOUR",
    statements: ["workers/settlement/tell-standing-jobs"],
    urgent: true,
    once: "the id contains an hour that is over",
    compose: timerStands,
  },
  "codes-alarm": {
    subject: "OPERATOR:CHANNEL:END",
    statements: ["areas/accounts/login/tell-codes-alarm"],
    once: "the id contains a time that is over",
    compose: codesAlarm,
  },
  "daily-summary": {
    subject: "OPERATOR:DAY",
    statements: ["areas/notices/tell-day"],
    once: "the id contains a day that is over",
    compose: dailySummary,
  },
} satisfies NoticeTable;

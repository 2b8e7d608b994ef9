import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { counters, users } from "~/db/schema/people";
import { row, runWork, together, writes } from "~/db/work";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { everyoneKey } from "~/areas/accounts/login/login-limits";
import { type LateWork, readLateWork } from "~/core/outbox/late-work";
import { readTimer } from "~/core/timer/run-jobs";
import { DAY_MS, formatInstant } from "~/domain/calendar-date";
import { type WaitingItem, waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { type Composer, type NoticeTable, toOperator } from "./notice";
import { company } from "~/content/company";
import { mailLink, mailText, type MailText } from "~/content/mail-text";
import type { Deps } from "~/core/deps";
import { notifyOperators } from "~/core/outbox/enqueue";

const FROM_HOUR = 6;

export const summaryDay = (nowMs: number) => Math.floor((nowMs - FROM_HOUR * 3_600_000) / DAY_MS);

export async function notifyDay({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  // As text, because D1 binds every number as REAL.
  const day = String(summaryDay(nowMs));
  const tell = notifyOperators(db, { notice: "daily-summary", occasion: sql`${day}`, nowMs });
  await runWork(db, writes(tell));
}

type Standing = { name: string; lastSuccessAtMs: number | null };

/** `standing`: scheduled jobs that have not succeeded for more than an hour. */
export function workWaitsMail({ count, urgent, sinceMs }: LateWork, standing: readonly Standing[]): MailText {
  const what = count === 1 ? "One job has been waiting" : `${count} jobs have been waiting`;
  return mailText(`${company.brand}: work has been waiting for more than an hour`, [
    ...(sinceMs === null
      ? []
      : [
          `${what} for more than an hour, the oldest since ${formatInstant(sinceMs)}. ${urgent} of them are refunds, certificates or security emails. Check the payment providers and the email service first: this is what an outage looks like.`,
        ]),
    ...(standing.length === 0
      ? []
      : [
          "These scheduled jobs have not succeeded for more than an hour. Look for 'timer-job-failed' in the log.",
          {
            figures: standing.map(
              ({ name, lastSuccessAtMs }) =>
                [name, lastSuccessAtMs === null ? "never" : `last on ${formatInstant(lastSuccessAtMs)}`] as const,
            ),
          },
        ]),
    "Everything is retried at least once an hour.",
  ]);
}

export function codesAlarmMail({ channel, count }: { channel: "email" | "sms"; count: number }): MailText {
  const what = channel === "email" ? "login codes by email" : "login codes by text message";
  return mailText(`${company.brand}: unusually many login codes are being sent`, [
    `${count} ${what} were sent within a day. Someone is probably requesting codes in bulk.`,
    "No one is turned away: browsers that have not logged in with an address before wait a little longer for each code. Check the log for the networks that ask for the most, and the sender’s bill.",
  ]);
}

export function dailySummaryMail(items: readonly WaitingItem[], operatorUrl: string): MailText {
  const isIdle = items.length === 0;
  return mailText(`${company.brand} today: ${isIdle ? "nothing is waiting" : `${waitingTotal(items)} waiting`}`, [
    ...(isIdle
      ? ["Nothing is waiting for a person."]
      : ["Waiting for a person:", { figures: items.map(({ label, counted }) => [label, counted] as const) }]),
    mailLink("Open the console", operatorUrl),
  ]);
}

const HOUR_MS = 3_600_000;
const operatorQuery = (db: Database, operatorId: string) =>
  db.select({ email: users.email, role: users.role }).from(users).where(eq(users.id, operatorId));

const workWaits: Composer = async ({ db, nowMs: clock }, [operatorId, hour]) => {
  const nowMs = clock();
  if (Math.floor(nowMs / HOUR_MS) > Number(hour)) return "superseded";
  const asked = together({
    operator: row(operatorQuery(db, operatorId)),
    late: readLateWork(db, nowMs),
    timer: readTimer(db, nowMs),
  });
  const { operator, late, timer } = await runWork(db, asked);
  if (late.count + timer.late.length === 0) return "superseded";
  return toOperator(operator, () =>
    workWaitsMail(
      late,
      timer.jobs.filter(({ name }) => timer.late.includes(name)),
    ),
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

/** Counts only: names and amounts do not belong in an operator's mailbox. */
const dailySummary: Composer = async ({ db, nowMs: clock, origin }, [operatorId, day]) => {
  const nowMs = clock();
  if (String(summaryDay(nowMs)) !== day) return "superseded";
  const asked = together({ operator: row(operatorQuery(db, operatorId)), waiting: readWaiting(db, nowMs) });
  const { operator, waiting } = await runWork(db, asked);
  return toOperator(operator, () => dailySummaryMail(waitingItems(waiting), `${origin}${loginTo("/operator")}`));
};

export const ofOperations = {
  "work-waits": { subject: "OPERATOR:HOUR", statements: ["core/outbox/late-work"], urgent: true, compose: workWaits },
  "codes-alarm": {
    subject: "OPERATOR:CHANNEL:END",
    statements: ["areas/accounts/login/turn-ticket"],
    compose: codesAlarm,
  },
  "daily-summary": { subject: "OPERATOR:DAY", statements: ["areas/notices/operations-notices"], compose: dailySummary },
} satisfies NoticeTable;

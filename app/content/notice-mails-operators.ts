import { company } from "./company";
import { mailLink, type MailText, mailText } from "./mail-text";
import { formatInstant } from "./wallet-notes";

// Mails to the operators: figures only.

export function workWaitsMail({
  count,
  urgent,
  sinceMs,
}: {
  count: number;
  urgent: number;
  sinceMs: number;
}): MailText {
  const what = count === 1 ? "One piece of work waits" : `${count} pieces of work wait`;
  return mailText(`${company.brand}: ${count} waiting for more than an hour`, [
    `${what} for more than an hour, the oldest since ${formatInstant(sinceMs)}. ${urgent} of them: refunds, certificates or security mails.`,
    "It is tried again at least once an hour. Look at the payment providers and the mail service first: this is what an outage looks like.",
  ]);
}

export function codesAlarmMail({ channel, count }: { channel: "email" | "sms"; count: number }): MailText {
  const what = channel === "email" ? "login codes by mail" : "login codes by text message";
  return mailText(`${company.brand}: very many login codes are being sent`, [
    `${count} ${what} were sent within a day. Somebody is probably requesting codes in bulk.`,
    "Nobody is refused for it: browsers that have not signed in with an address before wait a little longer for each code. Look at the log for the networks that ask most, and at the bill of the sender.",
  ]);
}

/** At once: what is published says that the books are not right. */
export function auditFailedMail({ date, reason, url }: { date: string; reason: string; url: string }): MailText {
  return mailText(`${company.brand}: the audit of ${date} failed`, [
    `The audit of ${date} is published and says FAIL: ${reason}.`,
    "Look at the rows that it names before anything is changed, and keep a copy of the database as it is. The operations page says what to do. The audit after the mending says PASS again.",
    mailLink("Open the audit", url),
  ]);
}

export type DayFigures = {
  /** Withdrawals whose hold has ended. */
  withdrawals: number;
  /** Those of them that are past the 24 hours promised. */
  lateWithdrawals: number;
  heldWithdrawals: number;
  lateWork: number;
  differences: number;
  deadLetters: number;
};

export function dailySummaryMail(figures: DayFigures, operatorUrl: string): MailText {
  const waiting = figures.withdrawals + figures.lateWork + figures.differences + figures.deadLetters;
  return mailText(`${company.brand} today: ${waiting === 0 ? "nothing waits" : `${waiting} waiting`}`, [
    waiting === 0 ? "Nothing waits for a person." : "This waits for a person:",
    {
      figures: [
        ["Withdrawals to pay", String(figures.withdrawals)],
        ["of them later than promised", String(figures.lateWithdrawals)],
        ["Withdrawals still on hold", String(figures.heldWithdrawals)],
        ["Work late by an hour or more", String(figures.lateWork)],
        ["Differences to the providers' books", String(figures.differences)],
        ["Dead letters", String(figures.deadLetters)],
      ],
    },
    mailLink("Open the console", operatorUrl),
  ]);
}

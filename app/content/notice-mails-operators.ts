import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { company } from "./company";
import { mailLink, type MailText, mailText } from "./mail-text";
import { sayProposal } from "./proposal-texts";
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
  const what = count === 1 ? "One job has been waiting" : `${count} jobs have been waiting`;
  return mailText(`${company.brand}: ${count} waiting for more than an hour`, [
    `${what} for more than an hour, the oldest since ${formatInstant(sinceMs)}. ${urgent} of them are refunds, certificates or security emails.`,
    "Everything is retried at least once an hour. Check the payment providers and the email service first: this is what an outage looks like.",
  ]);
}

/** At most once an hour, while it lasts. `name`: as the log and `/operator/trouble` have it. */
export function timerStandsMail(jobs: readonly { name: string; lastSuccessAtMs: number | null }[]): MailText {
  const what = jobs.length === 1 ? "One scheduled job has" : `${jobs.length} scheduled jobs have`;
  return mailText(`${company.brand}: scheduled work has stopped`, [
    `${what} not succeeded for more than an hour.`,
    {
      figures: jobs.map(({ name, lastSuccessAtMs }): [string, string] => [
        name,
        lastSuccessAtMs === null ? "never" : `last on ${formatInstant(lastSuccessAtMs)}`,
      ]),
    },
    "The others are running. Look for 'timer-job-failed' in the log; 'consume-nudges' means that the queue delivers nothing.",
  ]);
}

export function codesAlarmMail({ channel, count }: { channel: "email" | "sms"; count: number }): MailText {
  const what = channel === "email" ? "login codes by email" : "login codes by text message";
  return mailText(`${company.brand}: unusually many login codes are being sent`, [
    `${count} ${what} were sent within a day. Somebody is probably requesting codes in bulk.`,
    "Nobody is turned away: browsers that have not signed in with an address before wait a little longer for each code. Check the log for the networks that ask for the most, and the sender’s bill.",
  ]);
}

/** At once: the published audit says that the books are wrong. */
export function auditFailedMail({ date, reason, url }: { date: string; reason: string; url: string }): MailText {
  return mailText(`${company.brand}: the audit of ${formatDate(date)} failed`, [
    `The audit of ${formatDate(date)} is published and says FAIL: ${reason}.`,
    "Before you change anything, look at the rows it names and keep a copy of the database as it is. The operations guide says what to do. Once it is put right, the next audit will say PASS again.",
    mailLink("Open the audit", url),
  ]);
}

type LargePayout = { amountCents: number; proposedBy: string | null; paidBy: string | null; url: string };

/** Two operators who agree could do harm together: the others see what they paid. */
export function largePayoutMail({ amountCents, proposedBy, paidBy, url }: LargePayout): MailText {
  const amount = formatUsd(amountCents);
  return mailText(`${company.brand}: ${amount} was paid out`, [
    `A withdrawal of ${amount} was paid. That is more than one operator may pay alone.`,
    {
      figures: [
        ["Proposed by", proposedBy ?? "nobody"],
        ["Confirmed by", paidBy ?? "nobody"],
      ],
    },
    "If you did not expect it, look at the request and at the log now.",
    mailLink("Open the request", url),
  ]);
}

export type DayFigures = {
  /** All that waits for a person: the same lines, in the same order, as the console's Overview. */
  items: readonly { label: string; counted: string }[];
  total: string;
  /** Withdrawals past the 24 hours promised. */
  lateWithdrawals: number;
  heldWithdrawals: number;
  /** What a day has passed of, and what is due within 30 days. */
  lateDates: number;
  comingDates: number;
  /** Tried again by itself. */
  lateWork: number;
};

export function dailySummaryMail(figures: DayFigures, operatorUrl: string): MailText {
  const { items, total } = figures;
  const isIdle = items.length === 0;
  return mailText(`${company.brand} today: ${isIdle ? "nothing is waiting" : `${total} waiting`}`, [
    isIdle ? "Nothing is waiting for a person." : "Waiting for a person:",
    ...(isIdle ? [] : [{ figures: items.map(({ label, counted }): [string, string] => [label, counted]) }]),
    "Also:",
    {
      figures: [
        ["Withdrawals later than promised", String(figures.lateWithdrawals)],
        ["Withdrawals still on hold", String(figures.heldWithdrawals)],
        ["Papers, storage, values, cycles and disputes that are late", String(figures.lateDates)],
        ["Due within 30 days", String(figures.comingDates)],
        ["Jobs an hour or more late, retried automatically", String(figures.lateWork)],
      ],
    },
    mailLink("Open the console", operatorUrl),
  ]);
}

export type ProposalFacts = Parameters<typeof sayProposal>[0] & {
  /** Mailboxes of operators. */
  proposer: string;
  proposedAtMs: number;
  expiresAtMs: number;
};

const ALARM =
  "If you did not know about this, ask that person now, and not by email. The log in the console shows what else they did.";

/** To every operator, including the one who proposed it. */
export function changeProposedMail(facts: ProposalFacts, url: string): MailText {
  const { what, from, to } = sayProposal(facts);
  return mailText(`${company.brand}: a change is waiting for a second operator`, [
    `${facts.proposer} proposed a change that takes effect only once another operator has confirmed it.`,
    {
      figures: [
        ["What", what],
        ["From", from],
        ["To", to],
        ["Proposed", formatInstant(facts.proposedAtMs)],
        ["May be confirmed until", formatInstant(facts.expiresAtMs)],
      ],
    },
    mailLink("See the proposal", url),
    ALARM,
  ]);
}

export function changeConfirmedMail(
  facts: ProposalFacts & { decider: string; decidedAtMs: number },
  url: string,
): MailText {
  const { what, from, to } = sayProposal(facts);
  return mailText(`${company.brand}: a change was confirmed and is in force`, [
    `${facts.proposer} proposed it, and ${facts.decider} confirmed it.`,
    {
      figures: [
        ["What", what],
        ["From", from],
        ["To", to],
        ["Confirmed", formatInstant(facts.decidedAtMs)],
      ],
    },
    mailLink("See it in the console", url),
    ALARM,
  ]);
}

/** A role given or taken from the command line. @param change such as 'investor -> operator' */
export function roleChangedMail(facts: { whom: string; change: string; atMs: number }, url: string): MailText {
  return mailText(`${company.brand}: a role in the console has changed`, [
    "Somebody with access to the deployment changed a role from the command line.",
    {
      figures: [
        ["Who", facts.whom],
        ["Role", facts.change],
        ["When", formatInstant(facts.atMs)],
      ],
    },
    mailLink("See this person", url),
    "If none of you did this, someone else can reach the database. The operations guide says what to do.",
  ]);
}

import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { company } from "./company";

// Texts of the text messages. The networks know the two sentences word for word (docs/deploy.md) and allow 30
// characters for each value.

const happened = {
  "withdrawal-requested": "withdrawal requested",
  "withdrawal-paid": "withdrawal paid",
  "withdrawal-rejected": "withdrawal not paid",
  "withdrawal-returned": "withdrawal sent back",
  "withdrawal-cancelled": "withdrawal cancelled",
  "payment-returning": "payment is being returned",
  "payment-refunded": "payment was refunded",
} as const;

export const answerText = (number: string): NoticeText => ({ what: "an answer is waiting for you", amount: number });

export type NoticeText = { what: string; amount: string; stop?: string };

export const noticeText = (what: keyof typeof happened, amountCents: number): NoticeText => ({
  what: happened[what],
  amount: formatUsd(amountCents),
});

export const stoppableText = (what: keyof typeof happened, amountCents: number, stop: string | null): NoticeText => ({
  ...noticeText(what, amountCents),
  ...(stop === null ? {} : { stop }),
});

const onDay = {
  "bank-changed": "bank details changed",
  "email-changed": "email address changed",
  "sms-changed": "phone number changed",
  "email-added": "email address added",
  "sms-added": "phone number added",
  "data-made": "copy of your data made",
  "account-closed": "account closed",
} as const;

export const dayText = (what: keyof typeof onDay, atMs: number): NoticeText => ({
  what: onDay[what],
  amount: formatDate(dateOf(atMs)),
});

export const registeredText = ({ what, amount, stop }: NoticeText): string =>
  stop === undefined
    ? `${company.brand}: ${what}, ${amount}. See your wallet at ${company.siteUrl}/wallet. If this was not you, write to ${company.support.email} at once.`
    : `${company.brand}: ${what}, ${amount}. If this was not you, stop it: ${company.siteUrl}/stop/${stop}`;

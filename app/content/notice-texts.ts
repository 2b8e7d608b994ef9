import { formatUsd } from "~/domain/money";
import { company } from "./company";

// What people without an email address are told by text message. The networks know the sentence word for word (docs/operations.md)
// and allow 30 characters for each value.

const happened = {
  "withdrawal-requested": "withdrawal requested",
  "withdrawal-paid": "withdrawal paid",
  "withdrawal-rejected": "withdrawal not paid",
  "withdrawal-cancelled": "withdrawal cancelled",
  "payment-returning": "payment is being returned",
  "payment-refunded": "payment was given back",
} as const;

/** Of an answer from support: the second value is the number of the request. */
export const answerText = (number: string): NoticeText => ({ what: "an answer waits for you", amount: number });

export type NoticeText = { what: string; amount: string };

export const noticeText = (what: keyof typeof happened, amountCents: number): NoticeText => ({
  what: happened[what],
  amount: formatUsd(amountCents),
});

/** The registered sentence with its two values. */
export const registeredText = ({ what, amount }: NoticeText): string =>
  `${company.brand}: ${what}, ${amount}. See your wallet at ${company.siteUrl}/wallet. If this was not you, write to ${company.support.email} at once.`;

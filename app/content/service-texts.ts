import { formatDate } from "~/domain/calendar-date";
import type { Waits } from "~/domain/service-clock";

// How long people really waited, beside what we say.

const HOUR_MS = 3_600_000;

/** '3 hours', '2 days 4 hours'; started hours count as full ones. */
function waited(ms: number): string {
  if (ms < HOUR_MS) return "less than 1 hour";
  const hours = Math.ceil(ms / HOUR_MS);
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  if (hours < 48) return count(hours, "hour");
  const rest = hours % 24;
  return `${count(Math.floor(hours / 24), "day")}${rest === 0 ? "" : ` ${count(rest, "hour")}`}`;
}

export const serviceTexts = {
  title: "How long we take",
  lead: (from: string, to: string) =>
    `What we promise, and how long people really waited from ${formatDate(from)} to ${formatDate(to)} (UTC). A request that is overdue and still waiting counts as late.`,
  link: "How long we really take",
  clocks: {
    withdrawals: {
      title: "Withdrawals",
      promise: "Processed within 24 hours, from the end of the 48-hour hold, if there is one, to the bank transfer.",
    },
    answers: {
      title: "Answers to support",
      promise: "Answered within 24 hours on working days, from the request to the first answer.",
    },
    certificates: { title: "Certificates", promise: "Ready in 48 hrs, from the purchase to the file." },
  },
  measured: ({ count, figures }: Waits) =>
    figures
      ? `Half were done within ${waited(figures.medianMs)}, the slowest took ${waited(figures.slowestMs)}. Late: ${figures.late === 0 ? "none" : figures.late} of ${count}.`
      : `Too few yet to measure: ${count}.`,
  waited,
} as const;

import { formatDate } from "~/domain/calendar-date";
import { FEWEST_WAITS } from "~/domain/service-clock";
import { SERVICE_TIMES_PATH } from "./page-paths";

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

export const servicePage = {
  path: SERVICE_TIMES_PATH,
  title: "How long we take",
  description:
    "Withdrawals, answers and certificates: what we promise and how long people really waited in the last 90 days.",
  lead: "What we promise, and how long people really waited in the last 90 days. Every request counts, and one that is overdue and still waiting counts as late.",
  period: (from: string, to: string) => `Measured from ${formatDate(from)} to ${formatDate(to)} (UTC).`,
  link: "How long we really take",
  clocks: {
    withdrawals: {
      title: "Withdrawals",
      promise: "Processed within 24 hours",
      how: "From the end of the 48-hour safety hold, where there is one, to the bank transfer. Your own bank’s time comes on top.",
    },
    answers: {
      title: "Answers to support",
      promise: "Answered within 24 hours on working days",
      how: "From the request to the first answer. Weekend hours are counted here, but do not make an answer late.",
    },
    certificates: {
      title: "Certificates",
      promise: "Ready in 48 hrs",
      how: "From the purchase to the file.",
    },
  },
  promise: "Promised",
  median: "Half were done within",
  slowest: "The slowest took",
  late: "Late",
  lateOf: (late: number, count: number) => (late === 0 ? `none of ${count}` : `${late} of ${count}`),
  waited,
  tooFew: "Too few yet",
  tooFewText: (count: number) =>
    `${count === 0 ? "There was none" : `There ${count === 1 ? "was 1" : `were ${count}`}`} in this period. Fewer than ${FEWEST_WAITS} say nothing about the next one.`,
} as const;

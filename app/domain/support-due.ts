import { CANCELLATION_DAYS } from "./fees";

// Answered within 24 hours of working days: what arrives at the weekend counts from Monday, in UTC. A purchase that is cancelled is refunded
// within the days that the law gives for it.

const SUPPORT_PROMISE_HOURS = 24;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PROMISE_MS = SUPPORT_PROMISE_HOURS * HOUR_MS;
const SATURDAY = 6;
const SUNDAY = 0;

export function supportDueMs(createdAtMs: number, isCancellation = false): number {
  if (isCancellation) return createdAtMs + CANCELLATION_DAYS * DAY_MS;
  let startMs = createdAtMs;
  while (isWeekend(startMs)) startMs = startOfDay(startMs) + DAY_MS;
  let dueMs = startMs + PROMISE_MS;
  while (isWeekend(dueMs)) dueMs += DAY_MS;
  return dueMs;
}

type Due = { state: "due" | "late"; hours: number };

export function supportDue(createdAtMs: number, nowMs: number, isCancellation = false): Due {
  const leftMs = supportDueMs(createdAtMs, isCancellation) - nowMs;
  return { state: leftMs >= 0 ? "due" : "late", hours: Math.floor(Math.abs(leftMs) / HOUR_MS) };
}

const startOfDay = (atMs: number) => Math.floor(atMs / DAY_MS) * DAY_MS;

function isWeekend(atMs: number): boolean {
  const day = new Date(atMs).getUTCDay();
  return day === SATURDAY || day === SUNDAY;
}

import { dateOf, formatDate } from "./calendar-date";

/** '21 Nov 2026, 09:12 UTC' */
export function formatInstant(atMs: number): string {
  return `${formatDate(dateOf(atMs))}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

export const utcTime = (atMs: number): string => new Date(atMs).toISOString();

import { dateOf, formatDate } from "./calendar-date";

/** '21 Nov 2026, 09:12 UTC' */
export function formatInstant(atMs: number): string {
  return `${formatDate(dateOf(atMs))}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

/** '2026-11-21T09:12:00.000Z', as files and the API have it. */
export const utcTime = (atMs: number): string => new Date(atMs).toISOString();

import { type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "~/domain/calendar-date";

// What has to be known and kept of a cask before it is published, as the setting `publishing_asks` says. Each counts while a document of
// its kind has not expired and none has taken its place.

export const ASKED_EVIDENCE = ["cask-number", "delivery-order", "warehouse-confirmation", "insurance"] as const;
export type AskedEvidence = (typeof ASKED_EVIDENCE)[number];

const isAsked = (text: string): text is AskedEvidence => ASKED_EVIDENCE.some((one) => one === text);

/** The setting as it is kept, of parts with commas between them. @returns null if it names something else, or one twice */
export function readAskedEvidence(typed: string): string | null {
  const names = typed
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (!names.every(isAsked) || new Set(names).size < names.length) return null;
  return ASKED_EVIDENCE.filter((name) => names.includes(name)).join(", ");
}

/** A list as it is kept. */
export const askedOf = (kept: string): AskedEvidence[] => kept.split(", ").filter(isAsked);

/** Of the row of `casks` at hand: what is asked for and missing, as such a list; empty: nothing. */
export const missingEvidence = (
  today: CalendarDate,
): SQL<string> => sql<string>`(SELECT coalesce(group_concat(name, ', '), '') FROM (
  SELECT asked.value AS name FROM json_each(${JSON.stringify(ASKED_EVIDENCE)}) AS asked
  WHERE instr((SELECT ', ' || text || ', ' FROM settings WHERE key = 'publishing_asks'), ', ' || asked.value || ', ') > 0
    AND NOT iif(asked.value = 'cask-number', casks.cask_number IS NOT NULL, EXISTS (SELECT 1 FROM evidence AS paper
      WHERE paper.cask_id = casks.id AND paper.kind = asked.value AND coalesce(paper.expires_on, '9999') >= ${today}
        AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id)))
  ORDER BY asked.key))`;

/** Of the row of `casks` at hand: the date of its newest confirmation by its warehouse; null: there is none. */
export const confirmedOn = sql<CalendarDate | null>`(SELECT max(issued_on) FROM evidence AS paper
  WHERE paper.cask_id = casks.id AND paper.kind = 'warehouse-confirmation'
    AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id))`.as("confirmed_on");

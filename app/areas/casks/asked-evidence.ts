import { type SQL, sql } from "drizzle-orm";
import type { CalendarDate } from "~/domain/calendar-date";

// What has to be known about a cask before it is published, as the setting `publishing_asks` says.

export const ASKED_EVIDENCE = ["cask-number", "delivery-order", "warehouse-confirmation", "insurance"] as const;
export type AskedEvidence = (typeof ASKED_EVIDENCE)[number];

const isAsked = (text: string): text is AskedEvidence => ASKED_EVIDENCE.some((one) => one === text);

/** @returns null if it names something else, or one twice */
export function readAskedEvidence(typed: string): string | null {
  const names = typed
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (!names.every(isAsked) || new Set(names).size < names.length) return null;
  return ASKED_EVIDENCE.filter((name) => names.includes(name)).join(", ");
}

export const askedOf = (kept: string): AskedEvidence[] => kept.split(", ").filter(isAsked);

/** Kinds that the row of `casks` at hand lacks, joined by commas. */
export const missingEvidence = (
  today: CalendarDate,
): SQL<string> => sql<string>`(SELECT coalesce(group_concat(name, ', '), '') FROM (
  SELECT asked.value AS name FROM json_each(${JSON.stringify(ASKED_EVIDENCE)}) AS asked
  WHERE instr((SELECT ', ' || text || ', ' FROM settings WHERE key = 'publishing_asks'), ', ' || asked.value || ', ') > 0
    AND NOT iif(asked.value = 'cask-number', casks.cask_number IS NOT NULL, EXISTS (SELECT 1 FROM evidence AS paper
      WHERE paper.cask_id = casks.id AND paper.kind = asked.value AND coalesce(paper.expires_on, '9999') >= ${today}
        AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id)))
  ORDER BY asked.key))`;

export const confirmedOn = sql<CalendarDate | null>`(SELECT max(issued_on) FROM evidence AS paper
  WHERE paper.cask_id = casks.id AND paper.kind = 'warehouse-confirmation'
    AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id))`.as("confirmed_on");

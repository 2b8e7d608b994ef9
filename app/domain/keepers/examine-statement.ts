import { type CalendarDate, daysBetween } from "~/domain/calendar-date";
import type { StatedCask, Statement } from "./statement";

// What a statement says that somebody has to look at. None of it keeps the statement from being taken: it is the keeper's word.

/** A cask of ours in the keeper's warehouse, with what was last known of its litres. */
export type KnownCask = {
  id: string;
  /** null: the number painted on it is not entered. */
  number: string | null;
  /** On offer or held: a statement should mention it. */
  isExpected: boolean;
  /** By the last gauge or statement, in tenths of a litre. */
  last: { loaDecilitres: number; on: CalendarDate } | null;
};

export const FINDINGS = ["not-there", "unknown-number", "number-twice", "not-mentioned", "litres-jump"] as const;
export type FindingKind = (typeof FINDINGS)[number];
export type Finding = {
  kind: FindingKind;
  /** null: the cask's number is not entered. */
  number: string | null;
  caskId: string | null;
  /** Of a jump, in tenths of a litre. */
  litres?: { was: number; is: number };
};

/** A line of the statement with the cask that it is about. */
export type MatchedLine = StatedCask & { caskId: string | null };

/** A statement as its pages show it, with the names of our casks. */
export type ShownStatement = {
  date: CalendarDate;
  id: string;
  lines: (StatedCask & { name: string | null })[];
  findings: (Finding & { name: string | null })[];
};

export const tenthsOf = (litres: number | null): number | null => (litres === null ? null : Math.round(litres * 10));

/** How exactly a cask is measured, either way. */
const TOLERANCE = 0.02;
/** What may evaporate in a month, in a hot warehouse. */
const LOSS_A_MONTH = 0.01;
const DAYS_A_MONTH = 30;

/** True if no evaporation and no measurement explains it: more than 2 % up, or more than 2 % and another 1 % a month down. */
function isJump({ was, is, days }: { was: number; is: number; days: number }): boolean {
  const loss = TOLERANCE + (LOSS_A_MONTH * Math.max(0, days)) / DAYS_A_MONTH;
  return is > was * (1 + TOLERANCE) || is < was * (1 - loss);
}

/**
 * Which cask each line is about, and what is wrong. A number that two casks of ours have confirms neither: one cask in the warehouse
 * must not stand for two.
 */
export function examineStatement(
  statement: Statement,
  known: readonly KnownCask[],
): { lines: MatchedLine[]; findings: Finding[] } {
  const byNumber = new Map<string | null, KnownCask[]>();
  for (const cask of known) byNumber.set(cask.number, [...(byNumber.get(cask.number) ?? []), cask]);
  const findings: Finding[] = [];
  const lines = statement.casks.map((line): MatchedLine => {
    const own = byNumber.get(line.number) ?? [];
    const [cask] = own;
    if (!cask || own.length > 1) {
      findings.push({ kind: cask ? "number-twice" : "unknown-number", number: line.number, caskId: null });
      return { ...line, caskId: null };
    }
    findings.push(...findingsOf(line, cask, statement.date));
    return { ...line, caskId: cask.id };
  });
  const named = new Set(statement.casks.map(({ number }) => number));
  for (const { id, number, isExpected } of known)
    if (isExpected && (number === null || !named.has(number)))
      findings.push({ kind: "not-mentioned", number, caskId: id });
  return { lines, findings };
}

function findingsOf({ number, present, litres }: StatedCask, { id, last }: KnownCask, date: CalendarDate): Finding[] {
  if (!present) return [{ kind: "not-there", number, caskId: id }];
  const is = tenthsOf(litres);
  if (is === null || last === null || !isJump({ was: last.loaDecilitres, is, days: daysBetween(last.on, date) }))
    return [];
  return [{ kind: "litres-jump", number, caskId: id, litres: { was: last.loaDecilitres, is } }];
}

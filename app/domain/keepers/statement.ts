import { canonicalJson, type Json } from "~/domain/audit/canonical-json";
import type { CalendarDate } from "~/domain/calendar-date";

// What a warehouse keeper signs: the canonical JSON (RFC 8785) of this, as UTF-8, with Ed25519. Programs that know these fields read it
// years later: no field changes its meaning. scripts/keeper.mjs and public/verify-audit.mjs write it with code of their own.

export type StatedCask = {
  /** Of pure alcohol, with one decimal at most; null: not measured. */
  litres: number | null;
  note: string;
  /** The number painted on the cask. */
  number: string;
  /** false: it is not in the warehouse, or the keeper knows no such cask. */
  present: boolean;
};

export type Statement = {
  casks: StatedCask[];
  /** The day on which it was so. */
  date: CalendarDate;
  keeper: string;
};

/** As it is handed in and published. */
export type SignedStatement = { /** 64 bytes in base64. */ signature: string; statement: Statement };

/** The text that is signed. */
export const signedText = (statement: Statement): string => canonicalJson(statement as Json);

/** The published file. */
export const statementFile = ({ signature, statement }: SignedStatement): string =>
  canonicalJson({ signature, statement } as Json);

/** Where two statements with the same signature differ; null: nowhere. One of them was changed after it was signed. */
export function whereChanged(kept: Statement, given: Statement): { field: "date" | "casks"; number: string } | null {
  if (kept.date !== given.date) return { field: "date", number: "" };
  const before = new Map(kept.casks.map((cask) => [cask.number, canonicalJson(cask)]));
  const changed = given.casks.find((cask) => before.get(cask.number) !== canonicalJson(cask));
  if (changed) return { field: "casks", number: changed.number };
  const left = kept.casks.find(({ number }) => !given.casks.some((cask) => cask.number === number));
  return left ? { field: "casks", number: left.number } : null;
}

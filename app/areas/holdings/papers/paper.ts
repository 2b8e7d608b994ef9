import type { CalendarDate } from "~/domain/calendar-date";

export type PaperTable = {
  columns: readonly { label: string; share: number; align?: "right" }[];
  rows: readonly (readonly string[])[];
  sum?: readonly string[];
};

/** @param right places of the columns with figures */
export const paperColumns = (
  labels: readonly string[],
  shares: readonly number[],
  right: readonly number[],
): PaperTable["columns"] =>
  labels.map((label, at) => ({ label, share: shares[at] ?? 0, ...(right.includes(at) && { align: "right" }) }));

export type PaperSection = { title: string; texts?: readonly string[]; table?: PaperTable; notes?: readonly string[] };

export type Paper = {
  title: string;
  lead: string;
  about: readonly { label: string; value: string }[];
  sections: readonly PaperSection[];
  madeOn: CalendarDate;
};

/** Fonts and library live in the settlement Worker, so that the app's stays small. */
export type PaperMaker = { draw: (paper: Paper) => Promise<Uint8Array> };

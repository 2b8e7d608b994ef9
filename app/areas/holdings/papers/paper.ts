/** One cell a column; a number column is set to the right. `\n` begins a new line within the cell. */
export type PaperTable = {
  columns: readonly {
    label: string;
    /** Part of the page's width; all add up to 1. */ share: number;
    align?: "right";
  }[];
  rows: readonly (readonly string[])[];
  sum?: readonly string[];
};

export type PaperSection = {
  title: string;
  texts?: readonly string[];
  table?: PaperTable;
  empty?: string;
  notes?: readonly string[];
};

/** A paper in words: everything that is drawn, and nothing that is not. It crosses from one Worker to another as it is. */
export type Paper = {
  brand: string;
  title: string;
  lead: string;
  about: readonly { label: string; value: string }[];
  sections: readonly PaperSection[];
  footer: string;
  page: { of: string };
  /** The day it was made; the same paper of the same day has the same bytes. */
  madeOn: string;
};

/** Draws papers as PDF. Fonts and library live in the settlement Worker, so that the app's stays small. */
export type PaperMaker = { draw: (paper: Paper) => Promise<Uint8Array> };

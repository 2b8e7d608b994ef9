export type PaperTable = {
  columns: readonly {
    label: string;
    share: number;
    align?: "right";
  }[];
  rows: readonly (readonly string[])[];
  sum?: readonly string[];
};

export type PaperSection = {
  title: string;
  texts?: readonly string[];
  table?: PaperTable;
  notes?: readonly string[];
};

export type Paper = {
  brand: string;
  title: string;
  lead: string;
  about: readonly { label: string; value: string }[];
  sections: readonly PaperSection[];
  footer: string;
  page: { of: string };
  madeOn: string;
};

/** Fonts and library live in the settlement Worker, so that the app's stays small. */
export type PaperMaker = { draw: (paper: Paper) => Promise<Uint8Array> };

import type { ExitTerms } from "~/areas/casks/exits/propose-exit";
import type { casks } from "~/db/schema/casks";

// A demo cask before its dates are known: they depend on the day of seeding.

/** When the window lies, in days or whole months from the day of seeding, and what a later day may move. */
export type Window = {
  unit: "days" | "months";
  launches: number;
  closes: number;
  /** 'launch': both ends move while nothing is sold. 'close': only the close date moves. 'nothing': it is history. */
  moves: "launch" | "close" | "nothing";
};

export type LaterValue = {
  monthsAgo: number;
  valueCents: number;
  tier: "measured" | "modelled" | "opinion";
  method: string;
  source: string;
  author: "provider" | "warehouse-keeper" | "broker" | "independent";
};

/** The whole cask, sold to one buyer. */
type Sale = Pick<ExitTerms, "buyerKind" | "grossCents" | "feesCents"> & { monthsAgo: number };

type Row = typeof casks.$inferInsert;
/** Comes from the day of seeding, from purchases, or from what the sketch says in another form. */
type WorkedOut =
  | "id"
  | "vintageYear"
  | "boughtForCents"
  | "distilleryInformation"
  | "launchesOn"
  | "closesOn"
  | "createdAtMs"
  | "soldStakes"
  | "reservedStakes";

/** What it shares with the row goes into it unchanged. */
export type CaskSketch = Omit<Row, WorkedOut> & {
  key: string;
  /** '{year}' is the vintage year. */
  name: string;
  ageYears: number;
  soldStakes: number;
  window: Window;
  information: readonly string[];
  laterValues?: readonly LaterValue[];
  sale?: Sale;
};

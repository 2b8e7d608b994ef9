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
};

export type CaskSketch = {
  key: string;
  /** '{year}' is the vintage year. */
  name: string;
  ageYears: number;
  kind: "whisky" | "wine" | "rum";
  caskType: "barrel" | "hogshead" | "butt" | "barrique" | "rum-barrel";
  distillery: string;
  warehouse: string;
  loaDecilitres: number;
  costPerStakeCents: number;
  totalStakes: number;
  soldStakes: number;
  window: Window;
  information: readonly [string, string, string];
  laterValues?: readonly LaterValue[];
};

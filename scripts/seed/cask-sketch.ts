// What the demo's casks are told by, before there is a day they stand relative to.

/** When the window lies: days or whole months from the day of the plan, and what a later day may move. */
export type Window = {
  unit: "days" | "months";
  launches: number;
  closes: number;
  /** 'launch': both ends move while nothing is sold. 'close': the close date moves on. 'nothing': it is history. */
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

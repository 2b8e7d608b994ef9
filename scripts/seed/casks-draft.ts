import type { CaskSketch } from "./cask-sketch";

/** Entered by an operator and ready to be published. */
export const draftCasks: readonly CaskSketch[] = [
  {
    key: "ben_corrach",
    name: "Ben Corrach {year} Hogshead",
    ageYears: 10,
    kind: "whisky",
    caskType: "hogshead",
    distillery: "Ben Corrach Distillery",
    warehouse: "Carrick Brae Bond, Speyside, Scotland",
    caskNumber: "1594",
    loaDecilitres: 1296,
    costPerStakeCents: 65_000,
    totalStakes: 60,
    soldStakes: 0,
    window: { unit: "days", launches: 4, closes: 64, moves: "launch" },
    information: [
      "Ben Corrach stands above the loch it takes its water from. It runs five days a week, and its malt is fruity and light.",
      "The hogshead was refilled with new make ten years ago. The last regauge found 129.6 litres of alcohol at 58.8 %, and no leak.",
      "The distillery plans to double its output. More casks on the market may mean a lower price when this one is sold.",
    ],
  },
];

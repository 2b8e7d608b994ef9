// Apart from the casks' other words: the wallet draws a cask and says nothing else of casks.

export const caskTypeNames = {
  barrel: "Barrel",
  hogshead: "Hogshead",
  butt: "Butt",
  barrique: "Barrique",
  "rum-barrel": "Rum barrel",
} as const;

export const gaugeTexts = {
  locked: (caskType: string) => `${caskType}, share sold: Locked`,
  soldOut: (caskType: string) => `${caskType}, all stakes sold`,
  sold: (caskType: string, percent: number) => `${caskType}, ${percent}% of stakes sold`,
} as const;

/** A small l could be read as a 1; the two stay on one line. */
export const inLitres = (figure: number | string) => `${figure}\u00a0L`;

export const litresOfAlcohol = (figure: number | string) => `${inLitres(figure)}\u00a0of\u00a0alcohol`;

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

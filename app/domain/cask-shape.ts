// The side of a standing cask is a parabola, so every part of it is an exact quadratic curve too.

export type CaskKind = "whisky" | "wine" | "rum";
export type CaskType = "barrel" | "hogshead" | "butt" | "barrique" | "rum-barrel";

type Proportions = { height: number; head: number; bilge: number; hoops: readonly number[] };

const QUARTERS = [0.06, 0.25, 0.75, 0.94] as const;

// Proportions follow the real casks: 200 l barrel, 250 l hogshead, 500 l butt, 225 l barrique.
const proportionsOf: Record<CaskType, Proportions> = {
  barrel: { height: 88, head: 50, bilge: 62, hoops: QUARTERS },
  hogshead: { height: 90, head: 60, bilge: 76, hoops: QUARTERS },
  butt: { height: 108, head: 62, bilge: 82, hoops: [0.05, 0.14, 0.25, 0.75, 0.86, 0.95] },
  barrique: { height: 98, head: 54, bilge: 65, hoops: [0.04, 0.1, 0.25, 0.75, 0.9, 0.96] },
  "rum-barrel": { height: 84, head: 54, bilge: 74, hoops: [0.06, 0.16, 0.25, 0.75, 0.84, 0.94] },
};

export const FRAME = { width: 88, height: 114 } as const;
const MIDDLE = FRAME.width / 2;
const BASE = FRAME.height - 4;
const SAG = 4;

const round = (value: number) => Math.round(value * 100) / 100;

function halfWidth(shape: Proportions, level: number) {
  return shape.head / 2 + ((shape.bilge - shape.head) / 2) * 4 * level * (1 - level);
}

function yAt(shape: Proportions, level: number) {
  return BASE - shape.height * level;
}

function slice(shape: Proportions, from: number, to: number) {
  const slope = (level: number) => 2 * (shape.bilge - shape.head) * (1 - 2 * level);
  const control = halfWidth(shape, from) + (slope(from) * (to - from)) / 2;
  const controlY = yAt(shape, (from + to) / 2);
  const low = halfWidth(shape, from);
  const high = halfWidth(shape, to);
  const p = (x: number, y: number) => `${round(x)} ${round(y)}`;
  return [
    `M${p(MIDDLE - low, yAt(shape, from))}`,
    `Q${p(MIDDLE - control, controlY)} ${p(MIDDLE - high, yAt(shape, to))}`,
    `Q${p(MIDDLE, yAt(shape, to) + SAG)} ${p(MIDDLE + high, yAt(shape, to))}`,
    `Q${p(MIDDLE + control, controlY)} ${p(MIDDLE + low, yAt(shape, from))}`,
    `Q${p(MIDDLE, yAt(shape, from) + SAG)} ${p(MIDDLE - low, yAt(shape, from))}Z`,
  ].join("");
}

function hoop(shape: Proportions, level: number) {
  const half = halfWidth(shape, level);
  const y = yAt(shape, level);
  return `M${round(MIDDLE - half)} ${round(y)}Q${MIDDLE} ${round(y + SAG)} ${round(MIDDLE + half)} ${round(y)}`;
}

function head(shape: Proportions) {
  const half = halfWidth(shape, 1);
  const y = yAt(shape, 1);
  const [left, right] = [round(MIDDLE - half), round(MIDDLE + half)];
  return `M${left} ${round(y)}Q${MIDDLE} ${round(y - SAG)} ${right} ${round(y)}Q${MIDDLE} ${round(y + SAG)} ${left} ${round(y)}Z`;
}

export type CaskDrawing = {
  outline: string;
  fill: string | null;
  hoops: string;
  head: string;
  bung: { x: number; y: number };
  tightFrame: { y: number; height: number };
};

/** @param filled share from 0 to 1; null draws no level. A small share stays visible; only a full cask looks full. */
export function drawCask(caskType: CaskType, filled: number | null): CaskDrawing {
  const shape = proportionsOf[caskType];
  const level = filled === null || filled <= 0 ? 0 : filled >= 1 ? 1 : Math.min(0.92, Math.max(0.04, filled));
  return {
    outline: slice(shape, 0, 1),
    fill: level > 0 ? slice(shape, 0, level) : null,
    hoops: shape.hoops.map((at) => hoop(shape, at)).join(""),
    head: head(shape),
    bung: { x: MIDDLE, y: round(yAt(shape, 0.5) + SAG / 2) },
    tightFrame: { y: BASE - shape.height - 6, height: shape.height + 10 },
  };
}

export function drawLayer(caskType: CaskType, from: number, to: number): string | null {
  return to > from ? slice(proportionsOf[caskType], from, to) : null;
}

export function drawSurface(caskType: CaskType, level: number): string {
  return hoop(proportionsOf[caskType], level);
}

export function edgeAt(caskType: CaskType, level: number): { x: number; y: number } {
  const shape = proportionsOf[caskType];
  return { x: round(MIDDLE + halfWidth(shape, level)), y: round(yAt(shape, level)) };
}

/** Thin enough for one stake of many, thick enough to see and print. */
const LEAST_BAND = 0.022;

export type StakeDrawing = Omit<CaskDrawing, "fill"> & { band: string; bandEdge: { x: number; y: number } };

export function drawStakeOfCask(caskType: CaskType, stakeNumber: number, totalStakes: number): StakeDrawing {
  const shape = proportionsOf[caskType];
  const half = Math.max(0.5 / totalStakes, LEAST_BAND / 2);
  const from = Math.min(Math.max((stakeNumber - 0.5) / totalStakes - half, 0), 1 - 2 * half);
  const middle = from + half;
  const { outline, hoops, head, bung, tightFrame } = drawCask(caskType, null);
  return {
    outline,
    hoops,
    head,
    bung,
    tightFrame,
    band: slice(shape, from, from + 2 * half),
    bandEdge: { x: MIDDLE + halfWidth(shape, middle), y: yAt(shape, middle) },
  };
}

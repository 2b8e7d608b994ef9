// A standing cask seen from its side, as SVG paths in a box of 100 by 120: y runs down, the staves are parabolas.
import type { CaskVessel } from "./certificate-facts";

type Build = { height: number; head: number; bilge: number; hoops: readonly number[] };

const builds: Record<CaskVessel, Build> = {
  barrel: { height: 100, head: 56, bilge: 70, hoops: [0.05, 0.25, 0.75, 0.95] },
  hogshead: { height: 102, head: 66, bilge: 84, hoops: [0.05, 0.25, 0.75, 0.95] },
  butt: { height: 116, head: 66, bilge: 88, hoops: [0.05, 0.14, 0.25, 0.75, 0.86, 0.95] },
  barrique: { height: 110, head: 60, bilge: 73, hoops: [0.04, 0.1, 0.25, 0.75, 0.9, 0.96] },
  "rum-barrel": { height: 96, head: 61, bilge: 82, hoops: [0.06, 0.16, 0.25, 0.75, 0.84, 0.94] },
};

const CENTRE = 50;
const FLOOR = 118;
const SAG = 4;
/** Thin enough to be one stake of many, thick enough to be seen and printed. */
const LEAST_BAND = 0.022;

export type CaskDrawing = {
  outline: string;
  hoops: string;
  /** One stake of the cask, at its height: number 1 lies at the bottom. */
  band: string;
  /** Where a line to the band's name starts. */
  bandEdge: { x: number; y: number };
  bung: { x: number; y: number };
};

export function drawCask(vessel: CaskVessel, stakeNumber: number, totalStakes: number): CaskDrawing {
  const build = builds[vessel];
  const middle = (stakeNumber - 0.5) / totalStakes;
  const half = Math.max(0.5 / totalStakes, LEAST_BAND / 2);
  const from = Math.min(Math.max(middle - half, 0), 1 - 2 * half);
  const to = from + 2 * half;
  return {
    outline: between(build, 0, 1),
    hoops: build.hoops
      .map((level) => `M${point(build, level, -1)} Q${sag(build, level)} ${point(build, level, 1)}`)
      .join(""),
    band: between(build, from, to),
    bung: { x: CENTRE, y: heightOf(build, 0.5) + SAG / 2 },
    bandEdge: { x: CENTRE + halfWidth(build, (from + to) / 2), y: heightOf(build, (from + to) / 2) },
  };
}

const halfWidth = (build: Build, level: number) =>
  build.head / 2 + 2 * (build.bilge - build.head) * level * (1 - level);
const heightOf = (build: Build, level: number) => FLOOR - SAG / 2 - build.height * level;
const at = (x: number, y: number) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const point = (build: Build, level: number, side: -1 | 1) =>
  at(CENTRE + side * halfWidth(build, level), heightOf(build, level));
const sag = (build: Build, level: number) => at(CENTRE, heightOf(build, level) + SAG);

/** The part of the cask between two levels. The control point of a stave is where the tangents of its ends meet. */
function between(build: Build, from: number, to: number): string {
  const slope = 2 * (build.bilge - build.head) * (1 - 2 * from);
  const reach = halfWidth(build, from) + (slope * (to - from)) / 2;
  const level = heightOf(build, (from + to) / 2);
  return [
    `M${point(build, from, -1)}`,
    `Q${at(CENTRE - reach, level)} ${point(build, to, -1)}`,
    `Q${sag(build, to)} ${point(build, to, 1)}`,
    `Q${at(CENTRE + reach, level)} ${point(build, from, 1)}`,
    `Q${sag(build, from)} ${point(build, from, -1)}Z`,
  ].join(" ");
}

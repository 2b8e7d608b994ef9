import { type CaskType, drawCask, drawLayer, edgeAt } from "../cask-shape";

// Sold stakes are copper; on a cask of which the viewer has stakes, those are copper and others' are paler.

export const BAND_FRAME = { width: 375, height: 176 } as const;

const DRAWN_HEIGHT = 164;
const LEFT = 16;
const LABELS = 212;
const LEAST_APART = 56;
/** Thin enough for one stake of many, thick enough to see. */
const LEAST_BAND = 0.022;

const THIN = 8;

export type BandStakes = { total: number; sold: number; free: number | null; own: readonly number[] };

export type BandLabel = { what: "free" | "own" | "others" | "sold"; count: number; y: number; leader: string };

export type BandPicture = {
  transform: string;
  outline: string;
  hoops: string;
  head: string;
  bung: { x: number; y: number };
  sold: string | null;
  own: string;
  isOwnThin: boolean;
  isLocked: boolean;
  isFull: boolean;
  labels: BandLabel[];
  labelX: number;
};

/** @param stakes null: for a viewer who may not know them */
export function drawCaskBand(caskType: CaskType, stakes: BandStakes | null): BandPicture {
  const { outline, hoops, head, bung, tightFrame } = drawCask(caskType, null);
  const scale = DRAWN_HEIGHT / tightFrame.height;
  const top = (BAND_FRAME.height - DRAWN_HEIGHT) / 2 - tightFrame.y * scale;
  const place = (level: number) => {
    const edge = edgeAt(caskType, level);
    return { x: Math.round(edge.x * scale + LEFT), y: Math.round(edge.y * scale + top) };
  };
  const isFull = stakes !== null && stakes.sold >= stakes.total;
  const level = stakes ? levelOf(stakes.sold, stakes.total) : 0;
  return {
    transform: `translate(${LEFT} ${Math.round(top)}) scale(${Math.round(scale * 1000) / 1000})`,
    outline,
    hoops,
    head,
    bung,
    sold: drawLayer(caskType, 0, level),
    own: stakes ? stakes.own.map((number) => ownBand(caskType, number, stakes.total)).join("") : "",
    isOwnThin: stakes !== null && stakes.own.length * THIN < stakes.total,
    isLocked: stakes === null,
    isFull,
    labels: stakes ? labelsOf(stakes, level, place) : [],
    labelX: LABELS,
  };
}

/** A small share stays visible; only a full cask looks full. */
function levelOf(sold: number, total: number): number {
  if (sold <= 0) return 0;
  return sold >= total ? 1 : Math.min(0.92, Math.max(0.04, sold / total));
}

function ownBand(caskType: CaskType, number: number, total: number): string {
  const width = Math.max(1 / total, LEAST_BAND);
  const from = Math.min((number - 1) / total, 1 - width);
  return drawLayer(caskType, from, from + width) ?? "";
}

type Place = (level: number) => { x: number; y: number };

function labelsOf({ total, sold, free, own }: BandStakes, level: number, place: Place): BandLabel[] {
  const others = sold - own.length;
  const highest = own.length > 0 ? (Math.max(...own) - 0.5) / total : 0;
  const wanted: { what: BandLabel["what"]; count: number; level: number }[] = [
    ...(free === null || free <= 0 ? [] : [{ what: "free" as const, count: free, level: (1 + level) / 2 }]),
    ...(own.length > 0 ? [{ what: "own" as const, count: own.length, level: highest }] : []),
    ...(own.length > 0 && others > 0 ? [{ what: "others" as const, count: others, level: level / 3 }] : []),
    ...(own.length === 0 && sold > 0 ? [{ what: "sold" as const, count: sold, level: level / 2 }] : []),
  ];
  const ordered = wanted.sort((a, b) => b.level - a.level);
  const ys = apart(ordered.map((one) => place(one.level).y));
  return ordered.map(({ what, count, level: at }, index) => {
    const from = place(at);
    const y = ys[index] ?? from.y;
    return { what, count, y, leader: `M${from.x + 5} ${from.y}L${LABELS - 16} ${y}H${LABELS - 6}` };
  });
}

/** Moves labels so that none covers another, and all stay within the band. */
function apart(ys: readonly number[]): number[] {
  const down: number[] = [];
  for (const y of ys) down.push(Math.max(y, (down.at(-1) ?? -LEAST_APART) + LEAST_APART, 32));
  const lowest = BAND_FRAME.height - 36;
  const up: number[] = [];
  for (const y of [...down].reverse()) up.unshift(Math.min(y, (up[0] ?? lowest + LEAST_APART) - LEAST_APART));
  return up;
}

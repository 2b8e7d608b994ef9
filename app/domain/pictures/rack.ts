// A warehouse as one sees the heads of its casks: what is sold fills a head from below.

export type RackCask = {
  total: number;
  sold: number;
  /** Sold once, and held by no one now. */
  void: number;
};

/** `plugs`: bungs of casks that are sold out; `voids`: the part above what is sold. `places` of the numbers: null where heads are too small. */
export type Rack = ReturnType<typeof drawRack>;

const WIDTH = 343;
const EAVES = 28;
const ABOVE = 5;

type Size = { most: number; radius: number; across: number; pitch: number; row: number; bung: number };
const LARGE: Size = { most: 30, radius: 28, across: 5, pitch: 67, row: 71, bung: 4 };
const SMALL: Size = { most: 210, radius: 10, across: 14, pitch: 24, row: 29, bung: 2 };
const TINY: Size = { most: 324, radius: 5, across: 27, pitch: 12.5, row: 15, bung: 0 };

const round = (value: number) => Math.round(value * 10) / 10;

export function drawRack(casks: readonly RackCask[]) {
  const size = [LARGE, SMALL].find(({ most }) => casks.length <= most) ?? TINY;
  const { radius, across, pitch, row, bung } = size;
  const shown = casks.slice(0, size.most);
  const left = Math.floor((WIDTH - (Math.min(across, Math.max(shown.length, 1)) - 1) * pitch) / 2);
  const heads = shown.map((cask, at) => ({
    ...levelsOf(cask, radius),
    x: round(left + (at % across) * pitch),
    y: EAVES + ABOVE + radius + Math.floor(at / across) * row,
  }));
  const rows = Math.max(1, Math.ceil(shown.length / across));
  const lower = (at: number) => EAVES + ABOVE + 2 * radius + 2 + at * row;
  const bungs = (isFull: boolean) =>
    heads
      .filter((head) => bung > 0 && head.isFull === isFull)
      .map(({ x, y }) => circle(x, round(y + radius * 0.6), bung))
      .join("");
  return {
    width: WIDTH,
    height: lower(rows - 1) + 2,
    radius,
    eaves: EAVES,
    heads: heads.map(({ x, y }) => circle(x, y, radius)).join(""),
    sold: heads.map(({ x, y, sold }) => filled(x - radius, 2 * radius, y + radius, 0, sold)).join(""),
    voids: heads.map(({ x, y, sold, ended }) => filled(x - radius, 2 * radius, y + radius, sold, ended)).join(""),
    staves: size === LARGE ? heads.map(({ x, y }) => `M${round(x - 20)} ${y - 20}${STAVES}`).join("") : "",
    bungs: bungs(false),
    plugs: bungs(true),
    runners: Array.from({ length: rows }, (_, at) => `M0 ${lower(at)}h${WIDTH}`).join(""),
    places: size === LARGE ? heads.map(({ x, y }) => ({ x, y: y - 4 })) : null,
  };
}

const STAVES = "v40m13 7v-54m14 0v54m13-7v-40";

/**
 * From the lower edge of a head up to where it is sold, and to where it is void. Whole numbers are a third of the bytes; what there is of
 * either is thick enough to be seen, and nothing looks full but what is.
 */
function levelsOf({ total, sold, void: ended }: RackCask, radius: number) {
  if (total <= 0) return { sold: 0, ended: 0, isFull: false };
  const height = 2 * radius;
  const up = (part: number) => {
    const level = Math.round((height * Math.min(part, total)) / total);
    return part > 0 && part < total ? Math.min(height - 1, Math.max(1, level)) : level;
  };
  const thinnest = ended > 0 ? Math.max(1, Math.round(radius / 10)) : 0;
  const top = Math.min(height, Math.max(up(sold + ended), up(sold) + thinnest));
  return { sold: Math.min(up(sold), top - thinnest), ended: top, isFull: sold >= total };
}

const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

const filled = (left: number, width: number, lower: number, from: number, to: number) =>
  to > from ? `M${round(left)} ${lower - to}h${width}V${lower - from}h-${width}z` : "";

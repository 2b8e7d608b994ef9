// A warehouse with one cask beside the other, as one sees their heads from the front: what is sold fills a head from below.

/** In stakes, or in anything else that is counted of a cask. */
export type RackCask = {
  total: number;
  /** Sold and held. */
  sold: number;
  /** Sold once, and held by nobody now. */
  void: number;
  /** Only its place is drawn, dashed: it has left the warehouse, or something of it is missing. */
  isOutline?: boolean;
};

export type Rack = {
  width: number;
  height: number;
  /** Of each head. */
  radius: number;
  /** Where the roof ends on both sides. */
  eaves: number;
  /** Of the bung. */
  bungRadius: number;
  /** Paths. An empty one has nothing to draw. `voids`: the part above what is sold. `plugs`: bungs of casks that are sold out. */
  heads: string;
  outlines: string;
  sold: string;
  voids: string;
  staves: string;
  bungs: string;
  plugs: string;
  runners: string;
  /** The places of the numbers, in the order of the casks; null: heads too small for them. */
  places: { x: number; y: number }[] | null;
  /** Casks that there was no room for. */
  leftOut: number;
};

const WIDTH = 343;
const EAVES = 28;
const ABOVE = 5;

/** How large heads are, by how many there are. */
type Size = { most: number; radius: number; across: number; pitch: number; row: number; bung: number };
const LARGE: Size = { most: 30, radius: 28, across: 5, pitch: 67, row: 71, bung: 4 };
const SMALL: Size = { most: 210, radius: 10, across: 14, pitch: 24, row: 29, bung: 2 };
const TINY: Size = { most: 540, radius: 5, across: 27, pitch: 12.5, row: 15, bung: 0 };

/** A void stake of a hundred is still a line that can be seen. */
const THINNEST = 2.5;

const round = (value: number) => Math.round(value * 10) / 10;

/** A cask without stakes is an empty head. */
export function drawRack(casks: readonly RackCask[]): Rack {
  const size = [LARGE, SMALL].find(({ most }) => casks.length <= most) ?? TINY;
  const { radius, across, pitch, row, bung } = size;
  const shown = casks.slice(0, size.most);
  const left = Math.floor((WIDTH - (Math.min(across, Math.max(shown.length, 1)) - 1) * pitch) / 2);
  const heads = shown.map((cask, at) => ({
    ...levelsOf(cask),
    isOutline: cask.isOutline === true,
    x: round(left + (at % across) * pitch),
    y: EAVES + ABOVE + radius + Math.floor(at / across) * row,
  }));
  const rows = Math.max(1, Math.ceil(shown.length / across));
  const lower = (at: number) => EAVES + ABOVE + 2 * radius + 2 + at * row;
  const whole = heads.filter(({ isOutline }) => !isOutline);
  const bungAt = ({ x, y }: { x: number; y: number }) => circle(x, round(y + radius * 0.6), bung);
  return {
    width: WIDTH,
    height: lower(rows - 1) + 2,
    ...{ radius, eaves: EAVES, bungRadius: bung },
    heads: whole.map(({ x, y }) => circle(x, y, radius)).join(""),
    outlines: heads
      .filter(({ isOutline }) => isOutline)
      .map(({ x, y }) => circle(x, y, radius))
      .join(""),
    sold: heads.map(({ x, y, sold }) => slice(x, y, radius, { from: 0, to: sold })).join(""),
    voids: heads.map(({ x, y, sold, ended }) => slice(x, y, radius, { from: sold, to: ended })).join(""),
    staves: size === LARGE ? whole.map(({ x, y }) => `M${round(x - 20)} ${y - 20}${STAVES}`).join("") : "",
    bungs:
      bung === 0
        ? ""
        : heads
            .filter(({ isFull }) => !isFull)
            .map(bungAt)
            .join(""),
    plugs:
      bung === 0
        ? ""
        : heads
            .filter(({ isFull }) => isFull)
            .map(bungAt)
            .join(""),
    runners: Array.from({ length: rows }, (_, at) => `M0 ${lower(at)}h${WIDTH}`).join(""),
    places: size === LARGE ? heads.map(({ x, y }) => ({ x, y: y - 4 })) : null,
    leftOut: casks.length - shown.length,
  };
}

/** Four lines across a large head, from its upper left. */
const STAVES = "v40m13 7v-54m14 0v54m13-7v-40";

/** As parts of the height: up to where it is sold, and from there up to where it is void. */
function levelsOf({ total, sold, void: ended }: RackCask) {
  if (total <= 0) return { sold: 0, ended: 0, isFull: false };
  const [soldPart, endedPart] = [Math.min(1, sold / total), Math.min(1, (sold + ended) / total)];
  const thinnest = ended > 0 ? THINNEST / (2 * LARGE.radius) : 0;
  const top = Math.max(endedPart, Math.min(1, soldPart + thinnest));
  return { sold: Math.min(soldPart, top - thinnest), ended: top, isFull: sold >= total };
}

const circle = (x: number, y: number, r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

/** The part of a round head between two levels (0 = bottom, 1 = top); nothing where both are the same. */
function slice(x: number, y: number, r: number, { from, to }: { from: number; to: number }): string {
  if (to - from < 0.001) return "";
  if (from <= 0 && to >= 1) return circle(x, y, r);
  const at = (level: number) => {
    const height = r - 2 * r * level;
    const half = Math.sqrt(Math.max(0, r * r - height * height));
    // Whole numbers are a third of the bytes, and cannot be told apart in a large head.
    return r < LARGE.radius
      ? { y: round(y + height), half: round(half) }
      : { y: Math.round(y + height), half: Math.round(half) };
  };
  const [low, high] = [at(from), at(to)];
  const [left, right] = [round(x - high.half), round(x + high.half)];
  if (from <= 0) return `M${left} ${high.y}A${r} ${r} 0 ${to > 0.5 ? 1 : 0} 0 ${right} ${high.y}z`;
  const [lowLeft, lowRight] = [round(x - low.half), round(x + low.half)];
  if (to >= 1) return `M${lowLeft} ${low.y}A${r} ${r} 0 ${from < 0.5 ? 1 : 0} 1 ${lowRight} ${low.y}z`;
  return `M${lowLeft} ${low.y}A${r} ${r} 0 0 1 ${left} ${high.y}H${right}A${r} ${r} 0 0 1 ${lowRight} ${low.y}z`;
}

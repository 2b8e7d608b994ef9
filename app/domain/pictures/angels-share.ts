import { type CalendarDate, daysBetween } from "../calendar-date";
import { type CaskKind, type CaskType, drawCask, drawLayer, drawSurface, edgeAt, FRAME } from "../cask-shape";

// The loss of a cask by evaporation, and where it leads at the same rate.

/** A measurement; oldest first in every list. */
export type Gauging = { gaugedOn: CalendarDate; loaDecilitres: number; abvTenths: number };

export type AngelsFacts = {
  kind: CaskKind;
  caskType: CaskType;
  gauges: readonly Gauging[];
  filledOn: CalendarDate | null;
};

export const ANGELS_FRAME = { width: 311, height: 152 } as const;

const YEAR_DAYS = 365.25;
/** A loss measured over less than a year says little about a year. */
const LEAST_YEARS = 1;
const YEARS_AHEAD = 3;
const SLOWEST = 0.75;
const FASTEST = 1.25;

/** Whisky below this strength may not be called so. In tenths of a percent. */
const LEAST_ABV_TENTHS = 400;
const NEAR_TENTHS = 20;

export type Expected = { year: number; lowLitres: number; highLitres: number };

type Level = { what: "filled" | "measured"; year: string; day: CalendarDate; litresTenths: number };

export type AngelsPicture = {
  gauges: readonly Gauging[];
  /** Lost since the first measurement, in tenths of a litre; null: measured once or never. */
  lostTenths: number | null;
  expected: Expected | null;
  strength: "fine" | "near" | "below";
  cask: AngelsCask;
};

export type AngelsRow = {
  what: "filled" | "measured" | "expected";
  year: string;
  litres: string;
  leader: string;
  y: number;
};

export type AngelsCask = {
  transform: string;
  outline: string;
  hoops: string;
  head: string;
  bung: { x: number; y: number };
  liquid: string | null;
  earlier: string;
  expected: string | null;
  rows: AngelsRow[];
};

export function drawAngelsShare({ kind, caskType, gauges, filledOn }: AngelsFacts): AngelsPicture {
  const [first, last] = [gauges[0], gauges.at(-1)];
  const expected = expectedOf(gauges);
  const levels = shownOf(gauges).map((one) => levelOf(one, filledOn));
  return {
    gauges,
    lostTenths: first && last && gauges.length > 1 ? first.loaDecilitres - last.loaDecilitres : null,
    expected,
    strength: kind === "whisky" && last ? strengthOf(last.abvTenths) : "fine",
    cask: drawCaskOf(caskType, levels, expected),
  };
}

function strengthOf(abvTenths: number): AngelsPicture["strength"] {
  if (abvTenths < LEAST_ABV_TENTHS) return "below";
  return abvTenths < LEAST_ABV_TENTHS + NEAR_TENTHS ? "near" : "fine";
}

/** From the yearly loss between first and last measurement. null: too few, too close, or nothing was lost. */
function expectedOf(gauges: readonly Gauging[]): Expected | null {
  const [first, last] = [gauges[0], gauges.at(-1)];
  if (!first || !last || last.loaDecilitres <= 0 || last.loaDecilitres >= first.loaDecilitres) return null;
  const years = daysBetween(first.gaugedOn, last.gaugedOn) / YEAR_DAYS;
  if (years < LEAST_YEARS) return null;
  const rate = Math.log(first.loaDecilitres / last.loaDecilitres) / years;
  const after = (share: number) => (last.loaDecilitres / 10) * Math.exp(-rate * share * YEARS_AHEAD);
  return {
    year: Number(last.gaugedOn.slice(0, 4)) + YEARS_AHEAD,
    lowLitres: Math.floor(after(FASTEST)),
    highLitres: Math.ceil(after(SLOWEST)),
  };
}

/** More lines would cover each other. The table has them all. */
function shownOf(gauges: readonly Gauging[]): Gauging[] {
  return gauges.filter((_, index) => index === 0 || index >= gauges.length - 2);
}

function levelOf({ gaugedOn, loaDecilitres }: Gauging, filledOn: CalendarDate | null): Level {
  return {
    what: gaugedOn === filledOn ? "filled" : "measured",
    year: gaugedOn.slice(0, 4),
    day: gaugedOn,
    litresTenths: loaDecilitres,
  };
}

const SCALE = 1.5;
/** The highest measurement stands here; no cask is filled to the lid. */
const FULL = 0.92;
const ROW_YS = [22, 56, 90, 124] as const;

function drawCaskOf(caskType: CaskType, levels: readonly Level[], expected: Expected | null): AngelsCask {
  const { outline, hoops, head, bung, tightFrame } = drawCask(caskType, null);
  const scale = Math.min(SCALE, (ANGELS_FRAME.height - 2) / tightFrame.height);
  const left = -Math.round(((FRAME.width - 76) / 2) * scale);
  const top = Math.round((ANGELS_FRAME.height - tightFrame.height * scale) / 2 - tightFrame.y * scale);
  const most = Math.max(1, ...levels.map((one) => one.litresTenths));
  const at = (tenths: number) => (FULL * tenths) / most;
  const last = levels.at(-1);
  const middle = expected && ((expected.lowLitres + expected.highLitres) / 2) * 10;
  const leader = (level: number, y: number) => {
    const edge = edgeAt(caskType, level);
    return `M${Math.round(edge.x * scale + left) + 3} ${Math.round(edge.y * scale + top)}L138 ${y}H146`;
  };
  const measured = levels.map(({ what, year, litresTenths }) => ({
    what,
    year,
    litres: (litresTenths / 10).toFixed(1),
    level: at(litresTenths),
  }));
  const next =
    expected && middle !== null
      ? [
          {
            what: "expected" as const,
            year: String(expected.year),
            litres: `${expected.lowLitres}\u2013${expected.highLitres}`,
            level: at(middle),
          },
        ]
      : [];
  return {
    transform: `translate(${left} ${top}) scale(${Math.round(scale * 1000) / 1000})`,
    outline,
    hoops,
    head,
    bung,
    liquid: last && levels.length > 1 ? drawLayer(caskType, 0, at(last.litresTenths)) : null,
    earlier: levels
      .slice(0, -1)
      .map((one) => drawSurface(caskType, at(one.litresTenths)))
      .join(""),
    expected: expected && drawLayer(caskType, at(expected.lowLitres * 10), at(expected.highLitres * 10)),
    rows: [...measured, ...next].map(({ level, ...row }, index) => {
      const y = ROW_YS[index] ?? 0;
      return { ...row, y, leader: levels.length > 1 ? leader(level, y) : "" };
    }),
  };
}

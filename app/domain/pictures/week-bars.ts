import { type CalendarDate, formatMonth } from "../calendar-date";
import { axisFromZero } from "./plot";

// What came of each week, as bars that stand side by side: from zero, so that heights can be compared.

export const WEEK_FRAME = { width: 311, height: 132, top: 16, base: 108, plot: 264 } as const;

/** Between the bars of two weeks. */
const GAP = 2;
/** What the name of a month takes up. */
const MONTH_WIDTH = 48;

export type WeekBars = {
  /** Oldest first; a week that is null has no bar. */
  weeks: readonly CalendarDate[];
  series: readonly (readonly (number | null)[])[];
  /** A height that is promised. */
  promised?: number;
};

export type WeekBarsPicture = {
  ticks: { figure: number; y: number }[];
  months: { x: number; text: string }[];
  /** A path for each series. */
  bars: string[];
  /** Of what is promised. */
  promisedY: number | null;
};

/** null: there is nothing to draw. */
export function drawWeekBars({ weeks, series, promised }: WeekBars): WeekBarsPicture | null {
  const highest = Math.max(0, ...series.flat().map((figure) => figure ?? 0));
  if (weeks.length === 0 || highest === 0) return null;
  const { top, base, plot } = WEEK_FRAME;
  const { ticks, y } = axisFromZero(Math.max(highest, promised ?? 0), { top, base });
  const slot = plot / weeks.length;
  const wide = Math.max(1, (Math.min(slot, 24) - GAP) / series.length);
  const barOf = (place: number, index: number, figure: number) => {
    // What is there at all is seen.
    const height = Math.max(1, base - y(figure));
    return `M${round(index * slot + place * wide)} ${base}v${-height}h${round(wide)}v${height}z`;
  };
  return {
    ticks: ticks.map(({ cents, y: height }) => ({ figure: cents, y: height })),
    months: monthsOf(weeks, slot),
    bars: series.map((figures, place) =>
      figures.map((figure, index) => (figure !== null && figure > 0 ? barOf(place, index, figure) : "")).join(""),
    ),
    promisedY: promised === undefined ? null : y(promised),
  };
}

const round = (figure: number) => Math.round(figure * 10) / 10;

/** Where a month begins, as far as its name has room. */
function monthsOf(weeks: readonly CalendarDate[], slot: number): { x: number; text: string }[] {
  const named: { x: number; text: string }[] = [];
  weeks.forEach((week, index) => {
    const x = Math.round(index * slot);
    const isFirst = index === 0 || weeks[index - 1]?.slice(0, 7) !== week.slice(0, 7);
    const last = named.at(-1);
    if (!isFirst || x > WEEK_FRAME.plot - MONTH_WIDTH || (last && x - last.x < MONTH_WIDTH + 6)) return;
    named.push({ x, text: formatMonth(week) });
  });
  return named;
}

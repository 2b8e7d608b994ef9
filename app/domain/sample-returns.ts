import { type CalendarDate, isCalendarDate } from "./calendar-date";

// The returns that the landing page shows as samples, as operators write them: a line each of 'PERCENT | what it was | months', and a last
// line of 'source | day'. What a return comes to in a year is always calculated.

const SAMPLES = 3;
const MOST_MONTHS = 600;

export type ShownReturn = { percent: string; statement: string; months: number };
export type ShownReturns = { returns: ShownReturn[]; source: string; asOf: CalendarDate };

/** @returns null unless it is three returns and their source. '' is none: `typed` is not empty */
export function readShownReturns(typed: string): ShownReturns | null {
  const lines = typed
    .split(/\r?\n/)
    .map((line) => line.split("|").map((part) => part.trim().replace(/\s+/g, " ")))
    .filter((parts) => parts.some((part) => part !== ""));
  const returns = lines.slice(0, SAMPLES).flatMap((parts) => readReturn(parts) ?? []);
  const [source = "", asOf = "", ...rest] = lines[SAMPLES] ?? [];
  const isSourced = source.length >= 10 && source.length <= 300 && isCalendarDate(asOf) && rest.length === 0;
  return returns.length === SAMPLES && lines.length === SAMPLES + 1 && isSourced ? { returns, source, asOf } : null;
}

function readReturn([percent = "", statement = "", months = "", ...rest]: readonly string[]): ShownReturn | null {
  const isRight =
    /^-?\d{1,3}(\.\d{1,2})?$/.test(percent) &&
    Number(percent) > -100 &&
    /^[^{}]{5,100}$/.test(statement) &&
    /^\d{1,3}$/.test(months) &&
    Number(months) >= 1 &&
    Number(months) <= MOST_MONTHS &&
    rest.length === 0;
  return isRight ? { percent, statement, months: Number(months) } : null;
}

/** As it is kept. */
export const writeShownReturns = ({ returns, source, asOf }: ShownReturns): string =>
  [
    ...returns.map(({ percent, statement, months }) => `${percent} | ${statement} | ${months}`),
    `${source} | ${asOf}`,
  ].join("\n");

/** What so many percent over so many months come to in a year, with one decimal. */
export const yearlyPercent = (percent: number, months: number): string =>
  (((1 + percent / 100) ** (12 / months) - 1) * 100).toFixed(1);

import { WEEK_FRAME, type WeekBarsPicture } from "~/domain/pictures/week-bars";
import { ink } from "./ink";

/** Of the bars of a week, from left to right. */
const fills = [ink.copper, ink.peat60, ink.moss] as const;

export type WeekBarsProps = {
  picture: WeekBarsPicture;
  /** What each bar of a week is. One alone needs no name. */
  series: readonly string[];
  figure: (figure: number) => string;
};

/** A few figures of each week as bars. The table beside it says the same. */
export function WeekBarsDrawing({ picture: { ticks, months, bars, promisedY }, series, figure }: WeekBarsProps) {
  const { width, height, plot, base } = WEEK_FRAME;
  return (
    <>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart">
        <path d={ticks.map(({ y }) => `M0 ${y}H${plot}`).join("")} stroke={ink.peat30} />
        {bars.map((path, place) => (
          <path key={series[place]} d={path} fill={fills[place % fills.length]} />
        ))}
        {promisedY !== null && <path d={`M0 ${promisedY}H${plot}`} stroke={ink.peat} strokeDasharray="4 3" />}
        {ticks.map(({ y, figure: value }) => (
          <text key={value} x={width} y={y + 4} textAnchor="end">
            {figure(value)}
          </text>
        ))}
        {months.map(({ x, text }) => (
          <text key={text} x={x} y={base + 18}>
            {text}
          </text>
        ))}
      </svg>
      {bars.length > 1 && (
        <p className="flex flex-wrap gap-x-4 text-xs text-peat-60">
          {series.map((name, place) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="chart-key h-2.5 w-2">
                <path d="M0 0h10v10H0z" fill={fills[place % fills.length]} />
              </svg>
              {name}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

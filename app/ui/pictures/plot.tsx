import { pictureTexts, pointText } from "~/content/picture-texts";
import { formatUsdShort } from "~/domain/money";
import { type Mark, type MoneyAxis, PLOT } from "~/domain/pictures/plot";
import { ink } from "./ink";
import { MarkShape } from "./marks";

type AxesProps = {
  axis: MoneyAxis["ticks"];
  days: { x: number; text: string }[];
  /** What the right end is called; null: nothing. */
  end?: string | null;
};

/** Lines across the plot with their amounts, and days below. */
export function Axes({ axis, days, end = pictureTexts.today }: AxesProps) {
  const [base, ...others] = axis.map(({ y }) => y);
  const below = (base ?? 0) + 18;
  return (
    <>
      <path d={others.map((y) => `M0 ${y}H${PLOT.width}`).join("")} stroke={ink.peat30} />
      <path d={`M0 ${base}H${PLOT.width}`} stroke={ink.peat45} />
      {axis.map(({ y, cents }) => (
        <text key={cents} x={PLOT.labels} y={y + 4} textAnchor="end">
          {formatUsdShort(cents)}
        </text>
      ))}
      {days.map(({ x, text }) => (
        <text key={text} x={x} y={below} textAnchor={x === 0 ? undefined : "middle"}>
          {text}
        </text>
      ))}
      {end !== null && (
        <text x={PLOT.width} y={below} textAnchor="end">
          {end}
        </text>
      )}
    </>
  );
}

/** Points that can be read by touch and by keys: each has a strip to hit, and says its day, amount and basis. No script. */
export function Points({ marks, top, base }: { marks: readonly Mark[]; top: number; base: number }) {
  return (
    <>
      {marks.map(({ kind, x, y, from, to, day, cents }) => (
        <g key={`${day}${kind}`} tabIndex={0} role="img" aria-label={pointText({ day, cents, kind })}>
          <path d={`M${from} ${top}h${to - from}v${base - top}h${from - to}z`} />
          <MarkShape kind={kind} x={x} y={y} />
          <text>{pointText({ day, cents, kind })}</text>
        </g>
      ))}
    </>
  );
}

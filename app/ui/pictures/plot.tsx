import { pictureTexts, pointText } from "~/content/picture-texts";
import { formatChange, formatUsdShort } from "~/domain/money";
import { type Mark, type MoneyAxis, PLOT } from "~/domain/pictures/plot";
import { ink } from "./ink";
import { MarkShape } from "./marks";

type AxesProps = {
  axis: MoneyAxis["ticks"];
  days: { x: number; text: string }[];
  end?: string | null;
};

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

type PointsProps = {
  marks: readonly Mark[];
  top: number;
  base: number;
  readout?: number;
};

const LINE = 12;
const LONGEST_READOUT = 46;

/** Read by touch and by keys, without a script. */
export function Points({ marks, top, base, readout = LINE }: PointsProps) {
  return (
    <>
      {marks.map(({ kind, x, y, from, to, day, cents, changeCents }) => (
        <g key={`${day}${kind}`} tabIndex={0} role="img" aria-label={pointText({ day, cents, kind })}>
          <path d={`M${from} ${top}h${to - from}v${base - top}h${from - to}`} />
          <path d={`M${x} ${top}v${base - top}`} />
          <MarkShape kind={kind} x={x} y={y} />
          <text y={readout - LINE}>
            <Readout said={pointText({ day, cents, kind })} changeCents={changeCents} />
          </text>
        </g>
      ))}
    </>
  );
}

function Readout({ said, changeCents = 0 }: { said: string; changeCents: number | undefined }) {
  const change = formatChange(changeCents);
  return (
    <>
      {said}
      {changeCents !== 0 && said.length + change.length <= LONGEST_READOUT && (
        <tspan fill={changeCents > 0 ? ink.moss : ink.brick}>{` ${change}`}</tspan>
      )}
    </>
  );
}

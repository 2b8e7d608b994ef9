import { pointText } from "~/content/picture-texts";
import { formatChange } from "~/domain/money";
import type { Mark } from "~/domain/pictures/plot";
import { ink } from "./ink";
import { MarkShape } from "./marks";

type PointsProps = { marks: readonly Mark[]; top: number; base: number; bare?: boolean };

const LONGEST_READOUT = 46;

/** Read by touch and by keys, without a script. @param bare nothing is drawn before that */
export function Points({ marks, top, base, bare = false }: PointsProps) {
  return (
    <>
      {marks.map(({ kind, x, y, from, to, day, cents, changeCents }) => (
        <g key={`${day}${kind}`} tabIndex={0} role="img" aria-label={pointText({ day, cents, kind })}>
          <path d={`M${from} ${top}h${to - from}v${base - top}h${from - to}`} />
          <path d={`M${x} ${top}v${base - top}`} />
          {!bare && <MarkShape kind={kind} x={x} y={y} />}
          <text>
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

import { type CaskType, drawCask, drawStakeOfCask, FRAME } from "~/domain/cask-shape";
import { ink } from "./ink";

type MomentCaskProps = {
  caskType?: CaskType;
  look: "waiting" | "opened" | "failed";
  stake?: { soldStakes: number; totalStakes: number } | null;
};

const HEIGHT = 120;

export function MomentCask({ caskType = "hogshead", look, stake = null }: MomentCaskProps) {
  const cask = drawCask(caskType, null);
  const isWaiting = look === "waiting";
  const number = stake && Math.min(stake.soldStakes + 1, stake.totalStakes);
  const band = number === null ? null : drawStakeOfCask(caskType, number, stake?.totalStakes ?? 1).band;
  const { x, y } = cask.bung;
  return (
    <svg
      aria-hidden="true"
      width={Math.round((FRAME.width * HEIGHT) / FRAME.height)}
      height={HEIGHT}
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      overflow="visible"
      className="chart-key"
    >
      <g fill="none" stroke={ink.peat} strokeWidth="1.5">
        <path d={cask.outline} fill={ink.copperSoft} strokeDasharray={isWaiting ? "4 3" : undefined} />
        <path d={cask.hoops} />
        {band && (
          <path
            d={band}
            fill={isWaiting ? ink.copper : ink.paper}
            stroke={isWaiting ? ink.copper : ink.brick}
            strokeDasharray={isWaiting ? undefined : "3 2"}
            className={isWaiting ? "draws-in" : undefined}
          />
        )}
        <path d={cask.head} fill={ink.copperSoft} strokeDasharray={isWaiting ? "4 3" : undefined} />
        <circle cx={x} cy={y} r="5" fill={isWaiting ? ink.paper : ink.peat} />
        {!isWaiting && (
          <path
            d={`M${x + 13} ${y - 17}l8 4-3 6-8-4z`}
            fill={ink.copper}
            className={look === "opened" ? "comes-out" : undefined}
          />
        )}
      </g>
    </svg>
  );
}

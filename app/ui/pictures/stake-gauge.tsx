import { type CaskType, drawLayer, drawStakeOfCask, FRAME } from "~/domain/cask-shape";
import { ink } from "./ink";

type StakeGaugeProps = { caskType: CaskType; stakeNumber: number; totalStakes: number; soldStakes: number };

const HEIGHT = 140;

export function StakeGauge({ caskType, stakeNumber, totalStakes, soldStakes }: StakeGaugeProps) {
  const cask = drawStakeOfCask(caskType, stakeNumber, totalStakes);
  const others = drawLayer(caskType, 0, Math.min(1, Math.max(soldStakes, stakeNumber) / totalStakes));
  const { x, y } = cask.bandEdge;
  const label = String(stakeNumber);
  const width = 104 + 10 * label.length;
  return (
    <svg
      aria-hidden="true"
      width={Math.round((width * HEIGHT) / FRAME.height)}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${FRAME.height}`}
      overflow="visible"
      className="chart-key"
    >
      <g fill="none" stroke={ink.peat} strokeWidth="1.5">
        <path d={cask.outline} fill={ink.copperSoft} stroke="none" />
        {others && <path d={others} fill={ink.copper40} stroke="none" />}
        <path d={cask.hoops} />
        <path d={cask.band} fill={ink.copper} stroke="none" />
        <path d={cask.outline} />
        <path d={cask.head} fill={ink.copperSoft} />
        <circle cx={cask.bung.x} cy={cask.bung.y} r="4" fill={ink.paper} />
        <path d={`M${x + 2} ${y}h10`} stroke={ink.copper} />
      </g>
      <text x={x + 15} y={Math.max(y + 6, 14)} className="display" fontSize="16" fill={ink.copper}>
        {label}
      </text>
    </svg>
  );
}

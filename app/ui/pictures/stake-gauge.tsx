import { type CaskType, drawLayer, drawStakeOfCask, FRAME } from "~/domain/cask-shape";
import { ink } from "./ink";

export type StakeGaugeProps = {
  caskType: CaskType;
  stakeNumber: number | null;
  totalStakes: number;
  soldStakes: number;
};

const HEIGHT = 140;

export function StakeGauge({ caskType, stakeNumber, totalStakes, soldStakes }: StakeGaugeProps) {
  const place = stakeNumber ?? Math.min(soldStakes + 1, totalStakes);
  const cask = drawStakeOfCask(caskType, place, totalStakes);
  const others = drawLayer(caskType, 0, Math.min(1, Math.max(soldStakes, stakeNumber ?? 0) / totalStakes));
  const isOwn = stakeNumber !== null;
  const { x, y } = cask.bandEdge;
  const label = String(stakeNumber ?? "");
  const width = isOwn ? 104 + 10 * label.length : FRAME.width;
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
        {isOwn && <path d={cask.band} fill={ink.copper} stroke="none" />}
        <path d={cask.outline} />
        <path d={cask.head} fill={ink.copperSoft} />
        <circle cx={cask.bung.x} cy={cask.bung.y} r={isOwn ? 4 : 5} fill={isOwn ? ink.paper : ink.peat} />
        {isOwn ? (
          <path d={`M${x + 2} ${y}h10`} stroke={ink.copper} />
        ) : (
          <path d={cask.band} fill={ink.paper} stroke={ink.brick} strokeDasharray="3 2" />
        )}
      </g>
      {isOwn && (
        <text x={x + 15} y={Math.max(y + 6, 14)} className="display" fontSize="16" fill={ink.copper}>
          {label}
        </text>
      )}
    </svg>
  );
}

import { type CaskType, drawStakeOfCask, FRAME } from "~/domain/cask-shape";
import { ink } from "./pictures/ink";

const sizes = { pass: { width: 46, height: 60 }, large: { width: 84, height: 109 } } as const;

type StakeCaskProps = { caskType: CaskType; number: number; totalStakes: number; size?: keyof typeof sizes };

export function StakeCask({ caskType, number, totalStakes, size = "pass" }: StakeCaskProps) {
  const { outline, band, hoops, bung, head } = drawStakeOfCask(caskType, number, totalStakes);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      {...sizes[size]}
      className="chart-key shrink-0 overflow-visible"
    >
      <g stroke={ink.peat} strokeWidth="2" fill="none">
        <path d={outline} fill={ink.copper40} />
        <path d={hoops} />
        <path d={band} stroke={ink.copper} fill={ink.copper} />
        <path d={head} fill={ink.copperSoft} />
        <circle cx={bung.x} cy={bung.y} r="4" fill={ink.paper} />
      </g>
    </svg>
  );
}

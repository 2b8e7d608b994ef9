import { ink } from "./ink";

const WIDTH = 200;

export type StakeBarProps = { sold: number; reserved: number; total: number };

/** How much of a cask is sold, reserved, and left. The figures stand beside it. */
export function StakeBar({ sold, reserved, total }: StakeBarProps) {
  const wide = (stakes: number) => Math.round((WIDTH * stakes) / Math.max(1, total));
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} 8`} className="chart-key mt-1 block w-36 max-w-full">
      <path d={`M0 0h${WIDTH}v8H0z`} fill={ink.peat30} />
      <path d={`M0 0h${wide(sold)}v8H0z`} fill={ink.copper} />
      <path d={`M${wide(sold)} 0h${wide(reserved)}v8H${wide(sold)}z`} fill={ink.copper40} />
    </svg>
  );
}

import { stressPage as texts } from "~/content/stress-texts";
import { formatUsd } from "~/domain/money";
import type { StressBar, StressPicture } from "~/domain/pictures/stress-bars";
import { ink } from "./ink";

const fills: Record<StressBar["what"], string> = {
  paid: ink.paper,
  valued: ink.copper40,
  halved: ink.copper,
  waited: ink.copper,
};

/** What comes back of what was paid, in each case. The figures stand in the table below it. */
export function StressBars({ picture }: { picture: StressPicture }) {
  const { width, height, barHeight, paidX, bars } = picture;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart mt-2">
      {bars.map(({ what, width: wide, barY }) => (
        <g key={what}>
          <rect x=".75" y={barY} width={Math.max(0, paidX - 1.5)} height={barHeight} rx="3" fill={ink.paper} />
          {wide > 1 && (
            <rect
              x=".75"
              y={barY}
              width={wide - 1.5}
              height={barHeight}
              rx="3"
              fill={fills[what]}
              stroke={ink.peat}
              strokeWidth="1.5"
            />
          )}
        </g>
      ))}
      <path d={`M${paidX - 0.75} 0V${height}`} fill="none" stroke={ink.peat} strokeDasharray="3 3" />
      <g fontSize="13" fill={ink.peat}>
        {bars.map(({ what, textY }) => (
          <text key={what} x="0" y={textY}>
            {texts.bars[what]}
          </text>
        ))}
      </g>
      <g fontSize="13" fontWeight="600" fill={ink.peat} textAnchor="end">
        {bars.map(({ what, cents, textY }) => (
          <text key={what} x={paidX - 6} y={textY}>
            {formatUsd(cents)}
          </text>
        ))}
      </g>
    </svg>
  );
}

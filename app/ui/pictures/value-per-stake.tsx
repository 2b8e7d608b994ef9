import { markNames, pictureTexts, stakeValueTexts as texts } from "~/content/picture-texts";
import { formatUsdShort } from "~/domain/money";
import { PLOT } from "~/domain/pictures/plot";
import { STAKE_VALUE_FRAME, type StakeValueChart } from "~/domain/pictures/value-per-stake";
import { ink } from "./ink";
import { Points } from "./plot";

/** Left of the first a label would cover the first day; right of the second, the last day. */
const FIRST_LABEL = 90;
const LAST_LABEL = 199;

export function ValuePerStake({ chart }: { chart: StakeValueChart }) {
  const { width, height, top, base } = STAKE_VALUE_FRAME;
  const [lowest, ...others] = chart.axis.map(({ y }) => y);
  const ends = chart.cycleEnds.filter(({ x }) => x > FIRST_LABEL);
  const hidesEnd = ends.some(({ x }) => x > LAST_LABEL);
  const below = base + 18;
  return (
    <svg role="group" aria-label="One stake over time" viewBox={`0 0 ${width} ${height}`} className="chart">
      <path d={others.map((y) => `M0 ${y}H${PLOT.width}`).join("")} stroke={ink.peat30} />
      <path d={`M0 ${lowest}H${PLOT.width}`} stroke={ink.peat45} />
      <text y={below}>{chart.from}</text>
      <g textAnchor="middle">
        {ends.map(({ x, months }) => (
          <text key={x} x={x} y={below}>
            {texts.months(months)}
          </text>
        ))}
      </g>
      <g textAnchor="end">
        {chart.axis.map(({ y, cents }) => (
          <text key={cents} x={PLOT.labels} y={y + 4}>
            {formatUsdShort(cents)}
          </text>
        ))}
        {!hidesEnd && (
          <text x={PLOT.width} y={below}>
            {chart.isSold ? markNames.sale : pictureTexts.today}
          </text>
        )}
      </g>
      <g fill="none">
        {chart.cycleEnds.length > 0 && (
          <path
            d={chart.cycleEnds.map(({ x }) => `M${x} ${top}V${base}`).join("")}
            stroke={ink.peat45}
            strokeDasharray="1 3"
          />
        )}
        <path d={`M0 ${chart.priceY}H${PLOT.width}`} stroke={ink.peat60} strokeWidth="1.5" strokeDasharray="4 3" />
        <path d={chart.value} stroke={ink.copper} strokeWidth="2" />
      </g>
      <Points marks={chart.marks} top={top} base={base} />
    </svg>
  );
}

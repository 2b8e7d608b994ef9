import { markNames, pictureTexts, stakeValueTexts as texts } from "~/content/picture-texts";
import { PLOT } from "~/domain/pictures/plot";
import { STAKE_VALUE_FRAME, type StakeValueChart } from "~/domain/pictures/value-per-stake";
import { ink } from "./ink";
import { Axes, Points } from "./plot";

/** Labels of days left of the one would cover the first day, right of the other the last. */
const FIRST_LABEL = 90;
const LAST_LABEL = 199;

function daysOf({ days, cycleEnds }: StakeValueChart) {
  const ends = cycleEnds.filter(({ x }) => x > FIRST_LABEL).map(({ x, months }) => ({ x, text: texts.months(months) }));
  return { days: [...days, ...ends], hidesEnd: ends.some(({ x }) => x > LAST_LABEL) };
}

export function ValuePerStake({ chart }: { chart: StakeValueChart }) {
  const { width, height, top, base } = STAKE_VALUE_FRAME;
  const { days, hidesEnd } = daysOf(chart);
  const end = chart.isSold ? markNames.sale : pictureTexts.today;
  return (
    <svg role="group" aria-label={texts.label} viewBox={`0 0 ${width} ${height}`} className="chart">
      <Axes axis={chart.axis} days={days} end={hidesEnd ? null : end} />
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

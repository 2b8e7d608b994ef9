import { markNames, pictureTexts, stakeValueTexts as texts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd, formatUsdShort } from "~/domain/money";
import { PLOT } from "~/domain/pictures/plot";
import { STAKE_VALUE_FRAME, type StakeValueChart, type StakeValuePicture } from "~/domain/pictures/value-per-stake";
import { AsTable } from "./as-table";
import { ink } from "./ink";
import { Legend, LegendLine } from "./marks";
import { Axes, Points } from "./plot";

/** Labels of days left of the one would cover the first day, right of the other the last. */
const FIRST_LABEL = 90;
const LAST_LABEL = 199;

export type ValuePerStakeProps = {
  picture: StakeValuePicture;
};

export function ValuePerStake({ picture }: ValuePerStakeProps) {
  const { chart, rows, latest, changeCents } = picture;
  if (!chart) {
    return <p className="text-sm">{texts.notValued(formatUsd(latest.cents), formatDate(latest.day))}</p>;
  }
  const [base] = chart.axis;
  return (
    <figure>
      <figcaption className="text-sm">
        {sentence(picture)} {changeCents !== null && change(changeCents)}
      </figcaption>
      <StakeValueDrawing chart={chart} isSold={latest.kind === "sale"} />
      <Legend kinds={chart.marks.map(({ kind }) => kind)}>
        <LegendLine dashed>{texts.price}</LegendLine>
      </Legend>
      {!chart.startsAtZero && base && (
        <p className="mt-1 text-xs text-peat-60">{texts.startsAt(formatUsdShort(base.cents))}</p>
      )}
      <AsTable
        head={[pictureTexts.day, pictureTexts.value, pictureTexts.basis]}
        rows={rows.map(({ day, cents, kind }) => [formatDate(day), formatUsd(cents), markNames[kind]])}
      />
    </figure>
  );
}

function sentence({ latest: { kind, cents, day } }: StakeValuePicture) {
  const [amount, date] = [formatUsd(cents), formatDate(day)];
  return kind === "sale" ? texts.soldFor(amount, date) : texts.worth(amount, date, markNames[kind]);
}

function change(cents: number) {
  if (cents === 0) return texts.same;
  return (cents > 0 ? texts.more : texts.less)(formatUsd(Math.abs(cents)));
}

function daysOf({ days, cycleEnds }: StakeValueChart) {
  const ends = cycleEnds.filter(({ x }) => x > FIRST_LABEL).map(({ x, months }) => ({ x, text: texts.months(months) }));
  return { days: [...days, ...ends], hidesEnd: ends.some(({ x }) => x > LAST_LABEL) };
}

function StakeValueDrawing({ chart, isSold = false }: { chart: StakeValueChart; isSold?: boolean }) {
  const { width, height, top, base } = STAKE_VALUE_FRAME;
  const { days, hidesEnd } = daysOf(chart);
  const end = isSold ? markNames.sale : pictureTexts.today;
  return (
    <svg role="group" aria-label={texts.label} viewBox={`0 0 ${width} ${height}`} className="chart mt-2">
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

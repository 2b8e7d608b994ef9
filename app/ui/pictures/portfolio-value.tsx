import { markNames, pictureTexts, portfolioPictureTexts as texts } from "~/content/picture-texts";
import { returnsTexts } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { type PortfolioChart, PORTFOLIO_FRAME, type PortfolioPicture } from "~/domain/pictures/portfolio-value";
import type { Valued } from "~/domain/returns";
import { AsTable } from "./as-table";
import { EmptyCask } from "./empty-cask";
import { ink } from "./ink";
import { Legend, LegendLine } from "./marks";
import { Axes, Points } from "./plot";

export type PortfolioValueProps = {
  /** `drawPortfolioValue` of the active stakes, in the loader. */
  picture: PortfolioPicture;
  /** As `returnsTillDate` says it, which stands beside; here only a loss is repeated. null: not valued yet. */
  unrealisedCents: number | null;
  /** Of the oldest valuation that the worth rests on, and of how many casks. */
  valued: Valued;
  valuedCasks: number;
};

/**
 * What the stakes held today are worth, day by day, against what was paid in: 311 units wide, as wide as its column. Without a
 * valuation it draws no line.
 */
export function PortfolioValue(props: PortfolioValueProps) {
  const { picture, valued } = props;
  const { chart, notValued, rows, rowsLeftOut } = picture;
  if (!chart && !valued) return <NotValued stakes={notValued} />;
  // All that is held was bought after the last valuation: a value, and no line to draw.
  if (!chart)
    return (
      <div className="text-sm">
        <Words {...props} />
      </div>
    );
  return (
    <figure>
      <figcaption className="text-sm">
        <Words {...props} />
      </figcaption>
      <PortfolioDrawing chart={chart} />
      <Legend kinds={chart.marks.map(({ kind }) => kind)}>
        <LegendLine>{texts.value}</LegendLine>
        <LegendLine dashed>{texts.paidIn}</LegendLine>
      </Legend>
      <AsTable
        head={[pictureTexts.day, pictureTexts.value, pictureTexts.paidIn, pictureTexts.basis]}
        rows={rows.map(({ day, valueCents, paidCents, tier }) => [
          formatDate(day),
          formatUsd(valueCents),
          formatUsd(paidCents),
          tier ? markNames[tier] : texts.bought,
        ])}
        note={rowsLeftOut > 0 ? texts.rowsLeftOut(rowsLeftOut) : null}
      />
    </figure>
  );
}

function Words({ picture, unrealisedCents, valued, valuedCasks }: PortfolioValueProps) {
  const { chart, notValued, worthCents } = picture;
  return (
    <>
      <p>
        {texts.worth} <strong className="figures font-semibold">{formatUsd(worthCents)}</strong>
        {valued && `. ${returnsTexts.valued(valuedCasks, { date: formatDate(valued.valuedOn), tier: valued.tier })}`}
        {chart?.valuations === 1 && ` ${texts.one}.`}
      </p>
      {unrealisedCents !== null && unrealisedCents < 0 && (
        <p className="figures text-brick">{texts.loss(formatUsd(unrealisedCents))}</p>
      )}
      {notValued > 0 && <p className="text-xs text-peat-60">{texts.notValued(notValued)}</p>}
      {chart?.stale && <p className="text-xs text-peat-60">{texts.stale}</p>}
    </>
  );
}

function PortfolioDrawing({ chart }: { chart: PortfolioChart }) {
  const { width, height, top, base } = PORTFOLIO_FRAME;
  return (
    <svg role="group" aria-label={texts.label} viewBox={`0 0 ${width} ${height}`} className="chart mt-2">
      {chart.area && <path d={chart.area} fill={ink.copperSoft} />}
      {chart.loss && <path d={chart.loss} fill={ink.brickSoft} />}
      <Axes axis={chart.axis} days={chart.days} />
      <g fill="none" strokeWidth="2" stroke={ink.copper}>
        <path d={chart.paid} stroke={ink.peat60} strokeWidth="1.5" strokeDasharray="4 3" />
        <path d={chart.value} />
        {chart.stale && <path d={chart.stale} strokeDasharray="1 4" />}
      </g>
      <Points marks={chart.marks} top={top} base={base} />
    </svg>
  );
}

function NotValued({ stakes }: { stakes: number }) {
  const { width, base } = PORTFOLIO_FRAME;
  return (
    <figure>
      <svg aria-hidden="true" viewBox={`0 ${base - 52} ${width} 60`} className="chart">
        <path d={`M0 ${base}H${width}`} stroke={ink.peat45} />
        <EmptyCask x={width / 2 - 22} y={base - 56} scale={0.5} />
      </svg>
      <figcaption className="text-center text-sm">
        {texts.none} {stakes > 0 && texts.noneCounts}
      </figcaption>
    </figure>
  );
}

import type { ReactNode } from "react";
import { markNames, pictureTexts, portfolioPictureTexts as texts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd, formatUsdShort } from "~/domain/money";
import { type PortfolioChart, PORTFOLIO_FRAME, type PortfolioPicture } from "~/domain/pictures/portfolio-value";
import { AsTable } from "./as-table";
import { ink } from "./ink";
import { Points } from "./plot";

export type PortfolioValueProps = {
  picture: PortfolioPicture;
  children: ReactNode;
};

export function PortfolioValue({ picture: { chart, notValued, rows, rowsLeftOut }, children }: PortfolioValueProps) {
  if (!chart)
    return (
      <p className="text-xs text-peat-60">
        {children} {notValued > 0 && texts.noneCounts}
      </p>
    );
  const notes = [notValued > 0 && texts.notValued(notValued), rowsLeftOut > 0 && texts.rowsLeftOut(rowsLeftOut)].filter(
    Boolean,
  );
  return (
    <figure>
      <PortfolioDrawing chart={chart} />
      <figcaption className="figures mt-2 -mb-1 text-xs text-peat-60">
        {children} {chart.stale && `${texts.stale} `}
        <AsTable
          inline
          head={[pictureTexts.day, pictureTexts.value, pictureTexts.paidIn, pictureTexts.basis]}
          rows={rows.map(({ day, valueCents, paidCents, tier }) => [
            formatDate(day),
            formatUsd(valueCents),
            formatUsd(paidCents),
            tier ? markNames[tier] : texts.bought,
          ])}
          note={notes.join(" ") || null}
        />
      </figcaption>
    </figure>
  );
}

const HALF_A_MONTH = 26;

function PortfolioDrawing({ chart }: { chart: PortfolioChart }) {
  const { width, height, top, base, plot, readout } = PORTFOLIO_FRAME;
  const highest = chart.axis.at(-1);
  return (
    <svg role="group" aria-label={texts.label} viewBox={`0 0 ${width} ${height}`} className="chart">
      <path d={chart.gain} fill={ink.copper40} />
      <path d={chart.area} fill={ink.copperSoft} />
      {chart.loss && <path d={chart.loss} fill={ink.brickSoft} />}
      <path d={`M0 ${top}H${plot}M0 ${base}H${plot}`} stroke={ink.peat30} />
      {highest && (
        <text x="0" y={top - 4}>
          {formatUsdShort(highest.cents)}
        </text>
      )}
      {chart.days.map(({ x, text }) => (
        <text key={text} x={x === 0 ? x : x - HALF_A_MONTH} y={base + 17}>
          {text}
        </text>
      ))}
      <text x={plot} y={base + 17} textAnchor="end">
        {pictureTexts.today}
      </text>
      <g fill="none" strokeWidth="2" stroke={ink.copper}>
        <path d={chart.paid} stroke={ink.peat60} strokeDasharray="4 3" />
        <path d={chart.value} />
        {chart.stale && <path d={chart.stale} strokeDasharray="1 4" />}
      </g>
      <Points marks={chart.marks} top={top} base={base} readout={readout} />
    </svg>
  );
}

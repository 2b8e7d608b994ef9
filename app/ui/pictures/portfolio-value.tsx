import { pictureTexts, portfolioPictureTexts as texts } from "~/content/picture-texts";
import { type PortfolioChart, PORTFOLIO_FRAME } from "~/domain/pictures/portfolio-value";
import { ink } from "./ink";
import { Points } from "./plot";

export function PortfolioValue({ chart }: { chart: PortfolioChart }) {
  const { width, height, top, base, plot } = PORTFOLIO_FRAME;
  const below = base + 15;
  return (
    <svg role="group" aria-label={texts.label} viewBox={`0 0 ${width} ${height}`} className="chart">
      <path d={chart.gain} fill={ink.copper40} />
      <path d={chart.area} fill={ink.copperSoft} />
      {chart.loss && <path d={chart.loss} fill={ink.brickSoft} />}
      <path d={`M0 ${base}H${plot}`} stroke={ink.peat30} />
      <text y={below}>{chart.from}</text>
      <text x="138" y={below}>
        paid
      </text>
      <text x="192" y={below}>
        worth
      </text>
      <text x={width} y={below} textAnchor="end">
        {pictureTexts.today}
      </text>
      <g fill="none" strokeWidth="2" stroke={ink.copper}>
        <path d={`${chart.paid}M120 ${below - 4}h14`} stroke={ink.peat60} strokeDasharray="4 3" />
        <path d={`${chart.value}M174 ${below - 4}h14`} />
        {chart.stale && <path d={chart.stale} strokeDasharray="1 4" />}
      </g>
      <Points marks={chart.marks} top={top} base={base} bare />
      <circle className={chart.stale ? "opinion" : "measured"} cx={plot} cy={chart.lastY} r="5" />
    </svg>
  );
}

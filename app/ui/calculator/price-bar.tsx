import { calculatorTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { drawPriceBar, PRICE_BAR } from "~/domain/pictures/price-bar";
import { ink } from "../pictures/ink";

type PriceBarProps = {
  todayCents: number;
  breakEvenCents: number | null;
  perLitreCents: number;
  /** The price asked first: while the handle moves, the bar does not. */
  askedCents: number;
  said: string;
  drag: (dollars: string) => void;
};

export function PriceBar({ todayCents, breakEvenCents, perLitreCents, askedCents, said, drag }: PriceBarProps) {
  const { from, to, staves, ...at } = drawPriceBar({ todayCents, breakEvenCents, askedCents });
  const { width, left, right } = PRICE_BAR;
  const price =
    breakEvenCents === null
      ? texts.noBreakEven
      : texts.above(formatUsd(breakEvenCents), Math.round((breakEvenCents / todayCents - 1) * 100));
  return (
    <div className="relative">
      <svg aria-hidden="true" viewBox={`0 0 ${width} 92`} className="chart">
        <path d={`M${left} 12H${at.breakEven}v20H${left}z`} fill={ink.brickSoft} />
        <path d={`M${at.breakEven} 12H${right}v20H${at.breakEven}z`} fill={ink.mossSoft} />
        <path d={staves} stroke={ink.peat45} />
        <path
          d={`M${left} 12H${right}v20H${left}zM${at.breakEven} 6v32`}
          fill="none"
          stroke={ink.peat}
          strokeWidth="2"
        />
        <path d={`M${at.today} 32v8`} stroke={ink.peat} />
        <text x={at.todayLabel} y="54" textAnchor="end">
          {texts.today}
        </text>
        <text x={at.breakEvenLabel} y="54">
          {texts.breakEven}
        </text>
        <g fontWeight="600" fill={ink.peat}>
          <text x={at.todayLabel} y="70" textAnchor="end">
            {formatUsd(todayCents)}
          </text>
          <text x={at.breakEvenLabel} y="70">
            {price}
          </text>
        </g>
        <text x="0" y="88">
          ${from} <tspan fill={ink.brick}>{texts.youLose}</tspan>
        </text>
        <text x={width} y="88" textAnchor="end">
          <tspan fill={ink.moss}>{texts.youGain}</tspan> ${to.toLocaleString("en-US")}
        </text>
      </svg>
      <p className="sr-only">{`${texts.today} ${formatUsd(todayCents)}, ${texts.breakEven} ${price}`}</p>
      <input
        type="range"
        aria-label={texts.perLitre}
        aria-valuetext={said}
        min={from}
        max={to}
        value={Math.round(perLitreCents / 100)}
        onChange={(event) => drag(event.currentTarget.value)}
        className="price-handle absolute inset-x-0 top-0 noscript:pointer-events-none"
      />
    </div>
  );
}

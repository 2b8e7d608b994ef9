import { advanceTexts } from "~/content/advance-texts";
import { sharesTexts as texts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { type SalePicture, type SharePart, SHARES_FRAME } from "~/domain/pictures/sale-shares";
import { percentOf, basisPoints } from "~/domain/returns";
import { percentText } from "../percent-text";
import { AsTable } from "./as-table";
import { ink } from "./ink";

export type SaleSharesProps = { picture: SalePicture };

const fills: Record<SharePart["who"], string> = {
  own: ink.copper,
  others: ink.copper40,
  house: ink.copperSoft,
  fees: ink.peat30,
  rounding: ink.peat45,
};

export function SaleShares({ picture: { soldOn, grossCents, netPerStakeCents, parts, own } }: SaleSharesProps) {
  return (
    <figure>
      <figcaption className="text-sm">
        {texts.lead(formatUsd(grossCents), formatDate(soldOn), formatUsd(netPerStakeCents))}
      </figcaption>
      <SharesDrawing parts={parts} />
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {parts.map((part) => (
          <li key={part.who} className="flex flex-wrap items-baseline gap-x-2">
            <svg aria-hidden="true" width="12" height="12" className="chart-key shrink-0">
              <path d="M.5.5h11v11H.5z" fill={fills[part.who]} stroke={ink.peat} />
            </svg>
            <span className="min-w-0 flex-1 basis-24">{nameOf(part)}</span>
            <span className="figures ml-auto font-semibold">{formatUsd(part.cents)}</span>
          </li>
        ))}
      </ul>
      {own && <p className="mt-2 text-sm text-peat-60">{advanceTexts.credited(own)}</p>}
      <AsTable
        head={["Part", "Amount", "Share of the price"]}
        rows={parts.map((part) => [
          nameOf(part),
          formatUsd(part.cents),
          percentText(percentOf(basisPoints(part.cents, grossCents))),
        ])}
      />
    </figure>
  );
}

const nameOf = ({ who, stakes }: SharePart) => texts.who[who](stakes ?? 0);

function SharesDrawing({ parts }: { parts: readonly SharePart[] }) {
  const { width, height } = SHARES_FRAME;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart mt-3">
      {parts.map(
        ({ who, x, width: wide }) =>
          wide > 0 && <path key={who} d={`M${x} 0h${wide}v${height}h-${wide}z`} fill={fills[who]} stroke={ink.peat} />,
      )}
      <rect
        x=".75"
        y=".75"
        width={width - 1.5}
        height={height - 1.5}
        rx="3"
        fill="none"
        stroke={ink.peat}
        strokeWidth="1.5"
      />
    </svg>
  );
}

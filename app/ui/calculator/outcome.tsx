import { calculatorTexts as texts } from "~/content/calculator-texts";
import { FEES_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { drawPriceBar, PRICE_BAR } from "~/domain/pictures/price-bar";
import {
  EVAPORATION_BASIS_POINTS,
  type Holding,
  type Sale,
  SALE_COST_BASIS_POINTS,
  saleOutcome,
} from "~/domain/sale-outcome";
import { DefinitionRows } from "../definition-rows";
import { percentText } from "../percent-text";
import { ink } from "../pictures/ink";
import { TextLink } from "../text-link";

type PriceBarProps = { todayCents: number; breakEvenCents: number | null; askedCents: number; isStill?: boolean };

/** @param isStill a picture, without the handle that moves the price */
export function PriceBar({ todayCents, breakEvenCents, askedCents, isStill = false }: PriceBarProps) {
  const { from, to, staves, ...at } = drawPriceBar({ todayCents, breakEvenCents, askedCents });
  const { width, left, right } = PRICE_BAR;
  const above = breakEvenCents === null ? null : Math.round((breakEvenCents / todayCents - 1) * 100);
  const price = breakEvenCents === null ? "beyond any price" : texts.above(formatUsd(breakEvenCents), above ?? 0);
  return (
    <div className="relative">
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${isStill ? 58 : 92}`} className="chart">
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
        {isStill && <circle cx={at.today} cy="22" r="8" fill={ink.copper} stroke={ink.paper} strokeWidth="3" />}
        <text x={at.todayLabel} y="54" textAnchor="end">
          {texts.today}
        </text>
        <text x={at.breakEvenLabel} y="54">
          {texts.breakEven} {isStill && above !== null && `+${above}%`}
        </text>
        {!isStill && (
          <>
            <g fontWeight="600" fill={ink.peat}>
              <text x={at.todayLabel} y="70" textAnchor="end">
                {formatUsd(todayCents)}
              </text>
              <text x={at.breakEvenLabel} y="70">
                {price}
              </text>
            </g>
            <text x="0" y="88">
              ${from} <tspan fill={ink.brick}>you lose</tspan>
            </text>
            <text x={width} y="88" textAnchor="end">
              <tspan fill={ink.moss}>you gain</tspan> ${to.toLocaleString("en-US")}
            </text>
          </>
        )}
      </svg>
      {!isStill && (
        <>
          <p className="sr-only">{`${texts.today} ${formatUsd(todayCents)}, ${texts.breakEven} ${price}`}</p>
          <input
            type="range"
            aria-label={texts.perLitre}
            min={from}
            max={to}
            defaultValue={Math.round(askedCents / 100)}
            className="price-handle absolute inset-x-0 top-0 noscript:pointer-events-none"
          />
        </>
      )}
    </div>
  );
}

type OutcomeProps = { held: Holding; sale: Sale };

const tone = (cents: number) => (cents < 0 ? "text-brick" : cents > 0 ? "text-moss" : "");

export function Answer({ held, sale, today, boughtToday }: OutcomeProps & { today: string; boughtToday: boolean }) {
  const { netCents, yearlyBasisPoints, paidCents } = saleOutcome(held, sale);
  return (
    <div className="rounded-md bg-barley px-3 py-2">
      <p className="text-sm">Gain or loss, after all fees</p>
      <p className={`flex flex-wrap items-baseline justify-between gap-x-3 ${tone(netCents)}`}>
        <span className="display text-xl">
          {netCents > 0 && "+"}
          {formatUsd(netCents)}
        </span>
        <span className="figures text-sm font-semibold">{texts.aYear(percentText(yearlyBasisPoints / 100, true))}</span>
      </p>
      <p className="figures text-xs text-peat-60">
        {texts.of({
          stakes: held.stakes,
          paid: formatUsd(paidCents),
          withFee: held.joiningFeeCents > 0,
          boughtToday,
          day: formatDate(addMonths(today, sale.years * 12)),
        })}
      </p>
    </div>
  );
}

export function EveryFee({ held, sale }: OutcomeProps) {
  const { loaDecilitres, grossCents, saleCostCents, proceedsCents, paidCents, netCents } = saleOutcome(held, sale);
  return (
    <>
      <DefinitionRows
        tight
        rows={[
          {
            label: "Alcohol left",
            value: (
              <>
                {texts.litresLeft(litres(loaDecilitres), litres(held.loaDecilitres))}
                <Note>{texts.evaporation(EVAPORATION_BASIS_POINTS / 100)}</Note>
              </>
            ),
          },
          { label: "The whole cask brings", value: formatUsd(grossCents) },
          {
            label: "Costs of the sale",
            value: (
              <>
                {formatUsd(-saleCostCents)}
                <Note>{texts.costs(SALE_COST_BASIS_POINTS / 100)}</Note>
              </>
            ),
          },
          { label: "Goes to your wallet", value: formatUsd(proceedsCents) },
          {
            label: held.joiningFeeCents > 0 ? "You paid: stakes and joining fee" : "You paid for the stakes",
            value: formatUsd(-paidCents),
          },
          {
            label: "Left for you, after all fees",
            value: <span className={tone(netCents)}>{formatUsd(netCents)}</span>,
          },
        ]}
      />
      <TextLink href={FEES_PATH}>All fees</TextLink>
    </>
  );
}

const Note = ({ children }: { children: string }) => (
  <span className="block text-xs font-normal text-peat-60">{children}</span>
);

export function IfNobodyBuys({ held, sale }: OutcomeProps) {
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <p className="text-sm">
      <strong className="font-semibold">If no one buys,</strong>
      {texts.nobody.paid(formatUsd(-unsold.netCents))}
    </p>
  );
}

const litres = (decilitres: number) => String(decilitres / 10);

import { calculatorTexts as texts } from "~/content/calculator-texts";
import { FEES_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { drawPriceBar, PRICE_BAR } from "~/domain/pictures/price-bar";
import { type Case, type Holding, type Sale, saleOutcome, threeCases } from "~/domain/sale-outcome";
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

type OutcomeProps = { held: Holding; sale: Sale; today: string };

const tone = (cents: number) => (cents < 0 ? "text-brick" : cents > 0 ? "text-moss" : "");

export function Answer({ held, sale, today, boughtToday }: OutcomeProps & { boughtToday: boolean }) {
  const { netCents, yearlyBasisPoints, paidCents, storageCents } = saleOutcome(held, sale);
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
          paid: formatUsd(paidCents + storageCents),
          withFee: held.joiningFeeCents > 0,
          boughtToday,
          day: soldOn(today, sale),
        })}
      </p>
    </div>
  );
}

export function EveryFee({ held, sale, today }: OutcomeProps) {
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <>
      <ThreeCases
        cases={threeCases(held, sale)}
        withFee={held.joiningFeeCents > 0}
        caption={texts.result(held.stakes, soldOn(today, sale))}
      />
      <p className="mt-2 text-sm text-peat-60">
        The lower price is a quarter below yours, or lower still if that is what it takes to lose money.{" "}
        {texts.litresLeft(litres(held.loaDecilitres), litres(unsold.loaDecilitres))}
      </p>
      <TextLink href={FEES_PATH}>All fees</TextLink>
    </>
  );
}

export function IfNobodyBuys({ held, sale }: Omit<OutcomeProps, "today">) {
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <p className="text-sm">
      <strong className="font-semibold">If no one buys,</strong>
      {texts.nobody.paid(formatUsd(-unsold.netCents))}
    </p>
  );
}

const soldOn = (today: string, { years }: Sale) => formatDate(addMonths(today, years * 12));
const litres = (decilitres: number) => String(decilitres / 10);

type CaseRow = { label: string; figure: (one: Case) => string; tone?: (one: Case) => string; strong?: boolean };

const signTone = (figure: number) => (figure < 0 ? "text-brick" : "text-moss");
const signed = (cents: number) => `${cents > 0 ? "+" : ""}${formatUsd(cents)}`;

const perLitre: CaseRow = { label: "Price of a litre", figure: (one) => formatUsd(one.perLitreCents) };
const yearly: CaseRow = {
  label: "Per year, that is",
  figure: (one) => percentText(one.yearlyBasisPoints / 100, true),
  tone: (one) => signTone(one.netCents),
  strong: true,
};

const allRows = (withFee: boolean): CaseRow[] => [
  perLitre,
  { label: "The whole cask brings", figure: (one) => formatUsd(one.grossCents) },
  { label: "Costs of the sale", figure: (one) => formatUsd(-one.saleCostCents) },
  { label: "Goes to your wallet", figure: (one) => formatUsd(one.proceedsCents) },
  {
    label: withFee ? "You paid: stakes and joining fee" : "You paid for the stakes",
    figure: (one) => formatUsd(-one.paidCents),
  },
  { label: texts.rows.storage, figure: (one) => formatUsd(-one.storageCents) },
  {
    label: "What is left for you, after all fees",
    figure: (one) => signed(one.netCents),
    tone: (one) => signTone(one.netCents),
    strong: true,
  },
  yearly,
];

type ThreeCasesProps = { cases: readonly [worse: Case, asked: Case, better: Case]; withFee: boolean; caption: string };

function ThreeCases({ cases, caption, withFee }: ThreeCasesProps) {
  const rows = allRows(withFee).filter(({ label }) => label !== texts.rows.storage || cases[1].storageCents > 0);
  const cell = "figures w-1/3 pr-1 pb-2 align-top text-sm wrap-anywhere";
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-64 table-fixed border-collapse text-left">
        <caption className="pb-3 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-b border-peat-45 text-sm">
            {(["worse", "asked", "better"] as const).map((name) => (
              <th key={name} scope="col" className="pr-1 pb-1 font-semibold">
                {texts.cases[name]}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ label, figure, tone, strong }) => (
          <tbody key={label} className="border-b border-peat-30 last:border-0">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-2 text-xs font-normal text-peat-60">
                {label}
              </th>
            </tr>
            <tr>
              {cases.map((one, index) => (
                <td key={index} className={`${cell} ${strong ? "font-semibold" : ""} ${tone?.(one) ?? ""}`}>
                  {figure(one)}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}

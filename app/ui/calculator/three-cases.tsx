import { calculatorTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { type Case, type Holding, type Sale, saleOutcome, threeCases } from "~/domain/sale-outcome";
import { percentText } from "~/ui/percent-text";
import { FEES_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";

type OutcomeProps = { held: Holding; sale: Sale; today: string };

const tone = (cents: number) => (cents < 0 ? "text-brick" : cents > 0 ? "text-moss" : "");

export function Answer({ held, sale, today, boughtToday }: OutcomeProps & { boughtToday: boolean }) {
  const { netCents, yearlyBasisPoints, paidCents, storageCents } = saleOutcome(held, sale);
  return (
    <div className="sticky top-0 z-10 rounded-md bg-barley px-3 py-2 ">
      <p className="text-sm">{texts.left}</p>
      <p className={`flex flex-wrap items-baseline justify-between gap-x-3 ${tone(netCents)}`}>
        <span className="display money-answer">
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
        {texts.lossSentence} {texts.litresLeft(litres(held.loaDecilitres), litres(unsold.loaDecilitres))}
      </p>
      <a href={FEES_PATH} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
        {texts.fees}
      </a>
    </>
  );
}

export function IfNobodyBuys({ held, sale }: Omit<OutcomeProps, "today">) {
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <p className="text-sm">
      <strong className="font-semibold">{texts.nobody.title}</strong>
      {texts.nobody.paid(formatUsd(-unsold.netCents))}
    </p>
  );
}

const soldOn = (today: string, { years }: Sale) => formatDate(addMonths(today, years * 12));
const litres = (decilitres: number) => String(decilitres / 10);

export type CaseRow = { label: string; figure: (one: Case) => string; tone?: (one: Case) => string; strong?: boolean };

const signTone = (figure: number) => (figure < 0 ? "text-brick" : "text-moss");
const signed = (cents: number) => `${cents > 0 ? "+" : ""}${formatUsd(cents)}`;

const perLitre: CaseRow = { label: texts.rows.perLitre, figure: (one) => formatUsd(one.perLitreCents) };
const yearly: CaseRow = {
  label: texts.rows.yearly,
  figure: (one) => percentText(one.yearlyBasisPoints / 100, true),
  tone: (one) => signTone(one.netCents),
  strong: true,
};
const net = (label: string): CaseRow => ({
  label,
  figure: (one) => signed(one.netCents),
  tone: (one) => signTone(one.netCents),
  strong: true,
});

export const briefRows = (netLabel: string): CaseRow[] => [perLitre, net(netLabel), yearly];

const allRows = (withFee: boolean): CaseRow[] => [
  perLitre,
  { label: texts.rows.gross, figure: (one) => formatUsd(one.grossCents) },
  { label: texts.rows.saleCost, figure: (one) => formatUsd(-one.saleCostCents) },
  { label: texts.rows.proceeds, figure: (one) => formatUsd(one.proceedsCents) },
  { label: withFee ? texts.rows.paid.withFee : texts.rows.paid.stakes, figure: (one) => formatUsd(-one.paidCents) },
  { label: texts.rows.storage, figure: (one) => formatUsd(-one.storageCents) },
  net(texts.rows.net),
  yearly,
];

type Cases = readonly [worse: Case, asked: Case, better: Case];

const rowsOf = (cases: Cases, withFee: boolean) =>
  allRows(withFee).filter(({ label }) => label !== texts.rows.storage || cases[1].storageCents > 0);

export function ThreeCases({
  cases,
  caption,
  withFee = true,
  rows = rowsOf(cases, withFee),
}: {
  cases: Cases;
  withFee?: boolean;
  caption: string;
  rows?: CaseRow[];
}) {
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

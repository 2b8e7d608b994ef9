import { calculatorTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import type { Case } from "~/domain/sale-outcome";
import { percentText } from "~/ui/percent-text";

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

import { calculatorTexts as texts } from "~/content/calculator-texts";
import { FEES_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { type Holding, type Sale, saleOutcome, threeCases } from "~/domain/sale-outcome";
import { briefRows, ThreeCases } from "./three-cases";

type OutcomeProps = { held: Holding; sale: Sale; today: string };

/** What is left in three cases, in brief. */
export function OutcomeInBrief({ held, sale, today }: OutcomeProps) {
  return (
    <div className="flex flex-col gap-3 rounded-md bg-barley p-3">
      <ThreeCases
        cases={threeCases(held, sale)}
        caption={texts.result(held.stakes, soldOn(today, sale))}
        rows={briefRows(texts.rows.net)}
      />
      <p className="text-sm">{texts.risk}</p>
    </div>
  );
}

/** Every fee in the three cases, what evaporates, and what it means if no one buys. */
export function Outcome({ held, sale, today }: OutcomeProps) {
  const cases = threeCases(held, sale);
  const day = soldOn(today, sale);
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-peat-30 pt-3">
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.everyFee}</summary>
        <ThreeCases cases={cases} caption={texts.result(held.stakes, day)} />
        <p className="mt-2 text-sm text-peat-60">
          {texts.lossSentence} {texts.litresLeft(litres(held.loaDecilitres), litres(unsold.loaDecilitres))}
        </p>
        <a href={FEES_PATH} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
          {texts.fees}
        </a>
      </details>
      <h3 className="font-semibold">{texts.nobody.title}</h3>
      <p className="text-sm">{texts.nobody.paid(formatUsd(-unsold.netCents), day)}</p>
      <p className="text-sm">{texts.nobody.after}</p>
    </div>
  );
}

const soldOn = (today: string, { years }: Sale) => formatDate(addMonths(today, years * 12));
const litres = (decilitres: number) => String(decilitres / 10);

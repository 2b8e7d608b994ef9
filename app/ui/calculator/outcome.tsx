import { calculatorTexts as texts } from "~/content/calculator-texts";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { type Holding, type Sale, saleOutcome, threeCases } from "~/domain/sale-outcome";
import { RiskNote } from "../risk-note";
import { ThreeCases } from "./three-cases";

type OutcomeProps = { held: Holding; sale: Sale; today: string };

/** Three cases, what evaporates, and what it means if nobody buys. */
export function Outcome({ held, sale, today }: OutcomeProps) {
  const cases = threeCases(held, sale);
  const day = formatDate(addMonths(today, sale.years * 12));
  const unsold = saleOutcome(held, { ...sale, perLitreCents: 0 });
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-peat-30 pt-4">
      <ThreeCases cases={cases} caption={texts.result(held.stakes, day)} />
      <RiskNote>{texts.risk}</RiskNote>
      <p className="text-sm text-peat-60">
        {texts.lossSentence} {texts.litresLeft(litres(held.loaDecilitres), litres(unsold.loaDecilitres))}
      </p>
      <h3 className="font-semibold">{texts.nobody.title}</h3>
      <p className="text-sm">{texts.nobody.paid(formatUsd(-unsold.netCents), day)}</p>
      <p className="text-sm">{texts.nobody.after}</p>
    </div>
  );
}

const litres = (decilitres: number) => String(decilitres / 10);

import { calculatorTexts as texts } from "~/content/calculator-texts";
import { FEES_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { type Holding, type Sale, saleOutcome, threeCases } from "~/domain/sale-outcome";
import { percentText } from "../percent-text";
import { ThreeCases } from "./three-cases";

type OutcomeProps = { held: Holding; sale: Sale; today: string };

const tone = (cents: number) => (cents < 0 ? "text-brick" : cents > 0 ? "text-moss" : "");

/** The answer, in sight while one tries: what is left, and what that is a year. */
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

/** Every fee in three cases, and what evaporates. */
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

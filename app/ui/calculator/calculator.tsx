import { calculatorFields as names, calculatorTexts as texts } from "~/content/calculator-texts";
import { breakEven, type Holding, type Sale, type TypedErrors, type TypedSale } from "~/domain/sale-outcome";
import { Button } from "../button";
import { compactScript } from "../compact-script";
import { Field, fieldId, type FieldProps } from "../field";
import { Fold } from "../fold";
import { Answer, EveryFee, IfNobodyBuys, PriceBar } from "./outcome";

// While someone types or drags, the page's own answer replaces the parts that tell it. Without script the form has a
// button.
export const calculatorScript = compactScript(`(() => {
  const calculator = document.querySelector("#calculator");
  const form = calculator && calculator.querySelector("form");
  if (!form) return;
  form.querySelector("[data-calculate]").hidden = true;
  let later;
  let asked = 0;
  form.addEventListener("input", ({ target }) => {
    if (target.type === "range") form.price.value = target.value;
    const mine = ++asked;
    clearTimeout(later);
    later = setTimeout(async () => {
      const address = "?" + new URLSearchParams(new FormData(form));
      const answer = await (await fetch(address)).text();
      const told = new DOMParser().parseFromString(answer, "text/html").querySelectorAll("[data-told]");
      if (mine !== asked || !told.length) return;
      history.replaceState(history.state, "", address);
      calculator.querySelectorAll("[data-told]").forEach((old, at) => old.contains(target) || old.replaceChildren(...told[at].childNodes));
    }, 200);
  });
})();`);

export type CalculatorProps = {
  caskId: string;
  today: string;
  canBuy: boolean;
  held: Omit<Holding, "stakes">;
  perLitreCents: number;
  typed: TypedSale;
  errors: TypedErrors;
  asked: { stakes: number; sale: Sale } | null;
  isOpen: boolean;
};

export function Calculator(props: CalculatorProps) {
  const { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen } = props;
  const of = (name: keyof TypedSale) => ({
    name,
    label: names[name],
    defaultValue: typed[name],
    ...(errors[name] ? { error: errors[name] } : {}),
  });
  const mine = asked && { held: { ...held, stakes: asked.stakes }, sale: asked.sale, today };
  const isAsked = isOpen || Object.keys(errors).length > 0;
  return (
    <form method="get" action="/cask-information#calculator" noValidate className="flex flex-col gap-2">
      <input type="hidden" name="cask" value={caskId} />
      <p className="text-sm text-peat-60">
        You guess the sale price of the cask; we take off every fee. It is not a forecast.
      </p>
      <output data-told="" className="sticky top-0 z-10 block">
        {mine && <Answer {...mine} boughtToday={canBuy} />}
      </output>
      <div>
        <PriceField {...of("price")} />
        <div data-told="">
          {mine && (
            <PriceBar
              todayCents={perLitreCents}
              breakEvenCents={breakEven(mine.held, mine.sale)}
              askedCents={mine.sale.perLitreCents}
            />
          )}
        </div>
      </div>
      <details open={isAsked} className="fold border-t border-peat-30">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm font-semibold">
          {texts.more}
        </summary>
        <div className="grid grid-cols-2 items-end gap-3 pb-3">
          <Field {...of("years")} inputMode="numeric" autoComplete="off" />
          <Field {...of("stakes")} inputMode="numeric" autoComplete="off" />
        </div>
        <Fold title="Every fee in it">
          <div data-told="">{mine && <EveryFee {...mine} />}</div>
          <p className="text-sm text-peat-60">{`${texts.nobody.after} ${texts.returns}`}</p>
          <p className="text-sm text-peat-60">{texts.risk}</p>
        </Fold>
        <div className="pt-3" data-calculate="">
          <Button look="secondary">Calculate</Button>
        </div>
      </details>
      <div data-told="">{mine && <IfNobodyBuys {...mine} />}</div>
    </form>
  );
}

function PriceField({ name, defaultValue, error }: FieldProps) {
  const id = fieldId(name);
  return (
    <>
      <div className="-mb-1 flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="text-sm text-peat-60">
          {texts.perLitre}
        </label>
        <span className="figures flex items-center border-b border-peat-45 font-semibold">
          <span aria-hidden="true">$</span>
          <input
            id={id}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={defaultValue}
            size={8}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="h-11 min-w-11 bg-transparent text-right text-base font-semibold"
          />
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-brick">
          {error}
        </p>
      )}
    </>
  );
}

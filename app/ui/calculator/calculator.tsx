import { useEffect, useState } from "react";
import { calculatorFields as names, calculatorTexts as texts } from "~/content/calculator-texts";
import { askedSale, type TypedSale } from "~/domain/asked-sale";
import { formatUsd } from "~/domain/money";
import { ASKABLE, EVAPORATION_BASIS_POINTS, type Holding, type Sale } from "~/domain/sale-outcome";
import { Button } from "../button";
import { ErrorSummary } from "../error-summary";
import { Panel } from "../panel";
import { Outcome, OutcomeInBrief } from "./outcome";
import { Field, fieldId } from "~/ui/field";

export type CalculatorProps = {
  caskId: string;
  /** The day of the page. */
  today: string;
  held: Omit<Holding, "stakes">;
  perLitreCents: number;
  typed: TypedSale;
  errors: Partial<Record<keyof TypedSale, string>>;
  /** As the server read it; null where a field cannot be used. */
  asked: { stakes: number; sale: Sale } | null;
};

const FIELDS = ["stakes", "years", "price", "costs", "storage"] as const satisfies readonly (keyof TypedSale)[];
/** Beyond these a slider would be too coarse; more can be typed. */
const DRAGGED_YEARS = 15;
const DRAGGED_STAKES = 50;
const TIMES_TODAY = 4;
/** After the last key or drag: browsers take so many changes of an address and no more. */
const KEPT_AFTER_MS = 300;

/** A GET form, answered by the same page. With JavaScript the answer follows every key and every drag. */
export function Calculator({ caskId, today, held, perLitreCents, typed, errors, asked }: CalculatorProps) {
  const [now, setNow] = useState(typed);
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  // In the page's address too, so that Back finds it.
  useEffect(() => {
    if (now === typed) return;
    const query = new URLSearchParams({ cask: caskId, ...now }).toString();
    const later = setTimeout(() => history.replaceState(history.state, "", `?${query}`), KEPT_AFTER_MS);
    return () => clearTimeout(later);
  }, [caskId, now, typed]);
  const latest = live ? askedSale(now, held.totalStakes) : asked;
  const wrong = FIELDS.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
  const of = (name: keyof TypedSale) => ({
    name,
    label: names[name],
    error: errors[name],
    value: now[name],
    live,
    change: (text: string) => setNow((before) => ({ ...before, [name]: text })),
  });
  const dearest = Math.ceil((perLitreCents * TIMES_TODAY) / 100);
  return (
    <Panel title={texts.title} id="calculator">
      <form method="get" action="/cask-information#calculator" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="cask" value={caskId} />
        <p className="text-sm">{texts.lead}</p>
        <ErrorSummary errors={wrong} />
        {latest && <OutcomeInBrief held={{ ...held, stakes: latest.stakes }} sale={latest.sale} today={today} />}
        <DragField
          {...of("stakes")}
          hint={texts.stakesHint(held.totalStakes)}
          drag={{ from: 1, to: Math.min(held.totalStakes, DRAGGED_STAKES) }}
        />
        <DragField {...of("years")} drag={{ from: ASKABLE.years.from, to: DRAGGED_YEARS }} />
        <DragField
          {...of("price")}
          hint={texts.priceHint(formatUsd(perLitreCents))}
          drag={{ from: 1, to: Math.max(2, dearest) }}
        />
        <details open={Boolean(errors.costs ?? errors.storage) || now.storage !== ""}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.assumptions}</summary>
          <div className="flex flex-col gap-4 pt-2">
            <DragField {...of("costs")} hint={texts.costsHint} />
            <DragField {...of("storage")} hint={texts.storageHint} />
            <p className="text-sm text-peat-60">{texts.evaporation(EVAPORATION_BASIS_POINTS / 100)}</p>
            <p className="text-sm text-peat-60">{texts.joining}</p>
            <p className="text-sm text-peat-60">{texts.returns}</p>
          </div>
        </details>
        <Button look="secondary">{texts.calculate}</Button>
      </form>
      {latest && <Outcome held={{ ...held, stakes: latest.stakes }} sale={latest.sale} today={today} />}
    </Panel>
  );
}

type DragFieldProps = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string;
  /** JavaScript runs. */
  live: boolean;
  change: (text: string) => void;
  /** Whole numbers. Omitted: only typed. */
  drag?: { from: number; to: number };
};

/** A figure to type. With JavaScript, also to drag. */
function DragField({ name, label, value, hint, error, live, change, drag }: DragFieldProps) {
  return (
    <div>
      <Field
        name={name}
        label={label}
        hint={hint}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {live && drag && (
        <input
          type="range"
          aria-label={texts.drag(label)}
          aria-controls={fieldId(name)}
          min={drag.from}
          max={drag.to}
          value={Number(value.replace(/[$,\s]/g, "")) || drag.from}
          onChange={(event) => change(event.currentTarget.value)}
          className="mt-1 h-11 w-full accent-copper"
        />
      )}
    </div>
  );
}

import { type ReactNode, useEffect, useState } from "react";
import { calculatorFields as names, calculatorTexts as texts } from "~/content/calculator-texts";
import { askedSale, type TypedSale } from "~/domain/asked-sale";
import { formatUsd } from "~/domain/money";
import {
  ASKABLE,
  breakEven,
  EVAPORATION_BASIS_POINTS,
  type Holding,
  type Sale,
  saleOutcome,
} from "~/domain/sale-outcome";
import { Button } from "../button";
import { Field, fieldId } from "../field";
import { Panel } from "../panel";
import { Answer, EveryFee, IfNobodyBuys, PriceBar } from "./outcome";

type StepperProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  from: number;
  to: number;
  change: (text: string) => void;
};

function Stepper({ name, label, value, error, from, to, change }: StepperProps) {
  const now = Number(value);
  const step = (by: number) => change(String(Math.min(to, Math.max(from, (Number.isFinite(now) ? now : from) + by))));
  const button =
    "flex size-[44px] shrink-0 items-center justify-center text-lg font-semibold text-copper noscript:hidden";
  return (
    <div className="border-t border-peat-30 py-0.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={fieldId(name)} className="text-sm font-semibold">
          {label}
        </label>
        <div className={`flex rounded-md border ${error ? "border-brick" : "border-peat-45"}`}>
          <button type="button" aria-label={texts.fewer(label)} onClick={() => step(-1)} className={button}>
            −
          </button>
          <input
            id={fieldId(name)}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${fieldId(name)}-error` : undefined}
            onChange={(event) => change(event.currentTarget.value)}
            className="figures h-11 w-12 min-w-0 bg-transparent text-center text-base font-semibold"
          />
          <button type="button" aria-label={texts.oneMore(label)} onClick={() => step(1)} className={button}>
            +
          </button>
        </div>
      </div>
      {error && (
        <p id={`${fieldId(name)}-error`} className="mt-1 text-sm font-semibold text-brick">
          {error}
        </p>
      )}
    </div>
  );
}

export type CalculatorProps = {
  caskId: string;
  today: string;
  canBuy: boolean;
  held: Omit<Holding, "stakes">;
  perLitreCents: number;
  typed: TypedSale;
  errors: Partial<Record<keyof TypedSale, string>>;
  asked: { stakes: number; sale: Sale } | null;
  isOpen: boolean;
};

/** After the last key or drag: browsers take so many changes of an address and no more. */
const KEPT_AFTER_MS = 300;

export function Calculator(props: CalculatorProps) {
  const { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen } = props;
  const [now, setNow] = useState(typed);
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useEffect(() => {
    if (now === typed) return;
    const query = new URLSearchParams({ cask: caskId, ...now }).toString();
    const later = setTimeout(() => history.replaceState(history.state, "", `?${query}`), KEPT_AFTER_MS);
    return () => clearTimeout(later);
  }, [caskId, now, typed]);
  const latest = live ? askedSale(now, held.totalStakes) : asked;
  const of = (name: keyof TypedSale) => ({
    name,
    label: names[name],
    error: errors[name],
    value: now[name],
    change: (text: string) => setNow((before) => ({ ...before, [name]: text })),
  });
  const mine = latest && { held: { ...held, stakes: latest.stakes }, sale: latest.sale, today };
  const isAsked = isOpen || Object.keys(errors).length > 0;
  return (
    <Panel title={texts.title} id="calculator" tight>
      <form method="get" action="/cask-information#calculator" noValidate className="flex flex-col gap-2">
        <input type="hidden" name="cask" value={caskId} />
        <p className="text-sm text-peat-60">{texts.lead}</p>
        {mine && <Answer {...mine} boughtToday={canBuy} />}
        <div>
          <PriceField {...of("price")} />
          {mine && (
            <PriceBar
              todayCents={perLitreCents}
              breakEvenCents={breakEven(mine.held, mine.sale)}
              perLitreCents={mine.sale.perLitreCents}
              askedCents={asked?.sale.perLitreCents ?? 0}
              said={texts.dragged(
                formatUsd(mine.sale.perLitreCents),
                formatUsd(saleOutcome(mine.held, mine.sale).netCents),
              )}
              drag={of("price").change}
            />
          )}
        </div>
        <Details title={texts.more} open={isAsked}>
          <Stepper {...of("years")} {...ASKABLE.years} />
          <Stepper {...of("stakes")} from={1} to={held.totalStakes} />
          {mine && (
            <Details title={texts.everyFee}>
              <EveryFee {...mine} />
            </Details>
          )}
          <Details title={texts.assumptions} open={Boolean(errors.costs ?? errors.storage) || now.storage !== ""}>
            <div className="flex flex-col gap-4">
              <TypedField {...of("costs")} hint={texts.costsHint} />
              <TypedField {...of("storage")} hint={texts.storageHint} />
              <p className="text-sm text-peat-60">
                {texts.evaporation(EVAPORATION_BASIS_POINTS / 100)}{" "}
                {held.joiningFeeCents > 0 ? texts.joining : texts.joiningCounted}
              </p>
              <p className="text-sm text-peat-60">{texts.returns}</p>
              <p className="text-sm text-peat-60">{texts.nobody.after}</p>
              <p className="text-sm text-peat-60">{texts.risk}</p>
            </div>
          </Details>
          <div className="pt-3" hidden={live}>
            <Button look="secondary">{texts.calculate}</Button>
          </div>
        </Details>
        {mine && <IfNobodyBuys {...mine} />}
      </form>
    </Panel>
  );
}

type DetailsProps = { title: string; open?: boolean; children: ReactNode };

function Details({ title, open = false, children }: DetailsProps) {
  return (
    <details open={open} className="fold border-t border-peat-30">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm font-semibold">
        {title}
      </summary>
      <div className="pb-1">{children}</div>
    </details>
  );
}

type TypedProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  change: (text: string) => void;
};

function TypedField({ change, error, ...field }: TypedProps & { hint: string }) {
  return (
    <Field
      {...field}
      {...(error ? { error } : {})}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function PriceField({ name, value, error, change }: TypedProps) {
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
            value={value}
            size={Math.max(2, Math.min(value.length, 9))}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => change(event.currentTarget.value)}
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

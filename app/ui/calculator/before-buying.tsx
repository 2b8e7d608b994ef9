import { calculatorLocked, stakeFactTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { ASKED } from "~/domain/sale-outcome";
import { DefinitionRows } from "../definition-rows";
import { ErrorSummary } from "../error-summary";
import { Fold } from "../fold";
import { Panel } from "../panel";
import { Calculator, type CalculatorProps } from "./calculator";

type StakeFactsProps = {
  held: { totalStakes: number };
  millilitresPerStake: number;
  perLitreCents: number;
  storage: { includedUntil: string; paidUntil: string | null };
  isClosed?: boolean;
};

const small = "block text-xs font-normal text-peat-60";

function StakeFacts({ isClosed = false, ...facts }: StakeFactsProps) {
  if (isClosed)
    return (
      <Fold title={texts.title}>
        <Rows {...facts} />
      </Fold>
    );
  return (
    <Panel title={texts.title} id="one-stake">
      <Rows {...facts} />
    </Panel>
  );
}

function Rows({ held, millilitresPerStake, perLitreCents, storage }: StakeFactsProps) {
  return (
    <DefinitionRows
      rows={[
        { label: texts.part, value: texts.ofStakes(held.totalStakes) },
        { label: texts.litres, value: texts.litresFigure(litres(millilitresPerStake)) },
        { label: texts.perLitre, value: formatUsd(perLitreCents) },
        {
          label: texts.storage,
          value: (
            <>
              {texts.until(storage.includedUntil)}
              <span className={small}>{texts.ifBoughtToday}</span>
            </>
          ),
        },
        {
          label: texts.warehouse,
          value: storage.paidUntil ? texts.until(storage.paidUntil) : texts.unknown,
        },
        {
          label: texts.after,
          value: (
            <>
              {texts.afterUnknown}
              <span className={small}>{texts.afterNote}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function litres(millilitres: number): string {
  return millilitres < 10 ? String(millilitres / 1000) : (Math.floor(millilitres / 10) / 100).toFixed(2);
}

export type BeforeBuyingProps = CalculatorProps & StakeFactsProps;

type Props = { before: BeforeBuyingProps | null };

export function WhatYouGet({ before }: Props) {
  if (!before) return <p className="text-sm text-peat-60">{calculatorLocked}</p>;
  const { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen } = before;
  const props = { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen };
  const wrong = ASKED.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
  return (
    <>
      <ErrorSummary errors={wrong} />
      <Calculator {...props} />
    </>
  );
}

export function OneStake({ before, isClosed = false }: Props & { isClosed?: boolean }) {
  if (!before) return null;
  const { held, perLitreCents, millilitresPerStake, storage } = before;
  return <StakeFacts {...{ held, perLitreCents, millilitresPerStake, storage, isClosed }} />;
}

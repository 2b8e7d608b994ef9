import { stakeFactTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { DefinitionRows } from "../definition-rows";
import { Fold } from "../fold";
import { Panel } from "../panel";

export type StakeFactsProps = {
  held: { totalStakes: number };
  millilitresPerStake: number;
  perLitreCents: number;
  storage: { includedUntil: string; paidUntil: string | null };
  /** For those who own one, and know: a row that opens. */
  isClosed?: boolean;
};

const small = "block text-xs font-normal text-peat-60";

/** What the database knows of one stake; what it does not know is called unknown. */
export function StakeFacts({ isClosed = false, ...facts }: StakeFactsProps) {
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

/** '2.03'; less than a hundredth is told in full. */
function litres(millilitres: number): string {
  return millilitres < 10 ? String(millilitres / 1000) : (Math.floor(millilitres / 10) / 100).toFixed(2);
}

import { outcomeTexts, refundTexts as texts } from "~/content/payment-outcomes";
import { refundReasons } from "~/content/payments";
import { underpaidTexts } from "~/content/underpaid-texts";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";
import type { RefundFacts } from "./outcome-view";

export function Refund({ facts, done }: { facts: RefundFacts; done: boolean }) {
  const { amountCents, keptCents, reason, way, reference, short } = facts;
  const progress = done ? "done" : "inProgress";
  const title = short ? underpaidTexts.title : texts.title;
  return (
    <>
      <ResultHead look={done ? "gain" : "waiting"} title={title[progress]}>
        {short ? underpaidTexts.text(short) : refundReasons[reason]}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: texts.amount, value: <Money cents={amountCents} /> },
            ...(keptCents > 0 ? [{ label: texts.kept, value: <Money cents={keptCents} /> }] : []),
            { label: texts.state, value: texts.states[progress] },
            { label: texts.where, value: texts.whereTexts[way] },
            ...(reference ? [{ label: texts.reference, value: reference }] : []),
          ]}
        />
      </div>
      {short && !done && <p className="text-sm">{underpaidTexts.next(short.bought)}</p>}
      <p className="text-sm text-peat-60">{texts.next[way][progress]}</p>
      <ButtonLink href="/invest">{outcomeTexts.goOn}</ButtonLink>
    </>
  );
}

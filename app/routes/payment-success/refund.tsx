import { outcomeTexts, refundTexts as texts } from "~/content/payment-outcomes";
import { refundReasons } from "~/content/payments";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";
import type { RefundFacts } from "./outcome-view";

export function Refund({ facts, done }: { facts: RefundFacts; done: boolean }) {
  const { amountCents, reason, way, reference } = facts;
  const progress = done ? "done" : "inProgress";
  return (
    <>
      <ResultHead look={done ? "gain" : "waiting"} title={texts.title[progress]}>
        {refundReasons[reason]}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: texts.amount, value: <Money cents={amountCents} /> },
            { label: texts.state, value: texts.states[progress] },
            { label: texts.where, value: texts.whereTexts[way] },
            ...(reference ? [{ label: texts.reference, value: reference }] : []),
          ]}
        />
      </div>
      <p className="text-sm text-peat-60">{texts.next[way][progress]}</p>
      <ButtonLink href="/invest">{outcomeTexts.goOn}</ButtonLink>
    </>
  );
}

import { disputeTexts as texts, outcomeTexts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";
import type { DisputeFacts } from "./outcome-view";

/** What was bought is taken back while the bank decides, and stays so if the bank gives the money back. */
export function Dispute({ facts: { amountCents, bought, lost } }: { facts: DisputeFacts }) {
  const { title, text, state, next } = texts[lost ? "lost" : "open"];
  return (
    <>
      <ResultHead look={lost ? "error" : "waiting"} title={title}>
        {text}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: texts.amount, value: <Money cents={amountCents} /> },
            { label: texts.state, value: state },
          ]}
        />
      </div>
      <p className="text-sm">{texts.effect[bought]}</p>
      <p className="text-sm text-peat-60">
        {next} {texts.support}
      </p>
      <ButtonLink href="/wallet">{outcomeTexts.toWallet}</ButtonLink>
    </>
  );
}

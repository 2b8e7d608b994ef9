import { Page } from "~/ui/page";
import { NotSettled } from "./not-settled";
import type { PaymentOutcome, DisputeFacts } from "./outcome-view";
import { Refund } from "./refund";
import { Settled } from "./settled";
import { Waiting } from "./waiting";
import { disputeTexts as texts, outcomeTexts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";

export type PaymentSuccessScreenProps = { amountCents: number; outcome: PaymentOutcome };

export function PaymentSuccessScreen({ amountCents, outcome }: PaymentSuccessScreenProps) {
  return <Page top={{ home: "/invest" }}>{content(outcome, amountCents)}</Page>;
}

function content(outcome: PaymentOutcome, amountCents: number) {
  switch (outcome.state) {
    case "waiting":
      return <Waiting amountCents={amountCents} {...outcome} />;
    case "settled":
      return <Settled amountCents={amountCents} {...outcome} />;
    case "refunding":
    case "refunded":
      return <Refund facts={outcome} done={outcome.state === "refunded"} />;
    case "disputed":
      return <Dispute facts={outcome} />;
    default:
      return <NotSettled {...outcome} />;
  }
}

/** What was bought is taken back while the bank decides, and stays so if the bank gives the money back. */
function Dispute({ facts: { amountCents, bought, lost } }: { facts: DisputeFacts }) {
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

import { outcomeTexts, waitingTexts as texts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { formatUsd } from "~/domain/money";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";

export function Waiting({ amountCents }: { amountCents: number }) {
  return (
    <>
      <div role="status">
        <ResultHead look="waiting" title={texts.title}>
          {texts.text}
        </ResultHead>
      </div>
      <Panel title={texts.notLost} look="barley">
        <p className="text-sm">{texts.notLostText(formatUsd(amountCents))}</p>
      </Panel>
      <ButtonLink href="/wallet" look="secondary">
        {outcomeTexts.toWallet}
      </ButtonLink>
    </>
  );
}

import { outcomeTexts, waitingTexts as texts } from "~/content/payment-outcomes";
import { partArrivedTexts } from "~/content/underpaid-texts";
import { ButtonLink } from "~/ui/button";
import { formatUsd } from "~/domain/money";
import { Panel } from "~/ui/panel";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { ResultHead } from "~/ui/result-head";
import type { PaymentOutcome } from "./outcome-view";

type WaitingProps = { amountCents: number } & Pick<Extract<PaymentOutcome, { state: "waiting" }>, "short" | "cask">;

export function Waiting({ amountCents, short, cask }: WaitingProps) {
  return (
    <>
      <div role="status">
        <ResultHead
          look="waiting"
          drawing={<MomentCask look="waiting" {...cask} />}
          title={short ? partArrivedTexts.title : texts.title}
        >
          {short ? partArrivedTexts.text(short) : texts.text}
        </ResultHead>
      </div>
      {short ? (
        <>
          <p className="text-center text-sm">{partArrivedTexts.until(short.endsAtMs)}</p>
          <ButtonLink href={`/stripe-secure?payment=${encodeURIComponent(short.paymentId)}`}>
            {outcomeTexts.toCheckout}
          </ButtonLink>
        </>
      ) : (
        <Panel title={texts.notLost} look="barley">
          <p className="text-sm">{texts.notLostText(formatUsd(amountCents))}</p>
        </Panel>
      )}
      <ButtonLink href="/wallet" look="secondary">
        {outcomeTexts.toWallet}
      </ButtonLink>
    </>
  );
}

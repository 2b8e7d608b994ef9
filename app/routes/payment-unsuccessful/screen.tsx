import { outcomeTexts, unsuccessfulTexts as texts } from "~/content/payment-outcomes";
import type { CaskType } from "~/domain/cask-shape";
import type { Short } from "~/content/received-usdt";
import { partArrivedTexts } from "~/content/underpaid-texts";
import { Button, ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { ResultHead } from "~/ui/result-head";

export type PaymentUnsuccessfulScreenProps = {
  paymentId: string;
  /** What the payment was for, such as the cask's name. */
  productName: string;
  buys: keyof typeof texts.open;
  mode: "Bank" | "Crypto";
  /** null: the payment was for no stake. */
  cask: { caskType: CaskType; soldStakes: number; totalStakes: number } | null;
  /** `over` only once no money can have moved; `closing` while the provider is asked. */
  stage: "open" | "closing" | "over";
  /** By its buyer: nothing was wrong with what they typed. */
  isGivenUp: boolean;
  /** Of an open payment, at least 1. */
  minutesLeft: number;
  /** What has arrived of an open payment, if that is less than its price. */
  short: Short | null;
};

export function PaymentUnsuccessfulScreen({
  paymentId,
  productName,
  buys,
  mode,
  cask,
  stage,
  isGivenUp,
  minutesLeft,
  short,
}: PaymentUnsuccessfulScreenProps) {
  const id = encodeURIComponent(paymentId);
  return (
    <Page top={{ home: "/invest" }}>
      <ResultHead
        look="error"
        title={stage !== "open" && isGivenUp ? texts.ended[stage] : texts.title}
        drawing={cask && <MomentCask caskType={cask.caskType} stake={cask} look="failed" />}
      >
        {!isGivenUp && texts.text}
      </ResultHead>
      <div className="flex flex-col gap-2 rounded-md bg-barley p-4 text-sm">
        <p className="font-semibold">{productName}</p>
        {short && <p>{partArrivedTexts.text(short)}</p>}
        <p>{stage === "open" ? texts.open[buys](minutesLeft) : texts[stage][buys]}</p>
        <p>{texts[stage === "over" ? "late" : "perhapsCharged"][mode]}</p>
      </div>
      <div className="flex flex-col gap-3">
        <ButtonLink href={`/stripe-secure?payment=${id}`}>{outcomeTexts.tryAgain}</ButtonLink>
        {stage === "open" && (
          <form method="post" action={`/payment-unsuccessful?payment=${id}`}>
            <Button look="secondary">{texts.cancel}</Button>
          </form>
        )}
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </Page>
  );
}

import { outcomeTexts, unsuccessfulTexts as texts } from "~/content/payment-outcomes";
import type { Short } from "~/content/received-usdt";
import { partArrivedTexts } from "~/content/underpaid-texts";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Page } from "~/ui/page";
import { StakeGauge, type StakeGaugeProps } from "~/ui/pictures/stake-gauge";
import { ResultHead } from "~/ui/result-head";

export type PaymentUnsuccessfulScreenProps = {
  paymentId: string;
  /** What the payment was for, such as the cask's name. */
  productName: string;
  buys: keyof typeof texts.open;
  mode: "Bank" | "Crypto";
  /** null: the payment was for no stake. */
  cask: Omit<StakeGaugeProps, "stakeNumber"> | null;
  /** `over` only once no money can have moved; `closing` while the provider is asked. */
  stage: "open" | "closing" | "over";
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
  short,
}: PaymentUnsuccessfulScreenProps) {
  const id = encodeURIComponent(paymentId);
  const isTopUp = buys === "top-up";
  return (
    <Page top={{ home: "/invest" }}>
      {cask ? (
        <div className="flex flex-col items-center gap-3 pt-4 text-center">
          <StakeGauge {...cask} stakeNumber={null} />
          <h1 className="display flex items-center gap-2 text-xl">
            <Icon name="alert" className="text-brick" />
            {texts.title}
          </h1>
          <p className="text-peat-60">{texts.text}</p>
        </div>
      ) : (
        <ResultHead look="error" title={texts.title}>
          {texts.text}
        </ResultHead>
      )}
      <div className="flex flex-col gap-2 rounded-md bg-barley p-4 text-sm">
        <p className="font-semibold">{productName}</p>
        {short && <p>{partArrivedTexts.text(short)}</p>}
        <p>{texts[stage][buys]}</p>
        <p>{texts[stage === "over" ? "late" : "perhapsCharged"][isTopUp && mode === "Crypto" ? "top-up" : mode]}</p>
      </div>
      <div className="flex flex-col gap-3">
        <ButtonLink href={`/stripe-secure?payment=${id}`}>{outcomeTexts.tryAgain}</ButtonLink>
        {stage === "open" && (
          <form method="post" action={`/payment-unsuccessful?payment=${id}`}>
            <Button look="secondary">{texts.cancel}</Button>
          </form>
        )}
        <ButtonLink href={isTopUp ? "/wallet?tab=portfolio" : "/invest"} look="secondary">
          {isTopUp ? outcomeTexts.toWallet : outcomeTexts.back}
        </ButtonLink>
      </div>
    </Page>
  );
}

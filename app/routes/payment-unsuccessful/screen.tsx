import { outcomeTexts, unsuccessfulTexts as texts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

export type PaymentUnsuccessfulScreenProps = {
  paymentId: string;
  /** What the payment was for, such as the cask's name. */
  productName?: string;
  /** True only once the provider has confirmed that no money moved. */
  nothingCharged: boolean;
};

export function PaymentUnsuccessfulScreen({ paymentId, productName, nothingCharged }: PaymentUnsuccessfulScreenProps) {
  return (
    <Page top={{ home: "/invest" }}>
      <ResultHead look="error" title={texts.title}>
        {texts.text}
      </ResultHead>
      <div className="rounded-md bg-barley p-4 text-sm">
        {productName && <p className="font-semibold">{productName}</p>}
        <p>{nothingCharged ? texts.nothingCharged : texts.perhapsCharged}</p>
      </div>
      <div className="flex flex-col gap-3">
        <ButtonLink href={`/stripe-secure?payment=${encodeURIComponent(paymentId)}`}>
          {outcomeTexts.tryAgain}
        </ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </Page>
  );
}

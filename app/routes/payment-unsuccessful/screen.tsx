import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

export type PaymentUnsuccessfulScreenProps = {
  paymentId: string;
  /** What was to be paid, such as the cask's name. */
  productName?: string;
  /** True only when the provider has confirmed that no money moved. */
  nothingCharged: boolean;
};

export function PaymentUnsuccessfulScreen({ paymentId, productName, nothingCharged }: PaymentUnsuccessfulScreenProps) {
  return (
    <Page top={{ home: "/invest" }}>
      <ResultHead look="error" title="Payment unsuccessful">
        Check the details you submitted. You can try again.
      </ResultHead>
      <div className="rounded-md bg-barley p-4 text-sm">
        {productName && <p className="font-semibold">{productName}</p>}
        <p>
          {nothingCharged
            ? "Nothing was charged, and no stake is held for you any more."
            : "If your bank shows a charge, we confirm it or return it by ourselves. You need not do anything."}
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <ButtonLink href={`/stripe-secure?payment=${encodeURIComponent(paymentId)}`}>Try again</ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          Back
        </ButtonLink>
      </div>
    </Page>
  );
}

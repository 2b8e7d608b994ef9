import { ButtonLink } from "~/ui/button";
import { ResultHead } from "~/ui/result-head";

const texts = {
  failed: { title: "The payment failed", text: "The provider did not accept the payment. You have not paid." },
  expired: { title: "The payment has expired", text: "It was not finished within 30 minutes. You have not paid." },
  cancelled: { title: "The payment was cancelled", text: "You have not paid, and no stake is held for you." },
} as const;

export function NotSettled({ state, retryHref }: { state: keyof typeof texts; retryHref: string }) {
  return (
    <>
      <ResultHead look="error" title={texts[state].title}>
        {texts[state].text}
      </ResultHead>
      <div className="flex flex-col gap-3">
        <ButtonLink href={retryHref}>Try again</ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          Back
        </ButtonLink>
      </div>
    </>
  );
}

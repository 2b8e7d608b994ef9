import { notSettledTexts as texts, outcomeTexts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { ResultHead } from "~/ui/result-head";

export function NotSettled({ state, retryHref }: { state: keyof typeof texts; retryHref: string }) {
  return (
    <>
      <ResultHead look="error" title={texts[state].title}>
        {texts[state].text}
      </ResultHead>
      <div className="flex flex-col gap-3">
        <ButtonLink href={retryHref}>{outcomeTexts.tryAgain}</ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </>
  );
}

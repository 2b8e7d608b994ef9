import { notSettledTexts as texts, outcomeTexts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { ResultHead } from "~/ui/result-head";

type NotSettledProps = {
  state: "failed" | "expired" | "cancelled";
  bought: keyof typeof texts.cancelled;
  retryHref: string;
};

export function NotSettled({ state, bought, retryHref }: NotSettledProps) {
  const { title, text } = state === "cancelled" ? texts.cancelled[bought] : texts[state];
  return (
    <>
      <ResultHead look="error" title={title}>
        {text}
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

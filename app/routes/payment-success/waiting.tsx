import { ButtonLink } from "~/ui/button";
import { formatUsd } from "~/domain/money";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";

export function Waiting({ amountCents }: { amountCents: number }) {
  return (
    <>
      <div role="status">
        <ResultHead look="waiting" title="We are confirming your payment…">
          This page looks again by itself. It usually takes a few seconds.
        </ResultHead>
      </div>
      <Panel title="Nothing is lost" look="barley">
        <p className="text-sm">
          You can close this page. Your payment of {formatUsd(amountCents)} goes on without it: what you bought appears
          in your wallet, or you get the full amount back. Please do not pay a second time.
        </p>
      </Panel>
      <ButtonLink href="/wallet" look="secondary">
        Go to wallet
      </ButtonLink>
    </>
  );
}

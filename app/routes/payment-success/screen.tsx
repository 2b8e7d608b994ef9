import { Page } from "~/ui/page";
import { Dispute } from "./dispute";
import { NotSettled } from "./not-settled";
import type { PaymentOutcome } from "./outcome-view";
import { Refund } from "./refund";
import { Settled } from "./settled";
import { Waiting } from "./waiting";

export type PaymentSuccessScreenProps = { amountCents: number; outcome: PaymentOutcome };

export function PaymentSuccessScreen({ amountCents, outcome }: PaymentSuccessScreenProps) {
  return <Page top={{ home: "/invest" }}>{content(outcome, amountCents)}</Page>;
}

function content(outcome: PaymentOutcome, amountCents: number) {
  switch (outcome.state) {
    case "waiting":
      return <Waiting amountCents={amountCents} short={outcome.short} />;
    case "settled":
      return <Settled amountCents={amountCents} tokensEarned={outcome.tokensEarned} stake={outcome.stake} />;
    case "refunding":
    case "refunded":
      return <Refund facts={outcome} done={outcome.state === "refunded"} />;
    case "disputed":
      return <Dispute facts={outcome} />;
    default:
      return <NotSettled {...outcome} />;
  }
}

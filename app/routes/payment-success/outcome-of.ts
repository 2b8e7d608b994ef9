import { refundReason } from "~/content/payments";
import { stakePath } from "~/content/page-paths";
import { TOKENS_FOR } from "~/domain/rewards";
import type { OwnPayment } from "~/areas/buying/read-payment";
import type { PaymentOutcome, ShortFacts } from "./outcome-view";

/** What the page says about a payment. It grants nothing and only shows what settlement wrote. */
export function outcomeOf(own: OwnPayment): PaymentOutcome {
  const { payment, cask, stakeId, stakeNumber, certificateId, certificateState, refundReference, refundCameBack } = own;
  switch (payment.state) {
    case "created":
    case "open":
    case "paid":
      return { state: "waiting", bought: payment.purpose, short: shortOf(payment), cask: cask && waitingCask(cask) };
    case "settled":
      return {
        state: "settled",
        bought: payment.purpose,
        tokensEarned: TOKENS_FOR[payment.purpose],
        stake:
          cask && stakeNumber !== null && stakeId !== null
            ? {
                href: stakePath(stakeId),
                caskName: cask.name,
                caskType: cask.caskType,
                stakeNumber,
                totalStakes: cask.totalStakes,
                soldStakes: cask.soldStakes,
                certificateHref: certificateState === "issued" ? `/certificates/${certificateId}.pdf` : null,
              }
            : null,
      };
    case "refunding":
    case "refunded": {
      const onItsWay = payment.state === "refunding" || refundCameBack === 1;
      return {
        state: onItsWay ? "refunding" : "refunded",
        short: payment.reason === "underpaid" ? shortOf(payment) : null,
        amountCents: (payment.receivedCents ?? payment.amountCents) - payment.keptCents,
        keptCents: payment.keptCents,
        reason: refundReason(payment.reason),
        way: payment.mode === "Crypto" ? "crypto" : onItsWay || !refundReference ? "card" : "by-hand",
        reference: refundReference,
      };
    }
    case "disputed":
      return {
        state: "disputed",
        amountCents: payment.receivedCents ?? payment.amountCents,
        bought: payment.purpose,
        lost: payment.reason === "dispute-lost",
      };
    default:
      return { state: payment.state, bought: payment.purpose, retryHref: `/stripe-secure?payment=${payment.id}` };
  }
}

const waitingCask = ({ caskType, soldStakes, totalStakes }: NonNullable<OwnPayment["cask"]>) => ({
  caskType,
  stake: { soldStakes, totalStakes },
});

function shortOf({ id, purpose, amountCents, receivedCents, expiresAtMs }: OwnPayment["payment"]): ShortFacts | null {
  if (!receivedCents || receivedCents >= amountCents) return null;
  return { paymentId: id, bought: purpose, amountCents, receivedCents, endsAtMs: expiresAtMs };
}

import { type PaymentTab, type PaymentProblem } from "~/content/payments";
import type { Offer } from "~/features/buying/offer-view";
import type { Viewer } from "~/features/session/viewer";
import type { PaymentScreenProps } from "./screen";

type Page = { offer: Offer; viewer: Pick<Viewer, "activated">; tab: PaymentTab; retriedPaymentId: string | null };

/** The screen's props from the database. A problem found while posting takes precedence over one the page already knew. */
export function paymentPage(
  { offer, viewer, tab, retriedPaymentId }: Page,
  posted?: PaymentProblem,
): PaymentScreenProps {
  const { cask } = offer;
  return {
    tab,
    product: cask
      ? {
          kind: "cask",
          caskId: cask.id,
          caskName: cask.name,
          caskType: cask.caskType,
          shareSold: viewer.activated ? cask.soldStakes / cask.totalStakes : null,
        }
      : { kind: "joining-fee" },
    amountCents: offer.amountCents,
    problem: posted ?? offer.problem,
    ...(retriedPaymentId === null ? {} : { retriedPaymentId }),
  };
}

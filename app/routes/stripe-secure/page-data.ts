import { type PaymentTab, type PaymentProblem } from "~/content/payments";
import type { Offer } from "~/features/buying/offer-view";
import type { Viewer } from "~/features/session/viewer";
import type { PaymentScreenProps } from "./screen";

type Page = { offer: Offer; viewer: Pick<Viewer, "activated">; tab: PaymentTab; retriedPaymentId: string | null };

/** The screen's props from what the database says. A problem found while posting outranks the one the page knows of. */
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

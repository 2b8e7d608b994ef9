import { type PaymentTab, type PaymentProblem } from "~/content/payments";
import type { Offer } from "~/areas/buying/offer-view";
import { hasOtherLetters } from "~/areas/accounts/profile/person-name";
import type { Viewer } from "~/core/session/viewer";
import type { Naming } from "./name-fields";
import type { PaymentScreenProps } from "./screen";

type Page = {
  offer: Offer;
  viewer: Pick<Viewer, "activated">;
  tab: PaymentTab;
  retriedPaymentId: string | null;
  /** Asks whose name the certificate carries. */
  naming?: Naming | null;
};

type OnFile = { fullName: string | null; nameOnCertificate: string | null };

/** Before the first stake is bought, a buyer without a printable name is asked for one. */
export function namingFor(offer: Offer, onFile: OnFile | undefined): Naming | null {
  if (!offer.cask || offer.problem !== null || onFile?.nameOnCertificate) return null;
  const fullName = onFile?.fullName ?? "";
  return {
    values: { full_name: fullName, name_on_certificate: "" },
    errors: {},
    asksLatinName: hasOtherLetters(fullName),
  };
}

/** The same question with what was typed and what is wrong with it. */
export function namingAgain({ typed, errors }: Pick<Naming, "errors"> & { typed: Naming["values"] }): Naming {
  const asksLatinName = typed.name_on_certificate !== "" || hasOtherLetters(typed.full_name);
  return { values: typed, errors, asksLatinName };
}

/** The screen's props from the database. A problem found while posting takes precedence over one the page already knew. */
export function paymentPage(
  { offer, viewer, tab, retriedPaymentId, naming = null }: Page,
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
          ...(offer.resale && viewer.activated ? { resale: offer.resale } : {}),
          shareSold: viewer.activated ? cask.soldStakes / cask.totalStakes : null,
        }
      : { kind: "joining-fee" },
    amountCents: offer.amountCents,
    problem: posted ?? offer.problem,
    naming,
    ...(retriedPaymentId === null ? {} : { retriedPaymentId }),
  };
}

import * as z from "zod";
import { paymentMethods, type PaymentTab } from "~/content/payments";
import { PAYMENT_MODES } from "~/areas/buying/payment-mode";

const id = z.string().regex(/^[a-z0-9_-]{1,60}$/i);

/** What the form may say: how to pay and for what. */
export const paymentFormSchema = z
  .object({
    paymentMode: z.enum(PAYMENT_MODES),
    cask: id.optional(),
    offer: id.optional(),
    product: z.literal("joining-fee").optional(),
  })
  .refine(
    ({ cask, offer, product }) => [cask, offer, product].filter((one) => one !== undefined).length === 1,
    "name a cask, an offer or a product",
  );

export type PaymentQuery = {
  caskId: string | null;
  offerId: string | null;
  retriedPaymentId: string | null;
  tab: PaymentTab | null;
};

/** The page's URL: `?cask=ID`, `?offer=ID`, `?product=joining-fee` or `?payment=ID`, and the tab. null: none of them. */
export function readPaymentQuery(url: URL): PaymentQuery | null {
  const [cask, offer, payment] = ["cask", "offer", "payment"].map(
    (name) => id.safeParse(url.searchParams.get(name)).data ?? null,
  );
  const product = url.searchParams.get("product");
  if (!cask && !offer && !payment && product !== "joining-fee") return null;
  const tab = url.searchParams.get("tab");
  return {
    caskId: cask ?? null,
    offerId: offer ?? null,
    retriedPaymentId: payment ?? null,
    tab: tab !== null && Object.hasOwn(paymentMethods, tab) ? (tab as PaymentTab) : null,
  };
}

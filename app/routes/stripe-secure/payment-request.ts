import * as z from "zod";
import { paymentMethods, type PaymentTab } from "~/content/payments";
import { PAYMENT_MODES } from "~/areas/buying/payment-mode";

const id = z.string().regex(/^[a-z0-9_-]{1,60}$/i);

/** What the form may say: how to pay and for what. */
export const paymentFormSchema = z
  .object({
    paymentMode: z.enum(PAYMENT_MODES),
    cask: id.optional(),
    product: z.literal("joining-fee").optional(),
  })
  .refine((form) => (form.cask === undefined) !== (form.product === undefined), "name a cask or a product");

export type PaymentQuery = {
  caskId: string | null;
  retriedPaymentId: string | null;
  tab: PaymentTab | null;
};

/** The page's URL: `?cask=ID`, `?product=joining-fee` or `?payment=ID`, and the tab. null: none of them. */
export function readPaymentQuery(url: URL): PaymentQuery | null {
  const [cask, payment] = ["cask", "payment"].map((name) => id.safeParse(url.searchParams.get(name)).data ?? null);
  const product = url.searchParams.get("product");
  if (!cask && !payment && product !== "joining-fee") return null;
  const tab = url.searchParams.get("tab");
  return {
    caskId: cask ?? null,
    retriedPaymentId: payment ?? null,
    tab: tab !== null && Object.hasOwn(paymentMethods, tab) ? (tab as PaymentTab) : null,
  };
}

// A crypto checkout as Copperx shows it. Amounts are integers as text, with 8 decimals, whatever the token has on
// chain.
import type { Deps } from "../deps";
import { randomHex, randomUuid } from "../random";
import type { SessionBody } from "./session-body";

declare module "../store/store" {
  interface Documents {
    "copperx.session": CopperxSession;
  }
}

type PaymentIntent = {
  id: string;
  amount: string;
  amountReceived: string | null;
  currency: string;
  status: "requires_payment_method" | "succeeded" | "canceled";
  transactions: {
    id: string;
    transactionHash: string;
    amount: string;
    currency: string;
    chainId: number;
    status: string;
  }[];
};
/** What a payment or the end of its time changes. */
type State = {
  status: "open" | "complete" | "expired";
  paymentStatus: "unpaid" | "paid";
  paymentIntent: PaymentIntent;
};
export type CopperxSession = ReturnType<typeof makeSession>;

const ORGANIZATION = "5a0db0c5-0000-4000-a000-000000000001";
const HOUR_MS = 3_600_000;

export function makeSession(deps: Pick<Deps, "config" | "nowMs" | "randomBytes">, body: SessionBody) {
  const nowMs = deps.nowMs();
  const id = randomUuid(deps.randomBytes);
  const lineItems = body.lineItems.data.map((item) => makeLineItem(deps, item));
  const total = lineItems.reduce((sum, item) => sum + BigInt(item.amountTotal), 0n).toString();
  const chains = body.paymentSetting?.allowedChains ?? [{ chainId: 56 }];
  const chainId = body.paymentSetting?.preferredChainId ?? chains[0]?.chainId ?? 56;
  return {
    id,
    createdAt: new Date(nowMs).toISOString(),
    updatedAt: new Date(nowMs).toISOString(),
    mode: "payment",
    paymentMethodTypes: ["wallet"],
    paymentSetting: {
      allowedChains: chains,
      paymentMethodTypes: null,
      preferredChainId: chainId,
      allowSwap: body.paymentSetting?.allowSwap ?? false,
    },
    expiresAt: new Date(body.expiresAt ?? nowMs + HOUR_MS).toISOString(),
    customerCreation: "if_required",
    customerUpdate: null,
    submitType: body.submitType,
    afterCompletion: body.afterCompletion ?? null,
    organizationId: ORGANIZATION,
    amountSubtotal: total,
    amountTotal: total,
    amountNet: total,
    currency: "usdt",
    paymentLinkId: null,
    subscriptionId: null,
    customerId: null,
    clientReferenceId: body.clientReferenceId ?? null,
    // Unlike Stripe, Copperx returns the URL with the id filled in.
    successUrl: body.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id),
    cancelUrl: body.cancelUrl ?? null,
    ...unpaid(deps, total),
    metadata: body.metadata ?? null,
    url: `${deps.config.SANDBOX_ORIGIN}/sandbox/checkout/copperx/${id}`,
    customerDetails: { address: {} },
    lineItems: { object: "list", data: lineItems },
    addresses: [
      {
        id: randomUuid(deps.randomBytes),
        asset: { symbol: "USDT", address: `0x${randomHex(deps.randomBytes, 40)}`, chainId, decimals: 18 },
        paymentAddress: `0x${randomHex(deps.randomBytes, 40)}`,
      },
    ],
  };
}

const unpaid = ({ randomBytes }: Pick<Deps, "randomBytes">, amount: string): State => ({
  status: "open",
  paymentStatus: "unpaid",
  paymentIntent: {
    id: randomUuid(randomBytes),
    amount,
    amountReceived: null,
    currency: "usdt",
    status: "requires_payment_method",
    transactions: [],
  },
});

function makeLineItem({ randomBytes }: Pick<Deps, "randomBytes">, item: SessionBody["lineItems"]["data"][number]) {
  const { unitAmount, type, currency, productData } = item.priceData;
  const product = { id: randomUuid(randomBytes), name: productData.name, description: productData.description ?? null };
  return {
    amountTotal: (BigInt(unitAmount) * BigInt(item.quantity)).toString(),
    currency,
    quantity: item.quantity,
    price: { id: randomUuid(randomBytes), type, unitAmount, product },
  };
}

/** The session after `amount` more has arrived on chain. */
export function withTransfer(
  deps: Pick<Deps, "nowMs" | "randomBytes">,
  session: CopperxSession,
  amount: bigint,
): CopperxSession {
  const { paymentIntent } = session;
  const received = BigInt(paymentIntent.amountReceived ?? "0") + amount;
  const complete = received >= BigInt(paymentIntent.amount);
  const transaction = {
    id: randomUuid(deps.randomBytes),
    transactionHash: `0x${randomHex(deps.randomBytes, 64)}`,
    amount: amount.toString(),
    currency: paymentIntent.currency,
    chainId: session.paymentSetting.preferredChainId,
    status: "confirmed",
  };
  return {
    ...session,
    updatedAt: new Date(deps.nowMs()).toISOString(),
    status: complete ? "complete" : "open",
    paymentStatus: complete ? "paid" : "unpaid",
    paymentIntent: {
      ...paymentIntent,
      amountReceived: received.toString(),
      status: complete ? "succeeded" : "requires_payment_method",
      transactions: [...paymentIntent.transactions, transaction],
    },
  };
}

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

type Transaction = {
  id: string;
  transactionHash: string;
  amount: string;
  currency: string;
  chainId: number;
  status: string;
};

export type CopperxSession = {
  id: string;
  createdAt: string;
  updatedAt: string;
  mode: "payment";
  paymentMethodTypes: string[];
  paymentSetting: {
    allowedChains: { chainId: number }[];
    paymentMethodTypes: null;
    preferredChainId: number;
    allowSwap: boolean;
  };
  expiresAt: string;
  customerCreation: "if_required";
  customerUpdate: null;
  submitType: string;
  afterCompletion: string | null;
  organizationId: string;
  amountSubtotal: string;
  amountTotal: string;
  amountNet: string;
  currency: string;
  paymentLinkId: null;
  subscriptionId: null;
  customerId: null;
  clientReferenceId: string | null;
  successUrl: string;
  cancelUrl: string | null;
  status: "open" | "complete" | "expired";
  paymentStatus: "unpaid" | "paid";
  metadata: Record<string, string> | null;
  url: string;
  customerDetails: { address: Record<string, never> };
  lineItems: { object: "list"; data: LineItem[] };
  addresses: Address[];
  paymentIntent: {
    id: string;
    amount: string;
    amountReceived: string | null;
    currency: string;
    status: "requires_payment_method" | "succeeded" | "canceled";
    transactions: Transaction[];
  };
};
type LineItem = {
  amountTotal: string;
  currency: string;
  quantity: number;
  price: {
    id: string;
    type: string;
    unitAmount: string;
    product: { id: string; name: string; description: string | null };
  };
};
type Address = {
  id: string;
  asset: { symbol: string; address: string; chainId: number; decimals: number };
  paymentAddress: string;
};

const ORGANIZATION = "5a0db0c5-0000-4000-a000-000000000001";
const HOUR_MS = 3_600_000;

export function makeSession(deps: Pick<Deps, "config" | "nowMs" | "randomBytes">, body: SessionBody): CopperxSession {
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
    status: "open",
    paymentStatus: "unpaid",
    metadata: body.metadata ?? null,
    url: `${deps.config.sandboxOrigin}/sandbox/checkout/copperx/${id}`,
    customerDetails: { address: {} },
    lineItems: { object: "list", data: lineItems },
    addresses: [
      {
        id: randomUuid(deps.randomBytes),
        asset: { symbol: "USDT", address: `0x${randomHex(deps.randomBytes, 40)}`, chainId, decimals: 18 },
        paymentAddress: `0x${randomHex(deps.randomBytes, 40)}`,
      },
    ],
    paymentIntent: {
      id: randomUuid(deps.randomBytes),
      amount: total,
      amountReceived: null,
      currency: "usdt",
      status: "requires_payment_method",
      transactions: [],
    },
  };
}

function makeLineItem(
  { randomBytes }: Pick<Deps, "randomBytes">,
  item: SessionBody["lineItems"]["data"][number],
): LineItem {
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
  const transaction: Transaction = {
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

import { parseJson, requestJson, type JsonRequest } from "../json-request";
import {
  type BookPage,
  type BookWindow,
  checkedEvent,
  type CheckoutProvider,
  type ProviderBooks,
  ProviderError,
  type ProviderEvent,
  type SessionRequest,
  type SessionState,
} from "./port";
import {
  parseList,
  parseSession,
  toProviderEvent,
  toSessionState,
  toUnits,
  type CopperxSession,
} from "./copperx-answers";

export type CopperxConfig = { apiKey: string; webhookSecret: string; fetch: typeof fetch; nowMs: () => number };

const BNB_SMART_CHAIN = 56;

// Copperx understood these and refused. A wrong key (401, 403) or a rate limit (429) says nothing about the payment.
const REFUSALS = new Set([400, 404, 409, 410, 422]);

/** USDT checkout on Copperx's page. Copperx documents no idempotency, no way to end a session and none to refund. */
export function createCopperxCheckout(config: CopperxConfig): CheckoutProvider & ProviderBooks {
  return {
    name: "copperx",
    async createSession(request) {
      const call = { method: "POST", path: "/checkout/sessions", body: sessionBody(request) } as const;
      const session = await callForSession(config, call, "Copperx made no session");
      if (!session.url) throw new ProviderError("copperx", "unavailable", "Copperx made a session without an address");
      const expiresAtMs = Date.parse(session.expiresAt ?? "");
      return {
        sessionId: session.id,
        url: session.url,
        expiresAtMs: Number.isNaN(expiresAtMs) ? request.expiresAtMs : expiresAtMs,
      };
    },
    async readSession(sessionId) {
      const call = { method: "GET", path: `/checkout/sessions/${encodeURIComponent(sessionId)}` } as const;
      return toSessionState(await callForSession(config, call, "Copperx did not show the session"), config.nowMs());
    },
    expireSession: async () => "unsupported",
    refund: async () => ({ status: "manual", refundId: null }),
    readRefunds: async () => [],
    readDisputes: async () => [],
    verifyWebhook: (headers, rawBody) => verifyWebhook(config.webhookSecret, headers, rawBody),
    listSessions: (window) => listSessions(config, window),
    listRefunds: async () => ({ rows: [], next: null }),
    listDisputes: async () => ({ rows: [], next: null }),
  };
}

const PAGE = 100;

/** Pages run newest first and cannot be filtered by time, so the walk ends at the first page that reaches back far enough. */
async function listSessions(config: CopperxConfig, { fromMs, cursor }: BookWindow): Promise<BookPage<SessionState>> {
  const page = Number(cursor ?? "1");
  const call = { method: "GET", path: `/checkout/sessions?page=${page}&limit=${PAGE}` } as const;
  const failure = "Copperx did not list its sessions";
  const sessions = parseList(await callCopperx(config, call, failure));
  if (!sessions) throw new ProviderError("copperx", "unavailable", `${failure}: the answer is not a list`);
  const young = sessions.filter(({ createdAt }) => !(Date.parse(createdAt ?? "") < fromMs));
  const further = sessions.length === PAGE && young.length === sessions.length;
  return {
    rows: young.map((session) => toSessionState(session, config.nowMs())),
    next: further ? String(page + 1) : null,
  };
}

function sessionBody(request: SessionRequest) {
  const productData =
    request.description === ""
      ? { name: request.productName }
      : { name: request.productName, description: request.description };
  return {
    mode: "payment",
    submitType: "pay",
    clientReferenceId: request.paymentId,
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
    afterCompletion: "redirect",
    expiresAt: new Date(request.expiresAtMs).toISOString(),
    lineItems: {
      data: [
        {
          quantity: 1,
          priceData: { currency: "usdt", type: "one_time", unitAmount: toUnits(request.amountCents), productData },
        },
      ],
    },
    paymentSetting: {
      allowedChains: [{ chainId: BNB_SMART_CHAIN }],
      preferredChainId: BNB_SMART_CHAIN,
      allowSwap: false,
    },
    metadata: { ...request.metadata, paymentId: request.paymentId },
  };
}

type Call = Pick<JsonRequest, "method" | "body"> & { path: string };

async function callForSession(config: CopperxConfig, call: Call, failure: string): Promise<CopperxSession> {
  const session = parseSession(await callCopperx(config, call, failure));
  if (!session) throw new ProviderError("copperx", "unavailable", `${failure}: the answer is not a session`);
  return session;
}

async function callCopperx(config: CopperxConfig, call: Call, failure: string): Promise<unknown> {
  const answer = await requestJson(config.fetch, {
    method: call.method,
    url: `https://api.copperx.io/api/v1${call.path}`,
    headers: { authorization: `Bearer ${config.apiKey}` },
    body: call.body,
    timeoutMs: 10_000,
  });
  if (!answer.reached) throw new ProviderError("copperx", "unavailable", `${failure}: ${answer.why}`);
  if (answer.status < 200 || answer.status > 299) {
    const code = REFUSALS.has(answer.status) ? "rejected" : "unavailable";
    throw new ProviderError("copperx", code, `${failure}: HTTP ${answer.status}`);
  }
  return answer.body;
}

/**
 * The signature is the hex HMAC-SHA256 of the raw body. Copperx also sends the bare secret in x-webhook-token, which proves
 * nothing about the body and is never read.
 */
async function verifyWebhook(secret: string, headers: Headers, rawBody: string): Promise<ProviderEvent | null> {
  const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(headers.get("x-webhook-signature") ?? "")?.[1];
  if (!hex || secret === "") return null;
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  // subtle.verify compares in constant time.
  const genuine = await crypto.subtle.verify("HMAC", key, signature, text.encode(rawBody));
  return genuine ? checkedEvent(() => toProviderEvent(parseJson(rawBody))) : null;
}

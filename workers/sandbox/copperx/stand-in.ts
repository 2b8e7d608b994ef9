// Copperx's API: bearer key, JSON both ways, errors worded as NestJS does.
import type { Deps } from "../deps";
import { bearer, json, readJson } from "../http";
import { randomUuid } from "../random";
import type { Vendor } from "../vendor";
import { scheduleEvent } from "../webhooks/deliveries";
import { faultMessages, sessionBody, type SessionBody } from "./session-body";
import { type CopperxSession, makeSession, withTransfer } from "./session-object";

// The life of a crypto checkout: open while too little has arrived, then complete or expired.

type Keeping = Pick<Deps, "store" | "nowMs" | "randomBytes">;

function save(deps: Keeping, session: CopperxSession): CopperxSession {
  const dueMs = session.status === "open" ? Date.parse(session.expiresAt) : null;
  deps.store.put("copperx.session", session.id, session, { dueMs });
  return session;
}

function createSession(deps: Keeping & Pick<Deps, "config">, body: SessionBody): CopperxSession {
  return save(deps, makeSession(deps, body));
}

function findSession(deps: Keeping, id: string): CopperxSession | null {
  const session = deps.store.get("copperx.session", id);
  return session && currentSession(deps, session);
}

function currentSession(deps: Keeping, session: CopperxSession): CopperxSession {
  if (session.status !== "open" || Date.parse(session.expiresAt) > deps.nowMs()) return session;
  return endNow(deps, session);
}

function endNow(deps: Keeping, session: CopperxSession): CopperxSession {
  const updatedAt = new Date(deps.nowMs()).toISOString();
  const paymentIntent = { ...session.paymentIntent, status: "canceled" as const };
  const ended = save(deps, { ...session, status: "expired", updatedAt, paymentIntent });
  sendEvent(deps, "checkout_session.expired", ended);
  return ended;
}

function endSession(deps: Keeping, id: string): void {
  const session = findSession(deps, id);
  if (session?.status === "open") endNow(deps, session);
}

/** Lets the rest or, for `underpaid`, half of it arrive; null if the session was not open. */
function paySession(deps: Keeping, id: string, how: "paid" | "underpaid"): CopperxSession | null {
  const session = findSession(deps, id);
  if (session?.status !== "open") return null;
  const missing = BigInt(session.paymentIntent.amount) - BigInt(session.paymentIntent.amountReceived ?? "0");
  // At least one unit stays missing, however often too little is sent.
  const amount = how === "paid" ? missing : missing / 2n;
  const after = save(deps, withTransfer(deps, session, amount));
  if (after.status === "complete") sendEvent(deps, "checkout_session.completed", after);
  return after;
}

function expireDueSessions(deps: Keeping): void {
  for (const { document } of deps.store.due("copperx.session", deps.nowMs(), 100)) currentSession(deps, document);
}

function sendEvent(deps: Keeping, type: string, session: CopperxSession): void {
  const { id, mode, amountTotal, currency, status, clientReferenceId, metadata, url } = session;
  const eventId = randomUuid(deps.randomBytes);
  const body = JSON.stringify({
    id: eventId,
    apiVersion: "2023-01-11",
    created: deps.nowMs(),
    object: "checkoutSession",
    type,
    // Copperx's own example of the completed event says 'unpaid': only reading the session again tells.
    data: {
      object: { id, mode, amountTotal, currency, status, paymentStatus: "unpaid", clientReferenceId, metadata, url },
    },
  });
  scheduleEvent(deps, { sender: "copperx", eventId, type, body });
}

const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

function refuse(status: number, message: string | string[]): Response {
  return json({ statusCode: status, message, error: NAMES[status] ?? "Error" }, status);
}

export const copperx: Vendor = {
  company: "Copperx",
  hosts: ["api.copperx.io", "api.copperx.dev"],
  answer: async (request, deps, pause) => {
    await pause();
    return answer(request, deps);
  },
  fail: (_deps, status) => refuse(status, "The sandbox was asked to fail."),
  checkout: {
    means: "crypto",
    heading: "Crypto checkout",
    outcomes: ["paid", "underpaid", "declined", "cancel"],
    declined: { button: "Let the wallet refuse", problem: "The wallet refused the transfer. Nothing was paid." },
    find: (deps, id) => {
      const session = findSession(deps, id);
      if (!session) return null;
      const { amountReceived, amount } = session.paymentIntent;
      const isShort = amountReceived !== null && BigInt(amountReceived) < BigInt(amount);
      return {
        status: session.status,
        items: session.lineItems.data.map((item) => ({ name: item.price.product.name, quantity: item.quantity })),
        amount: `${coins(amount)} USDT`,
        received: isShort ? `${coins(amountReceived)} USDT` : null,
        successUrl: session.successUrl,
        cancelUrl: session.cancelUrl,
      };
    },
    pay: paySession,
    end: endSession,
    recent: (deps, limit) =>
      deps.store.list("copperx.session", { limit }).map((stored) => {
        const session = currentSession(deps, stored);
        return {
          id: session.id,
          status: session.status,
          paid: session.paymentStatus === "paid",
          amount: `${Number(BigInt(session.amountTotal) / 1_000_000n) / 100} USDT`,
          payment_intent: session.paymentIntent.transactions[0]?.transactionHash ?? null,
          created_at: session.createdAt,
        };
      }),
    expireDue: expireDueSessions,
    webhookHeaders: async ({ config }, body, sign) => ({
      "x-webhook-signature": await sign(config.COPPERX_WEBHOOK_SECRET, body),
      // Copperx also sends its secret in the clear: code that checks webhooks must neither log it nor accept it alone.
      "x-webhook-token": config.COPPERX_WEBHOOK_SECRET,
    }),
  },
};

/** Turns 8-decimal text into text with at least two decimals, exactly. */
function coins(scaled: string): string {
  const digits = scaled.padStart(9, "0");
  const decimals = digits.slice(-8).replace(/0{1,6}$/, "");
  return `${digits.slice(0, -8).replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

async function answer(request: Request, deps: Deps): Promise<Response> {
  if (bearer(request) !== deps.config.COPPERX_API_KEY) return refuse(401, "Unauthorized");
  const url = new URL(request.url);
  const path = /^\/api\/v1\/checkout\/sessions(?:\/([^/]+))?$/.exec(url.pathname);
  const id = path?.[1];
  if (path && request.method === "POST" && id === undefined) return create(request, deps);
  if (path && request.method === "GET") return id === undefined ? list(url, deps) : read(deps, id);
  return refuse(404, `Cannot ${request.method} ${url.pathname}`);
}

async function create(request: Request, deps: Deps): Promise<Response> {
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json"))
    return refuse(400, "Content-Type must be application/json");
  const parsed = sessionBody.safeParse(await readJson(request));
  if (!parsed.success) return refuse(400, faultMessages(parsed.error));
  const { expiresAt } = parsed.data;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= deps.nowMs())
    return refuse(400, ["expiresAt must be in the future"]);
  return json(createSession(deps, parsed.data), 201);
}

function read(deps: Deps, id: string): Response {
  const session = findSession(deps, id);
  return session ? json(session) : refuse(404, "Checkout session not found");
}

function list(url: URL, deps: Deps): Response {
  const limit = Number(url.searchParams.get("limit") ?? "10");
  const page = Number(url.searchParams.get("page") ?? "1");
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refuse(400, ["limit must be between 1 and 100"]);
  if (!Number.isInteger(page) || page < 1) return refuse(400, ["page must not be less than 1"]);
  const upToPage = deps.store.list("copperx.session", { limit: page * limit + 1 });
  const data = upToPage.slice((page - 1) * limit, page * limit).map((session) => currentSession(deps, session));
  return json({ object: "list", page, limit, count: data.length, hasMore: upToPage.length > page * limit, data });
}

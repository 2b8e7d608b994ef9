import Stripe from "stripe";
import { clockState } from "../../../workers/sandbox/clock/clock";
import type { Deps } from "../../../workers/sandbox/deps";
import { runDueWork } from "../../../workers/sandbox/due-work";
import { handle } from "../../../workers/sandbox/handle";
import { MemoryStore } from "./memory-store";

export const APP = "http://localhost:8810";
export const SANDBOX = "http://127.0.0.1:8810";
const START_MS = Date.UTC(2026, 10, 20, 12, 0, 0);

export const CONFIG: Deps["config"] = {
  APP_ORIGIN: APP,
  SANDBOX_ORIGIN: SANDBOX,
  STRIPE_SECRET_KEY: "sk_test_sandbox",
  STRIPE_IDENTITY_KEY: "rk_test_sandbox",
  STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
  COPPERX_API_KEY: "pav1_sandbox",
  COPPERX_WEBHOOK_SECRET: "copperx-hook",
  MSG91_AUTH_KEY: "msg91-auth",
  MSG91_WIDGET_ID: "msg91-widget",
  MSG91_NOTICE_TEMPLATE: "template-tests",
  MSG91_STOP_TEMPLATE: "stop-template-tests",
  RESEND_API_KEY: "re_sandbox",
};

export type Sent = { path: string; headers: Record<string, string>; body: string; atMs: number };

/** A sandbox with its own clock, whose webhooks are collected and answered as the test says. */
export function makeWorld() {
  let realMs = START_MS;
  const store = new MemoryStore();
  const nowMs = () => realMs + clockState({ store }).aheadMs;
  const sent: Sent[] = [];
  const app = { answer: (_sent: Sent): number => 200 };
  const deps: Deps = {
    config: CONFIG,
    store,
    inFlight: new Set(),
    nowMs,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: async () => {},
    keepGoing: (work) => void work.catch(() => undefined),
    runSettlement: async () => ({ settled: 0 }),
    runSkippedDay: async () => ({ settled: 0 }),
    askMarket: async () => ({
      ...{ countries: "", round: null, opensAtMs: Date.UTC(2026, 11, 7, 12), orders: 0, placed: null },
    }),
    postToApp: async (path, headers, body) => {
      const post = { path, headers, body, atMs: nowMs() };
      sent.push(post);
      return app.answer(post);
    },
  };
  const call = (url: string, init?: RequestInit) => handle(new Request(url, init), deps);
  return {
    deps,
    sent,
    app,
    call,
    now: nowMs,
    /** Advances the clock in one step, then does what is due. */
    pass: async (ms: number) => {
      realMs += ms;
      await runDueWork(deps);
    },
    post: (path: string, body: unknown) =>
      call(SANDBOX + path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    choose: (url: string, outcome: string, fields: Record<string, string> = {}) =>
      call(url, { method: "POST", body: new URLSearchParams({ outcome, ...fields }), redirect: "manual" }),
    stripe: stripeClient((request) => handle(request, deps)),
  };
}

export type World = ReturnType<typeof makeWorld>;

export function stripeClient(answer: (request: Request) => Promise<Response>, key = CONFIG.STRIPE_SECRET_KEY): Stripe {
  const fetchSandbox: typeof fetch = (input, init) => answer(new Request(input, init));
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetchSandbox),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export function cardSession(nowMs: number, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: "payment",
    client_reference_id: "pay_1",
    customer_email: "a@example.com",
    success_url: `${APP}/payment-success?payment=pay_1&session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${APP}/payment-unsuccessful?payment=pay_1`,
    expires_at: nowMs / 1000 + 1800,
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: 50_000, product_data: { name: "Glen Ord 2019" } } },
    ],
    metadata: { payment_id: "pay_1" },
    payment_intent_data: { metadata: { payment_id: "pay_1" } },
    ...more,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** A raw call, for requests that Stripe's package would not send. */
export function stripeForm(
  world: World,
  body: string,
  headers: Record<string, string> = {},
  path = "/v1/checkout/sessions",
) {
  return world.call(`https://api.stripe.com${path}`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${CONFIG.STRIPE_SECRET_KEY}`,
      "stripe-version": Stripe.API_VERSION,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
}

export function intentOf({ payment_intent }: Stripe.Checkout.Session): string {
  return typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? "");
}

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

function stripeClient(answer: (request: Request) => Promise<Response>, key = CONFIG.STRIPE_SECRET_KEY): Stripe {
  const fetchSandbox: typeof fetch = (input, init) => answer(new Request(input, init));
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(fetchSandbox),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

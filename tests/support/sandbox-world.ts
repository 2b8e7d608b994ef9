import Stripe from "stripe";
import { clockState } from "../../workers/sandbox/clock/clock";
import type { Deps } from "../../workers/sandbox/deps";
import { runDueWork } from "../../workers/sandbox/due-work";
import { handle } from "../../workers/sandbox/handle";
import type { Documents, Index, Kind, Store } from "../../workers/sandbox/store/store";

type Row = { seq: number; kind: Kind; id: string; ref: string | null; dueMs: number | null; body: string };

/** The store's contract in a few lines, in place of the one in a Durable Object. */
class MemoryStore implements Store {
  private rows: Row[] = [];
  private seq = 0;

  get<K extends Kind>(kind: K, id: string): Documents[K] | null {
    const row = this.find(kind, id);
    return row ? JSON.parse(row.body) : null;
  }

  put<K extends Kind>(kind: K, id: string, document: Documents[K], index: Index = {}): void {
    const values = { ref: index.ref ?? null, dueMs: index.dueMs ?? null, body: JSON.stringify(document) };
    const row = this.find(kind, id);
    if (row) Object.assign(row, values);
    else this.rows.push({ seq: ++this.seq, kind, id, ...values });
  }

  remove(kind: Kind, id: string): void {
    this.rows = this.rows.filter((row) => row.kind !== kind || row.id !== id);
  }

  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][] {
    const seqOf = (id: string | undefined, otherwise: number) =>
      id === undefined ? otherwise : (this.find(kind, id)?.seq ?? Number.NaN);
    const before = seqOf(query.before, Number.POSITIVE_INFINITY);
    const after = seqOf(query.after, 0);
    const fitting = this.rows.filter(
      (row) =>
        row.kind === kind && row.seq < before && row.seq > after && (query.ref === undefined || row.ref === query.ref),
    );
    const taken = query.after === undefined ? fitting.slice(-query.limit) : fitting.slice(0, query.limit);
    return taken.reverse().map((row) => JSON.parse(row.body));
  }

  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[] {
    return this.rows
      .filter((row) => row.kind === kind && row.dueMs !== null && row.dueMs <= nowMs)
      .sort((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0) || a.seq - b.seq)
      .slice(0, limit)
      .map((row) => ({ id: row.id, document: JSON.parse(row.body) }));
  }

  nextDueMs(): number | null {
    const times = this.rows.flatMap((row) => (row.dueMs === null ? [] : [row.dueMs]));
    return times.length === 0 ? null : Math.min(...times);
  }

  private find(kind: Kind, id: string): Row | undefined {
    return this.rows.find((row) => row.kind === kind && row.id === id);
  }
}

export const APP = "http://localhost:8810";
export const SANDBOX = "http://127.0.0.1:8810";
const START_MS = Date.UTC(2026, 10, 20, 12, 0, 0);

export const CONFIG: Deps["config"] = {
  APP_ORIGIN: APP,
  SANDBOX_ORIGIN: SANDBOX,
  STRIPE_SECRET_KEY: "sk_test_sandbox",
  STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
  COPPERX_API_KEY: "pav1_sandbox",
  COPPERX_WEBHOOK_SECRET: "copperx-hook",
  MSG91_AUTH_KEY: "msg91-auth",
  MSG91_WIDGET_ID: "msg91-widget",
  MSG91_NOTICE_TEMPLATE: "template-tests",
  MSG91_STOP_TEMPLATE: "stop-template-tests",
  RESEND_API_KEY: "re_sandbox",
};

type Sent = { path: string; headers: Record<string, string>; body: string; atMs: number };

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
      countries: "",
      round: null,
      opensAtMs: Date.UTC(2026, 11, 7, 12),
      orders: 0,
      placed: null,
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

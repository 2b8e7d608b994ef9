// The Worker's own entry on the test's bindings, with gate, headers, body limit and log. Providers are the sandbox, in
// memory.
import { env } from "cloudflare:test";
import { countRoundTrips } from "~/db/wrap-d1";
import { handle } from "../../workers/sandbox/handle";
import worker from "../../workers/app";
import { makeWorld } from "./sandbox-world";
import { testConfig } from "./context";
import { testPapers } from "./test-papers";

export const ORIGIN = testConfig.APP_ORIGIN;

export type Answered = { status: number; location: string | null; headers: Headers; cookies: string[]; text: string };

export const PROVIDER_PAGES = ORIGIN.replace("//localhost", "//127.0.0.1");

let networks = 0;

/** One running app. `bindings` replace those of the test. */
export function openApp(bindings: object = {}) {
  const { deps } = makeWorld();
  const providers = { ...deps, config: { ...testConfig, SANDBOX_ORIGIN: PROVIDER_PAGES }, nowMs: () => Date.now() };
  const called: { url: string; body: string }[] = [];
  const sandbox = {
    fetch: async (request: Request) => {
      called.push({ url: request.url, body: await request.clone().text() });
      return handle(request, providers);
    },
  };
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const DB = countRoundTrips(env.DB, trips);
  const all = { ...env, DB, ...testConfig, PAPERS: testPapers, SANDBOX: sandbox, ...bindings } as unknown as Parameters<
    typeof worker.fetch
  >[1];
  const waiting: Promise<unknown>[] = [];
  const execution = {
    waitUntil: (promise: Promise<unknown>) => void waiting.push(promise),
    passThroughOnException: () => undefined,
    props: {},
  } as unknown as ExecutionContext;

  const fetch = (request: Request) => worker.fetch(request as Parameters<typeof worker.fetch>[0], all, execution);
  const send = async (request: Request): Promise<Answered> => {
    const response = await fetch(request);
    return {
      status: response.status,
      location: response.headers.get("Location"),
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
      text: new TextDecoder().decode(await response.arrayBuffer()),
    };
  };
  const ask = (path: string, init: RequestInit = {}) => send(new Request(new URL(path, ORIGIN), init));
  /** A form as a browser without JavaScript sends it; from another network each time, so that one's limits stop no other. */
  const submit = (
    path: string,
    fields: Record<string, string>,
    { cookie = "", ip = `198.51.${++networks % 250}.7` } = {},
  ) => {
    const headers = { Origin: ORIGIN, Accept: "text/html", "CF-Connecting-IP": ip, Cookie: cookie };
    return ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  };
  /** The answer as it is, for those that are not text. */
  const raw = (path: string, init: RequestInit = {}) => fetch(new Request(new URL(path, ORIGIN), init));
  /** Waits for what was passed to `waitUntil`. */
  const settled = async () => void (await Promise.allSettled(waiting.splice(0)));
  return { ask, submit, raw, send, settled, trips, bindings: all, providersCalled: called, providers };
}

export type App = ReturnType<typeof openApp>;

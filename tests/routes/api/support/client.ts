import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { expect } from "vitest";
import { issueToken } from "~/api/bearer";
import * as route from "~/routes/api.$";
import type { RequestContext } from "~/server/context";
import type { TestContext } from "../../../support/context";
import { claimOf, type Person } from "../../../support/people";
import * as app from "../../../support/server-build";
import { expectNamedFields } from "./named-fields";

// Serves the API through Remix's own request handler, so that paths, methods and thrown answers are matched as in
// production.

const routes: ServerBuild["routes"] = {
  "api/*": { id: "api/*", path: "api/*", module: { ...route, default: undefined } },
};

const build: ServerBuild = {
  ...app,
  entry: { module: { default: () => new Response("a page", { status: 500 }) } },
  routes,
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "test" },
};

const handle = createRequestHandler(build, "test");

function serveApi(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}

export const ORIGIN = "http://localhost:8787";

export type Asked = {
  token?: string | undefined;
  cookie?: string;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  /** Overrides values of the test's context. */
  context?: Partial<RequestContext>;
};

/** Untyped: the tests compare its value. */
export type Json = ReturnType<typeof JSON.parse>;

type Answered = { status: number; headers: Headers; body: Json; trips: number };

/** Makes one call. No answer may have a field that `named-fields` does not allow it. */
export async function call(shared: TestContext, method: string, path: string, asked: Asked = {}): Promise<Answered> {
  const headers = new Headers(asked.headers);
  if (asked.token !== undefined) headers.set("Authorization", `Bearer ${asked.token}`);
  if (asked.cookie) headers.set("Cookie", asked.cookie);
  const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  if (asked.body !== undefined) headers.set("Content-Type", "application/json");
  const context = shared.next(asked.context);
  const response = await serveApi(new Request(`${ORIGIN}${path}`, { method, headers, body }), context);
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  const answered: Answered = {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    trips: context.trips.count,
  };
  // An ended session takes one more, which asks why.
  const most = path.startsWith("/api/otp/") ? 6 : method === "GET" ? 1 : 2;
  expect(answered.trips).toBeLessThanOrEqual(most + Number(answered.status === 401));
  expectNamedFields(method, path, answered);
  return answered;
}

/** A token for a user the test signed in by cookie. */
export const tokenOf = async (context: TestContext, person: Person): Promise<string> =>
  issueToken(context.config, await claimOf(context, person), context.nowMs());

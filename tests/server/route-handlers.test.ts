import { createRequestHandler } from "@remix-run/cloudflare";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRouteFinder, createRouteHandlers, openRoutesOf, plainRoutesOf } from "~/server/route-handlers";
import { makeCast } from "../security/support/cast";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";
import { openApp, ORIGIN } from "../support/serve-app";
import * as build from "../support/server-build";

// A route's own handler answers what the whole build's would: the same status, headers and bytes.

const whole = createRequestHandler(build, "production");
const handle = createRouteHandlers(build);
const plain = plainRoutesOf(build.routes);
const find = createRouteFinder(build.routes);
const app = openApp();
const context = createTestContext();
const quiet = vi.spyOn(console, "log");
const cookies: Record<string, string> = {};

beforeAll(async () => {
  quiet.mockReturnValue(undefined);
  const { people } = await makeCast(app, context);
  cookies.investor = people.owner?.cookie ?? "";
  cookies.operator = people.operator?.cookie ?? "";
  // Nonces, ids and cookies of both answers are made of the same bytes.
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint8Array) array.fill(7);
    return array;
  });
});
afterAll(() => vi.restoreAllMocks());

type Ask = { path: string; method?: string; cookie?: string; kv?: KVNamespace };

async function told({ path, method = "GET", cookie, kv }: Ask, by: "whole" | "own") {
  const url = new URL(path, ORIGIN);
  const headers = new Headers(cookie ? { Cookie: cookie } : {});
  const body = method === "POST" ? new URLSearchParams({ intent: "x" }) : null;
  const request = new Request(url, { method, headers, body });
  const ip = `198.51.100.${by === "whole" ? 1 : 2}`;
  const ours = context.next({ requestId: "req_one", ip, ...(kv ? { kv } : {}) });
  const answer = by === "whole" ? await whole(request, ours) : await handle(request, url, ours);
  return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
}

async function expectTheSame(ask: Ask): Promise<void> {
  expect(await told(ask, "own"), `${ask.method ?? "GET"} ${ask.path}`).toEqual(await told(ask, "whole"));
}

describe("the handler of one route", () => {
  it("exists for most pages that people open, and for no path that leaves something to match", () => {
    const paths = [...plain.keys()];
    for (const path of ["/", "/get-started", "/invest", "/wallet", "/stakes", "/operator/settings"])
      expect(paths).toContain(path);
    expect(paths.filter((path) => /[:*?[\]]/.test(path))).toEqual([]);
  });

  const visitors = ["", "investor", "operator"];

  it.each(visitors)("answers every page as the whole build does: %s", async (who) => {
    const cookie = cookies[who];
    const turn = visitors.indexOf(who);
    for (const [index, path] of [...plain.keys()].entries()) {
      // In `npm test` each page as one of them, in turn: which one it is makes no difference to how a route is found.
      if (effort(index % visitors.length !== turn, false)) continue;
      await expectTheSame({ path, cookie });
      await expectTheSame({ path: `${path}?tab=portfolio&mode=login`, cookie });
      await expectTheSame({ path, cookie, method: "HEAD" });
    }
  });

  it.each([
    ["a slash at the end", "/invest/"],
    ["capitals", "/INVEST"],
    ["an encoded letter", "/%69nvest"],
    ["two slashes", "//invest"],
    ["no such page", "/nowhere"],
    ["an index asked for", "/?index"],
    ["an id", "/stakes/stk_none"],
    ["a list of routes", "/__manifest?p=/invest&version=test"],
  ])("answers as the whole build does: %s", async (_what, path) => {
    await expectTheSame({ path });
    await expectTheSame({ path, cookie: cookies.investor });
    await expectTheSame({ path, method: "HEAD" });
  });

  it.each([
    ["/stakes/:id", "/stakes/stk_none", "routes/stakes.$id"],
    ["/operator/casks/:id", "/operator/casks/csk_none", "routes/operator.casks.$id"],
    ["/webhooks/:provider", "/webhooks/stripe", "routes/webhooks.$provider"],
    ["/api/*", "/api/cask/get_casks", "routes/api.$"],
  ])("answers below an open path as the whole build does: %s by %s", async (_pattern, path, id) => {
    expect(find(path)).toBe(id);
    for (const cookie of ["", cookies.investor, cookies.operator])
      for (const method of ["GET", "HEAD", "POST", "PUT"]) await expectTheSame({ path, cookie, method });
  });

  it.each([
    "/operator/casks/NEW",
    "/stakes/",
    "/stakes/%73tk",
    "/stakes/a/documents/b",
    "/audit/2026-01-01",
    "/audit/2026-01-01.json",
    "/operator/payments.csv",
    "/operator/nowhere",
    "/api/",
    "/api//cask",
    "/api/cask/",
    "/api/Cask",
    "/webhooks/..",
  ])("is not asked where more than one route, or another spelling, could be meant: %s", async (path) => {
    expect(find(path)).toBeUndefined();
    for (const cookie of ["", cookies.operator]) await expectTheSame({ path, cookie });
  });

  it("is found for no open path that two routes share", () => {
    const open = [...openRoutesOf(build.routes)];
    expect(open.length).toBeGreaterThan(10);
    const patterns = Object.values(build.routes).map((route) => `/${route?.path ?? ""}`);
    for (const [before] of open.filter(([key]) => !key.endsWith("*")))
      expect(
        patterns.filter((path) => path.startsWith(`${before}:`) && !path.slice(before.length).includes("/")),
      ).toHaveLength(1);
  });

  it("takes forms as the whole build does, even where none is taken", async () => {
    for (const path of plain.keys()) {
      await expectTheSame({ path, method: "POST" });
      await expectTheSame({ path, method: "PUT" });
      await expectTheSame({ path: `${path}?index`, method: "POST" });
    }
  });

  it("shows a page's failure as the whole build does", async () => {
    const kv = { get: () => Promise.reject(new Error("down")) } as unknown as KVNamespace;
    const ask = { path: "/invest", cookie: cookies.investor, kv };
    await expectTheSame(ask);
    expect((await told(ask, "own")).status).toBe(503);
  });
});

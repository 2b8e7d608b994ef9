import { createRequestHandler } from "@remix-run/cloudflare";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerCall } from "~/api/answer-call";
import { CALLS } from "~/api/calls";
import { makeCast } from "../security/support/cast";
import { createTestContext } from "../support/context";
import { openApp, ORIGIN } from "../support/serve-app";
import * as build from "../support/server-build";

// Calls of the API are answered without Remix, with what it would answer.

const whole = createRequestHandler(build, "production");
const context = createTestContext();
let cookie = "";

beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  cookie = (await makeCast(openApp(), context)).people.owner?.cookie ?? "";
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint8Array) array.fill(7);
    return array;
  });
});
afterAll(() => vi.restoreAllMocks());

async function told(path: string, init: RequestInit, by: "own" | "whole") {
  const request = new Request(new URL(path, ORIGIN), init);
  const ours = context.next({ requestId: "req_one", ip: `198.51.100.${by === "own" ? 3 : 4}` });
  const url = new URL(request.url);
  const answer = by === "own" ? await answerCall({ request, url, context: ours }) : await whole(request, ours);
  if (!answer) return null;
  return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
}

async function expectTheSame(path: string, init: RequestInit = {}) {
  const own = await told(path, init, "own");
  expect(own, `${init.method ?? "GET"} ${path}`).not.toBeNull();
  expect(own).toEqual(await told(path, init, "whole"));
}

describe("a call answered without Remix", () => {
  it("has the same answer to every call that reads, to whoever makes it", async () => {
    const paths = CALLS.filter(({ method }) => method === "GET").map(({ path }) => path.replace(/\{\w+\}/g, "x%2Fy"));
    expect(paths.length).toBeGreaterThan(5);
    for (const path of [...paths, "/api/openapi.json", "/api/none", "/api/", "/api/%zz", "/api/cask/get_casks/"]) {
      await expectTheSame(path);
      await expectTheSame(path, { headers: { Cookie: cookie } });
      await expectTheSame(`${path}?page=2`, { method: "HEAD", headers: { Cookie: cookie } });
    }
  });

  it("has the same answer to bodies that say nothing", async () => {
    for (const { path, method } of CALLS) {
      if (method === "GET") continue;
      await expectTheSame(path.replace(/\{\w+\}/g, "none"), { method, body: "{}" });
      await expectTheSame(path.replace(/\{\w+\}/g, "none"), { method: "DELETE" });
    }
  });

  it.each([
    ["/api/cask/get_casks?_data=root", {}],
    ["/api/cask/get_casks?index", {}],
    ["/api/cask/get_casks", { method: "OPTIONS" }],
    ["/API/cask/get_casks", {}],
    ["/apiary", {}],
    ["/invest", {}],
  ])("leaves the rest to Remix: %s %o", async (path, init) => {
    expect(await told(path, init, "own")).toBeNull();
  });
});

import { beforeAll, describe, expect, inject, it } from "vitest";
import { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// The headers that each kind of answer carries over HTTP, from the Worker or from the static files.

const EVERY = {
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

type Policy = "closed" | "plain page" | "error page" | "inline script" | "asks us" | "service worker" | "none";
type Kind = [name: string, status: number, policy: Policy, cache: string, type: string, ask: () => Promise<Response>];

const FILE = "public, max-age=0, must-revalidate";
/** One of two files, by a cookie. */
const CHOSEN = "private, no-cache";
const nobody = new HttpJourney();
const begun = new HttpJourney();
let investor: HttpJourney;

beforeAll(async () => {
  investor = await signInByEmail(demoLogins.investor);
  await begun.visit("/get-started?mode=login");
  await begun.submit({ email: "headers@example.com" });
});

/** Small enough to be sent completely before the answer comes: otherwise the proxy may break the connection first. */
const JUST_TOO_LARGE = 70_000;

const get = (path: string) => () => nobody.fetch(path);
const post =
  (path: string, init: RequestInit = {}) =>
  () =>
    fetch(new URL(path, inject("origin")), { method: "POST", ...init });

async function certificate(): Promise<Response> {
  const html = await (await investor.fetch("/wallet?tab=portfolio")).text();
  return investor.fetch(/href="(\/certificates\/[^"]+)"/.exec(html)?.[1] ?? "");
}

const [HTML, JSON_TYPE, PDF] = ["text/html", "application/json", "application/pdf"];
const FROM_ELSEWHERE = { headers: { "Sec-Fetch-Site": "cross-site" } };
const TOO_LARGE = { body: new Uint8Array(JUST_TOO_LARGE) };
const otherHost = () => fetch(`${inject("sandboxOrigin")}/wallet?tab=tokens`, { redirect: "manual" });
const asInvestor = (path: string) => () => investor.fetch(path);
const aCask = asInvestor("/cask-information?cask=csk_demo_strathquill");

const KINDS: Kind[] = [
  ["the landing page", 200, "plain page", CHOSEN, HTML, get("/")],
  ["a public page", 200, "plain page", CHOSEN, HTML, get("/create-account")],
  ["a legal page", 200, "plain page", FILE, HTML, get("/privacy-policy")],
  ["the page for no connection", 200, "plain page", FILE, HTML, get("/offline")],
  ["the login", 200, "inline script", "no-store", HTML, get("/get-started?mode=login")],
  ["the page of codes", 200, "inline script", "no-store", HTML, () => begun.fetch("/enter-OTP")],
  ["the wallet", 200, "asks us", "no-store", HTML, asInvestor("/wallet")],
  ["a cask", 200, "asks us", "no-store", HTML, aCask],
  ["the casks, whose script sends a form", 200, "asks us", "no-store", HTML, asInvestor("/invest")],
  ["bank details", 200, "inline script", "no-store", HTML, asInvestor("/bank-details")],
  ["an unknown certificate", 404, "plain page", "no-store", HTML, get("/verify/none")],
  ["an unknown page", 404, "plain page", "no-store", HTML, get("/no-such-page")],
  ["a redirect", 302, "closed", "no-store", HTML, get("/wallet")],
  ["a certificate", 200, "closed", "private, no-store", PDF, certificate],
  ["a call without a token", 401, "closed", "no-store", JSON_TYPE, get("/api/cask/get_casks")],
  ["a call that does not exist", 404, "closed", "no-store", JSON_TYPE, get("/api/none")],
  ["a webhook without a signature", 400, "closed", "no-store", HTML, post("/webhooks/stripe", { body: "{}" })],
  ["a form from another site", 403, "error page", "no-store", HTML, post("/wallet", FROM_ELSEWHERE)],
  ["a form that is too large", 413, "error page", "no-store", HTML, post("/get-started", TOO_LARGE)],
  ["a call that is too large", 413, "closed", "no-store", JSON_TYPE, post("/api/otp/send", TOO_LARGE)],
  ["another name of this host", 308, "closed", "no-store", HTML, otherHost],
  ["the state of health", 200, "closed", "no-store", JSON_TYPE, get("/healthz")],
  ["robots.txt", 200, "closed", "public, max-age=", "text/plain", get("/robots.txt")],
  ["the service worker", 200, "service worker", "no-cache", "javascript", get("/sw.js")],
  ["the manifest", 200, "none", FILE, "manifest+json", get("/site.webmanifest")],
];

const directives = (policy: string) =>
  new Map(policy.split("; ").map((rule) => [rule.split(" ")[0] ?? "", rule.split(" ").slice(1).join(" ")]));

const SHA = /^'sha256-[\w+/]+='$/;

function expectPolicy(kind: Policy, header: string | null): void {
  if (kind === "none") return expect(header).toBeNull();
  const rules = directives(header ?? "");
  expect(rules.get("default-src")).toBe("'none'");
  expect(header?.replace(inject("origin"), "")).not.toMatch(/unsafe|\*|http:/);
  if (kind === "service worker") return expect(rules.get("connect-src")).toBe("'self'");
  expect(rules.get("frame-ancestors")).toBe("'none'");
  if (kind === "closed") return expect([...rules.keys()]).toEqual(["default-src", "frame-ancestors"]);
  expect(rules.get("base-uri")).toBe("'none'");
  expect(rules.get("style-src")).toMatch(SHA);
  expect(rules.get("connect-src")).toBe(kind === "asks us" ? "'self'" : undefined);
  if (kind === "asks us" || kind === "inline script") return expect(rules.get("script-src")).toMatch(SHA);
  expect(rules.has("script-src")).toBe(false);
}

describe("the security headers", () => {
  it.each(KINDS)("are complete for %s", async (_, status, policy, cache, type, ask) => {
    const answer = await ask();
    await answer.arrayBuffer();
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(Object.keys(EVERY).map((name) => [name, headers.get(name)]))).toEqual(EVERY);
    // In the local run the provider's pages are on this machine, without TLS: only they may appear in the policy.
    const local = ` ${inject("sandboxOrigin")}`;
    expectPolicy(policy, headers.get("content-security-policy")?.replace(local, "") ?? null);
    expect(headers.get("cache-control")).toContain(cache);
    if (headers.has("content-type") && status < 300) expect(headers.get("content-type")).toContain(type);
    for (const name of ["server", "x-powered-by"]) expect(headers.get(name)).toBeNull();
  });

  it("allow a page's one inline script by its hash, and equal data gives equal bytes", async () => {
    const [one = "", other] = await Promise.all([1, 2].map(async () => (await investor.fetch("/invest")).text()));
    expect(one).toBe(other);
    expect(one.match(/<script\b/g)).toHaveLength(1);
  });
});

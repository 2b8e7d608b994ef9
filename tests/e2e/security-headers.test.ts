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
type Kind = {
  name: string;
  ask: () => Promise<Response>;
  status?: number;
  policy: Policy;
  /** Its script also sends a form to us. */
  sends?: true;
  cache: string;
  type?: string;
};

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

const pdf = "application/pdf";
const KINDS: Kind[] = [
  { name: "the landing page", ask: get("/"), policy: "plain page", cache: CHOSEN },
  { name: "a public page", ask: get("/create-account"), policy: "plain page", cache: CHOSEN },
  { name: "a legal page", ask: get("/privacy-policy"), policy: "plain page", cache: FILE },
  { name: "the page for no connection", ask: get("/offline"), policy: "plain page", cache: FILE },
  { name: "the login", ask: get("/get-started?mode=login"), policy: "inline script", cache: "no-store" },
  { name: "the page of codes", ask: () => begun.fetch("/enter-OTP"), policy: "inline script", cache: "no-store" },
  { name: "the wallet", ask: () => investor.fetch("/wallet"), policy: "asks us", cache: "no-store" },
  {
    name: "a cask",
    ask: () => investor.fetch("/cask-information?cask=csk_demo_strathquill"),
    policy: "asks us",
    cache: "no-store",
  },
  { name: "the casks", ask: () => investor.fetch("/invest"), policy: "inline script", sends: true, cache: "no-store" },
  { name: "bank details", ask: () => investor.fetch("/bank-details"), policy: "inline script", cache: "no-store" },
  { name: "an unknown certificate", ask: get("/verify/none"), status: 404, policy: "plain page", cache: "no-store" },
  { name: "an unknown page", ask: get("/no-such-page"), status: 404, policy: "plain page", cache: "no-store" },
  { name: "a redirect", ask: get("/wallet"), status: 302, policy: "closed", cache: "no-store" },
  { name: "a certificate", ask: certificate, policy: "closed", cache: "private, no-store", type: pdf },
  {
    name: "a call without a token",
    ask: get("/api/cask/get_casks"),
    status: 401,
    policy: "closed",
    cache: "no-store",
    type: "application/json",
  },
  {
    name: "a call that is none",
    ask: get("/api/none"),
    status: 404,
    policy: "closed",
    cache: "no-store",
    type: "application/json",
  },
  {
    name: "the API's document",
    ask: get("/api/openapi.json"),
    policy: "closed",
    cache: "public, max-age=300",
    type: "application/json",
  },
  {
    name: "a webhook without a signature",
    ask: post("/webhooks/stripe", { body: "{}" }),
    status: 400,
    policy: "closed",
    cache: "no-store",
  },
  {
    name: "a form from another site",
    ask: post("/wallet", { headers: { "Sec-Fetch-Site": "cross-site" } }),
    status: 403,
    policy: "error page",
    cache: "no-store",
  },
  {
    name: "a form that is too large",
    ask: post("/get-started", { body: new Uint8Array(JUST_TOO_LARGE) }),
    status: 413,
    policy: "error page",
    cache: "no-store",
  },
  {
    name: "a call that is too large",
    ask: post("/api/otp/send", { body: new Uint8Array(JUST_TOO_LARGE) }),
    status: 413,
    policy: "closed",
    cache: "no-store",
    type: "application/json",
  },
  {
    name: "another name of this host",
    ask: () => fetch(`${inject("sandboxOrigin")}/wallet?tab=tokens`, { redirect: "manual" }),
    status: 308,
    policy: "closed",
    cache: "no-store",
  },
  { name: "the state of health", ask: get("/healthz"), policy: "closed", cache: "no-store", type: "application/json" },
  { name: "robots.txt", ask: get("/robots.txt"), policy: "closed", cache: "public, max-age=", type: "text/plain" },
  { name: "the service worker", ask: get("/sw.js"), policy: "service worker", cache: "no-cache", type: "javascript" },
  { name: "the manifest", ask: get("/site.webmanifest"), policy: "none", cache: FILE, type: "manifest+json" },
];

const directives = (policy: string) =>
  new Map(policy.split("; ").map((rule) => [rule.split(" ")[0] ?? "", rule.split(" ").slice(1).join(" ")]));

const SHA = /^'sha256-[\w+/]+='$/;

function expectPolicy({ policy: kind, sends }: Pick<Kind, "policy" | "sends">, header: string | null): void {
  if (kind === "none") return expect(header).toBeNull();
  const rules = directives(header ?? "");
  expect(rules.get("default-src")).toBe("'none'");
  expect(header?.replace(inject("origin"), "")).not.toMatch(/unsafe|\*|http:/);
  if (kind === "service worker") return expect(rules.get("connect-src")).toBe("'self'");
  expect(rules.get("frame-ancestors")).toBe("'none'");
  if (kind === "closed") return expect([...rules.keys()]).toEqual(["default-src", "frame-ancestors"]);
  expect(rules.get("base-uri")).toBe("'none'");
  expect(rules.get("style-src")).toMatch(SHA);
  expect(rules.get("connect-src")).toBe(kind === "asks us" || sends ? "'self'" : undefined);
  if (kind === "asks us") return expect(rules.get("script-src")).toMatch(SHA);
  if (kind === "inline script") return expect(rules.get("script-src")).toMatch(SHA);
  expect(rules.has("script-src")).toBe(false);
}

describe("the security headers", () => {
  it.each(KINDS)("are complete for $name", async ({ ask, status = 200, policy, sends, cache, type = "text/html" }) => {
    const { headers, ...response } = await ask().then(async (answer) => {
      await answer.arrayBuffer();
      return { status: answer.status, headers: answer.headers };
    });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(Object.keys(EVERY).map((name) => [name, headers.get(name)]))).toEqual(EVERY);
    // In the local run the provider's pages are on this machine, without TLS: only they may appear in the policy.
    const local = ` ${inject("sandboxOrigin")}`;
    expectPolicy({ policy, sends }, headers.get("content-security-policy")?.replace(local, "") ?? null);
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

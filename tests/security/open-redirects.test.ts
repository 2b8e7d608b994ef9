import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { LOGIN_GOALS } from "~/areas/accounts/login/login-goals";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";
import { type Answered, openApp, ORIGIN, PROVIDER_PAGES } from "../support/serve-app";
import { type Cast, makeCast } from "./support/cast";

// Ways to write a foreign URL so that it looks like one of ours, or like none.

const ELSEWHERE = "evil.example";

const PLAIN = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u00a0//evil.example",
  "\u2028//evil.example",
  "／／evil.example",
  "//evil。example",
  "⁄⁄evil.example",
  "https://evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "https://localhost:8787@evil.example",
  "https://localhost:8787.evil.example",
  "@evil.example",
  "/@evil.example",
  "/..//evil.example",
  "/wallet/..//evil.example",
  "/wallet\\..\\..\\\\evil.example",
  "javascript:location='//evil.example'",
  "JaVaScRiPt://evil.example/%0aalert(1)",
  "java\nscript:alert(1)//evil.example",
  "data:text/html,<script>location='//evil.example'</script>",
  "/wallet\r\nLocation: https://evil.example",
  "/wallet\r\nSet-Cookie: session=evil.example",
  "/wallet%0d%0aLocation:%20https://evil.example",
  '"><a href=//evil.example>',
  "0;url=//evil.example",
  "/%2f/evil.example",
  "%2f%2fevil.example",
  "/%09/evil.example",
  "http://[::ffff:7f00:1]@evil.example",
];

const once = (text: string) => encodeURIComponent(text);
const WRITTEN: ((text: string) => string)[] = [
  (text) => text,
  once,
  (text) => once(once(text)),
  (text) => `${text}/wallet`,
  (text) => `/wallet${text}`,
];

/** Each of them as it is, encoded, twice encoded, and appended to a path of ours. */
const PAYLOADS = [...new Set(PLAIN.flatMap((plain) => WRITTEN.map((write) => write(plain))))];

// Nothing in a request decides where a person is sent next: only our own paths and the provider's pages are possible.

const app = openApp();
const context = createTestContext();
let cast: Cast;
beforeAll(async () => void (cast = await makeCast(app, context)));

type Place = { name: string; ask: (payload: string) => Promise<Answered> };

let visitors = 0;
/** A new IP each time, so that limits do not interfere. */
const someone = () => `10.9.${Math.floor(++visitors / 250) % 250}.${visitors % 250}`;
const cookie = () => cast.people.stranger?.cookie ?? "";
const read = (path: string, headers: Record<string, string> = {}) =>
  app.ask(path, { headers: { Cookie: cookie(), Accept: "text/html", ...headers } });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.ask(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie(), "CF-Connecting-IP": someone(), ...headers },
  });

const PARAMETERS: Record<string, readonly string[]> = {
  "/get-started": ["mode", "ref", "to", "next", "goal", "returnTo"],
  "/wallet": ["tab", "dialog", "method", "of", "before"],
  "/cask-information": ["cask"],
  "/stripe-secure": ["cask", "product", "payment", "tab"],
  "/payment-success": ["payment", "looks"],
  "/payment-unsuccessful": ["payment", "looks"],
  "/confirm-code": ["next", "to"],
  "/settings": ["next", "redirectTo"],
  "/logout": ["next"],
};
/** Replaces what a header may not contain by a space. */
const inHeader = (payload: string) => payload.replace(/[^\x20-\x7e]/g, " ").trim();
const HEADERS = ["Referer", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Original-URL", "X-Rewrite-URL"];

const PLACES: Place[] = [
  ...Object.entries(PARAMETERS).flatMap(([path, names]) =>
    names.map((name) => ({
      name: `${path}?${name}`,
      ask: (payload: string) => read(`${path}?${name}=${encodeURIComponent(payload)}`),
    })),
  ),
  ...HEADERS.map((name) => ({
    name: `${name} of a read`,
    ask: (payload: string) => read("/wallet-tokens", { [name]: inHeader(payload) }),
  })),
  ...HEADERS.map((name) => ({
    name: `${name} of a form`,
    ask: (payload: string) => post("/?index", {}, { [name]: inHeader(payload), Origin: ORIGIN }),
  })),
  { name: "a path", ask: (payload) => read(`/verify/${encodeURIComponent(payload)}`) },
  { name: "a file", ask: (payload) => read(`/certificates/${encodeURIComponent(payload)}.pdf`) },
  {
    name: "the invitation and goal of a login",
    ask: (ref) =>
      post("/get-started", { email: `${crypto.randomUUID()}@example.com`, ref, goal: ref, next: ref, mode: ref }),
  },
  {
    name: "a purchase",
    ask: (payload) =>
      post(`/stripe-secure?returnUrl=${encodeURIComponent(payload)}`, {
        paymentMode: "Bank",
        cask: cast.things.openCaskId,
        full_name: "Asha Rao",
        success_url: payload,
        cancel_url: payload,
        returnTo: payload,
      }),
  },
  {
    name: "'Log out'",
    ask: (payload) => app.ask("/logout", { method: "POST", body: new URLSearchParams({ next: payload }) }),
  },
];

const PROTOCOLS = ["http:", "https:", "mailto:", "tel:"];

/** Every URL in an answer that a browser would follow or offer to follow. */
function addressesIn({ headers, text }: Answered): string[] {
  const isPage = headers.get("Content-Type")?.includes("html");
  const inPage = isPage ? [...text.matchAll(/\s(?:href|src|action|formaction|data-refresh)="([^"]*)"/g)] : [];
  const refreshes = isPage ? [...text.matchAll(/http-equiv="refresh" content="\d+;url=([^"]*)"/g)] : [];
  const led = [headers.get("Location"), headers.get("Refresh")];
  return [...led.flatMap((one) => one ?? []), ...[...inPage, ...refreshes].map((match) => unescape(match[1] ?? ""))];
}

const unescape = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

function expectAtHome(answered: Answered, says: string): void {
  expect(answered.status, says).toBeLessThan(500);
  for (const address of addressesIn(answered)) {
    const url = new URL(address, ORIGIN);
    expect(PROTOCOLS, `${says}: ${address}`).toContain(url.protocol);
    expect(url.hostname.toLowerCase().includes(ELSEWHERE), `${says}: ${address}`).toBe(false);
  }
  const { location } = answered;
  if (location !== null)
    expect([ORIGIN, PROVIDER_PAGES], `${says}: ${location}`).toContain(new URL(location, ORIGIN).origin);
  expect(answered.cookies.join(), says).not.toContain(ELSEWHERE);
}

describe(`${PAYLOADS.length} URLs that lead elsewhere`, () => {
  it.each(PLACES)("lead nowhere from $name", async ({ ask, name }) => {
    const some = effort(12, PAYLOADS.length);
    const from = PLACES.findIndex((place) => place.name === name);
    for (let index = 0; index < some; index++) {
      // In the fast form each place tries its own share of the payloads.
      const payload = PAYLOADS[(from * 12 + index) % PAYLOADS.length] ?? "";
      expectAtHome(await ask(payload), `${name} = ${JSON.stringify(payload)}`);
    }
  });

  it("lead nowhere as the path itself, on this host or another", async () => {
    for (const payload of PAYLOADS.filter((one) => /^[/\\]/.test(one))) {
      for (const origin of [ORIGIN, "https://another.example"]) {
        const answered = await app.send(new Request(`${origin}/${payload.slice(1)}`));
        const { location, status } = answered;
        if (location !== null) expect(new URL(location, ORIGIN).origin, payload).toBe(ORIGIN);
        expect(status, payload).toBeLessThan(500);
      }
    }
  });
});

it("a login that was begun with such a URL ends at one of its five known pages", async () => {
  const person = cast.people.stranger;
  if (!person) throw new Error("nobody is signed in");
  for (const payload of PAYLOADS.slice(0, effort(6, 60))) {
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = 0 WHERE user_id = ${person.userId}`);
    await context.db.run(sql`DELETE FROM counters`);
    const asked = await post(`/confirm-code?to=${encodeURIComponent(payload)}`, {});
    expect(asked.location).toBe("/enter-OTP");
    const login = asked.cookies.find((one) => one.startsWith("login="))?.split(";")[0] ?? "";
    const outbox = await app.ask("/sandbox/outbox", { headers: { Accept: "application/json" } });
    const { messages } = JSON.parse(outbox.text) as { messages: { code?: string; to: string }[] };
    const code = messages.find(({ to }) => to === person.email)?.code ?? "";
    const page = await app.ask("/enter-OTP", { headers: { Cookie: login } });
    expectAtHome(page, payload);
    const done = await app.ask("/enter-OTP", {
      method: "POST",
      body: new URLSearchParams({ intent: "verify", otp: code, next: payload, goal: payload }),
      headers: { Cookie: `${login}; ${person.cookie}` },
    });
    expect(LOGIN_GOALS, payload).toContain(done.location);
    person.cookie = done.cookies.find((one) => one.startsWith("session="))?.split(";")[0] ?? person.cookie;
  }
});

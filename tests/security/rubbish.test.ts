import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { MOST_BYTES } from "~/server/body-limit";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";
import { signIn } from "../support/people";
import { type Answered, openApp, PROVIDER_PAGES } from "../support/serve-app";
import { CALL_ROWS } from "./support/call-rows";
import { type Cast, makeCast } from "./support/cast";
import { PAGE_ROWS } from "./support/page-rows";
import { brokenCookie, query, rubbishBody, rubbishText } from "./support/rubbish";

// Everything sent is answered with a readable message: never with a 500 or internal details.

const ROWS = [...PAGE_ROWS, ...CALL_ROWS];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const INSIDE =
  /\bat \S+ \(|\.tsx?:\d|node_modules|D1_ERROR|SQLITE|no such (table|column)|\b(Type|Range|Reference|Syntax|Zod|Provider)Error\b|drizzle|_sealed|\[object Object\]/;

const app = openApp();
const context = createTestContext();
const spied = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error")] as const;
const [said, , cried] = spied;
let cast: Cast;
beforeAll(async () => {
  for (const spy of spied) spy.mockReturnValue(undefined);
  cast = await makeCast(app, context);
});
afterAll(() => {
  for (const spy of spied) spy.mockRestore();
});

const request = fc.record({
  row: fc.constantFrom(...ROWS),
  otherMethod: fc.option(fc.constantFrom(...METHODS), { freq: 2 }),
  who: fc.constantFrom("nobody", "newcomer", "stranger"),
  token: fc.constantFrom("none", "own", "own", "wrong"),
  cookie: fc.option(brokenCookie, { freq: 2 }),
  accept: fc.option(fc.constantFrom("text/html", "*/*", "application/json", ";;q=x"), { freq: 2 }),
  elsewhere: fc.boolean(),
  end: fc.option(rubbishText, { freq: 1 }),
  more: query,
  body: rubbishBody,
});

type Made = typeof request extends fc.Arbitrary<infer T> ? T : never;

function makeRequest(made: Made, serial: number) {
  const { row, who, token, cookie, accept, end, more } = made;
  const method = made.otherMethod ?? row.method ?? "GET";
  // A user who signs out stays out for the rest of the run.
  const asker = row.route === "logout" || who === "nobody" ? null : cast.people[who as "newcomer" | "stranger"];
  const asked = { asker, things: cast.things };
  // Each from another network, so that limits do not interfere.
  const headers = new Headers({ "CF-Connecting-IP": `10.${(serial >> 8) % 256}.${serial % 256}.1` });
  const cookies = [asker?.cookie, cookie].flatMap((one) => one ?? []);
  if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
  if (asker && token !== "none") headers.set("Authorization", `Bearer ${token === "own" ? asker.token : "a.b.c"}`);
  if (accept) headers.set("Accept", accept);
  if (made.elsewhere) headers.set("X-Forwarded-Host", "evil.example");
  const right = row.path(asked);
  const at = end === null ? right : right.replace(/[^/?]*$/, encodeURI(end.replace(/\p{Surrogate}/gu, "")));
  const path = more === "" ? at : `${at}${at.includes("?") ? "&" : "?"}${more}`;
  const init: RequestInit = { method, headers };
  if (method !== "GET" && method !== "HEAD") {
    const { body, type } = made.body(row.body?.(asked) ?? {});
    init.body = body;
    if (type !== null) headers.set("Content-Type", type);
  }
  return { path, init, says: `${method} ${path.slice(0, 300)} ${JSON.stringify(init.body ?? "").slice(0, 400)}` };
}

const LEADS = new RegExp(`^(/(?![/\\\\])|${PROVIDER_PAGES}/)`);

/** What is wrong with an answer. */
function harmIn({ status, headers, text, location }: Answered, lines: string[]): string[] {
  const inside = INSIDE.exec(text.replace(/<script.*?<\/script>/gs, ""));
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(inside ? [`tells of the inside: ${inside[0]}`] : []),
    ...(headers.get("Content-Security-Policy")?.includes("default-src 'none'") ? [] : ["no policy"]),
    ...(headers.get("X-Content-Type-Options") === "nosniff" ? [] : ["may be sniffed"]),
    ...(location !== null && !LEADS.test(location) ? [`leads to ${location}`] : []),
    ...lines.filter((line) => /"event":"[\w-]*error"/.test(line)),
  ];
}

const seed = inject("seed");
const many = effort(500, 10_000);

it(
  `rubbish is answered: ${many} requests of seed ${seed}, over every route and call`,
  { timeout: 900_000 },
  async () => {
    const statuses = new Map<number, number>();
    let serial = 0;
    const isAnswered = fc.asyncProperty(request, async (made) => {
      const { path, init, says } = makeRequest(made, ++serial);
      said.mockClear();
      const answered = await app.ask(path, init);
      await app.settled();
      const lines = said.mock.calls.map(([line]) => String(line));
      expect(harmIn(answered, lines), says).toEqual([]);
      statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
    });
    await fc.assert(isAnswered, { seed, numRuns: many, endOnFailure: true });
    expect(cried).not.toHaveBeenCalled();
    // The rubbish must get past the first check sometimes.
    for (const status of [200, 303, 400, 401, 403, 404, 405])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
  },
);

describe("a body that is too large", () => {
  const big = (bytes: number) => new Uint8Array(bytes).fill(97);
  const chunked = (bytes: number) => {
    let left = bytes;
    let pulled = 0;
    const stream = new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.close();
        pulled += 1;
        controller.enqueue(big(Math.min(left, 16_384)));
        left -= 16_384;
      },
    });
    return { stream, pulled: () => pulled };
  };

  it.each([
    ["/get-started", MOST_BYTES.other, "text/html"],
    ["/wallet", MOST_BYTES.other, "text/html"],
    ["/api/otp/send", MOST_BYTES.other, "application/json"],
    ["/api/users/add_user", MOST_BYTES.other, "application/json"],
    ["/webhooks/stripe", MOST_BYTES.webhook, "text/html"],
  ])("is 413 at %s, before it is parsed, whatever length it declares", async (path, most, type) => {
    const tripsBefore = app.trips.count;
    for (const length of [5_000_000, most + 1]) {
      const stated = await app.ask(path, { method: "POST", body: big(length) });
      expect([stated.status, stated.headers.get("Content-Type")]).toEqual([413, expect.stringContaining(type)]);
      const { stream, pulled } = chunked(length);
      const unstated = await app.ask(path, { method: "POST", body: stream });
      expect(unstated.status).toBe(413);
      expect(pulled()).toBeLessThanOrEqual(Math.ceil(most / 16_384) + 2);
      const lying = await app.ask(path, { method: "POST", body: big(length), headers: { "Content-Length": "10" } });
      expect(lying.status).toBe(413);
    }
    expect(app.trips.count).toBe(tripsBefore);
    const fits = await app.ask(path, { method: "POST", body: chunked(most).stream });
    expect(fits.status).not.toBe(413);
    expect(fits.status).toBeLessThan(500);
  });
});

it("keys that every object has name no payment method, tab or toast", async () => {
  // A new user: the rubbish before may have signed the cast out.
  const { cookie } = await signIn(context, { activated: false });
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const plain = await app.ask("/stripe-secure?product=joining-fee", { headers: { Cookie: cookie } });
    const asked = await app.ask(`/stripe-secure?product=joining-fee&tab=${name}`, { headers: { Cookie: cookie } });
    expect(asked.status).toBe(200);
    expect(asked.text).toContain("Proceed to payment");
    const loose = (html: string) =>
      html.replace(/nonce="[^"]*"|nonce-[\w-]+/g, "").replace(/<script.*?<\/script>/gs, "");
    expect(loose(asked.text)).toBe(loose(plain.text));
    const toast = `toast=${encodeURIComponent(btoa(JSON.stringify(name)))}`;
    expect((await app.ask("/settings", { headers: { Cookie: `${cookie}; ${toast}` } })).text).not.toContain(
      `>${name}<`,
    );
  }
});

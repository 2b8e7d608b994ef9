import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { MOST_BYTES } from "~/server/body-limit";
import { Random } from "../sim/random";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";
import { signIn } from "../support/people";
import { type Answered, openApp, PROVIDER_PAGES } from "../support/serve-app";
import { CALL_ROWS } from "./support/call-rows";
import { type Asker, type Cast, makeCast } from "./support/cast";
import { PAGE_ROWS } from "./support/page-rows";
import { bodyFor, brokenCookie, query, TEXTS } from "./support/rubbish";

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

type Made = { path: string; init: RequestInit; says: string };

function makeRequest(random: Random): Made {
  const row = random.pick(ROWS);
  const method = random.chance(0.7) ? (row.method ?? "GET") : random.pick(METHODS);
  // A user who signs out stays out for the rest of the run.
  const asker: Asker | null =
    row.route === "logout" ? null : random.pick([null, cast.people.newcomer, cast.people.stranger]);
  const headers = new Headers({ "CF-Connecting-IP": `10.${random.between(0, 255)}.${random.between(0, 255)}.1` });
  const cookies = [asker?.cookie, random.chance(0.3) ? brokenCookie(random) : null].flatMap((one) => one ?? []);
  if (cookies.length > 0) headers.set("Cookie", cookies.join("; "));
  if (asker && random.chance(0.5)) headers.set("Authorization", `Bearer ${random.chance(0.9) ? asker.token : "a.b.c"}`);
  if (random.chance(0.3)) headers.set("Accept", random.pick(["text/html", "*/*", "application/json", ";;q=x"]));
  if (random.chance(0.1)) headers.set("X-Forwarded-Host", "evil.example");
  const right = row.path({ asker, things: cast.things });
  const at = random.chance(0.15)
    ? right.replace(/[^/?]*$/, encodeURI(random.pick(TEXTS).replace(/\p{Surrogate}/gu, "")))
    : right;
  const more = random.chance(0.6) ? query(random) : "";
  const path = at.includes("?") ? at + more.replace("?", "&") : at + more;
  const init: RequestInit = { method, headers };
  if (method !== "GET" && method !== "HEAD") {
    const { body, type } = bodyFor(random, row.body?.({ asker, things: cast.things }) ?? null);
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

describe("rubbish", () => {
  const seed = inject("seed");
  const many = effort(500, 10_000);

  it(`is answered: ${many} requests of seed ${seed}, over every route and call`, { timeout: 900_000 }, async () => {
    const statuses = new Map<number, number>();
    const harm: string[] = [];
    for (let index = 0; index < many; index++) {
      // Each request has its own random stream, so that a failing one can be repeated alone.
      const { path, init, says } = makeRequest(new Random(seed * 1_000_003 + index));
      said.mockClear();
      const answered = await app.ask(path, init).catch((thrown: unknown) => String(thrown));
      await app.settled();
      const lines = said.mock.calls.map(([line]) => String(line));
      const found = typeof answered === "string" ? [`broke the Worker: ${answered}`] : harmIn(answered, lines);
      if (found.length > 0) harm.push(`SEED=${seed}, request ${index}: ${found.join("; ")}: ${says}`);
      if (typeof answered !== "string") statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
    }
    expect(harm).toEqual([]);
    expect(cried).not.toHaveBeenCalled();
    // The rubbish must get past the first check sometimes.
    for (const status of [200, 303, 400, 401, 403, 404, 405])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
  });
});

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

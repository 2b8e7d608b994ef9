import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client";
import { describeError } from "~/entry.server";
import { checkoutHosts } from "~/server/content-security-policy";
import { answerAhead, forgetAhead } from "~/server/fetched-ahead";
import { isForeignWrite } from "~/server/foreign-writes";
import { CALLS } from "~/api/calls";
import { createRouteNames } from "~/server/route-of";
import { openApp } from "../support/serve-app";
import { routes } from "../support/server-build";
import { withSecurityHeaders } from "~/server/security-headers";

const ORIGIN = "https://dunnage.example";

describe("posts from elsewhere", () => {
  const write = (headers: Record<string, string>, path = "/wallet", method = "POST") =>
    isForeignWrite(new Request(`${ORIGIN}${path}`, { method, headers }), new URL(`${ORIGIN}${path}`), ORIGIN);

  it.each([
    [{ "Sec-Fetch-Site": "cross-site" }, true],
    [{ "Sec-Fetch-Site": "same-site" }, true],
    [{ "Sec-Fetch-Site": "none" }, true],
    [{ "Sec-Fetch-Site": "same-origin" }, false],
    // Sec-Fetch-Site comes from the browser and takes precedence over Origin, which anyone could have set.
    [{ "Sec-Fetch-Site": "cross-site", Origin: ORIGIN }, true],
    [{ Origin: "https://evil.example" }, true],
    [{ Origin: "null" }, true],
    [{ Origin: "http://dunnage.example" }, true],
    [{ Origin: ORIGIN }, false],
    [{}, false],
  ])("%j: refused is %s", (headers, refused) => expect(write(headers as Record<string, string>)).toBe(refused));

  it("are checked for every method that is not a read, and not for webhooks", () => {
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect(write({ Origin: "null" }, "/api/users/1", method)).toBe(true);
    expect(write({ Origin: "null" }, "/wallet", "GET")).toBe(false);
    expect(write({ Origin: "null" }, "/webhooks/stripe")).toBe(false);
    expect(write({ Origin: "null" }, "/webhooksX")).toBe(true);
  });
});

it.each(["GET", "POST"])("the door of Remix's client is shut, because no page runs it: %s", async (method) => {
  const app = openApp();
  for (const path of [
    "/?",
    "/fees?",
    "/get-started?mode=login&",
    "/wallet?",
    "/api/cask/get_casks?",
    "/webhooks/stripe?",
  ])
    for (const name of ["_data", "%5Fdata"]) {
      const { status, headers } = await app.ask(`${path}${name}=root`, { method });
      expect([path, status], name).toEqual([path, 404]);
      expect([...headers.keys()].filter((key) => key.startsWith("x-remix"))).toEqual([]);
    }
});

it("the Content-Security-Policy allows form redirects to the providers' pages: the real ones in production, the local ones locally", () => {
  expect(checkoutHosts("production", ORIGIN)).toEqual(["https://checkout.stripe.com", "https://buy.copperx.io"]);
  expect(checkoutHosts("local", "http://localhost:8787")).toEqual(["http://127.0.0.1:8787"]);
});

it("every answer keeps every cookie", () => {
  const response = new Response("x");
  response.headers.append("Set-Cookie", "a=1");
  response.headers.append("Set-Cookie", "b=2");
  expect(withSecurityHeaders(response).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

describe("the route in the log", () => {
  const nameOf = createRouteNames(
    routes,
    CALLS.map(({ path }) => path),
  );

  it.each([
    ["/wallet", "/wallet"],
    ["/", "/"],
    ["/certificates/crt_01abc.pdf", "/certificates/:file"],
    ["/api/users/usr_01abc", "/api/users/:id"],
    ["/operator/casks/new", "/operator/casks/new"],
    ["/operator/casks/csk_1", "/operator/casks/:id"],
    ["/operator/log.csv", "/operator/:list.csv"],
    [`/verify/${"a".repeat(40)}`, "/verify/:code"],
    [`/stop/${"a".repeat(30)}`, "/stop/:token"],
  ])("is its pattern: %s", (path, name) => expect(nameOf(path)).toBe(name));

  it("keeps no address that was typed as a part of what was asked for", async () => {
    const before = [
      "/verify/",
      "/",
      "/operator/users/",
      "/wallet/",
      "/api/",
      "/operator/",
      "/audit/",
      "/nobody/knows/",
    ];
    const typed = ["asha@example.com", "asha%40example.com", "919999900077", "+919999900077", "asha"];
    const lines: string[] = [];
    const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    const app = openApp();
    for (const path of before) for (const one of typed) await app.ask(`${path}${one}`);
    spy.mockRestore();
    expect(lines.filter((line) => line.includes('"request"'))).toHaveLength(before.length * typed.length);
    expect(lines.join("\n")).not.toMatch(/asha|9999900077/);
  });
});

it("an error in the log says what went wrong without quoting what people typed", async () => {
  const db = createDatabase(env.DB);
  const insert = () =>
    db.run(sql`INSERT INTO users (id, email, referral_code, created_at_ms)
      VALUES ('u', 'Private.Person@example.com', 'SECRETCODE', 1)`);
  const error = await insert().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const text = describeError(error);
  expect(text).toContain("users_email_lower");
  expect(text).not.toMatch(/Private|SECRETCODE/);
  expect(describeError(new Error("could not mail a.person@example.com"))).toBe("Error");
  expect(describeError("a thrown text")).toBe("unknown");
  expect(describeError(new TypeError("x is not a function"))).toBe("TypeError: x is not a function");
});

const ahead = (headers: HeadersInit = { "Sec-Purpose": "prefetch" }) =>
  new Request("https://dunnage.test/wallet", { headers });
const page = (cookies: string[] = [], status = 200) => {
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return new Response(status === 200 ? "page" : null, { status, headers });
};

describe("a page that is asked for ahead of a tap", () => {
  it.each([
    ["says nothing of what happened", page()],
    ["names the browser", page(["__Host-browser=x; Path=/"])],
    ["is the one that the browser has", page([], 304)],
  ])("is answered if it %s", (_, answer) => expect(answerAhead(ahead(), answer)).toBe(answer));

  it.each([
    ["shows a message once", page(["toast=; Max-Age=0; Path=/"])],
    ["remembers a choice", page(["wallet-tab=x; Path=/"])],
    ["ends a session, whatever else it sets", page(["browser=x", "__Host-session=; Max-Age=0"])],
    ["leads elsewhere", page([], 302)],
    ["is not there", page([], 404)],
  ])("is refused without a trace if it %s", (_, answer) => {
    const refused = answerAhead(ahead(), answer);
    expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([503, null]);
  });

  it("is known by each name that browsers have for it, and a tap by none", () => {
    const answer = page(["toast=; Max-Age=0"]);
    for (const name of ["Sec-Purpose", "Purpose", "X-Moz"])
      expect(answerAhead(ahead({ [name]: "prefetch;prerender" }), answer).status).toBe(503);
    expect(answerAhead(ahead({}), answer)).toBe(answer);
  });
});

describe("what was fetched or drawn ahead", () => {
  const form = new Request("https://dunnage.test/stripe-secure", { method: "POST" });
  const forgotten = (request: Request, answer: Response) => {
    forgetAhead(request, answer);
    return answer.headers.get("Clear-Site-Data");
  };

  it("is forgotten once a form has led on, and by nothing else", () => {
    expect(forgotten(form, page([], 303))).toBe('"prefetchCache", "prerenderCache"');
    expect(forgotten(form, page([], 400))).toBeNull();
    expect(forgotten(ahead(), page())).toBeNull();
  });

  it("is forgotten with all else where the answer says so", () => {
    const left = new Response(null, { status: 303, headers: { "Clear-Site-Data": '"storage"' } });
    expect(forgotten(form, left)).toBe('"storage"');
  });
});

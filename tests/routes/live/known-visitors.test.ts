import { env } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { liveMarks } from "~/content/live-texts";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";
import { Walker } from "../../security/support/walker";

// Who is signed in is not shown the pages of those who are not.

const files: Record<string, string> = {
  "/": "for visitors",
  "/known": "for the signed in",
  "/create-account": "sign up",
  "/known-create-account": "signed up",
};
const ASSETS = {
  fetch: (url: URL) =>
    Promise.resolve(
      new Response(`<!DOCTYPE html><p>${files[url.pathname]} ${liveMarks.joiningFee}</p>`, {
        headers: { ETag: '"of-the-file"', "Cache-Control": "public, max-age=0, must-revalidate" },
      }),
    ),
};
const KNOWN = { Cookie: "x=1; known=1" };
const quiet = vi.spyOn(console, "log");
let person: Person;
beforeAll(() => void quiet.mockReturnValue(undefined));
afterAll(() => quiet.mockRestore());
beforeEach(async () => {
  person = await signIn(createTestContext());
});

describe("a public page with two files", () => {
  it.each([
    ["/", "for visitors", "for the signed in"],
    ["/create-account", "sign up", "signed up"],
  ])(
    "%s is chosen by the hint cookie, with tags of its own, and cached by nothing in between",
    async (path, visitor, known) => {
      const app = openApp({ ASSETS });
      const [one, two] = [await app.ask(path), await app.ask(path, { headers: KNOWN })];
      expect([one.text, two.text].map(wordsIn)).toEqual([
        expect.stringContaining(`${visitor} $10`),
        expect.stringContaining(`${known} $10`),
      ]);
      const tags = [one, two].map(({ headers }) => headers.get("ETag") ?? "");
      expect(new Set(tags).size).toBe(2);
      for (const { headers } of [one, two]) {
        expect(headers.get("Vary")).toBe("Cookie");
        expect(headers.get("Cache-Control")).toBe("private, no-cache");
      }
      const again = (tag: string, more = {}) => app.ask(path, { headers: { "If-None-Match": tag, ...more } });
      expect([(await again(tags[0] ?? "")).status, (await again(tags[1] ?? "", KNOWN)).status]).toEqual([304, 304]);
      expect([(await again(tags[1] ?? "")).status, (await again(tags[0] ?? "", KNOWN)).status]).toEqual([200, 200]);
      expect((await again(tags[1] ?? "", KNOWN)).headers.get("Vary")).toBe("Cookie");
    },
  );

  it("is not chosen by what only looks like the cookie", async () => {
    const app = openApp({ ASSETS });
    for (const Cookie of ["known=0", "known=", "unknown=1", "known=10", "x=known=1"])
      expect((await app.ask("/", { headers: { Cookie } })).text, Cookie).toContain("for visitors");
    expect((await app.ask("/", { headers: { Cookie: "a=b;__Host-known=1; c=d" } })).text).toContain(
      "for the signed in",
    );
  });

  it("has no second address: the file of the signed in is no page", async () => {
    for (const path of ["/known", "/known-create-account"])
      expect((await openApp({ ASSETS }).ask(path)).status, path).toBe(404);
  });

  it("offers the wallet where it is drawn, and no sign-up or login", async () => {
    for (const path of ["/", "/create-account"]) {
      const page = await openApp().ask(path, { headers: KNOWN });
      expect(page.text).toContain('href="/wallet"');
      expect(wordsIn(page.text)).toContain("Go to your wallet");
      expect(page.text).not.toMatch(/href="\/get-started|action="\/\?index"/);
      expect((await openApp().ask(path)).text).toMatch(/href="\/get-started/);
    }
  });
});

describe("the hint", () => {
  it("comes with a login and goes with the session, however that ends", async () => {
    const app = openApp();
    const walker = new Walker(app, "203.0.113.9");
    await walker.post("/get-started?mode=sign-up", { email: "hinted@example.com" });
    const entered = await walker.post("/enter-OTP", {
      intent: "verify",
      otp: await walker.codeFor("hinted@example.com"),
    });
    expect(entered.cookies).toContainEqual(
      expect.stringMatching(/^known=1; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    expect((await walker.get("/")).text).toContain("Go to your wallet");
    const left = await walker.post("/logout", {});
    expect(left.cookies).toContainEqual(expect.stringMatching(/^known=; Max-Age=0/));
    expect((await walker.get("/")).text).not.toContain("Go to your wallet");
  });

  it("never locks anyone out: without a session, or with an ended one, it is taken back", async () => {
    const app = openApp();
    const alone = await app.ask("/wallet", { headers: KNOWN });
    expect([alone.location, alone.cookies]).toEqual(["/", [expect.stringMatching(/^known=; Max-Age=0/)]]);
    expect((await app.ask("/get-started", { headers: KNOWN })).text).toContain('name="email"');
    await env.DB.prepare("UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ?").bind(person.userId).run();
    const over = await app.ask("/wallet", { headers: { Cookie: `${person.cookie}; known=1` } });
    expect(over.location).toBe("/#session-expired");
    expect(over.cookies.map((one) => one.slice(0, one.indexOf("=")))).toEqual(["session", "known"]);
    expect(over.cookies.every((one) => one.includes("Max-Age=0"))).toBe(true);
  });
});

describe("for who is signed in", () => {
  it("/get-started offers the wallet, and to log out; the form still works for who sends it", async () => {
    const app = openApp();
    const page = await app.ask("/get-started?mode=login", { headers: { Cookie: person.cookie } });
    expect([page.status, wordsIn(page.text)]).toEqual([200, expect.stringContaining("You are signed in")]);
    expect(page.text).toContain('href="/wallet"');
    expect(page.text).toContain('action="/logout"');
    expect(page.text).not.toContain('name="email"');
    const sent = await app.ask("/get-started", {
      method: "POST",
      headers: { Cookie: person.cookie },
      body: new URLSearchParams({ email: "not an address" }),
    });
    expect([sent.status, sent.text.includes('name="email"')]).toEqual([400, true]);
  });

  it("/enter-OTP without a begun login, as Back from the wallet comes to it, leads to the page that offers the wallet", async () => {
    const app = openApp();
    const cookie = `${person.cookie}; known=1`;
    expect((await app.ask("/enter-OTP", { headers: { Cookie: cookie } })).location).toBe("/");
    expect((await app.ask("/", { headers: { Cookie: cookie } })).text).toContain("Go to your wallet");
  });
});

describe("a tap after the session ended in another tab", () => {
  it("on what opens over the page says so; a visitor who types the address is led to the landing page", async () => {
    const app = openApp();
    const tapped = await app.ask("/wallet?tab=portfolio&dialog=withdraw", {
      headers: { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" },
    });
    expect(tapped.location).toBe("/#session-expired");
    expect((await app.ask("/settings", { headers: { "Sec-Fetch-Dest": "document" } })).location).toBe("/");
    expect((await app.ask("/settings")).location).toBe("/");
  });

  it.each([
    ["/wallet?tab=tokens", "/#session-expired"],
    ["/proof", "/"],
    ["/walleting", "/"],
  ])("from %s to another page leads to %s", async (from, to) => {
    const app = openApp();
    expect((await app.ask("/settings", { headers: { Referer: `${ORIGIN}${from}` } })).location).toBe(to);
    expect((await app.ask("/settings", { headers: { Referer: `https://elsewhere.example${from}` } })).location).toBe(
      "/",
    );
  });
});

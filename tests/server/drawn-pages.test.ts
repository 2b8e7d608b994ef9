import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openApp } from "../support/serve-app";

// What is kept of a page is what would be drawn, and nothing about any visitor.

beforeAll(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterAll(() => vi.restoreAllMocks());

const PATHS = ["/get-started", "/get-started?mode=login", "/get-started?mode=sign-up"];
/** Times differ, and so does the name that a new browser gets. */
const plain = (headers: Headers) =>
  [...headers].map(([name, value]) => [name, name === "set-cookie" ? value.replace(/=[^;]*/, "=NAME") : value]);

describe("a page that is the same for all strangers", () => {
  it.each(PATHS)("is the second time what it was the first time: %s", async (path) => {
    const app = openApp();
    // A cookie that says nothing makes the page be drawn afresh.
    const fresh = await app.ask(path, { headers: { Cookie: "nothing=1" } });
    const first = await app.ask(path);
    const second = await app.ask(path);
    expect(first.status).toBe(200);
    expect(first.text).toContain("<form");
    for (const kept of [first, second]) {
      expect(kept.text).toBe(fresh.text);
      expect(plain(kept.headers)).toEqual(plain(fresh.headers));
    }
  });

  it("gives every browser a name of its own, as a page drawn afresh does", async () => {
    const app = openApp();
    const names = await Promise.all([1, 2, 3, 4].map(async () => (await app.ask("/get-started")).cookies));
    expect(names.map((cookies) => cookies.length)).toEqual([1, 1, 1, 1]);
    expect(new Set(names.flat()).size).toBe(4);
  });

  it("is never what was shown to a visitor who came with more than a link", async () => {
    const app = openApp();
    const kept = await app.ask("/get-started?mode=login");
    const invited = await app.ask("/get-started?mode=login&ref=ABC");
    const known = await app.ask("/get-started?mode=login", { headers: { Cookie: "browser=x; known=1" } });
    const head = await app.ask("/get-started?mode=login", { method: "HEAD" });
    const refused = await app.ask("/get-started?mode=login", {
      method: "POST",
      body: new URLSearchParams({ email: "a" }),
    });
    expect(invited.status).toBe(200);
    expect(head.text).toBe("");
    expect(refused.status).toBe(400);
    expect(known.text).toBe(kept.text);
    expect((await app.ask("/get-started?mode=login")).text).toBe(kept.text);
  });
});

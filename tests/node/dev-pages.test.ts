import { describe, expect, it } from "vitest";
import { letViteIn } from "../../scripts/dev/let-vite-in.mjs";
import { contentSecurityPolicy } from "~/server/content-security-policy";
import { offenders, sourceFiles } from "./project/source-files";

const policy = (hydrate: boolean) =>
  contentSecurityPolicy({
    hydrate,
    nonce: "abc",
    styleHash: hydrate ? null : "sha256-x",
    scriptHash: null,
    formHosts: [],
  });
const page = (hydrate: boolean) =>
  new Response("<html><head></head></html>", {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy(hydrate) },
  });
const rulesOf = (response: Response) => response.headers.get("Content-Security-Policy")?.split("; ") ?? [];

describe("a page of the development server", () => {
  it.each([true, false])("lets Vite in and changes no other rule, hydrated: %s", async (hydrate) => {
    const response = await letViteIn(page(hydrate));
    const [before, after] = [policy(hydrate).split("; "), rulesOf(response)];
    const touched = /^(style|script|connect)-src /;
    expect(after.filter((rule) => !touched.test(rule))).toEqual(before.filter((rule) => !touched.test(rule)));
    expect(after).toEqual(
      expect.arrayContaining([
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' ws:",
        hydrate ? "script-src 'self' 'nonce-abc'" : "script-src 'self'",
      ]),
    );
    expect((await response.text()).includes("<script")).toBe(!hydrate);
  });

  it("leaves every other answer as it is", async () => {
    const file = new Response("{}", { headers: { "Content-Type": "application/json" } });
    expect(await letViteIn(file)).toBe(file);
  });
});

describe("what is deployed", () => {
  it("contains nothing from scripts/, such as the development server's policy", () => {
    const product = sourceFiles(["app", "workers"], /\.tsx?$/);
    expect(offenders(product, ({ text }) => /from "[^"]*scripts\/|unsafe-inline|@vite/.test(text))).toEqual([]);
  });
});

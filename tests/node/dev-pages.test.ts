import { describe, expect, it } from "vitest";
import { letViteIn } from "../../scripts/dev/let-vite-in.mjs";
import { contentSecurityPolicy } from "~/server/content-security-policy";
import { offenders, sourceFiles } from "./project/source-files";

const policy = (scriptHash: string | null) =>
  contentSecurityPolicy({ styleHash: "sha256-x", scriptHash, scriptFiles: "http://localhost/assets/", formHosts: [] });
const page = (scriptHash: string | null) =>
  new Response("<html><head></head></html>", {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy(scriptHash) },
  });
const rulesOf = (response: Response) => response.headers.get("Content-Security-Policy")?.split("; ") ?? [];

describe("a page of the development server", () => {
  it.each([null, "sha256-y"])("lets Vite in and changes no other rule, its script: %s", async (script) => {
    const response = await letViteIn(page(script));
    const [before, after] = [policy(script).split("; "), rulesOf(response)];
    const touched = /^(style|script|connect)-src /;
    expect(after.filter((rule) => !touched.test(rule))).toEqual(before.filter((rule) => !touched.test(rule)));
    expect(after).toEqual(
      expect.arrayContaining([
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' ws:",
        script === null ? "script-src 'self'" : "script-src 'sha256-y' http://localhost/assets/ 'self'",
      ]),
    );
    expect(await response.text()).toContain("<script");
  });

  it("leaves every other answer as it is", async () => {
    const file = new Response("{}", { headers: { "Content-Type": "application/json" } });
    expect(await letViteIn(file)).toBe(file);
  });
});

describe("what is deployed", () => {
  it("contains nothing from scripts/, such as the development server's policy", () => {
    const product = sourceFiles(["app", "workers"], /\.tsx?$/);
    const found = offenders(product, ({ text }) => /from "[^"]*scripts\/|unsafe-inline|@vite/.test(text));
    // The styles of a mail are in its elements; the page that shows one is a sandbox, and takes nothing else.
    expect(found).toEqual(["app/routes/operator.messages.$id[.]html.ts"]);
  });
});

import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { ageProof } from "./support/sql";
import { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

const KB = 1000;
const fetched = async (path: string) => await fetch(new URL(path, inject("origin")));

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((match) => match[1] ?? "");

describe("pages without JavaScript", () => {
  it.each([
    "/",
    "/create-account",
    "/fees",
    "/audit",
    "/terms-and-conditions",
    "/privacy-policy",
    "/terms-of-service",
    "/refunds-cancellations",
    "/verify",
    "/verify/nonsense",
    "/offline",
  ])("%s ships no script", async (path) => {
    const { html, headers } = await new HttpJourney().visit(path);
    expect(html).not.toMatch(/<script|modulepreload|\son\w+=/);
    expect(headers.get("Content-Security-Policy")).not.toContain("script-src");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it.each(["/get-started", "/enter-OTP", "/confirm-code", "/customer-support"])(
    "%s ships at most 2 kB inline, allowed by its hash alone",
    async (path) => {
      const email = "weight@example.com";
      const journey = path === "/confirm-code" ? await signInByEmail(email) : new HttpJourney();
      if (path === "/confirm-code") {
        await ageProof(email);
        await journey.visit("/confirm-code?next=bank-details");
      } else await journey.visit(path === "/customer-support" ? path : "/get-started?mode=login");
      if (path === "/enter-OTP") await journey.submit({ email: `another-${email}` });
      const { html, headers, url } = journey.at;
      expect(url.pathname).toBe(path);
      expect(html).not.toMatch(/<script[^>]+src|modulepreload/);
      expect(inlineScripts(html)).toHaveLength(1);
      expect(Buffer.byteLength(inlineScripts(html).join(""))).toBeLessThanOrEqual(2048);
      expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'sha256-[^']+'(;|$)/);
    },
  );
});

describe("pages of investors", () => {
  const PATHS = [
    "/invest",
    "/cask-information?cask=csk_demo_strathquill",
    "/stripe-secure?cask=csk_demo_strathquill",
    "/wallet",
    "/settings",
    "/personal-details",
    "/bank-details",
  ];

  it.each(PATHS)("%s has at most 1.5 kB of script, gzip, and no file", async (path) => {
    const { html, status } = await (await signInByEmail(demoLogins.investor)).visit(path);
    expect(status).toBe(200);
    // GHSA-337j-9hxr-rhxg: what revives errors in a page comes with the router, which no page loads.
    expect(html).not.toMatch(/<script[^>]+src|<link rel="(stylesheet|modulepreload)"|\bimport\(/);
    expect(inlineScripts(html)).toHaveLength(1);
    expect(gzipSync(inlineScripts(html).join("")).length).toBeLessThanOrEqual(1.5 * KB);
  });
});

// What HTML and CSS of each screen weigh: tests/e2e/screens.test.ts.
describe("the first view", () => {
  it("of the landing page, with its typeface and all its drawings, is at most 60 kB; pictures of the app wait", async () => {
    const html = await (await fetched("/")).text();
    const pictures = [...html.matchAll(/<img\s[^>]*>/g)].map(([tag]) => tag);
    const sources = pictures.map((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? "");
    for (const tag of pictures) expect(tag).toContain('loading="lazy"');
    const fonts = [...html.matchAll(/url\("?(\/fonts\/[^)"]+)/g)].map(([, path]) => path ?? "");
    expect(fonts).toHaveLength(1);
    let bytes = gzipSync(html).length;
    for (const path of [...fonts, ...sources.filter((source) => source.endsWith(".svg"))])
      bytes += gzipSync(new Uint8Array(await (await fetched(path)).arrayBuffer())).length;
    expect(bytes).toBeLessThanOrEqual(60 * KB);
  });
});

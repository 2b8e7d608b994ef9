import { describe, expect, it, vi } from "vitest";
import { checkoutHosts } from "~/server/content-security-policy";
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
  ])("%j: refused is %s", (headers, refused) => {
    expect(write(headers as Record<string, string>)).toBe(refused);
  });

  it("are checked for every method that is not a read, and not for webhooks", () => {
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect(write({ Origin: "null" }, "/api/users/1", method)).toBe(true);
    expect(write({ Origin: "null" }, "/wallet", "GET")).toBe(false);
    expect(write({ Origin: "null" }, "/webhooks/stripe")).toBe(false);
    expect(write({ Origin: "null" }, "/webhooksX")).toBe(true);
  });
});

describe("the door of Remix's client", () => {
  it.each(["GET", "POST"])("is shut, because no page runs it: %s", async (method) => {
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
});

describe("the Content-Security-Policy", () => {
  it("allows form redirects to the providers' pages: the real ones in production, the local ones locally", () => {
    expect(checkoutHosts("production", ORIGIN)).toEqual([
      "https://checkout.stripe.com",
      "https://buy.copperx.io",
      "https://verify.stripe.com",
    ]);
    expect(checkoutHosts("local", "http://localhost:8787")).toEqual(["http://127.0.0.1:8787"]);
  });
});

describe("every answer", () => {
  it("keeps every cookie", () => {
    const response = new Response("x");
    response.headers.append("Set-Cookie", "a=1");
    response.headers.append("Set-Cookie", "b=2");
    expect(withSecurityHeaders(response).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });
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

  it.each(["/verify/", "/", "/operator/users/", "/wallet/", "/api/", "/operator/", "/audit/", "/nobody/knows/"])(
    "keeps no address that was typed as a part of it: %s",
    (before) => {
      for (const typed of ["asha@example.com", "asha%40example.com", "919999900077", "+919999900077", "asha"])
        expect(nameOf(`${before}${typed}`)).not.toContain(typed);
    },
  );

  it("is what a request leaves, whatever is asked for", async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    const app = openApp();
    for (const path of [
      "/asha@example.com",
      "/verify/asha@example.com",
      "/operator/users/asha@example.com",
      "/api/asha@example.com",
    ])
      await app.ask(path);
    spy.mockRestore();
    expect(lines.filter((line) => line.includes('"request"'))).toHaveLength(4);
    expect(lines.join("\n")).not.toContain("asha");
  });
});

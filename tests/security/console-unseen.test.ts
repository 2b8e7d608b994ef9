import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { signIn } from "../support/people";
import { openApp, ORIGIN } from "../support/serve-app";
import { ROUTE_NAMES } from "../support/server-build";

// Except for members of staff there is no console: whatever is sent to its addresses is answered like a request for a page that does not
// exist.

const app = openApp();
const cookies: Record<string, string> = { "signed out": "" };
beforeAll(async () => {
  cookies["an investor"] = (await signIn(createTestContext())).cookie;
});

/** Every route of the console under an address of its own. */
const PATHS = ROUTE_NAMES.filter((name) => name.startsWith("operator")).map(
  (name) =>
    `/${name
      .replace(/\._index$/, "")
      .replaceAll("[.]", "\0")
      .split(".")
      .map((part) => part.replace("$list", "log").replace(/^\$id_?/, "some_1"))
      .join("/")
      .replaceAll("\0", ".")}`,
);
const MORE = [
  "/operator/none",
  "/operator/log.csv?of=x",
  "/operator/users?after=",
  "/OPERATOR/users",
  "/%6fperator/users",
];

const FORM = "application/x-www-form-urlencoded";
type Sent = { method: string; type?: string; body?: string };
const SENT: Sent[] = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => ({ method })),
  { method: "POST", type: FORM, body: "" },
  { method: "POST", type: FORM, body: "intent=pay" },
  { method: "POST", type: "application/json", body: "{}" },
  { method: "POST", type: "multipart/form-data", body: "no boundary" },
  { method: "PUT", type: "text/plain", body: "x" },
];

async function answer(path: string, cookie: string, { method, type, body }: Sent) {
  const headers = new Headers({ Accept: "text/html", Origin: ORIGIN });
  if (cookie) headers.set("Cookie", cookie);
  if (type) headers.set("Content-Type", type);
  const { status, headers: sent, text } = await app.ask(path, { method, headers, body });
  const shown = [...sent].filter(([name]) => !/^(server-timing|content-security-policy|set-cookie)$/.test(name));
  return { status, headers: shown.sort(), text: text.replace(/nonce="[^"]*"|req_\w+/g, "") };
}

describe("the console", () => {
  it("has addresses, so that this asks for something", () => {
    expect(PATHS.length).toBeGreaterThan(20);
    expect(PATHS).toContain("/operator/payout-file");
    expect(PATHS).toContain("/operator/log.csv");
  });

  it.each(["signed out", "an investor"])("is nowhere to be seen, whatever is sent to it: %s", async (who) => {
    const cookie = cookies[who] ?? "";
    for (const sent of SENT) {
      const nothing = await answer("/nobody-made-this", cookie, sent);
      expect([sent, nothing.status]).toEqual([sent, 404]);
      for (const path of [...PATHS, ...MORE])
        expect([path, sent, await answer(path, cookie, sent)]).toEqual([path, sent, nothing]);
    }
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../support/context";
import { putCask } from "../support/people";
import { openApp } from "../support/serve-app";
import { openShop } from "../support/shop";
import { ALL_ROWS } from "./support/call-rows";
import { type Cast, makeCast } from "./support/cast";
import { changedTables, databaseDump } from "./support/digest";
import { isRead } from "./support/access-rows";

// No GET changes the database: mail scanners, link previews, Back and reloads ask whenever they like. What a cookie shows of each
// route file and call is in authorisation-matrix.test.ts; here are tokens, and the addresses of a payment that is under way.

/** What a GET may change, and why. Nothing else. */
const MAY_CHANGE: Record<string, { table: string; why: string }> = {
  token: {
    table: "sessions",
    why: "the idle end of a token's session moves on, at most once an hour; a cookie's is in KV",
  },
  investor: {
    table: "payments",
    why: "the page that waits for a payment notes that it had the provider asked, so that reloading it asks no more often",
  },
};

const app = openApp();
const context = createTestContext();
const quiet = vi.spyOn(console, "log");
let cast: Cast;
/** Addresses of the owner's open payment, which the matrix does not have. */
const open: string[] = [];

beforeAll(async () => {
  quiet.mockReturnValue(undefined);
  cast = await makeCast(app, context);
  const { owner } = cast.people;
  if (!owner) throw new Error("no owner");
  const shop = openShop();
  const cask = await putCask(shop.context);
  await shop.buy(owner, { cask });
  const paymentId = (await shop.paymentsOf(owner)).find(({ state }) => state === "open")?.id ?? "";
  expect(paymentId).not.toBe("");
  const result = (page: string, more = "") => `/${page}?payment=${paymentId}${more}`;
  open.push(
    result("payment-success"),
    result("payment-success", "&looks=7"),
    result("payment-unsuccessful"),
    result("payment-unsuccessful", "&looks=0"),
    result("stripe-secure"),
    `/stripe-secure?cask=${cask}`,
    "/wallet?tab=portfolio&dialog=withdraw",
    "/wallet?tab=portfolio&dialog=withdraw&of=balance",
    "/wallet?tab=rewards&dialog=share",
    "/get-started?mode=login&waiting=1",
  );
});
afterAll(() => quiet.mockRestore());

const READS = ALL_ROWS.filter(isRead);
const ROLES = { visitor: "nobody", newcomer: "newcomer", investor: "owner", operator: "operator" } as const;
type Way = "cookie" | "token";

/** The tables that each request changed; all of them are compared again only after one that wrote a row, and at the end. */
async function changedBy(role: keyof typeof ROLES, way: Way, paths: readonly string[]): Promise<string[]> {
  const asker = cast.people[ROLES[role]];
  const found: string[] = [];
  let before = await databaseDump();
  const compare = async (what: string) => {
    const after = await databaseDump();
    for (const table of changedTables(before, after)) found.push(`${what} changed ${table}`);
    before = after;
  };
  for (const path of new Set(paths)) {
    const headers = new Headers({ "CF-Connecting-IP": `198.19.${Math.floor(Math.random() * 250)}.7` });
    if (asker && way === "cookie") headers.set("Cookie", asker.cookie);
    if (asker && way === "token") headers.set("Authorization", `Bearer ${asker.token}`);
    const { rowsWritten } = app.trips;
    for (const method of way === "cookie" ? ["GET", "HEAD"] : ["GET"]) await app.ask(path, { method, headers });
    await app.settled();
    if (app.trips.rowsWritten > rowsWritten) await compare(path);
  }
  await compare("one that says that it wrote nothing");
  return found;
}

describe("a GET", () => {
  it.each(Object.keys(ROLES) as (keyof typeof ROLES)[])(
    "about an open payment leaves D1 as it was: %s",
    async (role) => {
      const waiting = open.filter((path) => path.startsWith("/payment-success"));
      const asked = waiting.slice(0, 1).map((path) => `${path} changed ${MAY_CHANGE.investor?.table}`);
      expect(await changedBy(role, "cookie", open)).toEqual(role === "investor" ? asked : []);
    },
  );

  it.each(["newcomer", "investor", "operator"] as const)(
    "with a token changes at most what is declared: %s, whose token was idle for hours",
    async (role) => {
      const userId = cast.people[ROLES[role]]?.userId ?? "";
      const soon = context.nowMs() + 3_600_000;
      await context.db.run(sql`UPDATE sessions SET idle_ends_at_ms = ${soon} WHERE user_id = ${userId}`);
      const asker = cast.people[ROLES[role]];
      const paths = READS.map((row) => row.path({ asker, things: cast.things }));
      const found = await changedBy(role, "token", [...paths, ...open]);
      // Once: the next call finds it moved on.
      expect(found.map((one) => one.replace(/^.* changed /, ""))).toEqual([MAY_CHANGE.token?.table]);
    },
  );
});

// Every route and every API call, as the table of all requests sends them: how often each goes to D1, and how each statement that it
// sends finds its rows.
import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { EXPORTED_LISTS } from "~/areas/console/list-export";
import type { Row } from "../security/support/access-rows";
import { AUDIT_ROWS } from "../security/support/audit-rows";
import { CALL_ROWS } from "../security/support/call-rows";
import { type Cast, makeCast, type Role } from "../security/support/cast";
import { PAGE_ROWS } from "../security/support/page-rows";
import { isCall, requestInit, titleOf } from "../security/support/request-of";
import { WATCH_ROWS } from "../security/support/watch-rows";
import { createTestContext } from "../support/context";
import { scansOf } from "../support/scans";
import { openApp } from "../support/serve-app";
import { routes } from "../support/server-build";
import { type Sent, watchStatements } from "../support/watch-statements";

const LISTS: Row[] = EXPORTED_LISTS.map((list) => ({
  route: "operator.$list[.]csv",
  what: list,
  path: () => `/operator/${list}.csv`,
  answers: {} as Row["answers"],
}));
/** The lists first, while there are few rows: an export makes one trip for each 500. */
const ROWS = [...LISTS, ...PAGE_ROWS, ...CALL_ROWS, ...WATCH_ROWS, ...AUDIT_ROWS];

const sent: Sent[] = [];
const app = openApp({ DB: watchStatements(env.DB, sent) });
const context = createTestContext();
const quiet = vi.spyOn(console, "log");
let readers: Cast;
beforeAll(async () => {
  quiet.mockReturnValue(undefined);
  readers = await makeCast(app, context);
});
afterAll(() => quiet.mockRestore());

/** Each statement once, by its text. */
const all = new Map<string, Sent>();

/** The round trips of one request. */
async function tripsOf(row: Row, cast: Cast, role: Role, { data = false } = {}): Promise<number> {
  const asker = cast.people[role];
  const path = row.path({ asker, things: cast.things });
  const asked = data
    ? `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(`routes/${row.route}`)}`
    : path;
  const [response] = [await app.ask(asked, requestInit(row, cast, asker, isCall(row) ? "token" : "cookie"))];
  await app.settled();
  for (const one of sent.splice(0)) all.set(one.query, one);
  return Number(/round trips (\d+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1] ?? 0);
}

const FEW = 3;
const ASKERS = ["nobody", "newcomer", "owner", "operator"] as const;
const isRead = ({ method = "GET" }: Row) => method === "GET";
/** Entering and sending codes count tries in a trip of their own. */
const LOGINS = /^(get-started|enter-OTP|confirm-(code|phone|email)|phone-number)$/;
const LOGIN_CALLS = new Set(["sendCode", "verifyCode"]);
/** Refused after a reading and a writing, and the page says why: one more for that page. */
const REFUSED_ON_A_PAGE = new Set(
  PAGE_ROWS.filter(
    ({ route, what = "" }) =>
      /^operator\.(casks|payments)\.\$id$/.test(route) && /^(confirm|cancel|a refund by hand)/.test(what),
  ),
);
/** Who is turned away at the console costs one more, which says why. */
const isTurnedAway = (row: Row, role: Role) =>
  row.route.startsWith("operator.") && (role === "newcomer" || role === "owner");
const mostOf = (row: Row, role: Role) => {
  if (isRead(row)) return isTurnedAway(row, role) ? 2 : 1;
  if (REFUSED_ON_A_PAGE.has(row)) return 3;
  return LOGINS.test(row.route) || LOGIN_CALLS.has(row.call ?? "") ? 6 : 2;
};

describe("a request goes to D1", () => {
  it.each(ROWS.map((row) => ({ title: titleOf(row), row })))("$title", async ({ row }) => {
    const cast = isRead(row) ? readers : await makeCast(app, context);
    sent.splice(0);
    for (const role of ASKERS) {
      const most = mostOf(row, role);
      expect(await tripsOf(row, cast, role), role).toBeLessThanOrEqual(most);
      if (!isRead(row) || isCall(row) || !routes[`routes/${row.route}`]?.module.loader) continue;
      expect(await tripsOf(row, cast, role, { data: true }), `${role}, as data`).toBeLessThanOrEqual(most);
    }
  });

  it("three times where nothing was changed and the page says why, which are few", () => {
    expect(REFUSED_ON_A_PAGE.size).toBeLessThanOrEqual(FEW);
  });

  it("not at all for a page that is the same for everybody", async () => {
    const asking = new Set<string>();
    for (const row of PAGE_ROWS.filter((one) => isRead(one) && one.answers.nobody === 200))
      if ((await tripsOf(row, readers, "nobody")) > 0) asking.add(row.route);
    // These name something: a certificate, a withdrawal, a person's notices.
    expect([...asking].sort()).toEqual([
      "notices.stop.$token",
      "stop.$token",
      "verify.$code",
      "withdrawals.stop.$token",
    ]);
  });
});

it("no statement of them goes through a table that grows", async () => {
  const bad: string[] = [];
  for (const one of all.values()) {
    const scans = await scansOf(env.DB, one);
    if (scans.length > 0) bad.push(`${scans.join("; ")} <- ${one.query.replace(/\s+/g, " ").slice(0, 200)}`);
  }
  expect(all.size).toBeGreaterThan(150);
  expect(bad).toEqual([]);
});

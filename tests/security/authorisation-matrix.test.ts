import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CALLS } from "~/api/calls";
import { ROUTE_NAMES, routes } from "../support/server-build";
import type { Sent } from "../support/watch-statements";
import { isCall, isRead, type Row, titleOf } from "./support/access-rows";
import { ALL_ROWS, LIST_ROWS } from "./support/call-rows";
import { type Cast, type Role, ROLES } from "./support/cast";
import { changedTables, databaseDump } from "./support/digest";
import { openSweep, type Seen } from "./support/sweep";

// Every route file and every API call, requested once through the Worker's entry by every role, for their own things and for other
// people's. Of each is recorded what it was answered, how often it went to D1, with which statements, and what it wrote.

/** Tables that do not grow with what is sold: one row, a fixed list, a few banks, and logins that are under way for minutes. */
const FIXED = new Set(["settings", "bank_layouts", "login_flows", "timer_jobs"]);

/**
 * The lines of a statement's plan that go through a whole table or index. Allowed are subqueries, whose own lines say how they find
 * their rows, an index that holds only what waits, and one that is read in its order until a LIMIT.
 */
async function scansOf(d1: D1Database, { query, values }: Sent): Promise<string[]> {
  if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(query)) return [];
  const plan = await d1
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...values)
    .all<{ detail: string }>();
  const lines = plan.results.map(({ detail }) => detail);
  const partial = await partialIndexes(d1);
  const subqueries = new Set(lines.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(line)?.[1] ?? []));
  const limited = /\bLIMIT\b/i.test(query);
  return lines.filter((line) => {
    const [, table, index] = /^SCAN ([A-Za-z_]\w*)(?:.* USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
    if (!table || table === "CONSTANT" || FIXED.has(table) || subqueries.has(table) || /VIRTUAL TABLE/.test(line))
      return false;
    return index === undefined || !(partial.has(index) || limited);
  });
}

let known: Promise<Set<string>> | null = null;
/** The indexes are those of the migrations: asked for once. */
const partialIndexes = (d1: D1Database) =>
  (known ??= d1
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%) WHERE %'")
    .all<{ name: string }>()
    .then(({ results }) => new Set(results.map(({ name }) => name))));

// How often a request may go to D1.

/** Entering and sending codes count tries in a trip of their own. */
const LOGINS = /^(get-started|enter-OTP|confirm-(code|phone|email)|phone-number)$/;
const LOGIN_CALLS = new Set(["sendCode", "verifyCode"]);
/** Public pages that name something: a certificate, a withdrawal, a person's notices, a vote. */
const NAMES_SOMETHING = /^(notices_\.stop|stop|verify|withdrawals\.stop|bids\.\$id_)\.\$/;

/** The first visitor of a minute has such a page drawn. */
const isKeptForAMinute = ({ route }: Row) =>
  (routes[`routes/${route}`]?.module.handle as { minute?: readonly string[] } | undefined)?.minute !== undefined;

/** Refused after a reading and a writing, and the page says why: one more for that page. */
const isRefusedOnAPage = ({ route, what = "" }: Row) =>
  /^operator\.(casks|payments)\.\$id$/.test(route) && /^(confirm,|cancel,|a refund by hand)/.test(what);

/** Refusing a user with a session at the console costs one more, which says why. */
const isTurnedAway = ({ route }: Row, role: Role) =>
  route.startsWith("operator.") && !["nobody", "operator", "reader"].includes(role);

/** The cookie of a session that has ended leads to one more, which says why. Calls that write take a token. */
const asksWhy = (row: Row, role: Role) =>
  (isRead(row) || !isCall(row)) && ["suspended", "signed out", "expired"].includes(role);

const mostTrips = (row: Row, role: Role): number => mostOf(row, role) + Number(asksWhy(row, role));

function mostOf(row: Row, role: Role): number {
  if (isRead(row)) {
    const isForEverybody = role === "nobody" && row.answers.nobody === 200 && !isCall(row);
    if (isForEverybody && !NAMES_SOMETHING.test(row.route)) return isKeptForAMinute(row) ? 1 : 0;
    return isTurnedAway(row, role) ? 2 : 1;
  }
  if (isRefusedOnAPage(row)) return 3;
  return LOGINS.test(row.route) || LOGIN_CALLS.has(row.call ?? "") ? 6 : 2;
}

const callOf = (row: Row) => CALLS.find(({ name }) => name === row.call);
const sweep = openSweep();
const { app } = sweep;
/** The cast for rows that change nothing. */
let readers: Cast;
beforeAll(async () => void (readers = await sweep.newCast()));

const tooMany = (row: Row, seen: readonly Seen[]) =>
  seen
    .filter(({ role, trips }) => trips > mostTrips(row, role))
    .map(({ role, as, trips }) => `${role} (${as}): ${trips} trips, at most ${mostTrips(row, role)}`);
const answersOf = (seen: readonly Seen[], as: Seen["as"]) =>
  Object.fromEntries(seen.filter((one) => one.as === as).map(({ role, answer }) => [role, answer]));
const wroteRows = (seen: readonly Seen[]) =>
  seen.filter(({ written }) => written > 0).map(({ role, as, written }) => `${role} (${as}): ${written} rows`);

const cases = ALL_ROWS.flatMap((row) =>
  (isCall(row) ? (["cookie", "token"] as const) : (["cookie"] as const)).map((way) => ({
    title: `${titleOf(row)} (${way})`,
    row,
    way,
  })),
);
const isForReaders = ({ row }: { row: Row }) => row.writes === undefined && !row.counted;

/** What it returns, and, on request, the tables that it changed. */
async function changing<T>(wanted: boolean, work: () => Promise<T>): Promise<[T, string[]]> {
  const earlier = wanted ? await databaseDump() : null;
  const result = await work();
  return [result, earlier ? changedTables(earlier, await databaseDump()) : []];
}

async function expectAsDeclared({ row, way }: (typeof cases)[number], cast: Cast) {
  const marking: readonly Role[] = row.writes ?? [];
  const refused = ROLES.filter((role) => !marking.includes(role));
  const [others, counted] = await changing(row.counted === true, () => sweep.record(row, cast, way, refused));
  const [marked, logged] = await changing(isRead(row) && marking.length > 0, () =>
    sweep.record(row, cast, way, marking),
  );
  const seen = [...others, ...marked];
  const wanted = { ...row.answers, ...(way === "cookie" && row.byCookie) };
  expect({
    answers: answersOf(seen, "page"),
    wrote: row.counted ? counted.filter((table) => table !== "counters") : wroteRows(others),
    // Looking into what is private is logged; nothing else that a GET does is.
    logged,
    tooMany: tooMany(row, seen),
  }).toEqual({
    answers: wanted,
    wrote: [],
    logged: isRead(row) && marking.length > 0 ? ["audit_log"] : [],
    tooMany: [],
  });
  for (const { role, as, written } of marked) if (as === "page") expect(written, role).toBeGreaterThan(0);
}

// First, while there are few rows: an export makes one trip for each 500.
describe("a list that is taken away", () => {
  it.each(LIST_ROWS.map((row) => ({ title: titleOf(row), row })))("$title goes to D1 once", async ({ row }) => {
    const seen = await sweep.record(row, readers, "cookie", ["nobody", "newcomer", "owner"]);
    expect([tooMany(row, seen), wroteRows(seen)]).toEqual([[], []]);
    const [taken] = await sweep.record(row, readers, "cookie", ["operator"]);
    expect([taken?.answer, taken?.trips]).toEqual([200, 1]);
  });
});

describe("the authorisation matrix", () => {
  it("has a row for every route file: to read if it has a loader or a page, to write if it has an action", () => {
    expect([...new Set(ALL_ROWS.map(({ route }) => route))].sort()).toEqual([...ROUTE_NAMES].sort());
    for (const name of ROUTE_NAMES) {
      const module = routes[`routes/${name}`]?.module;
      const rows = ALL_ROWS.filter(({ route }) => route === name);
      if (rows.some(isCall)) continue;
      if (module?.action)
        expect(
          rows.some((row) => !isRead(row)),
          `${name} has an action and no row for it`,
        ).toBe(true);
      if (module?.loader || module?.default) expect(rows.some(isRead), `${name} has no row`).toBe(true);
    }
  });

  it("has a row for every call, by its own method and address", () => {
    const rows = ALL_ROWS.filter(({ call }) => call !== undefined);
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(CALLS.map(({ name }) => name).sort());
    for (const row of rows) {
      const { method, path } = callOf(row) ?? {};
      expect(row.method ?? "GET", titleOf(row)).toBe(method);
      const [asked] = row.path({ asker: readers.people.owner, things: readers.things }).split("?");
      expect(asked, titleOf(row)).toMatch(new RegExp(`^${path?.replace(/\{\w+\}/g, "[^/]+")}$`));
    }
  });

  const forms = new Map(
    ALL_ROWS.filter((row) => !isCall(row) && !isRead(row) && row.answers.nobody === "/").map((row) => [row.route, row]),
  );
  it.each([...forms.keys()])(
    "leads visitors without a login who send %s an empty form to the landing page",
    async (name) => {
      const row = { ...(forms.get(name) ?? expect.fail()), body: () => ({}) };
      const [seen] = await sweep.record(row, readers, "cookie", ["nobody"]);
      expect([seen?.answer, seen?.trips]).toEqual(["/", 0]);
    },
  );

  describe("of requests that change nothing", () => {
    let before: Map<string, string>;
    beforeAll(async () => void (before = await databaseDump()));

    it.each(cases.filter(isForReaders))("$title", (one) => expectAsDeclared(one, readers));

    it("leaves the whole database as it was", async () =>
      expect(changedTables(before, await databaseDump())).toEqual([]));
  });

  describe("of requests that change something", () => {
    it.each(cases.filter((one) => !isForReaders(one)))("$title", async (one) =>
      expectAsDeclared(one, await sweep.newCast()),
    );

    it("goes to D1 three times only where nothing was changed and the page says why, which is seldom", () =>
      expect(ALL_ROWS.filter(isRefusedOnAPage).length).toBeLessThanOrEqual(3));
  });
});

describe("a method that a route does not know", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  /** A call's path or a page's file: all rows of one place accept the same methods. */
  const placeOf = (row: Row) => callOf(row)?.path ?? [row.route, ...(isCall(row) ? [row.what] : [])].join();
  const places = new Map(ALL_ROWS.map((row) => [placeOf(row), row]));
  const known = (place: string) => ALL_ROWS.filter((row) => placeOf(row) === place).map(({ method = "GET" }) => method);

  it("is 405 and changes nothing, for any caller", async () => {
    const { people, things } = readers;
    const before = await databaseDump();
    for (const [place, row] of places) {
      // An action accepts every method that is not a read; API calls check the method themselves.
      if (row.what === "nothing" || (!isCall(row) && routes[`routes/${row.route}`]?.module.action)) continue;
      for (const method of METHODS.filter((one) => one !== "GET" || isCall(row))) {
        if (known(place).includes(method as "GET")) continue;
        for (const asker of [null, people.owner]) {
          const headers = new Headers(asker ? { Authorization: `Bearer ${asker.token}`, Cookie: asker.cookie } : {});
          const { status } = await app.ask(row.path({ asker, things }), { method, headers });
          // Neither of them is told that there is a console.
          expect(status, `${method} ${place}`).toBe(row.route.startsWith("operator.") ? 404 : 405);
        }
      }
    }
    expect(changedTables(before, await databaseDump())).toEqual([]);
  });
});

it("no statement of all these requests goes through a table that grows", async () => {
  const bad: string[] = [];
  for (const one of sweep.statements.values()) {
    const scans = await scansOf(env.DB, one);
    if (scans.length > 0) bad.push(`${scans.join("; ")} <- ${one.query.replace(/\s+/g, " ").slice(0, 200)}`);
  }
  expect(sweep.statements.size).toBeGreaterThan(150);
  expect(bad).toEqual([]);
});

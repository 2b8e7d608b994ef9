import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CALLS } from "~/api/calls";
import { createTestContext } from "../support/context";
import { openApp, PROVIDER_PAGES } from "../support/serve-app";
import { ROUTE_NAMES, routes } from "../support/server-build";
import type { Answer, Row } from "./support/access-rows";
import { CALL_ROWS } from "./support/call-rows";
import { type Cast, ENDED, makeCast, type Role, ROLES } from "./support/cast";
import { changedTables, databaseDump } from "./support/digest";
import { AUDIT_ROWS } from "./support/audit-rows";
import { WATCH_ROWS } from "./support/watch-rows";
import { PAGE_ROWS } from "./support/page-rows";
import { isCall, requestInit, titleOf } from "./support/request-of";

// Every route file and every API call, requested through the Worker's entry by every role, for their own things and for
// other people's. A refused request leaves no trace in the database.

const ROWS = [...PAGE_ROWS, ...CALL_ROWS, ...WATCH_ROWS, ...AUDIT_ROWS];
const callOf = (row: Row) => CALLS.find(({ operationId }) => operationId === row.call);
const app = openApp();
const context = createTestContext();
const quiet = vi.spyOn(console, "log");
/** The cast for rows that change nothing. */
let readers: Cast;
beforeAll(async () => {
  quiet.mockReturnValue(undefined);
  readers = await makeCast(app, context);
});
afterAll(() => quiet.mockRestore());

function verdict(answered: { status: number; location: string | null }, cast: Cast): Answer {
  const { status, location } = answered;
  if (location === null || status < 300 || status >= 400) return status;
  if (location.startsWith(`${PROVIDER_PAGES}/`)) return "provider";
  const { paymentId, withdrawalId, ownerId, requestId, certificateId, openCaskId, stakeId } = cast.things;
  if (location.startsWith("/customer-support?request=")) return "/customer-support?request=NUMBER";
  return location
    .replace(certificateId, "CERTIFICATE")
    .replace(requestId, "REQUEST")
    .replace(paymentId, "PAYMENT")
    .replace(withdrawalId, "WITHDRAWAL")
    .replace(openCaskId, "CASK")
    .replace(stakeId, "STAKE")
    .replace(ownerId, "OWNER");
}

const cases = ROWS.flatMap((row) =>
  (isCall(row) ? (["cookie", "token"] as const) : (["cookie"] as const)).map((way) => ({
    title: `${titleOf(row)} (${way})`,
    row,
    way,
  })),
);

describe("the authorisation matrix", () => {
  it("has a row for every route file: to read if it has a loader or a page, to write if it has an action", () => {
    const sends = (row: Row) => row.method !== undefined && row.method !== "GET";
    expect([...new Set(ROWS.map(({ route }) => route))].sort()).toEqual([...ROUTE_NAMES].sort());
    for (const name of ROUTE_NAMES) {
      const module = routes[`routes/${name}`]?.module;
      const rows = ROWS.filter(({ route }) => route === name);
      if (rows.some(isCall)) continue;
      if (module?.action) expect(rows.some(sends), `${name} has an action and no row for it`).toBe(true);
      if (module?.loader || module?.default)
        expect(
          rows.some((row) => !sends(row)),
          `${name} has no row`,
        ).toBe(true);
    }
  });

  it("has a row for every call, by its own method and address", () => {
    const rows = ROWS.filter(({ call }) => call !== undefined);
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(CALLS.map((one) => one.operationId).sort());
    for (const row of rows) {
      const { method, path } = callOf(row) ?? {};
      expect(row.method ?? "GET", titleOf(row)).toBe(method);
      const [asked] = row.path({ asker: readers.people.owner, things: readers.things }).split("?");
      expect(asked, titleOf(row)).toMatch(new RegExp(`^${path?.replace(/\{\w+\}/g, "[^/]+")}$`));
    }
  });

  it.each(cases)("$title", async ({ row, way }) => {
    const cast = row.writes ? await makeCast(app, context) : readers;
    const marking: readonly Role[] = row.writes ?? [];
    const answers: Record<string, Answer> = {};
    const askAs = async (role: Role): Promise<number> => {
      const asker = cast.people[role];
      const writtenBefore = app.trips.rowsWritten;
      const answered = await app.ask(row.path({ asker, things: cast.things }), requestInit(row, cast, asker, way));
      await app.settled();
      answers[role] = verdict(answered, cast);
      return app.trips.rowsWritten - writtenBefore;
    };
    const before = await databaseDump();
    for (const role of ROLES.filter((one) => !marking.includes(one))) {
      const written = await askAs(role);
      if (!row.counted) expect(written, role).toBe(0);
    }
    const changed = changedTables(before, await databaseDump());
    expect(changed.filter((table) => !(row.counted && table === "counters"))).toEqual([]);
    for (const role of marking) expect(await askAs(role), role).toBeGreaterThan(0);
    expect(answers).toEqual({ ...row.answers, ...(way === "cookie" && row.byCookie) });
  });
});

describe("a method that a route does not know", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  /** A call's path or a page's file: all rows of one place accept the same methods. */
  const placeOf = (row: Row) => callOf(row)?.path ?? [row.route, ...(isCall(row) ? [row.what] : [])].join();
  const places = new Map(ROWS.map((row) => [placeOf(row), row]));
  const known = (place: string) => ROWS.filter((row) => placeOf(row) === place).map(({ method = "GET" }) => method);

  it("is 405 and changes nothing, whoever asks", async () => {
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

describe("pages requested as data only", () => {
  const pages = PAGE_ROWS.filter(({ route, method }) => !method && routes[`routes/${route}`]?.module.loader);

  it.each(pages.map((row) => ({ title: titleOf(row), row })))(
    "$title: nothing for an ended session",
    async ({ row }) => {
      const cast = row.writes ? await makeCast(app, context) : readers;
      for (const role of ["nobody", ...ENDED, "stranger"] as const) {
        const asker = cast.people[role];
        const path = row.path({ asker, things: cast.things });
        const data = `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(`routes/${row.route}`)}`;
        const writtenBefore = app.trips.rowsWritten;
        const { status, headers, location } = await app.ask(data, requestInit(row, cast, asker, "cookie"));
        const led = headers.get("X-Remix-Redirect");
        expect(verdict({ status: led ? 302 : status, location: led ?? location }, cast), role).toBe(row.answers[role]);
        if (!row.writes?.includes(role)) expect(app.trips.rowsWritten).toBe(writtenBefore);
      }
    },
  );
});

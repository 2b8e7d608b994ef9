import { beforeEach, describe, expect, it } from "vitest";
import type { DeskDoor } from "~/areas/buying/desk/desk-door";
import { putCask, signIn, type Person } from "../../support/people";
import { openShop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { meetsAllOf } from "./support/documented";

const { context } = openShop();
let [person, caskId, token] = [undefined as Person | undefined, "", ""];
meetsAllOf(["getLine"]);

beforeEach(async () => {
  person = await signIn(context);
  token = await tokenOf(context, person);
  caskId = await putCask(context);
});

/** A desk that says this to the caller, and nothing about anybody else. */
function deskThatSays(now: Awaited<ReturnType<DeskDoor["place"]>>): DeskDoor {
  const place: DeskDoor["place"] = async (asked, { userId }) =>
    asked === caskId && userId === person?.userId ? now : { is: "none" };
  return {
    place,
    ask: () => Promise.resolve({ is: "away" }),
    keep: () => Promise.resolve(null),
    leave: () => Promise.resolve(true),
    tally: () => Promise.resolve(null),
  };
}

const ask = (now: Parameters<typeof deskThatSays>[0] | null) =>
  call(context, "GET", `/api/cask/${caskId}/line`, { token, context: { desk: now && deskThatSays(now) } });

const nothing = { place: null, paused: false, until: null, ticket: null, why: null };

describe("the line of a cask", () => {
  it("says the caller's place and asks the database once", async () => {
    const told = await ask({ is: "in-line", place: 14 });
    expect(told).toMatchObject({ status: 200, trips: 1 });
    expect(told.body).toEqual({ status: true, data: { ...nothing, state: "in-line", place: 14 } });
    const paused = { ...nothing, state: "in-line", place: 14, paused: true };
    expect((await ask({ is: "in-line", place: 14, paused: true })).body.data).toEqual(paused);
  });

  it("says whose turn it is and until when, and why a line is over", async () => {
    const untilMs = Date.parse("2026-12-01T12:03:00Z");
    const called = { ...nothing, state: "called", until: "2026-12-01T12:03:00.000Z" };
    expect((await ask({ is: "called", untilMs })).body.data).toEqual(called);
    const over = { ...nothing, state: "over", why: "sold-out" };
    expect((await ask({ is: "over", why: "sold-out" })).body.data).toEqual(over);
    expect((await ask(null)).body.data.state).toBe("none");
  });

  it("says when places are drawn, and the caller's number", async () => {
    const drawnAtMs = Date.parse("2026-12-01T00:01:00Z");
    const gathered = { ...nothing, state: "gathered", until: "2026-12-01T00:01:00.000Z", ticket: "5ad3" };
    expect((await ask({ is: "gathered", ticket: "5ad3", drawnAtMs })).body.data).toEqual(gathered);
  });

  it("is to be asked again where the desk does not answer: places are kept", async () => {
    const told = await ask({ is: "away" });
    expect([told.status, told.headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});

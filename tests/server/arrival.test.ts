import { describe, expect, it } from "vitest";
import type { Claim } from "~/areas/buying/desk/desk-terms";
import { nextArrival } from "~/server/clock";
import { createTestContext } from "../support/context";
import { formPost, putCask, signIn } from "../support/people";
import { keepLogQuiet } from "../support/quiet-log";
import { openApp } from "../support/serve-app";

// Who came first at a cask's desk: when the whole of a request was here.

const context = createTestContext();
keepLogQuiet();

describe("when requests reached the app", () => {
  it("is another time for each, also within a millisecond, and in their order", () => {
    const times = Array.from({ length: 2_000 }, nextArrival);
    expect(new Set(times).size).toBe(times.length);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it("is not when one began whose body was held back", async () => {
    const claims: Claim[] = [];
    const ask = (claim: Claim) => Promise.resolve((claims.push(claim), { is: "busy" }));
    const app = openApp({ DESK: { idFromName: (name: string) => name, get: () => ({ ask }) } });
    const caskId = await putCask(context);
    const [early, late] = await Promise.all([signIn(context), signIn(context)]);
    const fields = { paymentMode: "Bank", cask: caskId, full_name: "Asha Rao" };
    const held = formPost("http://localhost:8787/stripe-secure", early.cookie, fields);
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const begun = app.send(new Request(held.url, { method: "POST", headers: held.headers, body: body.readable }));
    await scheduler.wait(20);
    await app.send(formPost("http://localhost:8787/stripe-secure", late.cookie, fields));
    await held.body?.pipeTo(body.writable);
    await begun;
    const [first, second] = [...claims].sort((one, other) => one.reachedAtMs - other.reachedAtMs);
    expect([first?.session.userId, second?.session.userId]).toEqual([late.userId, early.userId]);
  });
});

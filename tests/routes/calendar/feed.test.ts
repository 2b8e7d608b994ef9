// The feed as a calendar program reads it: parsed by a library of calendar programs, polled, and gone once it was stopped.
import ICAL from "ical.js";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { unwatchCask, watchCask } from "~/areas/casks/watching/watch-cask";
import { createTestContext } from "../../support/context";
import { giveRipeStake, giveStake } from "../../support/holdings";
import { openSession } from "../../support/open-session";
import { type Person, putCask, signIn, signInAs } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { planReturn, requestReturn } from "../../support/withdrawals";
import { keepLogQuiet } from "../../support/quiet-log";

const app = openApp();
const context = createTestContext();
const { db } = context;
keepLogQuiet();

let person: Person;
beforeEach(async () => {
  person = await signIn(context);
  await db.run(sql`UPDATE users SET full_name = 'Zephyrine Quill' WHERE id = ${person.userId}`);
});

const page = async (who = person) => (await app.ask("/calendar", { headers: { Cookie: who.cookie } })).text;
const post = (fields: Record<string, string>, who = person) =>
  app.ask("/calendar", {
    method: "POST",
    headers: { Cookie: who.cookie, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const askedAt = (text: string) => /name="asked_at" value="(\d+)"/.exec(text)?.[1] ?? "";
const addressIn = (text: string) => /http[^"]*\/calendar\/[0-9a-f]{64}\.ics/.exec(text)?.[0] ?? "";

async function make(who = person): Promise<string> {
  // Each page is drawn later than the one before.
  await scheduler.wait(3);
  const made = await post({ intent: "make", asked_at: askedAt(await page(who)) }, who);
  expect(made.status).toBe(200);
  return addressIn(made.text);
}

let networks = 0;
const read = (address: string, headers: Record<string, string> = {}) =>
  app.ask(new URL(address).pathname, {
    headers: { "CF-Connecting-IP": `198.51.100.${(networks += 1) % 250}`, ...headers },
  });

type Entry = { uid: string; summary: string; start: string; isDate: boolean };
function entriesOf(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.name).toBe("vcalendar");
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const { uid, summary, startDate } = new ICAL.Event(one);
    return { uid, summary, start: startDate.toJSDate().toISOString(), isDate: startDate.isDate };
  });
}

describe("the feed", () => {
  it("has the ends of cycles, the closings of own casks and the ends of waits, and no names", async () => {
    const caskId = await putCask(context, { name: "Loch Ardel; Hogshead, 3", totalStakes: 60, closesInDays: 20 });
    const { purchasedAtMs } = await giveRipeStake(context, person, caskId);
    await giveStake(context, person, caskId);
    const plan = await planReturn(context, person.userId);
    if (!plan) throw new Error("nothing to withdraw");
    await requestReturn(context, { userId: person.userId, plan });
    const [open] = await db.all<{ fromMs: number }>(
      sql`SELECT payable_from_ms AS fromMs FROM withdrawals WHERE user_id = ${person.userId}`,
    );
    const [cask] = await db.all<{ on: string }>(sql`SELECT closes_on AS "on" FROM casks WHERE id = ${caskId}`);
    const answer = await read(await make());
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    const entries = entriesOf(answer.text).map(({ summary, start, isDate }) => [
      summary,
      isDate ? start.slice(0, 10) : start,
    ]);
    const [first, second] = [dateOf(purchasedAtMs), dateOf(context.nowMs())];
    expect(entries).toEqual([
      ["Cycle 1 ends: stake 1 of 60, Loch Ardel; Hogshead, 3", addMonths(first, 24)],
      ["Cycle 2 ends: stake 1 of 60, Loch Ardel; Hogshead, 3", addMonths(first, 48)],
      ["Cycle 1 ends: stake 2 of 60, Loch Ardel; Hogshead, 3", addMonths(second, 24)],
      ["Last day to buy a stake in Loch Ardel; Hogshead, 3", cask?.on],
      [
        "Withdrawal can be paid: Loch Ardel; Hogshead, 3",
        new Date(Math.floor((open?.fromMs ?? 0) / 1000) * 1000).toISOString(),
      ],
    ]);
    for (const secret of ["Zephyrine", person.email, person.userId, "Sample Bank", "4242", "104"])
      expect(answer.text).not.toContain(secret);
    const uids = entriesOf(answer.text).map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(uids.length);
  });

  it("has the closing of each watched cask, once even if stakes of it are held too, and not once it is unwatched", async () => {
    const watched = await putCask(context, { name: "Watched Barrel", closesInDays: 33 });
    const both = await putCask(context, { name: "Held and Watched", closesInDays: 44 });
    await giveStake(context, person, both);
    const session = openSession(context, person.userId);
    for (const caskId of [watched, both]) expect(await watchCask(context, session, caskId)).toEqual({ ok: true });
    const other = await signIn(context);
    const theirs = await putCask(context, { name: "Watched by somebody else" });
    await watchCask(context, openSession(context, other.userId), theirs);
    const address = await make();
    const closings = async () =>
      entriesOf((await read(address)).text)
        .filter(({ uid }) => uid.startsWith("closes-"))
        .map(({ summary, start, isDate }) => [summary.split(" in ")[1], start.slice(0, 10), isDate])
        .sort();
    const day = (days: number) => addDays(dateOf(context.nowMs()), days);
    expect(await closings()).toEqual([
      ["Held and Watched", day(44), true],
      ["Watched Barrel", day(33), true],
    ]);
    await unwatchCask(context, session, watched);
    expect((await closings()).map(([name]) => name)).toEqual(["Held and Watched"]);
  });

  it("is never cached on the way, and not sent again to clients that have it", async () => {
    const address = await make();
    const first = await read(address);
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(first.headers.get("X-Robots-Tag")).toBe("noindex");
    const tag = first.headers.get("ETag") ?? "";
    expect((await read(address, { "If-None-Match": tag })).status).toBe(304);
    await giveStake(context, person, await putCask(context));
    const later = await read(address, { "If-None-Match": tag });
    expect([later.status, later.headers.get("ETag") === tag]).toEqual([200, false]);
  });

  it("takes one round trip and changes nothing", async () => {
    const address = await make();
    const [trips, written] = [app.trips.count, app.trips.rowsWritten];
    await read(address);
    expect([app.trips.count - trips, app.trips.rowsWritten - written]).toEqual([1, 0]);
  });

  it("is slowed down for one address and for one network, and says when to try again", async () => {
    const address = await make();
    for (let times = 0; times < 60; times += 1) expect((await read(address)).status).toBe(200);
    const refused = await read(address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const from = { "CF-Connecting-IP": "203.0.113.200" };
    const guess = () => app.ask(`/calendar/${"0".repeat(63)}x.ics`, { headers: from });
    for (let times = 0; times < 600; times += 1) await guess();
    expect((await guess()).status).toBe(429);
  });
});

describe("the address", () => {
  it("is shown once, cannot be read from the database, and is the same for a second tap", async () => {
    const asked_at = askedAt(await page());
    const [first, second] = [await post({ intent: "make", asked_at }), await post({ intent: "make", asked_at })];
    const address = addressIn(first.text);
    expect(address).not.toBe("");
    expect(addressIn(second.text)).toBe(address);
    expect(addressIn(await page())).toBe("");
    const [row] = await db.all<{ mark: string }>(
      sql`SELECT secret_hash AS mark FROM calendar_feeds WHERE user_id = ${person.userId}`,
    );
    expect(row?.mark).toMatch(/^[0-9a-f]{64}$/);
    expect(address).not.toContain(row?.mark);
    expect((await read(`${ORIGIN}/calendar/${row?.mark}.ics`)).status).toBe(404);
  });

  it("that is recreated replaces the old one, and an older page brings nothing back", async () => {
    const old = askedAt(await page());
    const first = await make();
    const second = await make();
    expect(second).not.toBe(first);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await post({ intent: "make", asked_at: old })).location).toBe("/calendar");
    expect((await read(second)).status).toBe(200);
  });

  it("stops at once and permanently, however often the button is pressed", async () => {
    const before = askedAt(await page());
    const address = await make();
    for (let times = 0; times < 2; times += 1) expect((await post({ intent: "revoke" })).location).toBe("/calendar");
    expect((await read(address)).status).toBe(404);
    expect((await post({ intent: "make", asked_at: before })).location).toBe("/calendar");
    expect((await read(address)).status).toBe(404);
    expect(await page()).toContain("You have no calendar link yet.");
  });

  it("is made only by a page that was shown, and only for its viewer", async () => {
    for (const asked_at of ["", "x", "1", String(Date.now() + 600_000), String(Date.now() - 2 * 3_600_000)])
      expect((await post({ intent: "make", asked_at })).location).toBe("/calendar");
    const other = await signIn(context);
    const asked_at = askedAt(await page());
    expect(addressIn((await post({ intent: "make", asked_at })).text)).not.toBe(
      addressIn((await post({ intent: "make", asked_at }, other)).text),
    );
  });

  it("no longer answers once its account is suspended or closed", async () => {
    const address = await make();
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`);
    expect((await read(address)).status).toBe(404);
  });

  it("stops working with 'Log out everywhere', as its page says; an old page brings it not back", async () => {
    const address = await make();
    const asked = askedAt(await page());
    expect((await read(address)).status).toBe(200);
    expect(await page()).toContain("or log out everywhere");
    const out = await app.ask("/logout", {
      method: "POST",
      headers: { Cookie: person.cookie, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" },
      body: "intent=everywhere",
    });
    expect(out.location).toBe("/#signed-out-everywhere");
    expect((await read(address)).status).toBe(404);
    await db.run(sql`UPDATE users SET session_epoch = 0 WHERE id = ${person.userId}`);
    person.cookie = await signInAs(context, person.userId);
    expect(addressIn((await post({ intent: "make", asked_at: asked })).text)).toBe("");
  });
});

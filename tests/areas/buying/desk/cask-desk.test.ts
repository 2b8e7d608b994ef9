import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { OFFER_MS } from "~/areas/buying/desk/desk-terms";
import { action as pay, loader as offer } from "~/routes/stripe-secure/route";
import { addDays, dateOf } from "~/domain/calendar-date";
import { commitmentOf, drawOrder, ticketOf } from "~/domain/first-minute";
import { writeDraws } from "~/areas/proof/publishing/inside/write-draws";
import { sha256 } from "~/server/sha256";
import { openDeskDoor } from "~/server/desk-door";
import { expectInvariants } from "../../../support/invariants";
import { formPost, type Person, putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

// Buyers, through the page's own action, at the desk as it is deployed: an object with its own SQLite, on the same database.

const DAY_MS = 86_400_000;
const shop = openShop();
const { context } = shop;
const desk = openDeskDoor(env.CASK_DESKS, context);
afterEach(() => vi.useRealTimers());

const stubOf = (caskId: string) => env.CASK_DESKS.get(env.CASK_DESKS.idFromName(caskId));
async function placeOf(caskId: string, { userId }: Person) {
  const [session] = await context.db.all<{ idHash: string }>(
    sql`SELECT id_hash AS idHash FROM sessions WHERE user_id = ${userId}`,
  );
  return desk?.place(caskId, { idHash: session?.idHash ?? "", userId });
}
const ring = (caskId: string) => runDurableObjectAlarm(stubOf(caskId));
const alarmOf = (caskId: string) => runInDurableObject(stubOf(caskId), (_, { storage }) => storage.getAlarm());

async function caught(answer: Promise<Response>): Promise<Response> {
  return answer.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
}

/** Presses the button of a page that was just shown, or of an old one. */
async function press(person: Person, caskId: string, { mode = "Bank", fresh = true, at = desk } = {}) {
  const next = context.next({ desk: at });
  const url = `http://localhost:8787/stripe-secure?cask=${caskId}`;
  const claim = fresh ? await shownClaim(person, caskId) : undefined;
  const fields = { paymentMode: mode, cask: caskId, full_name: "Asha Rao", ...(claim ? { claim } : {}) };
  const args = { request: formPost(url, person.cookie, fields), context: next, params: {} };
  const { status, headers } = await caught(pay(args));
  return { status, location: headers.get("Location"), retryAfter: headers.get("Retry-After"), trips: next.trips.count };
}

async function shownClaim(person: Person, caskId: string): Promise<string> {
  const headers = { Cookie: person.cookie };
  const request = new Request(`http://localhost:8787/stripe-secure?cask=${caskId}`, { headers });
  const page = await (await offer({ request, context: context.next(), params: {} })).json();
  return (page as { claim: string }).claim;
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => signIn(context)));
const isHeld = ({ location }: { location: string | null }) =>
  location?.startsWith("https://checkout.example/") === true;
const lineOf = (caskId: string) => `/line?cask=${caskId}`;
/** What comes back is looked for once some time has passed; an alarm of its own may have rung just before. */
async function ringUntil(caskId: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let rings = 0; rings < 20 && !(await isDone()); rings++) {
    vi.setSystemTime(Date.now() + 1_000);
    await ring(caskId);
  }
}

describe("a cask's desk", () => {
  it("on an ordinary day costs a purchase no trip, with the page's field or without, and rings for nobody", async () => {
    const caskId = await putCask(context);
    const [one, other, third] = (await people(3)) as [Person, Person, Person];
    const there = [await press(one, caskId), await press(other, caskId, { fresh: false })];
    const before = await press(third, caskId, { at: null });
    // The start's own trip is made by the desk.
    expect(there.map(({ trips }) => trips + 1)).toEqual([before.trips, before.trips]);
    expect(there.every(isHeld)).toBe(true);
    expect(await alarmOf(caskId)).toBeNull();
    await expectInvariants(context.db);
  });

  it("gives the stakes to those who came first, and the others places in line that survive the object", async () => {
    const caskId = await putCask(context, { totalStakes: 2 });
    const all = (await people(5)) as [Person, Person, Person, Person, Person];
    const answers = [];
    for (const person of all) answers.push(await press(person, caskId));
    expect(answers.map(isHeld)).toEqual([true, true, false, false, false]);
    expect(answers[4]).toMatchObject({ status: 303, location: lineOf(caskId), trips: 0 });
    await runInDurableObject(stubOf(caskId), (_, state) => state.abort("killed")).catch(() => undefined);
    expect(await placeOf(caskId, all[4])).toEqual({ is: "in-line", place: 3 });
    // Another way to pay, while others wait.
    expect(isHeld(await press(all[0], caskId, { mode: "Crypto" }))).toBe(true);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 2, held: 2 });
    await expectInvariants(context.db);
  });

  it("keeps the checkouts of many who buy at once together, and each is shown their own", async () => {
    const caskId = await putCask(context, { totalStakes: 30 });
    const answers = await Promise.all((await people(30)).map((person) => press(person, caskId)));
    expect(answers.every(isHeld)).toBe(true);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(30);
    // Most of them asked the database nothing themselves.
    expect(answers.filter(({ trips }) => trips === 0).length).toBeGreaterThan(10);
    const [open] = await context.db.all<{ count: number }>(
      sql`SELECT count(DISTINCT provider_session_id) AS count FROM payments WHERE cask_id = ${caskId} AND state = 'open'`,
    );
    expect(open?.count).toBe(30);
    await expectInvariants(context.db);
  });

  it("offers what comes back to the first of the line, by its own alarm, for three minutes", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const [holder, first, second] = (await people(3)) as [Person, Person, Person];
    for (const person of [holder, first, second]) await press(person, caskId);
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${holder.userId}`);
    await ringUntil(caskId, async () => (await placeOf(caskId, first))?.is === "called");
    const called = await placeOf(caskId, first);
    expect(called).toMatchObject({ is: "called" });
    expect((called?.is === "called" ? called.untilMs : 0) - Date.now()).toBeLessThanOrEqual(OFFER_MS);
    const told = await context.db.all<{ notice: string; subject: string }>(
      sql`SELECT notice, subject_id AS subject FROM outbox WHERE notice LIKE 'line-%'`,
    );
    expect(told).toMatchObject([{ notice: "line-called" }]);
    expect(told[0]?.subject).toContain(`${caskId}:${first.userId}`);
    expect((await press(second, caskId)).location).toBe(lineOf(caskId));
    expect(isHeld(await press(first, caskId))).toBe(true);
    expect(await placeOf(caskId, second)).toEqual({ is: "in-line", place: 1 });
    expect(await alarmOf(caskId)).not.toBeNull();
  });

  it("tells everybody in line when the cask closes, and rings no more", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const [holder, first, second] = (await people(3)) as [Person, Person, Person];
    for (const person of [holder, first, second]) await press(person, caskId);
    await context.db.run(sql`UPDATE casks SET closes_on = ${addDays(dateOf(Date.now()), -1)} WHERE id = ${caskId}`);
    await ringUntil(caskId, async () => (await placeOf(caskId, second))?.is === "over");
    expect(await placeOf(caskId, second)).toEqual({ is: "over", why: "closed" });
    const [told] = await context.db.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM outbox WHERE notice = 'line-over' AND subject_id LIKE ${`line-over:${caskId}%`}`,
    );
    expect(told?.count).toBe(2);
    // Once more, to confirm the session that has just looked.
    await ring(caskId);
    expect(await alarmOf(caskId)).toBeNull();
  });

  it("once there is a line, asks the database only about an account of which it is told nothing", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const [holder, first, late] = (await people(3)) as [Person, Person, Person];
    for (const person of [holder, first]) await press(person, caskId);
    const newcomer = await signIn(context, { activated: false });
    const offerPage = `/stripe-secure?cask=${caskId}`;
    expect(await press(newcomer, caskId, { fresh: false })).toMatchObject({ location: offerPage, trips: 1 });
    expect(await press(newcomer, caskId)).toMatchObject({ location: offerPage, trips: 0 });
    expect(await placeOf(caskId, newcomer)).toEqual({ is: "none" });
    expect(await press(late, caskId)).toMatchObject({ location: lineOf(caskId), trips: 0 });
  });

  it("gives nothing to a session that has ended", async () => {
    const caskId = await putCask(context);
    const [person] = (await people(1)) as [Person];
    await context.db.run(sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${person.userId}`);
    expect((await press(person, caskId, { fresh: false })).location).toBe("/#session-expired");
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
  });
});

describe("a cask whose places are drawn", () => {
  it("nobody has a stake before they are, a dead object or none changes nothing, and the first of the draw is called", async () => {
    const before = context.clock.nowMs;
    const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    // Of the app, and of the object.
    const setClocks = (nowMs: number) => (vi.setSystemTime(nowMs), (context.clock.nowMs = nowMs));
    setClocks(midnight + 1_000);
    const caskId = await putCask(context, { totalStakes: 1, launchesInDays: 0, published: false });
    const seed = "5".repeat(64);
    await context.db.batch([
      context.db.run(sql`INSERT INTO launch_draws (cask_id, seed, chosen_at_ms) VALUES (${caskId}, ${seed}, 1)`),
      context.db.run(
        sql`UPDATE casks SET draw_commitment = ${commitmentOf(seed, sha256)}, state = 'published' WHERE id = ${caskId}`,
      ),
    ]);
    const all = await people(4);
    // Without its desk nobody is served either.
    expect(await press(all[0] as Person, caskId, { at: null })).toMatchObject({ status: 503, retryAfter: "5" });
    for (const person of all) expect((await press(person, caskId)).location).toBe(lineOf(caskId));
    await runInDurableObject(stubOf(caskId), (_, state) => state.abort("killed")).catch(() => undefined);
    for (const { userId } of all)
      expect(await placeOf(caskId, all.find((one) => one.userId === userId) as Person)).toEqual({
        ...{ is: "gathered", ticket: ticketOf(caskId, userId, sha256), drawnAtMs: midnight + 60_000 },
      });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
    setClocks(midnight + 61_000);
    const tickets = all.map(({ userId }) => ticketOf(caskId, userId, sha256));
    const order = drawOrder(seed, tickets, sha256);
    const first = all[tickets.indexOf(order[0] ?? "")] as Person;
    await ringUntil(caskId, async () => (await placeOf(caskId, first))?.is === "called");
    const last = all[tickets.indexOf(order[3] ?? "")] as Person;
    expect(await placeOf(caskId, last)).toEqual({ is: "in-line", place: 4 });
    expect(isHeld(await press(first, caskId))).toBe(true);
    await writeDraws({ db: context.db, proof: env.PROOF }, { ...{ date: "2020-01-01", sinceMs: 0 }, endMs: midnight });
    const path = `audit/draws/${caskId}.json`;
    expect(await (await env.PROOF.get(path))?.json()).toMatchObject({ seed: null, drawn_at: null, order: [] });
    await writeDraws({ db: context.db, proof: env.PROOF }, { ...{ date: "2020-01-01", sinceMs: 0 }, endMs: Infinity });
    expect(await (await env.PROOF.get(path))?.json()).toMatchObject({ seed, order, cask: caskId });
    await expectInvariants(context.db);
    context.clock.nowMs = before;
  });
});

describe("without its desk", () => {
  const failing = (error: Error) => {
    const get = () => ({ ask: () => Promise.reject(error) });
    return openDeskDoor({ idFromName: () => ({}) as DurableObjectId, get }, context);
  };

  it("a cask is sold as before, and a line of the log says so", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const [one, other] = (await people(2)) as [Person, Person];
    const at = failing(new Error("the object is gone"));
    expect(isHeld(await press(one, caskId, { at }))).toBe(true);
    // Who finds no stake has no place in line, so is not told that it is over, but to press again.
    expect(await press(other, caskId, { at })).toMatchObject({ status: 503, retryAfter: "5" });
    expect((await press(other, caskId)).location).toBe(lineOf(caskId));
    expect(context.logged).toContainEqual({
      event: "desk-away",
      fields: expect.objectContaining({ caskId }) as object,
    });
  });

  it("because it has too much to do, nobody goes around it", async () => {
    const caskId = await putCask(context);
    const [person] = (await people(1)) as [Person];
    const at = failing(Object.assign(new Error("overloaded"), { overloaded: true }));
    expect(await press(person, caskId, { at })).toMatchObject({ status: 503, retryAfter: "5", trips: 0 });
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 0 });
  });

  it("lets only so many around it at once: the others are told to come again, and ask the database nothing", async () => {
    const caskId = await putCask(context, { totalStakes: 40 });
    const all = await people(14);
    const at = failing(new Error("the object is gone"));
    const answers = await Promise.all(all.map((person) => press(person, caskId, { at, fresh: false })));
    expect(answers.filter(isHeld)).toHaveLength(10);
    const others = answers.filter((answer) => !isHeld(answer));
    expect(others.map(({ status, retryAfter, trips }) => [status, retryAfter, trips])).toEqual(
      others.map(() => [503, "5", 0]),
    );
    const [late] = await people(1);
    expect(isHeld(await press(late as Person, caskId, { at, fresh: false }))).toBe(true);
  });

  it("because it waits for a database that does not answer, nobody goes around it either", async () => {
    const caskId = await putCask(context);
    const [person] = (await people(1)) as [Person];
    const get = () => ({ ask: () => new Promise(() => undefined) });
    const impatient = { log: context.log, wait: () => scheduler.wait(10) };
    const at = openDeskDoor({ idFromName: () => ({}) as DurableObjectId, get }, impatient);
    expect(await press(person, caskId, { at })).toMatchObject({ status: 503, retryAfter: "5", trips: 0 });
    expect(context.logged).toContainEqual({
      event: "desk-late",
      fields: expect.objectContaining({ caskId }) as object,
    });
  });

  it("finds what the desk had begun when its answer was lost", async () => {
    const caskId = await putCask(context, { totalStakes: 1 });
    const [person] = (await people(1)) as [Person];
    const losing: typeof desk = desk && {
      ...desk,
      ask: async (claim) => (await desk.ask(claim), { is: "away" }),
    };
    expect(isHeld(await press(person, caskId, { at: losing }))).toBe(true);
    expect(await shop.paymentsOf(person)).toHaveLength(1);
  });
});

import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { relayAll } from "../../../support/relay-all";
import { tellOpenings } from "~/areas/notices/tell-openings";
import { tellWatchers } from "~/areas/casks/watching/tell-watchers";
import { unwatchCask, watchCask } from "~/areas/casks/watching/watch-cask";
import { MOST_WATCHED } from "~/areas/casks/watching/watches";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";
import { openApp, ORIGIN } from "../../../support/serve-app";
import { openShop } from "../../../support/shop";
import { keepLogQuiet } from "../../../support/quiet-log";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const app = openApp();
keepLogQuiet();
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 22, 9);

let person: Person;
beforeEach(async () => {
  context.clock.nowMs = START_MS;
  await db.run(sql`DELETE FROM cask_watches`);
  await db.run(sql`DELETE FROM outbox`);
  await db.run(sql`DELETE FROM notice_choices`);
  person = await signIn(context);
  mailer.sent.length = 0;
});

const session = (who = person) => openSession(context, who.userId);
const watch = (caskId: string, who = person) => watchCask(context, session(who), caskId);
const watches = () => db.all(sql`SELECT user_id AS userId, cask_id AS caskId FROM cask_watches`);
const notices = async () =>
  (await db.all<{ id: string }>(sql`SELECT id FROM outbox WHERE notice LIKE 'watched-%' ORDER BY id`)).map(({ id }) =>
    id.replace("send-notice:watched-", ""),
  );
const relay = () => relayAll(shop.settlement);
/** As the timer does it. */
const tick = async () => {
  await tellOpenings(context);
  await tellWatchers(context);
  await relay();
};
const subjects = () => mailer.sent.map(({ subject }) => subject);

describe("watching a cask", () => {
  it("is one row, however often it is asked for, and ends when asked", async () => {
    const caskId = await putCask(context, { launchesInDays: 5 });
    expect(await watch(caskId)).toEqual({ ok: true });
    expect(await watch(caskId)).toEqual({ ok: true });
    expect(await watches()).toEqual([{ userId: person.userId, caskId }]);
    await unwatchCask(context, session(), caskId);
    await unwatchCask(context, session(), caskId);
    expect(await watches()).toEqual([]);
  });

  it("is refused to who is not activated, of drafts, and of what has closed", async () => {
    const newcomer = await signIn(context, { activated: false });
    const caskId = await putCask(context, { launchesInDays: 5 });
    expect(await watch(caskId, newcomer)).toEqual({ ok: false, code: "not-activated" });
    const others = [
      await putCask(context, { launchesInDays: 5, published: false }),
      await putCask(context, { launchesInDays: -30, closesInDays: -1 }),
      "csk_none",
    ];
    for (const other of others) expect(await watch(other)).toEqual({ ok: false, code: "not-watchable" });
    expect(await watches()).toEqual([]);
  });

  it("has a limit: a hundred at most, not counting those that have closed", async () => {
    const [old, caskId] = [await putCask(context, { closesInDays: 1 }), await putCask(context, { closesInDays: 90 })];
    await watch(old);
    for (let number = 1; number < MOST_WATCHED; number++)
      await db.run(
        sql`INSERT INTO cask_watches (user_id, cask_id, created_at_ms) SELECT ${person.userId}, ${await putCask(context, { closesInDays: 90 })}, 1`,
      );
    expect(await watch(caskId)).toEqual({ ok: false, code: "not-watchable" });
    expect(await watch(old)).toEqual({ ok: true });
    context.clock.nowMs += 2 * DAY_MS;
    expect(await watch(caskId)).toEqual({ ok: true });
    expect(await watches()).toHaveLength(MOST_WATCHED);
  });
});

describe("a watched cask", () => {
  it("is told once when it opens and once three days before it closes, however often the timer runs", async () => {
    const caskId = await putCask(context, { name: "Seen Butt", launchesInDays: 2, closesInDays: 30 });
    await watch(caskId);
    await tick();
    expect(subjects()).toEqual([]);
    context.clock.nowMs = START_MS + 2 * DAY_MS;
    for (let times = 0; times < 3; times++) await tick();
    expect(subjects()).toEqual(["Seen Butt is open"]);
    expect(mailer.sent[0]).toMatchObject({ to: person.email });
    expect(mailer.sent[0]?.text).toContain(`${context.origin}/cask-information?cask=${caskId}`);
    expect(mailer.sent[0]?.text).toContain("Your capital is at risk.");
    expect(mailer.sent[0]?.unsubscribeUrl).toContain("/notices/stop/");
    context.clock.nowMs = START_MS + 26 * DAY_MS;
    await tick();
    expect(subjects()).toHaveLength(1);
    context.clock.nowMs = START_MS + 27 * DAY_MS;
    for (let times = 0; times < 3; times++) await tick();
    expect(subjects()).toEqual(["Seen Butt is open", "Seen Butt closes on 22 Dec 2026"]);
    expect(await notices()).toEqual([`closes:${caskId}:${person.userId}`, `opens:${caskId}:${person.userId}`]);
  });

  it("that was open already is told only before it closes, and not at all if that is now", async () => {
    const [open, closing] = [await putCask(context, { closesInDays: 10 }), await putCask(context, { closesInDays: 2 })];
    await watch(open);
    await watch(closing);
    await tick();
    expect(await notices()).toEqual([]);
    context.clock.nowMs += 8 * DAY_MS;
    await tick();
    expect(await notices()).toEqual([`closes:${open}:${person.userId}`]);
  });

  it("is not told again to a person who stops watching and starts again", async () => {
    const caskId = await putCask(context, { launchesInDays: 1, closesInDays: 30 });
    await watch(caskId);
    context.clock.nowMs += DAY_MS;
    await tick();
    await db.run(sql`DELETE FROM outbox`);
    await unwatchCask(context, session(), caskId);
    await watch(caskId);
    await tick();
    expect(subjects()).toHaveLength(1);
  });

  it("is told a day late if the timer did not run, and not at all once it has closed", async () => {
    const [late, gone] = [
      await putCask(context, { name: "Late", launchesInDays: 1, closesInDays: 20 }),
      await putCask(context, { name: "Gone", launchesInDays: 1, closesInDays: 2 }),
    ];
    await watch(late);
    await watch(gone);
    context.clock.nowMs += 4 * DAY_MS;
    await tick();
    expect(subjects()).toEqual(["Late is open"]);
  });

  it("is told once, even if the mail fails, the run stops half-way, or a watcher leaves in between", async () => {
    const [caskId, other] = [
      await putCask(context, { name: "Failing", launchesInDays: 1 }),
      await putCask(context, { name: "Dropped", launchesInDays: 1 }),
    ];
    await watch(caskId);
    await watch(other);
    context.clock.nowMs += DAY_MS;
    // The timer stopped after this; the next one finds the rows in the outbox.
    await tellWatchers(context);
    expect(await notices()).toHaveLength(2);
    await unwatchCask(context, session(), other);
    const broken = vi.spyOn(mailer, "send").mockRejectedValueOnce(new Error("down"));
    await relay();
    expect(subjects()).toEqual([]);
    broken.mockRestore();
    context.clock.nowMs += 3_600_000;
    await tick();
    await tick();
    expect(subjects()).toEqual(["Failing is open"]);
  });

  it("is told to many in bounded steps, each once and none left out", async () => {
    const caskId = await putCask(context, { launchesInDays: 1 });
    for (let number = 0; number < 7; number++) await watch(caskId, await signIn(context));
    context.clock.nowMs += DAY_MS;
    const counts: number[] = [];
    for (let run = 0; run < 4; run++) {
      await tellWatchers(context, 3);
      counts.push((await notices()).length);
    }
    expect(counts).toEqual([3, 6, 7, 7]);
  });

  it("is told by the mail about all openings to who asked for those, and never to who switched it off", async () => {
    const [all, off] = [await signIn(context), await signIn(context)];
    const caskId = await putCask(context, { name: "Twice", launchesInDays: 1 });
    for (const who of [all, off]) await watch(caskId, who);
    await db.run(sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES
      (${all.userId}, 'launches', 1, 1), (${off.userId}, 'watching', 0, 1)`);
    context.clock.nowMs += DAY_MS;
    await tick();
    const about = mailer.sent.filter(({ subject }) => subject.startsWith("Twice"));
    expect(about.map(({ to, subject }) => [to, subject])).toEqual([[all.email, "Twice opens today"]]);
  });

  it("is told neither to a suspended account, nor to one that is no longer activated, nor when it is sold out", async () => {
    const people = [await signIn(context), await signIn(context), person];
    const [caskId, full] = [
      await putCask(context, { launchesInDays: 1 }),
      await putCask(context, { launchesInDays: 1, totalStakes: 1 }),
    ];
    for (const who of people.slice(0, 2)) await watch(caskId, who);
    await watch(full);
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${people[0]?.userId}`);
    await db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${people[1]?.userId}`);
    await db.run(sql`UPDATE casks SET sold_stakes = 1 WHERE id = ${full}`);
    context.clock.nowMs += DAY_MS;
    await tick();
    expect(await notices()).toHaveLength(3);
    expect(subjects()).toEqual([]);
  });
});

describe("the form", () => {
  const send = (fields: Record<string, string>, who = person) =>
    app.ask("/watch", {
      method: "POST",
      headers: { Cookie: who.cookie, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });

  it("leads back to where it was sent from, the second tap too", async () => {
    context.clock.nowMs = Date.now();
    person = await signIn(context);
    const caskId = await putCask(context, { launchesInDays: 3 });
    for (let taps = 0; taps < 2; taps++) {
      const answer = await send({ cask: caskId, intent: "watch" });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/cask-information?cask=${caskId}#watch`]);
    }
    expect(await watches()).toHaveLength(1);
    const list = { from: "list", kind: "whisky", sort: "price" };
    const back = await send({ cask: caskId, intent: "unwatch", ...list });
    expect(back.headers.get("Location")).toBe(`/invest?kind=whisky&sort=price#cask-${caskId}`);
    expect(await watches()).toEqual([]);
    const page = async () => (await app.ask("/invest", { headers: { Cookie: person.cookie } })).text;
    expect(await page()).toContain('aria-label="Watch Test Hogshead"');
    await send({ cask: caskId, intent: "watch" });
    expect(await page()).toContain('aria-label="Stop watching Test Hogshead"');
  });

  it("says why a cask cannot be watched, and leads nowhere else", async () => {
    context.clock.nowMs = Date.now();
    const newcomer = await signIn(context, { activated: false });
    const caskId = await putCask(context, { launchesInDays: 3 });
    const refused = await send({ cask: caskId, intent: "watch" }, newcomer);
    expect(refused.status).toBe(303);
    expect(refused.headers.get("Set-Cookie")).toContain("toast=");
    const odd = await send({ cask: "//evil.example", intent: "watch", from: "https://evil.example" }, newcomer);
    expect(odd.headers.get("Location")).toBe("/invest#cask-");
  });
});

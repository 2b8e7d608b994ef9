// While a cask launches thousands look at it and at the list: from memory, some seconds old, without anything of the viewer's own.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { caskTexts } from "~/content/casks";
import { forgetKeptCasks } from "~/areas/casks/inside/kept-casks";
import { buyHref } from "~/ui/cask-display";
import { loader as caskPage } from "~/routes/cask-information/route";
import { giveStake } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";
import { openShop } from "../../support/shop";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const shop = openShop();
const { context } = shop;
const { clock } = context;
const midnightMs = clock.nowMs - (clock.nowMs % DAY) + DAY;
let caskId = "";

let launchMs = midnightMs;

beforeEach(async () => {
  forgetKeptCasks();
  // Each on a day of its own: what is remembered of sessions knows no way back.
  launchMs += DAY;
  clock.nowMs = launchMs + HOUR / 6;
  caskId = await putCask(context, { launchesInDays: 0, totalStakes: 5 });
});

async function look(path: string, { cookie }: Person) {
  const afterwards: (() => void)[] = [];
  const asked = context.next({ wait: () => new Promise((resolve) => afterwards.push(resolve)) });
  const response = await servePage(get(`http://localhost:8787${path}`, cookie), asked);
  const html = await response.text();
  const trips = asked.trips.count;
  for (const go of afterwards) go();
  await asked.settled();
  const tripsAfterwards = asked.trips.count - trips;
  return {
    ...{ status: response.status, location: response.headers.get("Location") },
    ...{ html, words: wordsIn(html), trips, tripsAfterwards },
  };
}

const pages = () => [`/cask-information?cask=${caskId}`, "/invest"];
/** One round trip each. */
const lookAtBoth = async (person: Person) => {
  for (const path of pages()) await look(path, person);
};

describe("the pages of a cask that is launching", () => {
  it("ask the database nothing while buyers take stakes of it, however many look", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn(context)));
    for (const person of people) await lookAtBoth(person);
    for (const person of people.slice(0, 3)) {
      await shop.buy(person, { cask: caskId });
      for (const other of people)
        for (const path of pages()) {
          const shown = await look(path, other);
          expect([shown.status, shown.trips]).toEqual([200, 0]);
          expect(shown.html).toContain(`href="${buyHref(caskId)}"`);
        }
    }
  });

  it("are read again after five seconds, by one of those who look", async () => {
    const [one, other] = (await Promise.all([signIn(context), signIn(context)])) as [Person, Person];
    for (const person of [one, other]) await lookAtBoth(person);
    await context.db.run(sql`UPDATE casks SET sales_stopped_at_ms = 1 WHERE id = ${caskId}`);
    for (const [path, said] of [
      [pages()[0], caskTexts.pausedText],
      [pages()[1], caskTexts.paused],
    ] as const) {
      clock.nowMs = launchMs + HOUR / 6 + 4_999;
      expect((await look(path as string, one)).words).not.toContain(said);
      clock.nowMs += 1;
      const read = await look(path as string, one);
      expect([read.trips, read.words.includes(said)]).toEqual([1, true]);
      const kept = await look(path as string, other);
      expect([kept.trips, kept.words.includes(said)]).toEqual([0, true]);
    }
  });

  it("know who may see a price, and open by the clock", async () => {
    const [person, newcomer] = (await Promise.all([signIn(context), signIn(context, { activated: false })])) as [
      Person,
      Person,
    ];
    clock.nowMs = launchMs - 1_000;
    for (const one of [person, newcomer]) await lookAtBoth(one);
    const before = await look(pages()[0] as string, person);
    expect([before.trips, before.words.includes(caskTexts.opensIn(1))]).toEqual([0, true]);
    expect(before.html).not.toContain(`href="${buyHref(caskId)}"`);
    // The one load that it causes by itself comes after the opening, spread over ten seconds.
    const [, seconds] = /<noscript><meta http-equiv="refresh" content="(\d+);/i.exec(before.html) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(2);
    expect(Number(seconds)).toBeLessThanOrEqual(11);
    clock.nowMs = launchMs;
    const open = await look(pages()[0] as string, person);
    expect([open.trips, open.html.includes(`href="${buyHref(caskId)}"`)]).toEqual([0, true]);
    const locked = await look(pages()[0] as string, newcomer);
    expect([locked.trips, locked.words.includes(caskTexts.locked)]).toEqual([0, true]);
    expect(locked.html).not.toContain(buyHref(caskId));
    expect(locked.html).not.toContain("refresh");
  });

  it("count down during the day before, by the text alone", async () => {
    const person = await signIn(context);
    const said = async (beforeMs: number) => {
      clock.nowMs = launchMs - beforeMs;
      const { html, words } = await look(pages()[0] as string, person);
      return [/Opens at 00:00 UTC[^.]*/.exec(words)?.[0], html.includes('http-equiv="refresh"')];
    };
    expect(await said(DAY)).toEqual(["Opens at 00:00 UTC, in 24 h 0 min", false]);
    expect(await said(5 * HOUR + 720_000)).toEqual(["Opens at 00:00 UTC, in 5 h 12 min", false]);
    expect(await said(DAY + 1)).toEqual([undefined, false]);
  });

  it("have those who look confirmed once in five seconds, and none who was confirmed within the minute", async () => {
    const [person, other, reader] = await Promise.all([signIn(context), signIn(context), signIn(context)]);
    for (const one of [person, other, reader]) await lookAtBoth(one);
    const fromMs = launchMs + HOUR / 2;
    const looked = async (who: Person, afterMs: number) => {
      clock.nowMs = fromMs + afterMs;
      // Asks the database, so that the next look needs nothing of it.
      await look(pages()[0] as string, reader);
      return (await look(pages()[0] as string, who)).tripsAfterwards;
    };
    expect(await looked(person, 0)).toBe(1);
    expect([await looked(other, 4_999), await looked(other, 5_000)]).toEqual([0, 1]);
    expect(await looked(person, 10_000)).toBe(0);
  });

  it("end for a session that has ended a minute later at most, once the database was asked about all who looked", async () => {
    const [person, other] = (await Promise.all([signIn(context), signIn(context)])) as [Person, Person];
    for (const one of [person, other]) await lookAtBoth(one);
    await context.db.run(sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${person.userId}`);
    const [path = ""] = pages();
    clock.nowMs += 61_000;
    expect((await look(path, other)).trips).toBe(1);
    expect([(await look(path, person)).status, (await look(path, other)).trips]).toEqual([200, 0]);
    clock.nowMs += 1_000;
    const again = await look(path, person);
    expect([again.status, again.location]).toEqual([302, "/#session-expired"]);
    expect((await look(path, other)).status).toBe(200);
  });

  it("hold nothing that is the viewer's own: what somebody owns is not shown to the next", async () => {
    const [owner, next] = (await Promise.all([signIn(context), signIn(context)])) as [Person, Person];
    await lookAtBoth(next);
    clock.nowMs += 6_000;
    await giveStake(context, owner, caskId);
    const seen = async ({ cookie }: Person) => {
      const asked = context.next();
      const request = get(`http://localhost:8787/cask-information?cask=${caskId}`, cookie);
      const { pictures, ownsStakes, watched } = await (await caskPage({ request, context: asked, params: {} })).json();
      return { own: pictures.own?.number ?? null, ownsStakes, watched, trips: asked.trips.count };
    };
    expect(await seen(owner)).toEqual({ own: 1, ownsStakes: true, watched: false, trips: 1 });
    expect(await seen(next)).toEqual({ own: null, ownsStakes: false, watched: null, trips: 0 });
  });

  it("are read each time at any other hour", async () => {
    const person = await signIn(context);
    for (const hours of [-2, 2]) {
      clock.nowMs = launchMs + hours * HOUR;
      for (const path of [...pages(), ...pages()]) expect((await look(path, person)).trips).toBe(1);
    }
  });
});

import { env, runDurableObjectAlarm } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DeskDoor } from "~/areas/buying/desk/desk-door";
import { paymentProblems } from "~/content/payments";
import { action as pay } from "~/routes/stripe-secure/route";
import { formPost, get, type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { servePage } from "../../support/serve-page";
import { keepLogQuiet } from "../../support/quiet-log";

// The page of the line as a buyer's browser gets it, at a real desk.

const DAY = 86_400_000;
const shop = openShop();
const { context } = shop;
const app = openApp({ DESK: env.CASK_DESKS });
keepLogQuiet();
afterEach(() => vi.useRealTimers());

const page = async (caskId: string, { cookie }: Person) => {
  app.trips.count = 0;
  const answer = await app.ask(`/line?cask=${caskId}`, { headers: { Cookie: cookie } });
  return { ...answer, trips: app.trips.count };
};

const press = (person: Person, caskId: string) =>
  app.send(
    formPost("http://localhost:8787/stripe-secure", person.cookie, {
      ...{ paymentMode: "Bank", cask: caskId, full_name: "Asha Rao" },
    }),
  );

/** One holds the only stake; the others stand in line. */
async function withLine(waiting: number) {
  const caskId = await putCask(context, { totalStakes: 1 });
  const [holder, ...others] = await Promise.all(Array.from({ length: waiting + 1 }, () => signIn(context)));
  if (!holder) throw new Error("nobody holds it");
  await press(holder, caskId);
  for (const person of others) expect((await press(person, caskId)).location).toBe(`/line?cask=${caskId}`);
  return { caskId, holder, others };
}

describe("the page of a line", () => {
  it("says the place, looks again by itself without a script too, and never asks the database", async () => {
    const { caskId, others } = await withLine(2);
    const second = others[1] as Person;
    const shown = await page(caskId, second);
    expect(shown.text).toContain("You are number 2 in line");
    expect(shown.text).toMatch(new RegExp(`http-equiv="refresh" content="[456];url=/line\\?cask=${caskId}"`, "i"));
    expect(shown.trips).toBe(0);
  });

  it("ends for a session that has ended once the desk has had it confirmed, and for no other", async () => {
    const { caskId, others } = await withLine(2);
    const [first, second] = others as [Person, Person];
    await context.db.run(sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${first.userId}`);
    expect((await page(caskId, first)).text).toContain("You are number 1 in line");
    await page(caskId, second);
    await runDurableObjectAlarm(env.CASK_DESKS.get(env.CASK_DESKS.idFromName(caskId)));
    expect((await page(caskId, first)).location).toBe("/#session-expired");
    expect((await page(caskId, second)).text).toContain("You are number 2 in line");
  });

  it("is left by its button, and by a second tap on it; who stood behind moves up", async () => {
    const { caskId, others } = await withLine(2);
    const [first, second] = others as [Person, Person];
    for (let taps = 0; taps < 2; taps++) {
      const left = await app.send(
        formPost(`http://localhost:8787/line?cask=${caskId}`, first.cookie, { cask: caskId, intent: "leave" }),
      );
      expect([left.status, left.location]).toEqual([303, `/line?cask=${caskId}`]);
    }
    expect((await page(caskId, first)).text).toContain("You are not in this line");
    expect((await page(caskId, second)).text).toContain("You are number 1 in line");
  });

  it("calls the first when a stake comes back, and leads to the offer", async () => {
    const { caskId, holder, others } = await withLine(1);
    const first = others[0] as Person;
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${holder.userId}`);
    let shown = await page(caskId, first);
    for (let rings = 0; rings < 20 && !shown.text.includes("It is your turn"); rings++) {
      vi.setSystemTime(Date.now() + 1_000);
      await runDurableObjectAlarm(env.CASK_DESKS.get(env.CASK_DESKS.idFromName(caskId)));
      shown = await page(caskId, first);
    }
    expect(shown.text).toContain("It is your turn");
    expect(shown.text).toContain(`href="/stripe-secure?cask=${caskId}"`);
  });

  it("writes to who is called, until the offer has ended", async () => {
    const { caskId, others } = await withLine(1);
    const { userId, email } = others[0] as Person;
    const until = (ms: number) => `line-called:${caskId}:${userId}:${ms}`;
    const nowMs = context.nowMs();
    for (const subject of [until(nowMs - 1), until(nowMs + 60_000)])
      await context.db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
        VALUES (${`send-notice:${subject}`}, 'send-notice', ${subject}, 'line-called', 1, 1)`);
    await shop.drain();
    expect(context.mailer.to(email).map(({ subject }) => subject)).toEqual(["Your turn: Test Hogshead"]);
  });

  it("is shown to operators with what is taken, who waits and who asked, in one round trip", async () => {
    const { caskId } = await withLine(2);
    const { operator } = await signInStaff(context);
    const shown = async (of: string) => {
      app.trips.count = 0;
      const { text } = await app.ask(`/operator/casks/${of}?view=line`, { headers: { Cookie: operator.cookie } });
      const [, list = ""] = /<dl[^>]*>(.*?)<\/dl>/s.exec(text) ?? [];
      const rows = [...list.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)];
      return { text, rows: rows.map(([, label, value]) => `${label}: ${value}`.replace(/since [\d:]+/, "since")) };
    };
    expect((await shown(caskId)).rows).toEqual([
      ...["Sold: 0 / 1", "In checkouts: 1", "In line: 2", "Of these, offered a stake now: 0"],
      // The second in line had its place from memory, but for the look that finds out who holds.
      ...["Attempts to buy since UTC: 3", "Asked of the database: 2"],
    ]);
    expect(app.trips.count).toBe(1);
    const quiet = await shown(await putCask(context));
    expect(quiet.rows).toEqual(["Sold: 0 / 10", "In checkouts: 0"]);
    expect(quiet.text).not.toContain('http-equiv="refresh"');
  });

  it("says to whom it gives no place in the first hour, and why, and not a day longer", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    const ask = () => Promise.resolve({ is: "network-full", untilMs: 0 } as const);
    const full = { ask, place: () => Promise.resolve({ is: "none" } as const) } as unknown as DeskDoor;
    const fields = { paymentMode: "Bank", cask: caskId, full_name: "Asha Rao" };
    const request = formPost("http://localhost:8787/stripe-secure", person.cookie, fields);
    const { status, headers } = await pay({ request, context: context.next({ desk: full }), params: {} });
    const path = headers.get("Location") ?? "";
    expect([status, path]).toEqual([303, `/line?cask=${caskId}&full=1`]);
    const midnightMs = Math.ceil(context.nowMs() / DAY) * DAY;
    const shown = async (nowMs: number) => {
      const asked = context.next({ desk: full, nowMs: () => nowMs });
      return (await servePage(get(`http://localhost:8787${path}`, person.cookie), asked)).text();
    };
    const first = await shown(midnightMs + DAY / 48);
    expect(first).toContain(paymentProblems["network-full"].title);
    expect(first).not.toContain('http-equiv="refresh"');
    expect(await shown(midnightMs + DAY / 24)).toContain("You are not in this line");
  });

  it("is nobody's who has no session, and no cask is none", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    expect((await app.ask(`/line?cask=${caskId}`)).location).toBe("/");
    expect((await app.send(get("http://localhost:8787/line", person.cookie))).status).toBe(404);
    const other = await signIn(context);
    await context.db.run(sql`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = ${other.userId}`);
    expect((await page(caskId, other)).location).toBe("/#session-expired");
  });
});

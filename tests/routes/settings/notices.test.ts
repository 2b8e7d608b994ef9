// Which notifications a person gets: the page in Settings, and the link in an email as people, mail programs and scanners use it.
import { sql } from "drizzle-orm";
import { notify } from "~/core/outbox/enqueue";
import { runWork, writes } from "~/db/work";
import { beforeEach, describe, expect, it } from "vitest";
import { unsubscribeUrl } from "~/areas/notices/notice-choices";
import { relayAll } from "../../support/relay-all";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { keepLogQuiet } from "../../support/quiet-log";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const app = openApp();
keepLogQuiet();

let person: Person;
beforeEach(async () => {
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  person = await signIn(context);
  mailer.sent.length = 0;
});
const relay = () => relayAll(shop.settlement);
const choices = () =>
  db.all<{ topic: string; wanted: number }>(
    sql`SELECT topic, wanted FROM notice_choices WHERE user_id = ${person.userId} ORDER BY topic`,
  );
const form = (body: string, more: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...more },
  body,
});
const linkFor = (topic: "referrals" | "launches" | "valuations") =>
  unsubscribeUrl(context, { userId: person.userId, topic });
/** A reward is earned, and told. */
async function earn(): Promise<void> {
  const referred = await signIn(context);
  await db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES (${`pay_${referred.userId}`}, ${referred.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
  await db.run(
    sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES (${referred.userId}, ${person.userId}, 1500, 1)`,
  );
  await db.run(
    sql`UPDATE referrals SET state = 'pending', payment_id = ${`pay_${referred.userId}`} WHERE referred_id = ${referred.userId}`,
  );
  await runWork(db, writes(notify(db, "referral-earned", { subject: referred.userId, nowMs: context.nowMs() })));
  await relay();
}
const earned = () => mailer.to(person.email).filter(({ subject }) => subject === "You have earned $15.00");

describe("the page in Settings", () => {
  it("shows what is told unless it was switched off, and says what cannot be turned off", async () => {
    const page = (await app.ask("/notices", { headers: { Cookie: person.cookie } })).text;
    const ticked = [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([input]) => [
      /value="(\w+)"/.exec(input)?.[1],
      /\schecked/.test(input),
    ]);
    expect(ticked).toEqual([
      ["valuations", true],
      ["launches", false],
      ["referrals", true],
    ]);
    expect(page).toContain("cannot be turned off");
    expect((await app.ask("/settings", { headers: { Cookie: person.cookie } })).text).toContain('href="/notices"');
  });

  it("saves what is ticked, for the user who sends it, and needs no script", async () => {
    const sent = await app.ask(
      "/notices",
      form("topic=launches&topic=nonsense", { Cookie: person.cookie, Origin: ORIGIN }),
    );
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/settings"]);
    expect(await choices()).toEqual([
      { topic: "launches", wanted: 1 },
      { topic: "referrals", wanted: 0 },
      { topic: "valuations", wanted: 0 },
    ]);
    await earn();
    expect(earned()).toEqual([]);
    await app.ask("/notices", form("topic=referrals", { Cookie: person.cookie, Origin: ORIGIN }));
    await earn();
    expect(earned()).toHaveLength(1);
  });
});

describe("an email that can be switched off", () => {
  it("says where, in its header and in both parts, and by the same link", async () => {
    await earn();
    const [mail] = earned();
    expect(mail?.unsubscribeUrl).toBe(await linkFor("referrals"));
    expect(mail?.text).toContain(mail?.unsubscribeUrl);
    expect(mail?.html).toContain(`href="${mail?.unsubscribeUrl}"`);
  });

  it("stops when the mail program asks, in one step: no cookie, no redirect, once or twice", async () => {
    const url = await linkFor("referrals");
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.ask(url, form("List-Unsubscribe=One-Click"));
      expect(answer.status).toBe(200);
    }
    expect(await choices()).toEqual([{ topic: "referrals", wanted: 0 }]);
    await earn();
    expect(earned()).toEqual([]);
  });

  it("does not stop because a scanner opened the link; the page's button stops it", async () => {
    const url = await linkFor("referrals");
    const page = await app.ask(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form method="post"');
    expect(page.headers.get("X-Robots-Tag") ?? "noindex").toContain("noindex");
    expect(await choices()).toEqual([]);
    const pressed = await app.ask(url, form("", { Origin: ORIGIN }));
    expect(pressed.status).toBe(303);
    expect((await app.ask(url)).text).toContain("These emails are stopped");
  });

  it("stops for no one else: a link that we did not write changes nothing", async () => {
    const path = new URL(await linkFor("referrals")).pathname;
    const other = await signIn(context);
    const wrong = [
      path.replace("referrals", "valuations"),
      path.replace(person.userId, other.userId),
      `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`,
      `${path}0`,
      "/notices/stop/none",
    ];
    for (const one of wrong) {
      expect((await app.ask(one)).status).toBe(404);
      expect((await app.ask(one, form("List-Unsubscribe=One-Click"))).status).toBe(404);
    }
    const [row] = await db.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM notice_choices WHERE user_id IN (${person.userId}, ${other.userId})`,
    );
    expect(row?.count).toBe(0);
  });
});

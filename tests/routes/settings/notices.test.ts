// Which notifications a person gets: the page in Settings, and the link in an email as people, mail programs and scanners use it.
import { sql } from "drizzle-orm";
import { notify } from "~/core/outbox/enqueue";
import { runWork, writes } from "~/db/work";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { unsubscribeUrl } from "~/areas/notices/notice-choices";
import { openShop, relayAll } from "../../support/shop";
import { giveStake, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
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
const wanted = async () =>
  (await db.all<{ wanted: number }>(sql`SELECT valuation_emails AS wanted FROM users WHERE id = ${person.userId}`))[0]
    ?.wanted;
const form = (body: string, more: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded", ...more },
  body,
});
const link = () => unsubscribeUrl(context, person.userId);
/** A cask in which they have a stake is valued, and they are told. */
async function revalue(): Promise<void> {
  const caskId = await putCask(context);
  await giveStake(context, person, caskId);
  await value(context, caskId, dateOf(context.nowMs()), 60_400);
  const [latest] = await db.all<{ id: string }>(
    sql`SELECT id FROM valuations WHERE cask_id = ${caskId} AND value_cents = 60400`,
  );
  const subject = `${latest?.id}:${person.userId}`;
  await runWork(db, writes(notify(db, "new-valuation", { subject, nowMs: context.nowMs() })));
  await relay();
}
const told = () => mailer.to(person.email).filter(({ subject }) => subject.startsWith("New valuation"));

describe("the page in Settings", () => {
  it("saves whether valuations are told, without a script, and says what cannot be turned off", async () => {
    const page = (await app.ask("/notices", { headers: { Cookie: person.cookie } })).text;
    expect(/<input[^>]*type="checkbox"[^>]*>/.exec(page)?.[0]).toMatch(/\schecked/);
    expect(page).toContain("cannot be turned off");
    expect((await app.ask("/settings", { headers: { Cookie: person.cookie } })).text).toContain('href="/notices"');
    const sent = await app.ask("/notices", form("nonsense=yes", { Cookie: person.cookie, Origin: ORIGIN }));
    expect([sent.status, sent.headers.get("Location"), await wanted()]).toEqual([303, "/settings", 0]);
    await revalue();
    expect(told()).toEqual([]);
    await app.ask("/notices", form("valuations=yes", { Cookie: person.cookie, Origin: ORIGIN }));
    await revalue();
    expect(told()).toHaveLength(1);
  });

  it("shows what they asked us with our answers, to them alone", async () => {
    const other = await signIn(context);
    const operator = await signIn(context, { operator: true });
    const requestId = context.newId("sup");
    await db.run(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms, answered_at_ms)
      VALUES (${requestId}, 'kmpq2345', ${person.userId}, 'Asha', ${person.email}, 'cask', 'Where is it?', ${requestId}, 1, 2)`);
    await db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      VALUES (${`${requestId}a`}, ${requestId}, ${operator.userId}, 'In bond.', 2)`);
    const shown = (await app.ask("/notices", { headers: { Cookie: person.cookie } })).text;
    for (const words of ["kmpq-2345", "Where is it?", "In bond.", "answered"]) expect(shown).toContain(words);
    expect((await app.ask("/notices", { headers: { Cookie: other.cookie } })).text).not.toContain("In bond.");
  });
});

describe("an email that can be switched off", () => {
  it("says where, in its header and in both parts, and by the same link", async () => {
    await revalue();
    const [mail] = told();
    expect(mail?.unsubscribeUrl).toBe(await link());
    expect(mail?.text).toContain(mail?.unsubscribeUrl);
    expect(mail?.html).toContain(`href="${mail?.unsubscribeUrl}"`);
  });

  it("stops when the mail program asks, in one step: no cookie, no redirect, once or twice", async () => {
    const url = await link();
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.ask(url, form("List-Unsubscribe=One-Click"));
      expect(answer.status).toBe(200);
    }
    expect(await wanted()).toBe(0);
    await revalue();
    expect(told()).toEqual([]);
  });

  it("does not stop because a scanner opened the link; the page's button stops it", async () => {
    const url = await link();
    const page = await app.ask(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form method="post"');
    expect(page.headers.get("X-Robots-Tag") ?? "noindex").toContain("noindex");
    expect(await wanted()).toBe(1);
    const pressed = await app.ask(url, form("", { Origin: ORIGIN }));
    expect(pressed.status).toBe(303);
    expect((await app.ask(url)).text).toContain("These emails are stopped");
  });

  it("stops for no one else: a link that we did not write changes nothing", async () => {
    const path = new URL(await link()).pathname;
    const other = await signIn(context);
    const wrong = [
      path.replace(person.userId, other.userId),
      `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`,
      `${path}0`,
      "/notices/stop/none",
    ];
    for (const one of wrong) {
      expect((await app.ask(one)).status).toBe(404);
      expect((await app.ask(one, form("List-Unsubscribe=One-Click"))).status).toBe(404);
    }
    expect(await wanted()).toBe(1);
  });
});

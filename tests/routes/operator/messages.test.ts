// Messages to all who hold a cask: written, counted and sent through the console's pages, and read by those they are for.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { relayOutbox, relayToMany } from "../../../workers/settlement/outbox";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { hiddenIn, openConsole } from "./support/console";

const shop = openShop();
const { settlement } = shop;
const { context, people, get, post } = openConsole(shop.context);
const { db, mailer } = context;

const WORDS = {
  subject: "The warehouse moves",
  body: "It moves in May.\n\n<b>Nothing</b> changes: https://evil.example/x",
};
/** A cask with so many holders, each with one stake. */
async function heldBy(count: number): Promise<string> {
  const caskId = await putCask(context, { name: "Many", totalStakes: count });
  const person = await signIn(context);
  await db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO users (id, email, role, referral_code, activated_at_ms, created_at_ms)
    SELECT 'usr_' || ${caskId} || '_' || i, ${caskId} || '-' || i || '@example.com', 'investor', ${caskId} || '-' || i, 1, 1 FROM n`);
  for (let i = 1; i <= count; i++) await giveStake(context, { ...person, userId: `usr_${caskId}_${i}` }, caskId);
  return caskId;
}

const pageOf = (caskId: string) => `/operator/casks/${caskId}/write`;
/** What the preview's form sends. */
async function previewed(caskId: string, by = people.operator) {
  const { message = "" } = hiddenIn((await get(pageOf(caskId), by)).text, 'value="preview"');
  const seen = await post(pageOf(caskId), by, { message, intent: "preview", ...WORDS });
  expect(seen.status).toBe(200);
  return { seen, send: { ...hiddenIn(seen.text, 'value="send"'), ...WORDS, intent: "send" } };
}
const states = async (caskId: string) =>
  Object.fromEntries(
    (
      await db.all<{
        state: string;
        count: number;
      }>(sql`SELECT message_recipients.state, count(*) AS count FROM message_recipients
        JOIN messages ON messages.id = message_id WHERE cask_id = ${caskId} GROUP BY 1`)
    ).map(({ state, count }) => [state, count]),
  );
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("what is written to the holders of a cask", () => {
  it("is counted and previewed, goes out once, and is read by its holders alone", async () => {
    const caskId = await putCask(context, { name: "Old <Butt>" });
    const enter = () => signIn(context);
    const [one, other, gone, nobody] = [await enter(), await enter(), await enter(), await enter()];
    for (const person of [one, one, other, gone]) await giveStake(context, person, caskId);
    await db.run(sql`UPDATE users SET email = NULL, phone = '919876512345' WHERE id = ${other.userId}`);
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${gone.userId}`);
    expect((await get(`/operator/casks/${caskId}`, people.operator)).text).toContain(`href="${pageOf(caskId)}"`);
    const { seen, send } = await previewed(caskId);
    expect(plain(seen.text)).toMatch(/People 2 By email 1 No email address: notifications only 1/);
    expect(seen.text).toContain("&lt;b&gt;Nothing&lt;/b&gt; changes");
    expect(seen.text).toContain("Send it to 2 people");
    expect(await states(caskId)).toEqual({});

    const twice = await Promise.all([1, 2].map(() => post(pageOf(caskId), people.operator, send)));
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    context.clock.advance(60_000);
    mailer.sent.length = 0;
    await relayOutbox(settlement, { most: 100 });
    expect(mailer.sent.filter(({ subject }) => subject === WORDS.subject)).toEqual([]);
    await relayToMany(settlement, { apartMs: 0 });
    const [mail, ...more] = mailer.sent.filter(({ subject }) => subject === WORDS.subject);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: one.email, replyTo: "support@dunnage.example" });
    expect(mail?.html).toContain("&lt;b&gt;Nothing&lt;/b&gt; changes: https://evil.example/x");
    expect(mail?.html).not.toMatch(/href="https:\/\/evil/);
    expect(await states(caskId)).toEqual({ sent: 1, "no-address": 1 });
    expect(plain((await get(pageOf(caskId), people.reader)).text)).toContain("Sent before");

    expect((await get("/settings", one)).text).toContain('href="/notices"');
    for (const reader of [one, other]) {
      const read = (await get("/notices", reader)).text;
      expect(read).toContain("&lt;b&gt;Nothing&lt;/b&gt; changes");
    }
    expect((await get("/notices", nobody)).text).not.toContain(WORDS.subject);
  });

  it("says which field is wrong and keeps what was typed; is not sent to another number of people than was seen", async () => {
    const caskId = await putCask(context, { name: "Butt" });
    const none = await get(pageOf(caskId), people.operator);
    expect(none.text).toContain("No one holds a stake in this cask.");
    await giveStake(context, await signIn(context), caskId);
    const typed = { intent: "preview", subject: " ", body: "Still here." };
    const refused = await post(pageOf(caskId), people.operator, typed);
    expect(refused.status).toBe(400);
    for (const words of ["Enter a subject", "Still here."]) expect(refused.text).toContain(words);
    const { send } = await previewed(caskId);
    await giveStake(context, await signIn(context), caskId);
    const late = await post(pageOf(caskId), people.operator, send);
    expect([late.status, late.text.includes("Send it to 2 people")]).toEqual([409, true]);
    expect(await states(caskId)).toEqual({});
  });

  it("reaches each of 130 once, a hundred in a minute and one by one, without failing for the wait", async () => {
    const caskId = await heldBy(130);
    // What other messages left behind.
    context.clock.advance(60_000);
    await relayOutbox(settlement, { most: 1_000 });
    await relayToMany(settlement, { apartMs: 0 });
    const { send } = await previewed(caskId);
    expect((await post(pageOf(caskId), people.operator, send)).status).toBe(303);
    expect(await states(caskId)).toEqual({ waiting: 130 });
    context.clock.nowMs = Date.now() + 60_000;
    const [due] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM message_recipients
      JOIN messages ON messages.id = message_id WHERE cask_id = ${caskId} AND due_at_ms <= ${context.nowMs()}`);
    expect(due?.count).toBe(101);
    mailer.sent.length = 0;
    const sentAtMs: number[] = [];
    const timed = {
      send: (mail: Parameters<typeof mailer.send>[0]) => (sentAtMs.push(context.nowMs()), mailer.send(mail)),
    };
    const wait = (ms: number) => Promise.resolve(context.clock.advance(ms));
    const turn = () => relayToMany({ ...settlement, mailer: timed, wait });
    // The provider takes two a second: they go one by one for most of a minute.
    await turn();
    expect(await states(caskId)).toEqual({ sent: 90, waiting: 40 });
    const tried = sql`SELECT 1 FROM outbox WHERE notice = 'holder-message' AND done_at_ms IS NULL AND attempts > 0`;
    expect(await db.all(tried)).toEqual([]);
    for (let minute = 0; minute < 2; minute++) {
      context.clock.advance(60_000);
      await turn();
    }
    expect(await states(caskId)).toEqual({ sent: 130 });
    const addresses = mailer.sent.map(({ to }) => to);
    expect([addresses.length, new Set(addresses).size]).toEqual([130, 130]);
    const apart = sentAtMs.slice(1).map((atMs, place) => atMs - (sentAtMs[place] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThan(500);
  });
});

// Messages to all who hold or watch a cask: written, counted and sent through the console's pages, and read by those they are for.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createResendMailer } from "~/integrations/mail/resend";
import { relayOutbox, relayToMany } from "../../../workers/settlement/outbox";
import { giveStake } from "../../support/holdings";
import { putCask, signIn, signInStaff } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { openApp } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { hiddenIn, visitConsole } from "./support/visit-console";

const app = openApp();
const shop = openShop();
const { context, settlement } = shop;
const { db, mailer } = context;
const { get, post, trips } = visitConsole(app);
keepLogQuiet();

const LIST = "/operator/messages";
const WORDS = {
  subject: "The warehouse moves",
  body: "It moves in May.\n\n<b>Nothing</b> changes: https://evil.example/x",
};
let people: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  people = await signInStaff(context);
});

async function watchedBy(count: number, name: string): Promise<{ caskId: string; ids: string[] }> {
  const caskId = await putCask(context, { name });
  await db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO users (id, email, role, referral_code, activated_at_ms, created_at_ms)
    SELECT 'usr_' || ${caskId} || '_' || i, ${caskId} || '-' || i || '@example.com', 'investor', ${caskId} || '-' || i, 1, 1 FROM n`);
  await db.run(
    sql`INSERT INTO cask_watches (user_id, cask_id, created_at_ms) SELECT id, ${caskId}, 1 FROM users WHERE id LIKE ${`usr_${caskId}%`}`,
  );
  const all = await db.all<{ id: string }>(
    sql`SELECT user_id AS id FROM cask_watches WHERE cask_id = ${caskId} ORDER BY 1`,
  );
  return { caskId, ids: all.map(({ id }) => id) };
}

async function drafted(caskId: string, audience: "holders" | "watchers", by = people.operator): Promise<string> {
  const { message = "" } = hiddenIn((await get(`${LIST}/new?cask=${caskId}`, by)).text, 'name="message"');
  const fields = { message, cask: caskId, audience, ...WORDS };
  expect(await trips(post(`${LIST}/new`, by, fields))).toBeLessThanOrEqual(2);
  const again = await post(`${LIST}/new`, by, fields);
  expect([again.status, again.location]).toEqual([303, `${LIST}/${message}`]);
  return `${LIST}/${message}`;
}

const states = async (page: string) =>
  Object.fromEntries(
    (
      await db.all<{ state: string; count: number }>(sql`SELECT state, count(*) AS count FROM message_recipients
        WHERE message_id = ${page.split("/").at(-1)} GROUP BY state`)
    ).map(({ state, count }) => [state, count]),
  );
const switchOff = (userId: string) =>
  db.run(sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES (${userId}, 'watching', 0, 1)`);

describe("a message to few", () => {
  it("is counted and previewed as it is sent, goes out once by whoever wrote it, and is read and answered by its holders alone", async () => {
    const caskId = await putCask(context, { name: "Old <Butt>" });
    const [one, other] = [await signIn(context), await signIn(context)];
    const [gone, nobody] = [await signIn(context), await signIn(context)];
    for (const person of [one, one, other, gone]) await giveStake(context, person, caskId);
    await switchOff(one.userId);
    await db.run(sql`UPDATE users SET email = NULL, phone = '919876512345' WHERE id = ${other.userId}`);
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${gone.userId}`);
    const link = `${LIST}/new?cask=${caskId}&amp;audience=holders`;
    expect((await get(`/operator/casks/${caskId}`, people.operator)).text).toContain(link);
    const begun = (await get(link.replace("&amp;", "&"), people.operator)).text;
    expect(begun).toMatch(new RegExp(`value="${caskId}" selected|selected="" value="${caskId}"`));
    expect(begun).toMatch(/value="holders"[^>]*(checked|selected)|(checked|selected)[^>]*value="holders"/);
    const page = await drafted(caskId, "holders");
    expect(await trips(get(page, people.operator))).toBe(1);
    const { text } = await get(page, people.operator);
    const counted = /Who gets it[^]*?<\/dl>/
      .exec(text)?.[0]
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
    expect(counted).toMatch(
      /People 2 By email 1 No email address: notices page only 1 Not: account suspended or closed 1/,
    );
    const shown = await get(`${page}.html`, people.reader);
    expect(shown.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(await get(page, people.reader)).not.toHaveProperty("text", expect.stringContaining("Send it to"));

    const send = hiddenIn(text, 'value="send"');
    const twice = await Promise.all([post(page, people.operator, send), post(page, people.operator, send)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    context.clock.advance(60_000);
    mailer.sent.length = 0;
    await relayOutbox(settlement, { most: 100 });
    expect(mailer.sent.filter(({ subject }) => subject === WORDS.subject)).toEqual([]);
    await relayToMany(settlement, { apartMs: 0 });
    const [mail, ...more] = mailer.sent.filter(({ subject }) => subject === WORDS.subject);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: one.email, replyTo: "support@dunnage.example", html: shown.text });
    expect(mail?.html).toContain("&lt;b&gt;Nothing&lt;/b&gt; changes: https://evil.example/x");
    expect(mail?.html).not.toMatch(/href="https:\/\/evil/);
    expect(mail?.unsubscribeUrl).toBeUndefined();
    expect(await states(page)).toEqual({ sent: 1, "no-address": 1, gone: 1 });
    expect((await get(page, people.reader)).text).toMatch(/Sent by email[^]*No email address: notices page only/);

    const path = page.replace("/operator/messages", "/notices");
    for (const reader of [one, other]) {
      expect((await get("/notices", reader)).text).toContain(path);
      expect((await get(path, reader)).text).toContain("&lt;b&gt;Nothing&lt;/b&gt; changes");
    }
    expect((await get(path, nobody)).status).toBe(404);
    expect((await get("/notices", nobody)).text).not.toContain(path);
    // What they answer is one request to Support, with the message named, however often they write.
    const words = { body: "Who pays for that?" };
    const answered = await Promise.all([post(path, one, words), post(path, one, words)]);
    answered.push(await post(path, one, { body: "And when?" }), await post(path, one, { body: "And when?" }));
    expect(new Set(answered.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect((await post(path, nobody, words)).status).toBe(404);
    const empty = await post(path, one, { body: "" });
    expect([empty.status, empty.text.includes("Enter what you want to tell us.")]).toEqual([400, true]);
    const thread = (await get(answered[0]?.location ?? "", one)).text;
    for (const part of [WORDS.subject, words.body, "And when?"]) expect(thread.split(part).length - 1, part).toBe(1);
    expect((await get(path, one)).text).toContain(`href="${answered[0]?.location}"`);
    const asked = await db.all<{ id: string }>(sql`SELECT id FROM support_requests WHERE user_id = ${one.userId}`);
    expect(asked).toHaveLength(1);
    expect((await get(`/operator/support/${asked[0]?.id}`, people.operator)).text).toContain(`href="${page}" class="`);

    const change = await post(page, people.operator, {
      intent: "save",
      cask: caskId,
      audience: "holders",
      ...WORDS,
      body: "Other.",
    });
    expect(change.status).toBe(409);
  });

  it("says which field is wrong and keeps what was typed, and is dropped once", async () => {
    const { caskId } = await watchedBy(1, "Dropped");
    const page = await drafted(caskId, "watchers");
    const fields = { intent: "save", cask: caskId, audience: "watchers", subject: " ", body: "Still here." };
    const refused = await post(page, people.operator, fields);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Enter a subject");
    expect(refused.text).toContain("Still here.");
    for (const by of [people.operator, people.second])
      expect((await post(page, by, { intent: "drop" })).status).toBe(303);
    expect((await post(page, people.operator, { intent: "send", version: "1" })).status).toBe(409);
    expect((await get(`${LIST}?state=dropped`, people.operator)).text).toContain(page);
    expect(await states(page)).toEqual({});
  });
});

describe("a message to more than ten", () => {
  it("takes a second operator, who confirms those very words", async () => {
    const { caskId } = await watchedBy(11, "Eleven");
    const page = await drafted(caskId, "watchers");
    expect((await post(page, people.operator, { intent: "send", version: "1" })).status).toBe(409);
    const first = hiddenIn((await get(page, people.operator)).text, 'value="propose"');
    expect((await post(page, people.operator, first)).status).toBe(303);
    const overview = (await get("/operator", people.second)).text;
    expect(overview).toContain(page);
    expect(overview).toContain("sent to 11 people");
    const change = { intent: "save", cask: caskId, audience: "watchers", ...WORDS, subject: "Other words" };
    expect((await post(page, people.operator, change)).text).toContain("withdraw the proposal first");
    const confirm = hiddenIn((await get(page, people.second)).text, 'value="confirm"');
    expect((await post(page, people.operator, confirm)).status).toBe(409);

    expect((await post(page, people.operator, { intent: "withdraw" })).status).toBe(303);
    expect((await post(page, people.operator, change)).status).toBe(303);
    expect((await post(page, people.second, confirm)).status).toBe(409);
    await post(page, people.operator, hiddenIn((await get(page, people.operator)).text, 'value="propose"'));
    const seen = hiddenIn((await get(page, people.second)).text, 'value="confirm"');
    const twice = await Promise.all([post(page, people.second, seen), post(page, people.second, seen)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    expect(await states(page)).toEqual({ waiting: 11 });
  });

  it("reaches each of 500 once although the provider and the Worker fail in the middle, and nobody who had switched it off", async () => {
    const { caskId, ids } = await watchedBy(500, "Five hundred");
    for (const id of ids.slice(0, 40)) await switchOff(id);
    const page = await drafted(caskId, "watchers");
    // What other messages left behind.
    context.clock.advance(60_000);
    await relayOutbox(settlement, { most: 1_000 });
    await relayToMany(settlement, { apartMs: 0 });
    await post(page, people.operator, hiddenIn((await get(page, people.operator)).text, 'value="propose"'));
    await post(page, people.second, hiddenIn((await get(page, people.second)).text, 'value="confirm"'));
    context.clock.nowMs = Date.now();
    // A hundred are due in a minute, and no more.
    const due = async () => {
      context.clock.advance(60_000);
      const [found] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM message_recipients
        WHERE message_id = ${page.split("/").at(-1)} AND state = 'waiting' AND due_at_ms <= ${context.nowMs()}`);
      return found?.count ?? 0;
    };
    // One has no turn any more when it comes: they switch it off meanwhile.
    const late = ids[450] ?? "";
    const accepted = new Map<string, string>();
    let [asked, repeated, isDead] = [0, 0, false];
    const askedAtMs: number[] = [];
    const provider = (async (_url: string, init: RequestInit) => {
      const key = new Headers(init.headers).get("idempotency-key") ?? "";
      // What operators are told of the proposal.
      if (!key.includes("watcher-message")) return new Response('{"id":"1"}');
      asked++;
      askedAtMs.push(context.nowMs());
      const body = init.body as string;
      if (asked > 200 && asked <= 230) {
        // It takes every third and does not say so.
        if (asked % 3 === 0) accepted.set(key, body);
        return new Response("{}", { status: 503 });
      }
      const before = accepted.get(key);
      if (before) repeated++;
      if (before && before !== body) return new Response('{"name":"invalid_idempotent_request"}', { status: 409 });
      accepted.set(key, body);
      if (asked === 300) isDead = true;
      return new Response('{"id":"1"}');
    }) as typeof fetch;
    const whileAlive = new Proxy(db, {
      get: (target, name) => {
        if (isDead && (name === "batch" || name === "run" || name === "all")) throw new Error("killed");
        return Reflect.get(target, name) as unknown;
      },
    });
    const mail = createResendMailer({ apiKey: "re_test", from: "Dunnage <login@dunnage.test>", fetch: provider });
    expect(await due()).toBe(101);
    const wait = (ms: number) => Promise.resolve(context.clock.advance(ms));
    const relay = () => relayToMany({ ...settlement, db: whileAlive, mailer: mail, wait });
    await relayOutbox(settlement, { most: 1_000 });
    await relay();
    // The provider takes two a second: they go one by one for most of a minute, and the rest waits for the next without having failed.
    expect(accepted.size).toBe(90);
    const tried = db.all(
      sql`SELECT 1 FROM outbox WHERE notice = 'watcher-message' AND done_at_ms IS NULL AND attempts > 0`,
    );
    expect(await tried).toEqual([]);
    await switchOff(late);
    for (let minute = 0; minute < 20; minute++) {
      await due();
      if (isDead) {
        await expect(relay()).rejects.toThrow("killed");
        // Another Worker, once the lease of what was in hand has ended.
        context.clock.advance(300_000);
        isDead = false;
      } else await relay().catch(() => undefined);
    }
    const addresses = [...accepted.values()].map((body) => (JSON.parse(body) as { to: string[] }).to[0]);
    expect(new Set(addresses).size).toBe(459);
    expect(accepted.size).toBe(459);
    expect(repeated).toBeGreaterThan(0);
    const apart = askedAtMs.slice(1).map((atMs, place) => atMs - (askedAtMs[place] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThan(500);
    expect(await states(page)).toEqual({ sent: 459, "not-wanted": 41 });
    expect((await get(page, people.reader)).text).toMatch(/Sent by email[^]*459/);
  });
});

describe("writing to people", () => {
  it("is for operators: readers look, and investors know nothing of it", async () => {
    const { caskId } = await watchedBy(1, "Desk");
    const page = await drafted(caskId, "watchers");
    const desk = people.reader;
    expect((await post(page, desk, { intent: "send", version: "1" })).status).toBe(403);
    expect((await get(page, desk)).text).toContain("You can look, but not change anything.");
    expect((await get(page, await signIn(context))).status).toBe(404);
    const csv = (await get(`${LIST}.csv?state=draft`, people.operator)).text;
    expect(csv).toContain("subject,to,cask,state,left,drafted_by,drafted_at,ended_by,ended_at");
    expect(csv).toContain(caskId);
  });
});

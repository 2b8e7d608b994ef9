import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { askHeads, decideHeads, headToken, readHeads, tellHeads } from "~/areas/proof/audit-heads";
import { sendNotice } from "~/areas/notices/send-notice";
import { sweepTables } from "../../../workers/settlement/sweeping/sweep-tables";
import { createTestContext, TestClock, type TestContext } from "../../support/context";
import { openApp, ORIGIN } from "../../support/serve-app";

const AT = Date.parse("2026-11-22T02:00:00Z");
const DAY_MS = 86_400_000;
const HASH = "c".repeat(64);
type Sent = { to: string; subject: string; text: string; unsubscribeUrl?: string };

let context: TestContext;
let sent: Sent[];
beforeEach(async () => {
  context = createTestContext({ clock: new TestClock(AT) });
  sent = [];
  for (const table of ["audit_readers", "outbox", "counters"]) await context.db.run(sql.raw(`DELETE FROM ${table}`));
});

const ask = (email: string, ip = "192.0.2.7") => askHeads(context, { email, ip });
const readers = () =>
  context.db.all<{ id: string; email: string; confirmed: number | null; told: string }>(
    sql`SELECT id, email, confirmed_at_ms AS confirmed, told_date AS told FROM audit_readers ORDER BY email`,
  );
const queued = async () =>
  (await context.db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox ORDER BY id`)).map(
    ({ subject }) => subject,
  );
const mailer = { send: (mail: Sent) => Promise.resolve(void sent.push(mail)) };
const deliver = (subject: string) => sendNotice({ ...context, mailer } as never, subject);
let published = Date.parse("2031-01-01T00:00:00Z");
/** The next day: audits are never deleted, so each test has its own. */
async function publish(): Promise<string> {
  const date = dateOf((published += DAY_MS));
  await context.db
    .run(sql`INSERT INTO audits (date, state, result, hash, progress, started_at_ms, finished_at_ms, casks, stakes)
    VALUES (${date}, 'published', 'PASS', ${HASH}, '', ${AT}, ${AT}, 3, 300)`);
  return date;
}

async function reader(email: string, { confirmed = true } = {}) {
  await ask(email);
  const id = (await readers()).find((one) => one.email === email)?.id ?? "";
  const confirm = await headToken(context, { readerId: id, does: "confirm" });
  const stop = await headToken(context, { readerId: id, does: "stop" });
  if (confirmed) await decideHeads(context, { token: confirm, ip: "192.0.2.7" });
  return { id, confirm, stop };
}

describe("each day's head by mail", () => {
  it("is not sent before the address was confirmed by its link, which opening does not do", async () => {
    const date = await publish();
    const { id, confirm } = await reader("asha@example.com", { confirmed: false });
    const [asked = ""] = await queued();
    expect(asked).toBe(`audit-head-asked:${id}:${AT}`);
    expect(await deliver(asked)).toBe("sent");
    expect(sent[0]?.text).toContain(`/audit/heads/${confirm}`);
    expect(await readHeads(context, confirm)).toEqual({ does: "confirm", state: "asked" });
    await tellHeads(context);
    expect(await queued()).toEqual([asked]);
    expect(await decideHeads(context, { token: confirm, ip: "192.0.2.7" })).toEqual({ ok: true });
    await tellHeads(context);
    expect(await queued()).toContain(`audit-head:${date}:${id}`);
  });

  it("is sent once a day, with date and hash to keep, and a link that stops it", async () => {
    const { id, stop } = await reader("asha@example.com");
    await publish();
    const date = await publish();
    for (let run = 0; run < 3; run += 1) await tellHeads(context);
    const heads = (await queued()).filter((subject) => subject.startsWith("audit-head:"));
    expect(heads).toEqual([`audit-head:${date}:${id}`]);
    expect(await deliver(heads[0] ?? "")).toBe("sent");
    expect(sent[0]).toMatchObject({ to: "asha@example.com", subject: `Audit of ${formatDate(date)}: PASS` });
    expect(sent[0]?.text.split("\n")).toContain(`node verify-audit.mjs ${context.origin} --head ${date}=${HASH}`);
    expect(sent[0]?.unsubscribeUrl).toContain(`/audit/heads/${stop}`);
    expect(sent[0]?.text).toContain(`/audit/heads/${stop}`);
  });

  it("stops at once, also for what is on its way, and the address is forgotten", async () => {
    const { id, stop } = await reader("asha@example.com");
    const date = await publish();
    await tellHeads(context);
    expect(await decideHeads(context, { token: stop, ip: "192.0.2.7" })).toEqual({ ok: true });
    expect(await readers()).toEqual([]);
    expect(await deliver(`audit-head:${date}:${id}`)).toBe("superseded");
    expect(await readHeads(context, stop)).toEqual({ does: "stop", state: "gone" });
    expect(await decideHeads(context, { token: stop, ip: "192.0.2.7" })).toEqual({ ok: true });
  });

  it("is asked for again without another mail once confirmed, and with one before that", async () => {
    await reader("known@example.com");
    const before = await queued();
    context.clock.advance(1000);
    expect(await ask("Known@Example.com")).toEqual({ ok: true });
    expect(await queued()).toEqual(before);
    await reader("new@example.com", { confirmed: false });
    context.clock.advance(1000);
    await ask("new@example.com");
    expect((await queued()).length - before.length).toBe(2);
  });

  it("floods no mailbox, reveals nothing, and refuses a network that asks too often", async () => {
    for (let one = 0; one < 6; one += 1) {
      context.clock.advance(1000);
      expect(await ask("flooded@example.com", `198.51.${one}.1`)).toEqual({ ok: true });
    }
    expect(await queued()).toHaveLength(3);
    for (let one = 0; one < 20; one += 1) await ask(`a${one}@example.com`, "203.0.113.5");
    expect(await ask("late@example.com", "203.0.113.99")).toMatchObject({ ok: false, code: "too-many" });
  });

  it.each(["", "nonsense", "a@b", "x".repeat(300)])("does not take %j", async (typed) => {
    expect(await ask(typed)).toMatchObject({ ok: false, code: "invalid" });
  });

  it.each(["none", "rdr_1.stop.0", `rdr_1.confirm.${"0".repeat(32)}`])("knows no link %j", async (token) => {
    expect(await readHeads(context, token)).toBeNull();
    expect(await decideHeads(context, { token, ip: "192.0.2.7" })).toEqual({ ok: false, code: "unknown-link" });
  });

  it("a link for one thing does not do the other", async () => {
    const { confirm } = await reader("asha@example.com", { confirmed: false });
    const forged = confirm.replace(".confirm.", ".stop.");
    expect(await decideHeads(context, { token: forged, ip: "192.0.2.7" })).toMatchObject({ ok: false });
  });

  it("forgets after a week who never confirmed, and keeps who did", async () => {
    await reader("never@example.com", { confirmed: false });
    await reader("yes@example.com");
    context.clock.advance(7 * DAY_MS + 1);
    await sweepTables(context);
    expect((await readers()).map(({ email }) => email)).toEqual(["yes@example.com"]);
  });

  it("reads no more rows as readers grow", async () => {
    const plan = await context.db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN SELECT id FROM audit_readers
      WHERE confirmed_at_ms IS NOT NULL AND told_date < '2026-11-21' ORDER BY told_date LIMIT 200`);
    expect(plan.map(({ detail }) => detail).join()).toMatch(/SEARCH audit_readers USING INDEX audit_readers_to_tell/);
  });
});

describe("the form on /audit", () => {
  const app = openApp();
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.ask(path, { method: "POST", body: new URLSearchParams(fields), headers: { Origin: ORIGIN, ...headers } });

  it("works without a script: it leads back and says that a mail comes; a wrong address comes back with its error", async () => {
    const taken = await post("/audit?index", { email: "form@example.com" });
    expect(taken).toMatchObject({ status: 303, location: "/audit?asked#heads" });
    expect((await app.ask("/audit?asked")).text).toContain("Check your inbox");
    const refused = await post("/audit?index", { email: "form@" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="form@"');
  });

  it("is answered by the links of its mails, by a person and by a mail program", async () => {
    const { confirm, stop } = await reader("links@example.com", { confirmed: false });
    const token = (t: string) => `/audit/heads/${t}`;
    expect((await app.ask(token(confirm))).text).toContain("Yes, send it");
    expect(await post(token(confirm), {})).toMatchObject({ status: 303, location: token(confirm) });
    expect((await app.ask(token(confirm))).text).toContain("You are on the list");
    // A mail program says nothing of where it comes from.
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await app.ask(token(stop), oneClick)).status).toBe(200);
    expect((await app.ask(token(stop))).text).toContain("not on the list");
    expect(await readers()).toEqual([]);
  });
});

import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendNotice } from "~/areas/notices/send-notice";
import { createTestContext } from "../../support/context";
import { type Person, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { visitConsole } from "./support/visit-console";

// Requests to support through the console's own pages.

const app = openApp();
const context = createTestContext();
const { get, post } = visitConsole(app);
const HOUR_MS = 3_600_000;
let people: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => void (people = await signInStaff(context)));
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

let serial = 0;
async function written({ by = null as Person | null, phone = null as string | null, hoursAgo = 0 } = {}) {
  const id = context.newId("sup");
  const email = phone ? null : `writer-${++serial}@example.com`;
  await context.db
    .run(sql`INSERT INTO support_requests (id, number, user_id, name, email, phone, kind, message, content_mark, created_at_ms)
    VALUES (${id}, ${context.newCode().slice(0, 8)}, ${by?.userId ?? null}, 'Asha Rao', ${email}, ${phone}, 'payment', 'Where is my stake?', ${id},
      ${context.nowMs() - hoursAgo * HOUR_MS})`);
  return { id, email, page: `/operator/support/${id}` };
}
const answersTo = (id: string) =>
  context.db.all<{ id: string; body: string }>(
    sql`SELECT id, body FROM support_answers WHERE request_id = ${id} ORDER BY created_at_ms`,
  );
const logOf = async (id: string) =>
  (
    await context.db.all<{ action: string }>(
      sql`SELECT action FROM audit_log WHERE subject = ${`support:${id}`} ORDER BY rowid`,
    )
  ).map(({ action }) => action);

describe("the list of requests to support", () => {
  it("shows what has no answer, oldest first, against the promise, and counts it on every page", async () => {
    const [late, recent] = [await written({ hoursAgo: 100 }), await written()];
    const { text } = await get("/operator/support", people.reader);
    expect(text.indexOf(late.id)).toBeGreaterThan(0);
    expect(text.indexOf(recent.id)).toBeGreaterThan(text.indexOf(late.id));
    expect(text).toMatch(/late \d+ h/);
    const overview = await get("/operator", people.operator);
    expect(overview.text).toContain("Support requests to answer");
    await post(late.page, people.operator, { intent: "answer", body: "Here it is." });
    await post(recent.page, people.operator, { intent: "close" });
    expect((await get("/operator/support", people.operator)).text).not.toContain(late.id);
    expect((await get("/operator/support?state=answered", people.operator)).text).toContain(late.id);
    expect((await get("/operator/support?state=closed", people.operator)).text).toContain(recent.id);
  });
});

describe("the page of a request", () => {
  it("sends one email for a double tap, shows the thread, and takes a second answer", async () => {
    const { id, email, page } = await written();
    const fields = { intent: "answer", body: "Your stake is number 7.\r\n\r\nIt is in your wallet." };
    const twice = await Promise.all([post(page, people.operator, fields), post(page, people.operator, fields)]);
    expect(twice.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, page]));
    const [answer, ...more] = await answersTo(id);
    expect(more).toEqual([]);
    const [row] = await context.db.all(
      sql`SELECT notice FROM outbox WHERE subject_id = ${`support-answered:${answer?.id}`}`,
    );
    expect(row).toEqual({ notice: "support-answered" });
    expect(await sendNotice(context, `support-answered:${answer?.id}`)).toBe("sent");
    expect(context.mailer.to(email ?? "")[0]?.text).toContain("Your stake is number 7.\n\nIt is in your wallet.");
    await post(page, people.second, { intent: "answer", body: "One thing more." });
    const { text } = await get(page, people.reader);
    for (const part of ["Where is my stake?", "Your stake is number 7.", "One thing more."])
      expect(text).toContain(part);
    expect(text).not.toContain(email ?? "");
    expect(await logOf(id)).toEqual(["support-answered", "support-answered"]);
  });

  it("tells a person with only a phone number that an answer waits, and nothing of it", async () => {
    const { id, page } = await written({ phone: "919876512345" });
    await post(page, people.operator, { intent: "answer", body: "A secret." });
    const [answer] = await answersTo(id);
    expect(await sendNotice(context, `support-answered:${answer?.id}`)).toBe("sent-as-text");
    const text = context.texter.sent.at(-1);
    expect(text?.what).toBe("an answer is waiting for you");
    expect(JSON.stringify(text)).not.toContain("secret");
  });

  it("closes once and for all", async () => {
    const { id, page } = await written();
    const twice = [
      await post(page, people.operator, { intent: "close" }),
      await post(page, people.operator, { intent: "close" }),
    ];
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    const late = await post(page, people.operator, { intent: "answer", body: "Too late." });
    expect([late.status, late.text.includes("closed in the meantime")]).toEqual([409, true]);
    expect([await answersTo(id), await logOf(id)]).toEqual([[], ["support-closed"]]);
  });

  it("takes no empty answer, and none by a reader or by its author", async () => {
    const [theirs, own] = [await written(), await written({ by: people.operator })];
    const empty = await post(theirs.page, people.operator, { intent: "answer", body: " " });
    expect([empty.status, empty.text.includes("Enter the answer")]).toEqual([400, true]);
    for (const intent of ["answer", "close"]) {
      expect((await post(theirs.page, people.reader, { intent, body: "No." })).status).toBe(403);
      expect((await post(own.page, people.operator, { intent, body: "No." })).status).toBe(409);
    }
    expect((await get(own.page, people.operator)).text).toContain("This is your own request");
    expect([await answersTo(theirs.id), await answersTo(own.id), await logOf(own.id)]).toEqual([[], [], []]);
    expect((await post("/operator/support/sup_none", people.operator, { intent: "close" })).status).toBe(404);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sendNotice } from "~/areas/notices/send-notice";
import { openConsole } from "./support/console";

// Requests to support through the console's own pages.

const { context, people, get, post, actionsOn } = openConsole();
const HOUR_MS = 3_600_000;

let serial = 0;
async function written({ phone = null as string | null, hoursAgo = 0 } = {}) {
  const id = context.newId("sup");
  const email = phone ? null : `writer-${++serial}@example.com`;
  await context.db
    .run(sql`INSERT INTO support_requests (id, number, name, email, phone, kind, message, content_mark, created_at_ms)
    VALUES (${id}, ${context.newCode().slice(0, 8)}, 'Asha Rao', ${email}, ${phone}, 'payment', 'Where is my stake?', ${id},
      ${context.nowMs() - hoursAgo * HOUR_MS})`);
  return { id, email, page: `/operator/support/${id}` };
}
const answersTo = (id: string) =>
  context.db.all<{ id: string; body: string }>(sql`SELECT id, body FROM support_answers
    WHERE request_id = ${id} ORDER BY created_at_ms`);

it("the list of requests to support shows what has no answer, oldest first, against the promise, and counts it on the overview", async () => {
  const [late, recent] = [await written({ hoursAgo: 100 }), await written()];
  const { text } = await get("/operator/support", people.reader);
  expect(text.indexOf(late.id)).toBeGreaterThan(0);
  expect(text.indexOf(recent.id)).toBeGreaterThan(text.indexOf(late.id));
  expect(text).toMatch(/late \d+ h/);
  expect((await get("/operator", people.operator)).text).toContain("Support requests to answer");
  await post(late.page, people.operator, { intent: "answer", body: "Here it is." });
  await post(recent.page, people.operator, { intent: "close" });
  expect((await get("/operator/support", people.operator)).text).not.toContain(late.id);
  expect((await get("/operator/support?state=answered", people.operator)).text).toContain(late.id);
  expect((await get("/operator/support?state=closed", people.operator)).text).toContain(recent.id);
});

describe("the page of a request", () => {
  it("sends one email for a double tap, shows the thread, and takes a second answer", async () => {
    const { id, email, page } = await written();
    const empty = await post(page, people.operator, { intent: "answer", body: " " });
    expect([empty.status, empty.text.includes("Enter the answer")]).toEqual([400, true]);
    const fields = { intent: "answer", body: "Your stake is number 7.\r\n\r\nIt is in your wallet." };
    const twice = await Promise.all([1, 2].map(() => post(page, people.operator, fields)));
    expect(twice.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, "/operator/support"]));
    const [answer, ...more] = await answersTo(id);
    expect(more).toEqual([]);
    expect(await sendNotice(context, `support-answered:${answer?.id}`)).toBe("sent");
    expect(context.mailer.to(email ?? "")[0]?.text).toContain("Your stake is number 7.\n\nIt is in your wallet.");
    await post(page, people.second, { intent: "answer", body: "One thing more." });
    const { text } = await get(page, people.reader);
    for (const part of ["Where is my stake?", "Your stake is number 7.", "One thing more."])
      expect(text).toContain(part);
    expect(text).not.toContain(email ?? "");
    expect(await actionsOn(`support:${id}`)).toEqual(["support-answered", "support-answered"]);
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
    for (let tap = 0; tap < 2; tap++) expect((await post(page, people.operator, { intent: "close" })).status).toBe(303);
    const late = await post(page, people.operator, { intent: "answer", body: "Too late." });
    expect([late.status, late.text.includes("closed in the meantime")]).toEqual([409, true]);
    expect([await answersTo(id), await actionsOn(`support:${id}`)]).toEqual([[], ["support-closed"]]);
  });
});

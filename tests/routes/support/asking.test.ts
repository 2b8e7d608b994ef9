import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sendNotice } from "~/areas/notices/send-notice";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";

// Writing to support from the page, without JavaScript.

const app = openApp();
const context = createTestContext();

let serial = 0;
const asked = (more: Record<string, string> = {}) => ({
  name: "Asha Rao",
  contact: `asker-${++serial}@example.com`,
  kind: "payment",
  message: "I paid on Monday, and see nothing.",
  ...more,
});
const send = (fields: Record<string, string>, { as, ip }: { as?: Person; ip?: string } = {}) =>
  app.submit("/customer-support", fields, { cookie: as?.cookie, ip });
const kept = (contact: string) =>
  context.db.all<Record<string, string | null>>(sql`SELECT id, number, user_id, name, email, phone, kind, message
    FROM support_requests WHERE email = ${contact} OR phone = ${contact}`);
const numberIn = (location: string | null) =>
  /^\/customer-support\?request=([a-z0-9]{4}-[a-z0-9]{4})$/.exec(location ?? "")?.[1];

describe("the form on the support page", () => {
  it("keeps the request, shows its number, and sends it to an address without a word of what was typed", async () => {
    const fields = asked({ message: "Look at\r\nhttps://evil.example" });
    const before = app.trips.count;
    const { status, location } = await send(fields);
    expect([status, app.trips.count - before]).toEqual([303, 2]);
    const number = numberIn(location) ?? "none";
    const page = await app.ask(location ?? "");
    expect(page.text).toContain(`Its number is ${number}.`);
    const [row] = await kept(fields.contact);
    expect(row).toMatchObject({
      user_id: null,
      name: "Asha Rao",
      phone: null,
      message: "Look at\nhttps://evil.example",
    });
    expect(row?.number).toBe(number.replace("-", ""));
    expect(await sendNotice(context, `support-received:${row?.id}`)).toBe("sent");
    const [mail] = context.mailer.to(fields.contact);
    expect(mail?.text).toContain(number);
    for (const part of ["Asha", "evil.example"])
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain(part);
  });

  it("recognises signed-in users, and no one by an ended session", async () => {
    const [person, gone] = [await signIn(context), await signIn(context)];
    await context.db.run(sql`UPDATE users SET session_epoch = 1 WHERE id = ${gone.userId}`);
    const [known, unknown] = [asked(), asked({ contact: "98765 43210" })];
    await send(known, { as: person });
    await send(unknown, { as: gone });
    expect((await kept(known.contact))[0]?.user_id).toBe(person.userId);
    expect((await kept("919876543210"))[0]).toMatchObject({ user_id: null, email: null, phone: "919876543210" });
    const rows = await context.db.all(sql`SELECT 1 FROM outbox
      WHERE subject_id IN (SELECT 'support-received:' || id FROM support_requests WHERE phone = '919876543210')`);
    expect(rows).toEqual([]);
  });

  it("says what is missing, field by field, and keeps what was typed", async () => {
    const { status, text } = await send({ name: " ", contact: "asha@", kind: "gossip", message: "Kept words." });
    expect(status).toBe(400);
    for (const part of [
      "Enter your name",
      "Enter an email address or an Indian mobile number",
      "Choose what it is about",
      "Kept words.",
    ])
      expect(text).toContain(part);
    expect((await send(asked({ message: "x".repeat(4_001) }))).text).toContain("longer than 4,000");
    expect((await send({})).status).toBe(400);
  });

  it("takes no more than ten an hour from one network", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 10; at++) statuses.push((await send(asked(), { ip: "203.0.113.9" })).status);
    expect(statuses).toEqual(Array<number>(10).fill(303));
    const refused = await send(asked({ message: "Again." }), { ip: "203.0.113.9" });
    expect([refused.status, refused.headers.get("Retry-After") !== null, refused.text.includes("Again.")]).toEqual([
      429,
      true,
      true,
    ]);
  });

  it("locks no one out by an address that strangers give, and writes to it five times a day at most", async () => {
    const victim = await signIn(context);
    for (let at = 0; at < 7; at++)
      await send(asked({ contact: victim.email, message: `No. ${at}` }), { ip: `203.0.${at}.9` });
    const own = await send(asked({ contact: victim.email, message: "It is me." }), { as: victim, ip: "203.0.50.9" });
    const signedOut = await send(asked({ contact: victim.email, message: "Also me." }), { ip: "203.0.51.9" });
    expect([own.status, signedOut.status]).toEqual([303, 303]);
    const rows = await kept(victim.email);
    expect(rows).toHaveLength(9);
    const told: Record<string, string[]> = {};
    for (const { id, message } of rows)
      (told[await sendNotice(context, `support-received:${id}`)] ??= []).push(message ?? "");
    expect(told["told-often"]).toEqual(["No. 5", "No. 6", "Also me."]);
    expect(told.sent).toContain("It is me.");
    expect(context.mailer.to(victim.email)).toHaveLength(6);
  });
});

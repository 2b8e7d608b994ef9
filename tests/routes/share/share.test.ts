// What a person who shares a cask shows to others: the picture, the text and the link.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { giveStake } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { keepLogQuiet } from "../../support/quiet-log";

const app = openApp();
const context = createTestContext();
const { db } = context;
keepLogQuiet();
let person: Person;
let caskId: string;
beforeEach(async () => {
  person = await signIn(context);
  caskId = await putCask(context, { name: "Shared Hogshead", launchesInDays: -3, closesInDays: 37 });
});
const page = (query: string, who = person) => app.ask(`/share?${query}`, { headers: { Cookie: who.cookie } });
const linkIn = (text: string) => /data-share="link"[^>]* value="([^"]*)"/.exec(text)?.[1];
const textIn = (text: string) => /data-text="([^"]*)"/.exec(text)?.[1] ?? "";
const codeOf = async ({ userId }: Person) =>
  (await db.all<{ code: string }>(sql`SELECT referral_code AS code FROM users WHERE id = ${userId}`))[0]?.code;

describe("sharing a cask", () => {
  it("shows what it is, and no price, count, date or level, to the user who shares it", async () => {
    await db.run(sql`UPDATE users SET full_name = 'Asha Sharer', phone = '919876543210' WHERE id = ${person.userId}`);
    await giveStake(context, person, caskId);
    const empty = (await page(`cask=${caskId}`)).text;
    await db.run(sql`UPDATE casks SET sold_stakes = total_stakes WHERE id = ${caskId}`);
    const { text } = await page(`cask=${caskId}`);
    const picture = /<figure.*?<\/figure>/s.exec(text)?.[0] ?? "";
    expect(/<figure.*?<\/figure>/s.exec(empty)?.[0]).toBe(picture);
    for (const word of ["Shared Hogshead", "Dunnage", "Your capital is at risk.", "Whisky"])
      expect(picture).toContain(word);
    const words = picture.replace(/<[^>]+>/g, " ");
    expect(words).not.toMatch(/\d|\$/);
    expect(textIn(text)).toContain("Shared Hogshead");
    expect(`${words} ${textIn(text)} ${linkIn(text)}`).not.toMatch(/Asha|9876|person-|@|\$|usr_|stk_|20\d\d/);
  });

  it("leads others to the landing page, where the code of an owner of a stake is kept", async () => {
    const before = (await page(`cask=${caskId}`)).text;
    expect(new URL(linkIn(before) ?? "").search).toBe("");
    expect(textIn(before)).not.toContain("reward");
    await giveStake(context, person, caskId);
    const { text } = await page(`cask=${caskId}`);
    const link = new URL(linkIn(text) ?? "");
    expect([link.pathname, link.searchParams.get("ref")]).toEqual(["/", await codeOf(person)]);
    expect(textIn(text)).toContain("I may earn a reward");
    const stranger = await app.ask(`${link.pathname}${link.search}`);
    expect(stranger.status).toBe(200);
    expect(stranger.headers.get("Set-Cookie")).toMatch(/^(__Host-)?ref=/);
  });

  it("goes back to where it was opened from, on this site only", async () => {
    const backOf = async (query: string) => /<header.*?href="([^"]*)"/s.exec((await page(query)).text)?.[1];
    expect(await backOf(`cask=${caskId}`)).toBe(`/cask-information?cask=${caskId}`);
    expect(await backOf(`cask=${caskId}&stake=stk_1`)).toBe("/stakes/stk_1");
    expect(await backOf(`cask=${caskId}&stake=//evil.example`)).toBe(`/cask-information?cask=${caskId}`);
  });

  it("is not for drafts, and takes one round trip", async () => {
    const answer = await page(`cask=${caskId}`);
    expect(answer.headers.get("Server-Timing")).toContain('round trips 1"');
    expect((await page("cask=csk_none")).status).toBe(404);
    await db.run(sql`UPDATE casks SET state = 'withdrawn' WHERE id = ${caskId}`);
    expect((await page(`cask=${caskId}`)).status).toBe(404);
  });
});

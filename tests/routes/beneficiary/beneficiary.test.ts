import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { keepLogQuiet } from "../../support/quiet-log";

const app = openApp();
const context = createTestContext();
const { db } = context;
keepLogQuiet();

const MEERA = { name: "Meera Rao", relation: "Sister", contact: "meera@example.com\n4 Lane" };
let person: Person;
beforeEach(async () => {
  person = await signIn(context);
});
const page = (who = person) => app.ask("/beneficiary", { headers: { Cookie: who.cookie } });
const post = (fields: Record<string, string | undefined>, who = person) =>
  app.ask("/beneficiary", {
    method: "POST",
    headers: { Cookie: who.cookie, Origin: ORIGIN },
    body: new URLSearchParams(fields as Record<string, string>),
  });
const kept = () => db.all(sql`SELECT name, relation, contact FROM beneficiaries WHERE user_id = ${person.userId}`);

describe("a named beneficiary", () => {
  it("is saved, changed and removed by its owner, and seen by no one else", async () => {
    expect((await post(MEERA)).location).toBe("/settings");
    expect((await post(MEERA)).location).toBe("/settings");
    expect(await kept()).toEqual([MEERA]);
    expect((await page()).text).toContain("Meera Rao");
    expect((await page(await signIn(context))).text).not.toContain("Meera Rao");
    await post({ ...MEERA, relation: "Executor" });
    expect(await kept()).toEqual([{ ...MEERA, relation: "Executor" }]);
    for (let times = 0; times < 2; times += 1) expect((await post({ intent: "remove" })).location).toBe("/settings");
    expect(await kept()).toEqual([]);
  });

  it("needs a name, a relation and a contact; what was typed stays", async () => {
    const { status, text } = await post({ ...MEERA, contact: " " });
    expect(status).toBe(400);
    expect(text).toContain('value="Meera Rao"');
    expect(text).toContain("1 field to correct");
    expect(text).toMatch(/id="[\w-]*contact-error"[^>]*>.*?Fill this in/);
    expect(await kept()).toEqual([]);
  });

  it("is neither shown nor changed without a code entered within the last 30 minutes", async () => {
    await post(MEERA);
    await db.run(
      sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - 31 * 60_000} WHERE user_id = ${person.userId}`,
    );
    expect((await page()).location).toBe("/confirm-code?next=beneficiary");
    for (const fields of [{ ...MEERA, name: "Somebody Else" }, { intent: "remove" }])
      expect((await post(fields)).location).toBe("/confirm-code?next=beneficiary");
    expect(await kept()).toEqual([MEERA]);
  });

  it("comes back as it was typed after the code", async () => {
    const proved = (agoMs: number) =>
      db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - agoMs} WHERE user_id = ${person.userId}`);
    await proved(31 * 60_000);
    const sent = await post(MEERA);
    await proved(0);
    const back = { ...person, cookie: `${person.cookie}; ${sent.cookies.map((one) => one.split(";")[0]).join("; ")}` };
    expect((await page(back)).text).toContain('value="Meera Rao"');
    expect((await page()).text).not.toContain("Meera Rao");
    expect((await post(MEERA, back)).location).toBe("/settings");
    expect(await kept()).toEqual([MEERA]);
    expect((await page(await signIn(context))).text).not.toContain("Meera Rao");
  });

  it("comes with what happens then, in words", async () => {
    const { text } = await page();
    for (const said of ["What happens then", "death certificate", "not a will", "nothing is paid out"])
      expect(text).toContain(said);
  });
});

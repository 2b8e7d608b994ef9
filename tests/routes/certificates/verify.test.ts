import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";

const CODE = "7kq2ma4p9trwdefg";
const VOID = "7kq2ma4p9trwdefh";

/** The prerendered page, where there are files. */
const FILE = "<p>the file</p>";
const ASSETS = { fetch: () => Promise.resolve(new Response(FILE)) };

beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  const context = createTestContext();
  const person = await signIn(context);
  const caskId = await putCask(context);
  for (const code of [CODE, VOID]) await giveStake(context, person, caskId, { code });
  await context.db.run(
    sql`UPDATE certificates SET state = 'void', voided_at_ms = ${context.nowMs()} WHERE code = ${VOID}`,
  );
});

describe("/verify", () => {
  it("is a form that needs no JavaScript and no database", async () => {
    const app = openApp();
    const page = await app.ask("/verify");
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<form method="get" action="\/verify"/);
    expect(page.text).toMatch(/<input [^>]*name="code"/);
    expect(page.text).not.toContain("<script");
    expect(app.trips.count).toBe(0);
  });

  it("is the file where there is one, unless something was asked", async () => {
    const app = openApp({ ASSETS });
    expect((await app.ask("/verify")).text).toBe(FILE);
    expect((await app.ask("/verify?code=abc")).status).toBe(303);
    expect((await app.ask("/verify?code=")).text).toContain("<form");
  });

  it.each([
    ["7kq2ma4p9trwdefg", CODE],
    ["7KQ2-MA4P-9TRW-DEFG", CODE],
    ["+7kq2+ma4p+9trw+defg+", CODE],
    ["(7kq2-ma4p-9trw-defg).", CODE],
    [encodeURIComponent(`https://dunnage.example/verify/7kq2-ma4p-9trw-defg?utm_source=messenger`), CODE],
    ["nothing%2Flike%20it", "nothing%2Flike%20it"],
    ["//elsewhere.example", "%2F%2Felsewhere.example"],
  ])("leads from %s to the answer, with no round trip", async (typed, code) => {
    const app = openApp();
    const sent = await app.ask(`/verify?code=${typed}`);
    expect([sent.status, sent.location]).toEqual([303, `/verify/${code}`]);
    expect(app.trips.count).toBe(0);
  });
});

describe("/verify/CODE", () => {
  it.each([CODE, "7KQ2-MA4P-9TRW-DEFG", "7kq2%20ma4p%209TRW%20defg"])(
    "says in one round trip what %s stands for, and nothing of the holder",
    async (typed) => {
      const app = openApp();
      const page = await app.ask(`/verify/${typed}`);
      expect(page.status).toBe(200);
      const words = wordsIn(page.text);
      for (const said of ["is valid", "7kq2-ma4p-9trw-defg", "Cask", "1 of", "Issued", "SHA-256", "does not prove"])
        expect(words).toContain(said);
      expect(words).not.toContain("person-");
      expect(app.trips.count).toBe(1);
    },
  );

  it("says when one is void", async () => {
    const words = wordsIn((await openApp().ask(`/verify/${VOID}`)).text);
    expect(words).toContain("This certificate is no longer valid");
    expect(words).toContain("Not valid since");
  });

  it("says that one was replaced, also while the new one is still being made", async () => {
    const { db, nowMs } = createTestContext();
    const replaced = "This certificate was replaced";
    expect(wordsIn((await openApp().ask(`/verify/${VOID}`)).text)).not.toContain(replaced);
    await db.run(sql`INSERT INTO certificates (id, stake_id, code, state, r2_key, created_at_ms)
      SELECT 'crt_newer', stake_id, '7kq2ma4p9trwdefj', 'pending', 'newer.pdf', ${nowMs()} FROM certificates WHERE code = ${VOID}`);
    const words = wordsIn((await openApp().ask(`/verify/${VOID}`)).text);
    expect(words).toContain(replaced);
    expect(words).toContain("Not valid since");
    expect((await openApp().ask("/verify/7kq2ma4p9trwdefj")).status, "the one being made").toBe(404);
  });

  it.each([
    ["7KQ2ma4p9trwdefz", "7kq2-ma4p-9trw-defz"],
    ["nothing%2Flike%20it", "nothing/like it"],
    ["%20", ""],
  ])("asks again where no certificate has it, with what was typed: %s", async (typed, kept) => {
    const page = await openApp().ask(`/verify/${typed}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("We do not know this code");
    expect(page.text).toMatch(/<form method="get" action="\/verify"/);
    expect(/<input [^>]*name="code"[^>]*>/.exec(page.text)?.[0]).toContain(`value="${kept}"`);
  });
});

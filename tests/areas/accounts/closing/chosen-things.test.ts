// What a person chose besides their stakes: it is in the archive of their data, and gone once the account is closed.
import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../../../support/context";
import { type Person, signIn } from "../../../support/people";
import { openApp, ORIGIN } from "../../../support/serve-app";
import { keepLogQuiet } from "../../../support/quiet-log";

const app = openApp();
const context = createTestContext();
const { db } = context;
keepLogQuiet();

/** The table of each, and its part in the archive. */
const CHOSEN = {
  notice_choices: "notices",
} as const;
const TABLES = Object.keys(CHOSEN) as (keyof typeof CHOSEN)[];

const post = (path: string, fields: Record<string, string>, { cookie }: Person) =>
  app.raw(path, { method: "POST", headers: { Cookie: cookie, Origin: ORIGIN }, body: new URLSearchParams(fields) });
const rowsOf = async (table: string, { userId }: Person) =>
  (await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE user_id = ${userId}`))[0]?.n ?? 0;
const countsOf = async (who: Person) =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table, who)])));

/** All of it through the pages, as a person does it. */
async function choose(who: Person) {
  const send = async (path: string, fields: Record<string, string>) =>
    expect((await post(path, fields, who)).status, path).toBeLessThan(400);
  await send("/notices", { topic: "launches" });
}

let person: Person;
let other: Person;
beforeAll(async () => {
  [person, other] = [await signIn(context), await signIn(context)];
  await choose(person);
  await choose(other);
});

describe("what a person chose", () => {
  it("is there before", async () => {
    for (const [table, n] of Object.entries(await countsOf(person))) expect(n, table).toBeGreaterThan(0);
  });

  it("is in the archive of their data", async () => {
    const answer = await post("/my-data/archive", {}, person);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const everything = JSON.parse(new TextDecoder().decode(files["everything.json"])) as Record<string, unknown[]>;
    for (const table of TABLES) expect(everything[CHOSEN[table]], table).toHaveLength(await rowsOf(table, person));
  });

  it("is gone once the account is closed, and another person's stays", async () => {
    const kept = await countsOf(other);
    const closed = await post("/close-account", { understood: "yes" }, person);
    expect([closed.status, closed.headers.get("Location")]).toEqual([303, "/#account-closed"]);
    expect(await countsOf(person)).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
    expect(await countsOf(other)).toEqual(kept);
  });
});

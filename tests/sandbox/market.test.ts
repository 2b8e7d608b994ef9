import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { answerSandbox } from "../../workers/local/settlement";
import type { MarketAsked, MarketTold } from "../../workers/sandbox/market";
import { createTestContext } from "../support/context";
import { setMarketOpen } from "../support/settings";
import { signIn } from "../support/people";
import { makeWorld, SANDBOX } from "./support/world";

/** A sandbox beside a settlement Worker that only remembers what it was asked. */
function beside(told: Partial<MarketTold> = {}) {
  const world = makeWorld();
  const asked: MarketAsked[] = [];
  world.deps.askMarket = async (one) => {
    if (Object.keys(one).length > 0) asked.push(one);
    return { countries: "", ...told };
  };
  return { world, asked };
}

describe("resale in the sandbox", () => {
  it.each([
    ["open", "*"],
    ["closed", ""],
    ["DE,IN", "DE,IN"],
  ])("is switched by {market: %j}, and tells how it stands", async (market, countries) => {
    const { world, asked } = beside({ countries });
    const answer = await world.post("/sandbox/market", { market });
    expect([answer.status, asked]).toEqual([200, [{ countries }]]);
    expect(await answer.json()).toEqual({ status: true, market });
    expect(await (await world.call(`${SANDBOX}/sandbox/market`)).json()).toMatchObject({ market });
  });

  it.each([{ market: "de" }, { market: 1 }, { mrket: "open" }, "open"])(
    "refuses %j and changes nothing",
    async (body) => {
      const { world, asked } = beside();
      expect((await world.post("/sandbox/market", body)).status).toBe(400);
      expect(asked).toEqual([]);
    },
  );
});

describe("the local settlement Worker", () => {
  const context = createTestContext();
  const { db } = context;
  const ask = (asked: MarketAsked = {}) => answerSandbox(context, asked);
  const named = async (email: string, options: Parameters<typeof signIn>[1] = {}) => {
    const [known] = await db.all<{ userId: string }>(sql`SELECT id AS userId FROM users WHERE email = ${email}`);
    if (known) return { ...known, email, cookie: "" };
    const person = await signIn(context, options);
    await db.run(sql`UPDATE users SET email = ${email} WHERE id = ${person.userId}`);
    return person;
  };
  let first: string;
  let second: string;

  beforeEach(async () => {
    await setMarketOpen(db, false);
    ({ userId: first } = await named("operator@dunnage.test", { operator: true }));
    ({ userId: second } = await named("second-operator@dunnage.test", { operator: true }));
    // No one is signed in.
    await db.run(sql`UPDATE sessions SET revoked_at_ms = 1`);
  });

  const latest = async () =>
    (
      await db.all<{
        by: string;
        decided: string;
        becomes: string;
      }>(sql`SELECT proposed_by AS by, decided_by AS decided, becomes
        FROM change_proposals WHERE subject = 'setting:market_countries' AND state = 'confirmed' ORDER BY rowid DESC LIMIT 1`)
    )[0];

  it("opens and closes resale as two operators do, once however often it is asked", async () => {
    expect(await ask()).toMatchObject({ countries: "" });
    for (let times = 0; times < 2; times++) expect(await ask({ countries: "*" })).toMatchObject({ countries: "*" });
    expect(await latest()).toEqual({ by: first, decided: second, becomes: "*" });
    expect(await ask({ countries: "" })).toMatchObject({ countries: "" });
    const [{ rules } = { rules: 0 }] = await db.all<{ rules: number }>(
      sql`SELECT count(*) AS rules FROM sqlite_master WHERE type = 'trigger' AND name = 'settings_may_change'`,
    );
    expect(rules).toBe(1);
    expect(await db.all(sql`SELECT id_hash FROM sessions WHERE revoked_at_ms IS NULL`)).toEqual([]);
  });
});

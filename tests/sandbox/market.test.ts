import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { proposeSetting } from "~/core/settings/change-setting";
import { sha256 } from "~/server/sha256";
import { answerSandbox } from "../../workers/local/market/answer-sandbox";
import { DEMO_ORDERS, placeDemoOrders } from "../../workers/local/market/place-demo-orders";
import type { MarketAsked, MarketTold } from "../../workers/sandbox/market/market";
import { asOperator } from "../support/as-operator";
import { createTestContext, TestClock } from "../support/context";
import { balanceOf, giveStake, value } from "../support/holdings";
import { expectInvariants } from "../support/invariants";
import { IN_ROUND, setMarketOpen } from "../support/market";
import { putCask, signIn, signInAs } from "../support/people";
import { makeWorld, SANDBOX, type World } from "./support/world";

const ROUND = { month: "2026-12", closesAtMs: Date.UTC(2026, 11, 14, 12) };

/** A sandbox beside a settlement Worker that only remembers what it was asked. */
function beside(told: Partial<MarketTold> = {}) {
  const world = makeWorld();
  const asked: MarketAsked[] = [];
  const standing = { countries: "", round: null, opensAtMs: Date.UTC(2026, 11, 7, 12), orders: 0, placed: null };
  world.deps.askMarket = async (one) => {
    if (Object.keys(one).length > 0) asked.push(one);
    return { ...standing, ...told };
  };
  return { world, asked };
}

const pageOf = async (world: World) => (await world.call(`${SANDBOX}/sandbox`)).text();

describe("the sandbox's market", () => {
  it.each([
    ["open", "*"],
    ["closed", ""],
    ["DE,IN", "DE,IN"],
  ])("is switched by {market: %j}, and tells how it stands", async (market, countries) => {
    const { world, asked } = beside({ countries });
    const answer = await world.post("/sandbox/market", { market });
    expect([answer.status, asked]).toEqual([200, [{ countries, orders: false }]]);
    expect(await answer.json()).toEqual({
      ...{ status: true, market, round: null, next_round_opens_at: "2026-12-07T12:00:00.000Z", open_orders: 0 },
    });
    expect(await (await world.call(`${SANDBOX}/sandbox/market`)).json()).toMatchObject({ market });
  });

  it.each([{ market: "de" }, { market: 1 }, { orders: "all" }, { mrket: "open" }, "open"])(
    "refuses %j and changes nothing",
    async (body) => {
      const { world, asked } = beside();
      expect((await world.post("/sandbox/market", body)).status).toBe(400);
      expect(asked).toEqual([]);
    },
  );

  it("is opened and closed by a button, which leads back to the page", async () => {
    const { world, asked } = beside();
    expect(await pageOf(world)).toContain('name="market" value="open"');
    const pressed = await world.call(`${SANDBOX}/sandbox/market`, {
      ...{ method: "POST", body: new URLSearchParams({ market: "open" }), redirect: "manual" },
    });
    expect([pressed.status, pressed.headers.get("location"), asked]).toEqual([
      ...[303, "/sandbox#market", [{ countries: "*", orders: false }]],
    ]);
    expect(await pageOf(world)).toContain("Two operators opened the market");
  });

  it("offers the way into the next round, then the demo orders and the way past its close", async () => {
    const before = await pageOf(beside({ countries: "*" }).world);
    // From 20 November, 12:00, to 7 December, 12:00.
    expect(before).toContain('name="advance_days" value="17">+17 days (a round is open)');
    expect(before).not.toContain('name="orders"');
    const within = await pageOf(beside({ countries: "*", round: ROUND }).world);
    expect(within).toContain('name="orders" value="demo"');
    expect(within).toContain('value="24">+24 days (the round closes)');
    const closed = await pageOf(beside({ round: ROUND }).world);
    expect(closed).toContain("Closed: coming soon.");
    expect(closed).not.toContain('name="orders"');
  });

  it("says what went wrong, and shows its page all the same", async () => {
    const { world } = beside();
    world.deps.askMarket = () => Promise.reject(new Error("nobody there"));
    const answer = await world.post("/sandbox/market", { market: "open" });
    expect([answer.status, await answer.json()]).toEqual([502, { status: false, message: "nobody there" }]);
    expect(await pageOf(world)).toContain("The settlement Worker does not answer.");
  });
});

describe("the local settlement Worker", () => {
  const context = createTestContext({ clock: new TestClock(IN_ROUND) });
  const { db } = context;
  const deps = { ...context, sha256 };
  const ask = (asked: MarketAsked = {}) => answerSandbox(deps, asked);
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
    context.clock.nowMs = IN_ROUND;
    await setMarketOpen(db, false);
    ({ userId: first } = await named("operator@dunnage.test", { operator: true }));
    ({ userId: second } = await named("second-operator@dunnage.test", { operator: true }));
    // Nobody is signed in.
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

  it("opens and closes the market as two operators do, once however often it is asked", async () => {
    expect(await ask()).toMatchObject({ countries: "", round: ROUND, orders: 0 });
    for (let times = 0; times < 2; times++) expect(await ask({ countries: "*" })).toMatchObject({ countries: "*" });
    expect(await latest()).toEqual({ by: first, decided: second, becomes: "*" });
    expect(await ask({ countries: "" })).toMatchObject({ countries: "" });
    const [{ rules } = { rules: 0 }] = await db.all<{ rules: number }>(
      sql`SELECT count(*) AS rules FROM sqlite_master WHERE type = 'trigger' AND name = 'settings_text_by_two'`,
    );
    expect(rules).toBe(1);
    expect(await db.all(sql`SELECT id_hash FROM sessions WHERE revoked_at_ms IS NULL`)).toEqual([]);
  });

  it("confirms what the second operator has proposed already, as the first", async () => {
    await signInAs(context, second);
    await asOperator(context, second, (operator) =>
      proposeSetting(db, { key: "market_countries", value: "IN", operator, proposalId: context.newId("prp") }),
    );
    expect(await ask({ countries: "IN" })).toMatchObject({ countries: "IN" });
    expect(await latest()).toEqual({ by: second, decided: first, becomes: "IN" });
  });

  it("places the demo people's orders once, with money for them: one cask clears at a price, the other does not", async () => {
    const [clears, clearsNothing] = [await putCask(context), await putCask(context)];
    for (const caskId of [clears, clearsNothing]) await value(context, caskId, "2026-12-01", 60_000);
    const seller = await named("investor@dunnage.test");
    const buyers = [await named("rohan@example.test"), await named("nandini.thornwick@example.test")];
    for (const caskId of [clears, clearsNothing]) await giveStake(context, seller, caskId);
    const orders = DEMO_ORDERS.map((order) => ({
      ...order,
      caskId: order.caskId === DEMO_ORDERS[0]?.caskId ? clears : clearsNothing,
      who: order.who === "holder" ? "investor@dunnage.test" : order.who,
    }));
    const place = () => placeDemoOrders(deps, orders);
    expect(await place()).toEqual({ placed: 0, refused: orders.map(() => expect.stringContaining("is closed")) });
    await ask({ countries: "*" });
    for (let times = 0; times < 2; times++) expect(await place()).toEqual({ placed: orders.length, refused: [] });
    expect((await ask()).orders).toBe(orders.length);
    for (const { userId } of buyers) expect(await balanceOf(context, `user:${userId}:wallet`)).toBe(0);
    context.clock.nowMs = ROUND.closesAtMs;
    await runRounds({ ...deps, proof: env.PROOF });
    expect(
      await db.all(
        sql`SELECT cask_id AS cask, price_cents AS price, volume FROM resale_rounds ORDER BY price_cents DESC`,
      ),
    ).toEqual([
      // Between the two bids one stake is wanted and one offered; the last valuation lies there.
      { cask: clears, price: 60_000, volume: 1 },
      { cask: clearsNothing, price: null, volume: 0 },
    ]);
    await expectInvariants(db);
  });

  it("places none while no round is open, and says so", async () => {
    await ask({ countries: "*" });
    context.clock.nowMs = ROUND.closesAtMs;
    const { placed } = await ask({ orders: true });
    expect(placed).toEqual({ placed: 0, refused: DEMO_ORDERS.map(() => expect.stringContaining("no round is open")) });
  });
});

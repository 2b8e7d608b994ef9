import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, TestClock } from "../../support/context";
import { creditWallet, giveStake, value } from "../../support/holdings";
import { IN_ROUND, ROUND_CLOSES, setMarketOpen } from "../../support/market";
import { get, type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { servePage, wordsIn } from "../../support/serve-page";

const context = createTestContext({ clock: new TestClock(IN_ROUND) });
const { db } = context;
keepLogQuiet();

let person: Person;
let caskId: string;
let stakeId: string;

beforeAll(() => setMarketOpen(db, true));

beforeEach(async () => {
  context.clock.nowMs = IN_ROUND;
  person = await signIn(context);
  caskId = await putCask(context, { name: "Market Hogshead" });
  ({ stakeId } = await giveStake(context, person, caskId));
  await giveStake(context, await signIn(context), caskId);
  await value(context, caskId, "2026-12-01", 60_000);
  await creditWallet(context, person, 100_000);
});

const here = (query = `?cask=${caskId}`) => `http://localhost:8787/market${query}`;

async function serve(request: Request) {
  const next = context.next();
  const answer = await servePage(request, next);
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("Location"),
    text,
    words: wordsIn(text),
    trips: next.trips.count,
  };
}

const page = (query?: string, who: Person = person) => serve(get(here(query), who.cookie));

function send(fields: Record<string, string | string[]>, who: Person = person) {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const one of [values].flat()) body.append(name, one);
  return serve(new Request(here(), { method: "POST", headers: { Cookie: who.cookie }, body }));
}

const buy = { intent: "buy", quantity: "1", limit_price: "600" };
const orderOf = async ({ userId }: Person) => {
  const rows = await db.all<{ number: number; side: string; receipt: string }>(
    sql`SELECT number, side, receipt FROM resale_orders WHERE user_id = ${userId} AND state = 'open'`,
  );
  return rows[0] ?? null;
};

describe("the market's pages", () => {
  it("do not exist while the market is closed, also for a post", async () => {
    await setMarketOpen(db, false);
    const statuses = [(await page("")).status, (await page()).status, (await send(buy)).status];
    await setMarketOpen(db, true);
    expect(statuses).toEqual([404, 404, 404]);
    expect(await orderOf(person)).toBeNull();
  });

  it("list the casks with their last valuation, its day and its tier, in one round trip", async () => {
    const { status, words, trips } = await page("");
    expect([status, trips]).toEqual([200, 1]);
    expect(words).toContain("Market Hogshead");
    expect(words).toContain("1 stake of yours");
    expect(words).toContain("$600.00");
    expect(words).toContain("Valued 1 Dec 2026, measured.");
    expect(words).toContain("It closes on 14 Dec 2026, 12:00 UTC.");
    expect(words).toContain("in most rounds nothing is sold");
  });

  it("say when the next round opens, and offer no form, while none is open", async () => {
    context.clock.nowMs = ROUND_CLOSES;
    const { words, text } = await page();
    expect(words).toContain("The next one opens on 4 Jan 2027, 12:00 UTC");
    expect(text).not.toContain('name="limit_price"');
  });

  it("show no prices to an account that is not activated", async () => {
    const newcomer = await signIn(context, { activated: false });
    const { words, status } = await page("", newcomer);
    expect(status).toBe(200);
    expect(words).toContain("not activated");
    expect(words).not.toContain("$");
    expect((await page(undefined, newcomer)).location).toBe("/market");
  });

  it("show one cask with limit, fee and what comes of it, in one round trip", async () => {
    const { words, trips } = await page(`?cask=${caskId}&side=buy`);
    expect(trips).toBe(1);
    expect(words).toContain("At most $660.00: 10% above the last valuation, $600.00. Valued 1 Dec 2026, measured.");
    // 1.5 % of 600.00 is 9.00.
    expect(words).toContain("At $600.00 you pay $609.00");
    expect((await page(`?cask=${caskId}&side=sell`)).words).toContain("At $600.00 you get $591.00");
  });

  it("tell what the latest rounds of a cask brought, each with its file, and nothing of one that is open", async () => {
    const none = await page();
    expect(none.words).toContain("Rounds held None for this cask yet.");
    const months = Array.from({ length: 15 }, (_, at) =>
      at < 12 ? `2025-${String(at + 1).padStart(2, "0")}` : `2026-${String(at - 11).padStart(2, "0")}`,
    );
    for (const month of months)
      await db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
        VALUES (${`${caskId}/${month}`}, ${caskId}, ${month}, 1, ${Date.parse(`${month}-14T12:00:00Z`)}, 150)`);
    const end = (month: string, become: ReturnType<typeof sql>) =>
      db.run(sql`UPDATE resale_rounds SET ${become} WHERE id = ${`${caskId}/${month}`}`);
    for (const month of months.slice(0, -1))
      await end(month, sql`state = 'rooted', root = 'r', rooted_at_ms = ${IN_ROUND}`);
    for (const month of months.slice(0, -2))
      await end(month, sql`state = 'cleared', price_cents = NULL, volume = 0, cleared_at_ms = ${IN_ROUND}`);
    await end("2026-02", sql`state = 'stopped', ended_at_ms = ${IN_ROUND}`);
    const { words, text, trips } = await page();
    expect(trips).toBe(1);
    const [, listed = ""] = /Rounds held(.*)Recompute a round/.exec(words) ?? [];
    expect(listed.match(/Closed/g)).toHaveLength(12);
    expect(listed).toMatch(
      /^ stopped: the cask was sold Closed 14 Feb 2026 nothing sold Closed 14 Jan 2026 Orders and result/,
    );
    expect(text).toContain(`href="/audit/market/${caskId}/2026-01.json"`);
    expect(text).not.toContain(`/audit/market/${caskId}/2026-02.json`);
    expect(words).not.toContain("14 Mar 2026");
  });

  it("know no cask that does not exist", async () => {
    expect((await page("?cask=csk_none")).status).toBe(404);
  });
});

describe("an order from the page", () => {
  it("to buy is placed in two round trips and shown with number and receipt", async () => {
    const { status, location, trips } = await send(buy);
    expect([status, location, trips]).toEqual([303, `/market?cask=${caskId}`, 2]);
    const order = await orderOf(person);
    const { words, text } = await page();
    expect(words).toContain("Buy 1 stake at $600.00 or less each");
    expect(words).toContain(`Order number ${order?.number}`);
    expect(text).toContain(order?.receipt);
    expect(words).toContain("Set aside from the wallet $609.00");
    expect(text).not.toContain('name="limit_price"');
  });

  it("to sell offers the chosen stakes", async () => {
    const second = await giveStake(context, person, caskId);
    await send({
      intent: "sell",
      stake: [stakeId, second.stakeId, stakeId],
      limit_price: "$600.50",
    });
    expect(await orderOf(person)).toMatchObject({ side: "sell" });
    expect((await page()).words).toContain("Sell 2 stakes at $600.50 or more each");
  });

  it.each([
    ["no limit", { ...buy, limit_price: "" }, "Limit: enter an amount in dollars above zero"],
    ["parts of a cent", { ...buy, limit_price: "600.001" }, "Limit: enter an amount in dollars above zero"],
    ["a limit of nothing", { ...buy, limit_price: "0" }, "Limit: enter an amount in dollars above zero"],
    ["parts of a stake", { ...buy, quantity: "1.5" }, "Number of stakes: enter a whole number"],
    ["no stake", { intent: "sell", limit_price: "600" }, "Your stakes: choose at least one"],
  ])("with %s is refused by a message that names the field", async (_, fields, message) => {
    const { status, words } = await send(fields);
    expect(status).toBe(400);
    expect(words).toContain(message);
    expect(await orderOf(person)).toBeNull();
  });

  it("that is refused keeps what was typed, and says what to do", async () => {
    const tooHigh = await send({ ...buy, quantity: "2", limit_price: "660.01" });
    expect([tooHigh.status, tooHigh.trips]).toEqual([409, 1]);
    expect(tooHigh.words).toContain("Limit: enter at most $660.00.");
    expect(tooHigh.text).toContain('value="660.01"');
    const tooDear = await send({ ...buy, quantity: "2" });
    expect(tooDear.words).toContain(
      "The order sets aside $1,218.00, fee included, but your wallet has only $1,000.00.",
    );
    expect(tooDear.text).toContain("product=top-up");
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    const frozen = await send({ intent: "sell", stake: stakeId, limit_price: "600" });
    expect(frozen.words).toContain("Stake 1: Frozen because its payment is disputed or was reversed.");
    expect(frozen.text).toContain(`href="/stakes/${stakeId}"`);
  });

  it("is withdrawn from the page, twice to the same end, and after that the form is back", async () => {
    await send(buy);
    const order = String((await orderOf(person))?.number);
    for (let times = 0; times < 2; times += 1)
      expect((await send({ intent: "withdraw", order })).location).toBe(`/market?cask=${caskId}`);
    const { text, words } = await page(`?cask=${caskId}&side=buy`);
    expect(text).toContain('name="limit_price"');
    expect(words).toContain("withdrawn");
  });

  it("cannot be withdrawn by anybody else, nor on the last day", async () => {
    await send(buy);
    const order = String((await orderOf(person))?.number);
    expect((await send({ intent: "withdraw", order }, await signIn(context))).status).toBe(404);
    context.clock.nowMs = ROUND_CLOSES - 1;
    const late = await send({ intent: "withdraw", order });
    expect([late.status, late.words.includes("The last day of the round has begun.")]).toEqual([409, true]);
  });

  it("without an intent is no order", async () => {
    expect((await send({ quantity: "1", limit_price: "600" })).status).toBe(400);
  });
});

describe("an order that is placed again", () => {
  const carrying = { ...buy, carry_over: "yes" };
  const carry = async () => {
    const [row] = await db.all<{ carries: number; carryEnd: string | null }>(
      sql`SELECT carries_over AS carries, carry_end AS carryEnd FROM resale_orders WHERE user_id = ${person.userId}`,
    );
    return row;
  };

  it("is asked for by a box of the form, which stays ticked when the form is refused", async () => {
    expect((await page(`?cask=${caskId}&side=buy`)).words).toContain("Place any remainder again in the next round");
    const refused = await send({ ...carrying, limit_price: "0" });
    expect(refused.text).toMatch(/name="carry_over"[^>]*checked|checked[^>]*name="carry_over"/);
    await send(carrying);
    expect(await carry()).toEqual({ carries: 1, carryEnd: null });
  });

  it("says so on its page, with the round in which it is, and is given up from there, twice to the same end", async () => {
    await send(carrying);
    expect((await page()).words).toContain(
      "What is left Placed again in the next round, which opens on 4 Jan 2027, 12:00 UTC",
    );
    const order = String((await orderOf(person))?.number);
    expect((await send({ intent: "give-up-carry", order }, await signIn(context))).status).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      const { status, location, trips } = await send({ intent: "give-up-carry", order });
      expect([status, location, trips]).toEqual([303, `/market?cask=${caskId}`, 1]);
    }
    const { words } = await page();
    expect(words).not.toContain("Placed again in the next round");
    expect(words).toContain("Buy 1 stake at $600.00 or less each");
    expect(await carry()).toEqual({ carries: 1, carryEnd: "given-up" });
  });

  it("can be given up after its round, on both pages, also while the market is closed", async () => {
    await send(carrying);
    const order = (await orderOf(person))?.number ?? 0;
    await db.run(sql`UPDATE resale_orders SET state = 'ended', ended_at_ms = ${ROUND_CLOSES} WHERE number = ${order}`);
    context.clock.nowMs = ROUND_CLOSES;
    await setMarketOpen(db, false);
    for (const query of ["", `?cask=${caskId}`]) {
      const { words, text, trips } = await page(query);
      expect([words.includes("Do not place it again"), text.includes(`id="order-${order}"`), trips]).toEqual([
        true,
        true,
        1,
      ]);
    }
    await send({ intent: "give-up-carry", order: String(order) });
    expect((await page()).status).toBe(404);
    await setMarketOpen(db, true);
    expect((await page()).words).toContain("It is not placed again.");
  });
});

describe("what a seller is told about the money", () => {
  it("stands on the order: seven days after the sale", async () => {
    await send({ intent: "sell", stake: stakeId, limit_price: "600" });
    expect((await page()).words).toContain("Paid into your wallet 7 days after the sale");
  });
});

describe("an account that is to be closed", () => {
  it("is told so in place of an order, with the way to keep it", async () => {
    await db.run(sql`INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      VALUES (${person.userId}, ${person.userId}, 0, 0, ${IN_ROUND}, ${IN_ROUND + 14 * 86_400_000}, ${person.userId})`);
    const { status, words, text } = await send(buy);
    expect([status, words.includes("Your account will be closed, so it cannot place orders.")]).toEqual([409, true]);
    expect(text).toContain('href="/close-account"');
    expect(await orderOf(person)).toBeNull();
  });
});

// Each form of the market and of bids, tapped twice, from two tabs, after Back, and in a session that has ended: what was sent counts
// once, and every answer leads where one tap would have led.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openBids } from "../../support/bids";
import { balanceOf, creditWallet, giveStake, value } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { IN_ROUND, setMarketOpen } from "../../support/market";
import { formPost, type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { servePage, wordsIn } from "../../support/serve-page";
import { openShop, type Shop } from "../../support/shop";

keepLogQuiet();

let shop: Shop;
let person: Person;
let [caskId, stakeId, bidId] = ["", "", ""];

beforeEach(async () => {
  shop = openShop();
  const { context } = shop;
  context.clock.nowMs = IN_ROUND;
  await setMarketOpen(context.db, true);
  person = await signIn(context);
  caskId = await putCask(context);
  ({ stakeId } = await giveStake(context, person, caskId));
  await value(context, caskId, "2026-12-01", 60_000);
  await creditWallet(context, person, 200_000);
  const bids = await openBids(context);
  const bidden = await putCask(context, { totalStakes: 2 });
  await bids.give(person, bidden, 2);
  bidId = await bids.opened(bidden);
});

type Form = { path: string; fields: Record<string, string> };

async function send({ path, fields }: Form) {
  const answer = await servePage(formPost(`http://localhost:8787${path}`, person.cookie, fields), shop.context.next());
  return { status: answer.status, location: answer.headers.get("Location"), words: wordsIn(await answer.text()) };
}

const rowsOf = async (table: string, where = "1 = 1") =>
  (
    await shop.context.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE user_id = ${person.userId} AND ${sql.raw(where)}`,
    )
  )[0]?.n;
const wallet = () => balanceOf(shop.context, `user:${person.userId}:wallet`);

const orderForm = (fields: Record<string, string>): Form => ({
  path: `/market?cask=${caskId}`,
  fields: { cask: caskId, ...fields },
});
const buy = (limit = "600") => orderForm({ intent: "buy", quantity: "1", limit_price: limit });
const sell = (limit = "600") => orderForm({ intent: "sell", stake: stakeId, limit_price: limit });
const withdraw = async () => {
  const [order] = await shop.context.db.all<{ number: number }>(
    sql`SELECT number FROM resale_orders WHERE user_id = ${person.userId} ORDER BY number DESC LIMIT 1`,
  );
  return orderForm({ intent: "withdraw", order: String(order?.number) });
};
const vote = (choice = "accept"): Form => ({ path: `/bids/${bidId}`, fields: { choice } });
const topUp = (amount = "250"): Form => ({
  path: `/stripe-secure?product=top-up&amount=${amount}`,
  fields: { product: "top-up", amount, paymentMode: "Bank" },
});

type Row = {
  what: string;
  form: () => Form | Promise<Form>;
  before?: () => Promise<unknown>;
  /** How many rows there are once it counts. */
  rows: () => Promise<number | undefined>;
  /** Where one tap leads. */
  leadsTo: () => RegExp;
};

const FORMS: Row[] = [
  { what: "an order to buy", form: buy, rows: () => rowsOf("resale_orders"), leadsTo: () => /^\/market\?cask=/ },
  { what: "an order to sell", form: sell, rows: () => rowsOf("resale_orders"), leadsTo: () => /^\/market\?cask=/ },
  {
    what: "the withdrawal of an order",
    before: () => send(buy()),
    form: withdraw,
    rows: () => rowsOf("resale_orders", "state = 'withdrawn'"),
    leadsTo: () => /^\/market\?cask=/,
  },
  { what: "a vote", form: vote, rows: () => rowsOf("bid_votes"), leadsTo: () => new RegExp(`^/bids/${bidId}$`) },
  { what: "a top-up", form: topUp, rows: () => rowsOf("payments", "purpose = 'top-up'"), leadsTo: () => /^https:\/\// },
];

describe.each(FORMS)("$what", ({ form, before, rows, leadsTo }) => {
  const prepared = async () => {
    await before?.();
    return form();
  };

  it("tapped twice at once counts once, and both taps lead to the same place", async () => {
    const sent = await prepared();
    const answers = await Promise.all([send(sent), send(sent), send(sent)]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    for (const { status, location } of answers)
      expect([status, location]).toEqual([303, expect.stringMatching(leadsTo())]);
    expect(await rows()).toBe(1);
    await expectInvariants(shop.context.db);
  });

  it("sent again, as by a reload or after Back, is the first one's outcome", async () => {
    const sent = await prepared();
    const first = await send(sent);
    shop.context.clock.advance(2_000);
    expect(await send(sent)).toMatchObject({ status: 303, location: first.location });
    expect(await rows()).toBe(1);
    await expectInvariants(shop.context.db);
  });

  it("in a session that ended in the middle does nothing, and leads to the landing page", async () => {
    const sent = await prepared();
    const had = await rows();
    await shop.context.db.run(sql`UPDATE sessions SET revoked_at_ms = ${IN_ROUND} WHERE user_id = ${person.userId}`);
    const { status, location } = await send(sent);
    expect([302, 303]).toContain(status);
    expect(location).toMatch(/^\/(#session-expired)?$/);
    expect(await rows()).toBe(had);
  });
});

describe("from two tabs", () => {
  it("the second order for the cask is refused, whichever side it is on, and the first one stands", async () => {
    await send(buy());
    for (const other of [buy("590"), sell()]) {
      const { status, words } = await send(other);
      expect([status, words.includes("You have an order for this cask in this round.")]).toEqual([409, true]);
    }
    expect([await rowsOf("resale_orders"), await wallet()]).toEqual([1, 200_000 - 60_900]);
  });

  it("two different orders at once leave one, with the money of one set aside", async () => {
    const answers = await Promise.all([send(buy("600")), send(buy("590"))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await rowsOf("resale_orders")).toBe(1);
    expect([200_000 - 60_900, 200_000 - 59_885]).toContain(await wallet());
    await expectInvariants(shop.context.db);
  });

  it("an order placed after Back, once the first was withdrawn, is another one", async () => {
    await send(buy());
    await send(await withdraw());
    expect(await wallet()).toBe(200_000);
    expect((await send(buy())).status).toBe(303);
    expect([await rowsOf("resale_orders"), await wallet()]).toEqual([2, 200_000 - 60_900]);
  });

  it("the last vote counts, however often it changes", async () => {
    for (const choice of ["accept", "decline", "accept"]) await send(vote(choice));
    const [last] = await shop.context.db.all<{ choice: string }>(
      sql`SELECT choice FROM bid_votes WHERE user_id = ${person.userId} ORDER BY id DESC LIMIT 1`,
    );
    expect([last?.choice, await rowsOf("bid_votes")]).toEqual(["accept", 3]);
  });

  it("another amount takes the place of the top-up that is open", async () => {
    await send(topUp("250"));
    shop.context.clock.advance(1_000);
    await send(topUp("300"));
    expect(await rowsOf("payments", "purpose = 'top-up' AND state = 'open'")).toBe(1);
    expect(await wallet()).toBe(200_000);
  });
});

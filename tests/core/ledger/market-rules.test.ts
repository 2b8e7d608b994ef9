// Each rule of the books about the resale market is broken on purpose, by who has control of the database: it must say so, and nothing before.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BOOK_RULES } from "~/core/ledger/book-rules";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import { tamper } from "../../support/audits";
import { createTestContext, type TestContext } from "../../support/context";
import { freshBindings } from "../../support/fresh-bindings";
import { giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { putOrder, putRound } from "../../support/resale";

const DAY_MS = 86_400_000;

const held = "what is held for resale is what orders set aside and sellers wait for";
const holding = "an order that has ended holds neither money nor stakes";
const offer = "a stake on offer is its seller's, in an order that is open, and no return of it is asked for";
const fair = "each resale was at its round's price, within both limits, between two people";
const took = "each resale took its fee and its advances once, and paid its seller once";
const follows = "each holding but the first was bought at its price from the one before, whose certificate is void";

let stakes: { sold: string; bought: string; offered: string };
let orders: { sold: number; bought: number; offer: number; bid: number };
let other: string;
let context: TestContext;

/** One stake has changed hands and its seller waits for the money; another one is on offer in a round that is open, beside a bid. */
beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await freshBindings();
  context = createTestContext();
  const { db, clock } = context;
  const [seller, buyer, bidder] = [await signIn(context), await signIn(context), await signIn(context)];
  other = bidder.userId;
  const caskId = await putCask(context, { totalStakes: 10 });
  const given = [await giveStake(context, seller, caskId), await giveStake(context, seller, caskId)];
  const [sold = "", offered = ""] = given.map(({ stakeId }) => stakeId);
  const first = await putRound(context, caskId, { month: "2026-11" });
  const asked = await putOrder(context, first, seller, { side: "sell", limit: 48_000, stakeIds: [sold] });
  const wanted = await putOrder(context, first, buyer, { side: "buy", limit: 50_000, quantity: 1 });
  clock.advance(5 * DAY_MS);
  await runRounds({ ...context, proof: env.PROOF, sha256 });
  const second = await putRound(context, caskId, { month: "2026-12" });
  orders = {
    ...{ sold: asked, bought: wanted },
    offer: await putOrder(context, second, seller, { side: "sell", limit: 48_000, stakeIds: [offered] }),
    bid: await putOrder(context, second, bidder, { side: "buy", limit: 40_000, quantity: 1 }),
  };
  const [bought] = await db.all<{ id: string }>(
    sql`SELECT new_stake_id AS id FROM resale_fills WHERE stake_id = ${sold} AND state = 'settled'`,
  );
  stakes = { sold, offered, bought: bought?.id ?? "" };
});

type Breach = [rule: string, what: string, table: string, change: () => string];

const BREACHES: Breach[] = [
  [
    holding,
    "an order that has ended is open again",
    "resale_orders",
    () => `UPDATE resale_orders SET state = 'open' WHERE number = ${orders.bought}`,
  ],
  [
    holding,
    "an open one has set another amount aside",
    "resale_orders",
    () => `UPDATE resale_orders SET reserved_cents = reserved_cents + 1 WHERE number = ${orders.bid}`,
  ],
  [
    holding,
    "it offers a stake less than it says",
    "resale_orders",
    () => `UPDATE resale_orders SET quantity = 2 WHERE number = ${orders.offer}`,
  ],
  [
    holding,
    "it has ended with a stake on offer",
    "resale_offered_stakes",
    () => `UPDATE resale_offered_stakes SET released_at_ms = NULL WHERE order_number = ${orders.sold}`,
  ],
  [
    held,
    "a seller counts as paid who is not",
    "resale_fills",
    () => `UPDATE resale_fills SET paid_at_ms = 1 WHERE stake_id = '${stakes.sold}'`,
  ],
  [
    held,
    "an open order has set another amount aside",
    "resale_orders",
    () => `UPDATE resale_orders SET reserved_cents = reserved_cents + 1 WHERE number = ${orders.bid}`,
  ],
  [
    took,
    "the fee was another",
    "resale_fills",
    () =>
      `UPDATE resale_fills SET fee_cents = fee_cents + 1, credit_cents = credit_cents - 1 WHERE stake_id = '${stakes.sold}'`,
  ],
  [
    took,
    "a seller counts as paid who is not",
    "resale_fills",
    () => `UPDATE resale_fills SET paid_at_ms = 1 WHERE stake_id = '${stakes.sold}'`,
  ],
  [
    fair,
    "the seller asked for more",
    "resale_orders",
    () => `UPDATE resale_orders SET limit_cents = 60000 WHERE number = ${orders.sold}`,
  ],
  [
    fair,
    "the buyer offered less",
    "resale_orders",
    () => `UPDATE resale_orders SET limit_cents = 100 WHERE number = ${orders.bought}`,
  ],
  [
    fair,
    "the round had another price",
    "resale_rounds",
    () =>
      `UPDATE resale_rounds SET price_cents = price_cents + 1 WHERE id = (SELECT round_id FROM resale_orders WHERE number = ${orders.sold})`,
  ],
  [
    fair,
    "both were the same person",
    "resale_orders",
    () =>
      `UPDATE resale_orders SET user_id = (SELECT user_id FROM resale_orders WHERE number = ${orders.sold}) WHERE number = ${orders.bought}`,
  ],
  [
    offer,
    "it is offered by somebody else",
    "resale_orders",
    () =>
      `UPDATE resale_orders SET user_id = (SELECT user_id FROM resale_orders WHERE number = ${orders.bought}) WHERE number = ${orders.offer}`,
  ],
  [
    offer,
    "its order has ended",
    "resale_orders",
    () => `UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = 1 WHERE number = ${orders.offer}`,
  ],
  [
    follows,
    "the first holder's certificate is valid",
    "stakes",
    () => `UPDATE stakes SET certificate_state = 'issued' WHERE id = '${stakes.sold}'`,
  ],
  [
    follows,
    "it belongs to somebody else",
    "stakes",
    () => `UPDATE stakes SET user_id = '${other}' WHERE id = '${stakes.bought}'`,
  ],
  [follows, "it cost another price", "stakes", () => `UPDATE stakes SET price_cents = 1 WHERE id = '${stakes.bought}'`],
];

const breaches = async (rule: string) => (await context.db.all(sql.raw(BOOK_RULES[rule] ?? ""))).length;

describe("the rules of the books about resale", () => {
  it("hold while nothing is wrong", () => expectInvariants(context.db));

  it.each(BREACHES)("%s: %s", async (rule, _what, table, change) => {
    const before = await breaches(rule);
    await tamper(context, table, change());
    expect(await breaches(rule)).toBe(before + 1);
  });

  it(`${offer}: a return of it is asked for`, async () => {
    const before = await breaches(offer);
    await tamper(
      context,
      "withdrawals",
      `INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode, holder_name,
        bank_name, ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
      SELECT 'wdr_' || id, user_id, id, 1, 200, 51000, 1000, 'Bank', 'h', 'b', 'i', 's', '1234', 'k', 1, 1, 1 FROM stakes WHERE id = '${stakes.offered}'`,
    );
    expect(await breaches(offer)).toBe(before + 1);
  });
});

import { sql } from "drizzle-orm";
import { row, runWork, writes } from "~/db/work";
import { placeOrder } from "~/areas/market/resale/place-order";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { type CaskMarket, readCaskMarket } from "~/areas/market/resale/read-market";
import { house, walletOf } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import { costOf } from "~/domain/auction/amounts";
import { roundAt } from "~/domain/auction/rounds";
import { type DemoDeps, sessionOf } from "./demo-session";

// Orders of the demo people in the round that is open: in one cask the investor sells a stake at a price that three make together,
// in another the limits do not meet.

type DemoOrder = { caskId: string; who: string; side: "sell" | "buy"; percent: number };

const CLEARS = "csk_demo_carsevane";
const CLEARS_NOTHING = "csk_demo_loch_ardel";

/** `percent`: the limit, of the last valuation. Sellers of a cask are found among those who hold a stake of it. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  { caskId: CLEARS, who: "investor@dunnage.test", side: "sell", percent: 96 },
  { caskId: CLEARS, who: "rohan@example.test", side: "buy", percent: 101 },
  { caskId: CLEARS, who: "nandini.thornwick@example.test", side: "buy", percent: 98 },
  { caskId: CLEARS_NOTHING, who: "holder", side: "sell", percent: 109 },
  { caskId: CLEARS_NOTHING, who: "nandini.thornwick@example.test", side: "buy", percent: 88 },
];

export type PlacedOrders = { placed: number; refused: string[] };

/** Who has an order for the cask in this round already, whatever became of it, places no other. */
export async function placeDemoOrders(deps: DemoDeps, orders = DEMO_ORDERS): Promise<PlacedOrders> {
  const told: PlacedOrders = { placed: 0, refused: [] };
  for (const demo of orders) {
    const why = await placeDemoOrder(deps, demo);
    if (why === null) told.placed += 1;
    else told.refused.push(`${demo.who} (${demo.side}, ${demo.caskId}): ${why}`);
  }
  return told;
}

/** @returns why it was not placed; null: it was, now or before */
async function placeDemoOrder(deps: DemoDeps, { caskId, who, side, percent }: DemoOrder): Promise<string | null> {
  const { db, nowMs } = deps;
  const month = roundAt(nowMs())?.month;
  if (!month) return "no round is open";
  const user = await runWork(db, row(db.all<{ id: string }>(who === "holder" ? holderOf(caskId) : byEmail(who))));
  if (!user) return "there is no such person";
  const session = sessionOf(deps, user.id);
  const market = await readCaskMarket(deps, session, { caskId, country: null });
  if (!market) return "the market is closed";
  if (market.orders.some((order) => order.month === month)) return null;
  const asked = orderAt(market, side, percent);
  if (!asked) return "they have no stake to sell";
  if (side === "buy")
    await credit(deps, { userId: user.id, market, asked, refersTo: `promotion:demo_${month}_${caskId}_${user.id}` });
  const outcome = await placeOrder(deps, session, { caskId, country: null, asked });
  return outcome.ok ? null : outcome.refusal.code;
}

const byEmail = (email: string) => sql`SELECT id FROM users WHERE email = ${email}`;

const holderOf = (caskId: string) => sql`SELECT users.id FROM users JOIN stakes ON stakes.user_id = users.id
  WHERE stakes.cask_id = ${caskId} AND stakes.state = 'active' AND users.id LIKE 'usr_demo_holder_%' ORDER BY users.id LIMIT 1`;

function orderAt({ cask, stakes }: CaskMarket, side: DemoOrder["side"], percent: number): OrderAsked | null {
  const usual = cask.lastValue?.valueCents ?? Math.floor((cask.highestCents * 10) / 11);
  const limitCents = Math.floor((usual * percent) / 100);
  if (side === "buy") return { side, quantity: 1, limitCents };
  const offered = stakes.find(({ not }) => !not);
  return offered ? { side, stakeIds: [offered.stakeId], limitCents } : null;
}

type Credit = { userId: string; market: CaskMarket; asked: OrderAsked; refersTo: `promotion:${string}` };

/** Enough for the order and its fee, once a round. */
async function credit({ db, nowMs }: DemoDeps, { userId, market, asked, refersTo }: Credit): Promise<void> {
  const amount = costOf(asked.limitCents, market.cask.feeBasisPoints);
  const ends = { debit: house.promotions, credit: walletOf(userId), currency: "USD" } as const;
  const row = { ...ends, refersTo, name: "credit", amount, reason: "promotion", nowMs: nowMs() } as const;
  await runWork(db, writes(transfer(db, row)));
}

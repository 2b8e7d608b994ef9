import type { Shop } from "../shop";
import { sha256 } from "../sync-digest";
import { type BookOrder, recountRound } from "./recount-auction";

// What holds of the resale market at any moment, from its rows and by no rule of the product.

const WEEK_MS = 7 * 86_400_000;

/** Each query lists what breaks its rule. */
const MARKET_RULES: Record<string, string> = {
  "no stake number has two owners":
    "SELECT cask_id, number FROM stakes WHERE state <> 'ended' GROUP BY 1, 2 HAVING count(*) > 1",
  "a stake's holders follow one another": `SELECT cask_id, number FROM stakes GROUP BY 1, 2, sale_number
    HAVING max(holder_number) <> count(*) OR min(holder_number) <> 1 OR sum(resold_at_ms IS NOT NULL) <> count(*) - 1`,
  "a number is sold again once a refund has set it free, and not before": `SELECT cask_id, number FROM stakes WHERE holder_number = 1 GROUP BY 1, 2
    HAVING max(sale_number) <> count(*) OR min(sale_number) <> 1 OR sum(sold_again_at_ms IS NOT NULL) <> count(*) - 1
    UNION ALL SELECT id, number FROM stakes WHERE freed_at_ms IS NOT NULL AND (state <> 'ended' OR certificate_state IS NOT 'void'
      OR sold_again_at_ms < freed_at_ms OR (SELECT state FROM payments WHERE payments.id = payment_id) <> 'refunded')`,
  "nobody is on both sides of a cask": `SELECT user_id, cask_id FROM resale_orders WHERE state = 'open' GROUP BY 1, 2 HAVING count(*) > 1
    UNION ALL SELECT resale_fills.round_id, sell_number FROM resale_fills JOIN resale_orders AS sells ON sells.number = sell_number
      JOIN resale_orders AS buys ON buys.number = buy_number WHERE sells.user_id = buys.user_id`,
  "a stake is on offer once, by who holds it": `SELECT stake_id FROM resale_offered_stakes JOIN resale_orders ON resale_orders.number = order_number JOIN stakes ON stakes.id = stake_id
    WHERE released_at_ms IS NULL AND (resale_orders.state <> 'open' OR resale_orders.side <> 'sell' OR resale_orders.user_id <> stakes.user_id)
    UNION ALL SELECT stake_id FROM resale_offered_stakes WHERE released_at_ms IS NULL GROUP BY 1 HAVING count(*) > 1`,
  "no return is asked for of a stake that is on offer or sold on": `SELECT withdrawals.id FROM withdrawals JOIN stakes ON stakes.id = stake_id
    WHERE withdrawals.state IN ('progress', 'sending') AND (resold_at_ms IS NOT NULL
      OR EXISTS (SELECT 1 FROM resale_offered_stakes AS offered WHERE offered.stake_id = stakes.id AND released_at_ms IS NULL))`,
  "every settled fill is within both limits, at the round's price": `SELECT fills.stake_id FROM resale_fills AS fills JOIN resale_rounds ON resale_rounds.id = fills.round_id
      JOIN resale_orders AS sells ON sells.number = sell_number JOIN resale_orders AS buys ON buys.number = buy_number
    WHERE fills.state = 'settled' AND (fills.price_cents < sells.limit_cents OR fills.price_cents > buys.limit_cents
      OR fills.price_cents IS NOT resale_rounds.price_cents OR fills.fee_cents <> fills.price_cents * fee_basis_points / 10000
      OR fills.credit_cents <> fills.price_cents - fills.fee_cents - fills.advanced_cents)`,
  "the new owner holds the stake from the trade on, at its price": `SELECT fills.stake_id FROM resale_fills AS fills JOIN resale_orders AS buys ON buys.number = buy_number
      JOIN stakes AS sold ON sold.id = fills.stake_id LEFT JOIN stakes AS bought ON bought.id = new_stake_id
    WHERE fills.state = 'settled' AND (bought.user_id IS NOT buys.user_id OR bought.price_cents IS NOT fills.price_cents
      OR bought.purchased_at_ms IS NOT fills.settled_at_ms OR sold.resold_at_ms IS NOT fills.settled_at_ms OR sold.state <> 'ended')`,
  "the certificate of what was sold on is void, and one is of the new holding": `SELECT stakes.id FROM stakes
    WHERE (SELECT count(*) FROM certificates WHERE stake_id = stakes.id AND certificates.state <> 'void') > (resold_at_ms IS NULL)`,
  "no stake changes hands once its cask is sold": `SELECT fills.stake_id FROM resale_fills AS fills JOIN stakes ON stakes.id = fills.stake_id
      JOIN cask_exits ON cask_exits.cask_id = stakes.cask_id AND cask_exits.state IN ('confirmed', 'done')
    WHERE fills.state = 'settled' AND fills.settled_at_ms > cask_exits.confirmed_at_ms
    UNION ALL SELECT id FROM stakes WHERE resold_at_ms IS NOT NULL AND exit_id IS NOT NULL`,
  "an order is placed and withdrawn in its time": `SELECT resale_orders.number FROM resale_orders JOIN resale_rounds ON resale_rounds.id = round_id
    WHERE resale_orders.created_at_ms NOT BETWEEN opens_at_ms AND closes_at_ms - 1
      OR (resale_orders.state = 'withdrawn' AND resale_orders.ended_at_ms > closes_at_ms - 86400000)`,
  "whose account is closed has no order, buys nothing and is owed nothing": `SELECT number FROM resale_orders JOIN users ON users.id = user_id
    WHERE closed_at_ms IS NOT NULL AND state = 'open'
    UNION ALL SELECT stakes.id FROM stakes JOIN users ON users.id = user_id WHERE holder_number > 1 AND purchased_at_ms > closed_at_ms
    UNION ALL SELECT resale_fills.stake_id FROM resale_fills JOIN resale_orders ON number = sell_number JOIN users ON users.id = user_id
      WHERE closed_at_ms IS NOT NULL AND resale_fills.state = 'settled' AND (paid_at_ms IS NULL OR paid_at_ms > closed_at_ms)`,
  "a round is computed after its close, once":
    "SELECT id FROM resale_rounds WHERE rooted_at_ms < closes_at_ms OR cleared_at_ms < rooted_at_ms",
};

type Order = BookOrder & { userId: string; state: string; reserved: number; receipt: string; salt: string };
type Fill = {
  stakeId: string;
  sell: number;
  buy: number;
  price: number;
  fee: number;
  credit: number;
  state: string;
  settledMs: number | null;
  paidMs: number | null;
};

export function checkMarket(shop: Shop): void {
  const { store, world } = shop;
  const orders = store.rows<Order>(`SELECT number, side, limit_cents AS "limit", quantity, user_id AS userId, state,
    reserved_cents AS reserved, receipt, salt FROM resale_orders ORDER BY number`);
  if (orders.length === 0) return;
  for (const [rule, query] of Object.entries(MARKET_RULES)) {
    const found = store.rows(query);
    if (found.length > 0) world.violate(rule, found.slice(0, 3));
  }
  const fills =
    store.rows<Fill>(`SELECT stake_id AS stakeId, sell_number AS sell, buy_number AS buy, price_cents AS price, fee_cents AS fee,
    credit_cents AS credit, state, settled_at_ms AS settledMs, paid_at_ms AS paidMs FROM resale_fills`);
  checkHeld(shop, orders, fills);
  checkSellers(shop, orders, fills);
  checkReceipts(shop, orders);
  checkPublished(shop);
}

/** What the market's account holds, added up from its transfers: what open orders set aside and have not spent, and what sellers wait for. */
function checkHeld({ store, world }: Shop, orders: readonly Order[], fills: readonly Fill[]): void {
  const moved = store.rows<{
    order: number | null;
    cents: number;
  }>(`SELECT iif(refers_to LIKE 'order:%', CAST(substr(refers_to, 7) AS INTEGER), NULL) AS "order",
      iif(credit_account_id = 'house:resale', amount, -amount) AS cents FROM transfers WHERE 'house:resale' IN (credit_account_id, debit_account_id)`);
  let due = 0;
  for (const order of orders) {
    let set = 0;
    for (const one of moved) if (one.order === order.number) set += one.cents;
    let spent = 0;
    for (const fill of fills) if (fill.buy === order.number && fill.state === "settled") spent += fill.price + fill.fee;
    const should = order.state === "open" ? order.reserved : spent;
    if (set !== (order.side === "buy" ? should : 0))
      world.violate("an order holds what it set aside, and nothing after its end", { order, set, spent });
    if (order.side === "buy" && order.state === "open") due += order.reserved - spent;
  }
  for (const fill of fills) if (fill.state === "settled" && fill.paidMs === null) due += fill.credit;
  const held = moved.reduce((sum, { cents }) => sum + cents, 0);
  if (held !== due) world.violate("what is reserved is what open orders hold and sellers wait for", { held, due });
}

/** Each is paid what is left of the price, once, and not before a week has passed. */
function checkSellers({ store, world }: Shop, orders: readonly Order[], fills: readonly Fill[]): void {
  const paid = store.rows<{ stakeId: string; account: string; cents: number; atMs: number }>(
    "SELECT substr(refers_to, 7) AS stakeId, credit_account_id AS account, amount AS cents, created_at_ms AS atMs FROM transfers WHERE reason = 'resale-proceeds'",
  );
  for (const fill of fills) {
    const seller = orders.find(({ number }) => number === fill.sell)?.userId ?? "";
    const got = paid.filter(({ stakeId }) => stakeId === fill.stakeId);
    if (fill.state === "failed") {
      // What failed in one round may be sold in a later one.
      const isSold = fills.some(({ stakeId, state }) => stakeId === fill.stakeId && state === "settled");
      if (got.length > 0 && !isSold) world.violate("nobody is paid for a sale that failed", { fill, got });
      continue;
    }
    const should = fill.state === "settled" && fill.paidMs !== null && fill.credit > 0 ? 1 : 0;
    const isRight = got.every(({ account, cents }) => account === `user:${seller}:wallet` && cents === fill.credit);
    if (got.length !== should || !isRight) world.violate("a seller is paid once", { fill, got });
    if (got.some(({ atMs }) => atMs < (fill.settledMs ?? Infinity) + WEEK_MS))
      world.violate("a seller is paid after a week", fill);
  }
}

/** What people were told of their orders is so. */
function checkReceipts({ orders: told, withdrawnOrders, world }: Shop, orders: readonly Order[]): void {
  for (const [number, { side, limit, quantity, receipt, salt }] of told) {
    const order = orders.find((one) => one.number === number);
    const same = order?.side === side && order.limit === limit && order.quantity === quantity;
    if (!same || order.receipt !== receipt || order.salt !== salt)
      world.violate("an order is as its receipt says", number);
    if ((order?.state === "withdrawn") !== withdrawnOrders.has(number) && withdrawnOrders.has(number))
      world.violate("an order that was withdrawn is withdrawn", number);
  }
}

type Published = {
  book: (BookOrder & { salt: string; receipt: string })[];
  fills: { number: number; filled: number }[];
  price: number | null;
  volume: number;
  reference: number | null;
  root: string;
};

/** Every result in the bucket is the one that its book gives, and is what was settled. */
function checkPublished({ store, proof, world, orders: told }: Shop): void {
  for (const round of store.rows<{ id: string; caskId: string; month: string; price: number | null; state: string }>(
    "SELECT id, cask_id AS caskId, month, price_cents AS price, state FROM resale_rounds",
  )) {
    const bytes = proof.objects.get(`audit/market/${round.caskId}/${round.month}.json`);
    if (round.state === "open" && (bytes ?? proof.objects.has(`audit/market/${round.id}-root.json`)))
      world.violate("nothing of a round is published before its close", round.id);
    if (!bytes) {
      if (round.state === "settled") world.violate("a round that is settled is published", round.id);
      continue;
    }
    const { book, fills, price, volume, reference, root } = JSON.parse(new TextDecoder().decode(bytes)) as Published;
    const wrong = (what: string) => world.violate(`a published round is right: ${what}`, round.id);
    const should = recountRound(book, reference);
    const filled = filledIn(fills);
    if (price !== should.price || volume !== should.volume || filled !== filledIn(should.fills)) wrong("result");
    if (price !== round.price) wrong("price");
    if (root !== sha256(JSON.stringify(book.map(({ number, receipt }) => ({ number, receipt }))))) wrong("root");
    for (const { number, side, limit, quantity, salt, receipt } of book) {
      const text = `{"cask":"${round.caskId}","limit":${limit},"quantity":${quantity},"round":"${round.month}","salt":"${salt}","side":"${side}"}`;
      if (receipt !== sha256(text)) wrong("receipt");
      const known = told.get(number);
      if (known && known.receipt !== receipt) wrong("another order than was placed");
    }
    const numbers = store.rows<{ number: number }>(
      "SELECT number FROM resale_orders WHERE round_id = ? AND state NOT IN ('withdrawn', 'left-out') ORDER BY number",
      [round.id],
    );
    if (JSON.stringify(numbers.map((one) => one.number)) !== JSON.stringify(book.map((one) => one.number)))
      wrong("book");
    const settled = store.rows<{ number: number; filled: number }>(
      `SELECT number, count(*) AS filled FROM resale_orders JOIN resale_fills ON number IN (sell_number, buy_number)
        WHERE resale_orders.round_id = ? GROUP BY 1 ORDER BY 1`,
      [round.id],
    );
    if (filledIn(settled) !== filled) wrong("fills");
  }
}

const filledIn = (fills: Published["fills"]) => fills.map(({ number, filled }) => `${number}: ${filled}`).join();

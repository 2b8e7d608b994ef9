import type { Shop } from "../shop";

// What is frozen of the stakes that were bought in the market: from the rows of the ledger alone, one after the other as they were written.

type Debt = {
  seq: number;
  paymentId: string;
  userId: string;
  isBack: number;
  cents: number;
  startedMs: number;
  paidInMs: number;
};
type Bought = {
  id: string;
  userId: string;
  price: number;
  state: string;
  boughtMs: number;
  orderedMs: number;
  boughtSeq: number;
  /** Of its end by a further trade or the sale of its cask. */
  endSeq: number | null;
  /** Its cask was sold and brought nothing, of which the ledger has no row. */
  soldForNothing: 0 | 1;
};

const DEBTS = `SELECT moved.seq, payments.id AS paymentId, payments.user_id AS userId, moved.credit_account_id = 'house:owed-by-investors' AS isBack,
    moved.amount AS cents, payments.created_at_ms AS startedMs, (SELECT created_at_ms FROM transfers WHERE transfers.id = 'payment:' || payments.id || ':applied') AS paidInMs
  FROM transfers AS moved JOIN payments ON moved.refers_to = 'payment:' || payments.id
  WHERE 'house:owed-by-investors' IN (moved.debit_account_id, moved.credit_account_id) AND moved.reason <> 'debt-set-off' ORDER BY moved.seq`;

const BOUGHT = `SELECT stakes.id, stakes.user_id AS userId, stakes.price_cents AS price, stakes.state, purchased_at_ms AS boughtMs,
    buys.created_at_ms AS orderedMs, (SELECT seq FROM transfers WHERE refers_to = 'stake:' || fills.stake_id AND reason = 'resale-fee') AS boughtSeq,
    (SELECT min(seq) FROM transfers WHERE refers_to = 'stake:' || stakes.id AND reason IN ('resale-fee', 'cask-sale', 'provider-buy-back', 'exit-advance')) AS endSeq,
    EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = stakes.cask_id AND cask_exits.state = 'done' AND net_per_stake_cents = 0) AS soldForNothing
  FROM stakes JOIN resale_fills AS fills ON fills.new_stake_id = stakes.id JOIN resale_orders AS buys ON buys.number = fills.buy_number
  ORDER BY purchased_at_ms DESC, stakes.rowid DESC`;

/**
 * The newest first, until their prices cover the debt, and then what is bought later with an order of that time; again theirs once the
 * dispute about the top-up is won.
 */
export function checkFrozenForDebt({ store, world }: Shop): void {
  const bought = store.rows<Bought>(BOUGHT);
  const frozen = new Map<string, string>();
  const open: Debt[] = [];
  const left = (debt: Debt) =>
    bought.reduce((cents, { id, price }) => cents - (frozen.get(id) === debt.paymentId ? price : 0), debt.cents);
  for (const event of inOrder(store.rows<Debt>(DEBTS), bought)) {
    if ("boughtSeq" in event) {
      const debt = open.find((debt) => wasOrderedWith(event, debt) && left(debt) > 0);
      if (debt) frozen.set(event.id, debt.paymentId);
      continue;
    }
    const isSame = ({ paymentId }: Debt) => paymentId === event.paymentId;
    if (event.isBack === 1) {
      for (const [id, paymentId] of frozen) if (paymentId === event.paymentId) frozen.delete(id);
      if (open.some(isSame)) open.splice(open.findIndex(isSame), 1);
      continue;
    }
    for (const one of bought)
      if (left(event) > 0 && stood(one, event) && !frozen.has(one.id)) frozen.set(one.id, event.paymentId);
    open.push(event);
    open.sort((a, b) => a.startedMs - b.startedMs || (a.paymentId < b.paymentId ? -1 : 1));
  }
  const isFrozen = bought.filter(({ state }) => state === "frozen").map(({ id }) => id);
  // What such a stake brings when its cask is sold pays the debt: the other rules hold that to the cent.
  const isSold = bought
    .filter(({ state, endSeq, soldForNothing }) => state === "ended" && (endSeq !== null || soldForNothing === 1))
    .map(({ id }) => id);
  for (const id of isFrozen) if (!frozen.has(id)) world.violate("what is frozen of the market is owed", id);
  for (const id of frozen.keys())
    if (!isFrozen.includes(id) && !isSold.includes(id))
      world.violate("what was bought with a top-up that went back is frozen", id);
}

const inOrder = (debts: Debt[], bought: Bought[]) => [...debts, ...bought].sort((a, b) => seqOf(a) - seqOf(b));

const seqOf = (event: Debt | Bought) => ("boughtSeq" in event ? event.boughtSeq : event.seq);

const wasOrderedWith = ({ userId, orderedMs }: Bought, debt: Debt) =>
  userId === debt.userId && orderedMs >= debt.paidInMs;

/** It was theirs when the debt was written. What ended without a row of the ledger went with its holder's account. */
function stood(one: Bought, debt: Debt): boolean {
  const isEnded = one.endSeq === null ? one.state === "ended" : one.endSeq < debt.seq;
  return one.boughtSeq < debt.seq && !isEnded && wasOrderedWith(one, debt);
}

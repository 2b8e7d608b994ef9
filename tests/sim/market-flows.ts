import type { OrderAsked } from "~/areas/market/resale/order-form";
import { countBids } from "~/areas/market/bids/count-bids";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { cast, putBid } from "./actors/bidding";
import { openPayment, pay } from "./actors/buyer";
import { confirm, propose } from "./actors/exits";
import { switchMarket } from "./actors/market-switch";
import { press, withdraw } from "./actors/trading";
import { type Flow, flow, onlyRecord, runRows } from "./crash-flows";
import type { Shop } from "./shop";
import { sha256 } from "./sync-digest";
import { CASKS } from "./template-plan";

// The flows of the market in which every step is tried: top-ups, orders, rounds from their close to the paid seller, votes and their count.

const [SELLER, BUYER] = ["usr_cat", "usr_dan"];
const CASK = CASKS.single;
const WEEK_MS = 7 * 86_400_000;
const LIMIT = 51_000;

async function openMarket(shop: Shop): Promise<void> {
  shop.trades = true;
  await switchMarket(shop, "*");
}

async function payInto(shop: Shop): Promise<void> {
  const want = { userId: BUYER, caskId: null, mode: "Bank", topUp: { amountCents: 60_000, country: null } } as const;
  const opened = await openPayment(shop, want);
  if (opened) pay(shop, opened);
  await shop.world.sleep(5_000);
}

const paidInNotSettled = async (shop: Shop) => {
  await openMarket(shop);
  onlyRecord(shop);
  await payInto(shop);
};

/** A seller has a stake, a buyer the money for it. */
const ready = async (shop: Shop) => {
  await openMarket(shop);
  const opened = await openPayment(shop, { userId: SELLER, caskId: CASK.id, mode: "Bank" });
  if (opened) pay(shop, opened);
  await payInto(shop);
};

const stakeOf = (shop: Shop) =>
  shop.store.rows<{ id: string }>("SELECT id FROM stakes WHERE cask_id = ? AND holder_number = 1", [CASK.id])[0]?.id ??
  "";

const place = (side: "buy" | "sell") => async (shop: Shop) => {
  const asked: OrderAsked =
    side === "buy" ? { side, quantity: 1, limitCents: LIMIT } : { side, stakeIds: [stakeOf(shop)], limitCents: LIMIT };
  const userId = side === "buy" ? BUYER : SELLER;
  while ((await press(shop, userId, CASK.id, asked)) === null) await shop.world.sleep(1_000);
};

const ordered = async (shop: Shop) => {
  await ready(shop);
  await place("sell")(shop);
  await place("buy")(shop);
};

const takeBack = (side: "buy" | "sell") => async (shop: Shop) => {
  const [order] = shop.store.rows<{ number: number; userId: string }>(
    "SELECT number, user_id AS userId FROM resale_orders WHERE side = ?",
    [side],
  );
  while (order && !(await withdraw(shop, order.userId, order.number))) await shop.world.sleep(1_000);
};

const closed = async (shop: Shop) => {
  await ordered(shop);
  const [round] = shop.store.rows<{ closesAtMs: number }>("SELECT closes_at_ms AS closesAtMs FROM resale_rounds");
  await shop.world.sleep((round?.closesAtMs ?? 0) - shop.world.nowMs);
};

/** One run of the timer's job; what is left of it is done by the timer. */
const rounds = async (shop: Shop) =>
  void (await shop.world.invoke("rounds", (one) =>
    runRounds({ ...shop.deps(one), proof: shop.proof.seenBy(one), sha256 }),
  ));

const settled = async (shop: Shop) => {
  await closed(shop);
  await rounds(shop);
  await shop.world.sleep(1_000);
};

const due = async (shop: Shop) => {
  await settled(shop);
  await shop.world.sleep(WEEK_MS);
};

const soldBeforeClose = async (shop: Shop) => {
  await ordered(shop);
  const terms = { soldOn: "2031-03-05", buyerKind: "bottler", grossCents: 60_000, feesCents: 0 } as const;
  const sale = await propose(shop, CASK, terms);
  if (sale) await confirm(shop, sale);
  await shop.world.sleep(WEEK_MS);
};

/** The buyer of a stake says that the card of the top-up was not theirs. */
const spentAndDisputed = async (shop: Shop) => {
  await settled(shop);
  // Whether its PDF or the dispute comes first would depend on the crash.
  await runRows(shop, "issue-certificate");
  await runRows(shop, "send-notice");
  onlyRecord(shop);
  await disputeTopUp(shop, "open");
};

const spentDisputedAndWon = async (shop: Shop) => {
  await spentAndDisputed(shop);
  await runRows(shop, "handle-event");
  await runRows(shop, "send-notice");
  await disputeTopUp(shop, "won");
};

async function disputeTopUp(shop: Shop, how: "open" | "won"): Promise<void> {
  const { stripe } = shop.providers;
  const [paid] = shop.store.rows<{ id: string }>("SELECT id FROM payments WHERE purpose = 'top-up'");
  const charge = stripe.charges.find(({ paymentId }) => paymentId === paid?.id);
  if (!charge) throw new Error("nothing was paid in");
  charge.dispute = how;
  const what = how === "open" ? "charge.dispute.created" : "charge.dispute.closed";
  stripe.emit(stripe.disputeEvent(charge, what), { mustArrive: true });
  await shop.world.sleep(1_000);
}

let bidId = "";
const bidPut = async (shop: Shop) => {
  shop.trades = true;
  bidId = (await putBid(shop, CASKS.old, 8))?.id ?? "";
  await shop.world.sleep(1_000);
};

const castOne = async (shop: Shop) => {
  while (!(await cast(shop, { id: bidId, userId: "usr_ann", choice: "accept" }))) await shop.world.sleep(1_000);
};

const voted = async (shop: Shop) => {
  await bidPut(shop);
  await castOne(shop);
  await cast(shop, { id: bidId, userId: "usr_bob", choice: "decline" });
  const [bid] = shop.store.rows<{ closesAtMs: number }>("SELECT closes_at_ms AS closesAtMs FROM bids");
  await shop.world.sleep((bid?.closesAtMs ?? 0) - shop.world.nowMs);
};

const count = async (shop: Shop) => void (await shop.world.invoke("count", (one) => countBids(shop.deps(one))));

export const MARKET_FLOWS: Flow[] = [
  flow("settle a top-up", "handle-event", paidInNotSettled),
  flow("take back a top-up that was spent", "handle-event", spentAndDisputed),
  flow("give again a top-up that was spent", "handle-event", spentDisputedAndWon),
  ...(["buy", "sell"] as const).flatMap((side) => [
    { name: `place an order to ${side}`, disturbed: "place order", prepare: ready, act: place(side) },
    { name: `withdraw an order to ${side}`, disturbed: "withdraw order", prepare: ordered, act: takeBack(side) },
  ]),
  { name: "close, clear and settle a round", disturbed: "rounds", prepare: closed, act: rounds },
  { name: "pay the sellers of a round", disturbed: "rounds", prepare: due, act: rounds },
  { name: "stop the round of a cask that was sold", disturbed: "rounds", prepare: soldBeforeClose, act: rounds },
  { name: "draft a bid", disturbed: "draft a bid", prepare: () => Promise.resolve(), act: bidPut },
  { name: "publish a bid", disturbed: "publish a bid", prepare: () => Promise.resolve(), act: bidPut },
  { name: "vote on a bid", disturbed: "vote", prepare: bidPut, act: castOne },
  { name: "count a bid", disturbed: "count", prepare: voted, act: count },
];

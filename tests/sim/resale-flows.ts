import { countBids } from "~/areas/market/count-bids";
import { runOffers } from "~/areas/resale/end-offer";
import { cast, putBid } from "./actors/bidding";
import { openPayment, pay } from "./actors/buyer";
import { switchMarket } from "./actors/operator";
import { end, offer } from "./actors/trading";
import { checkAnyMoment } from "./check/rules";
import { type Flow, flow, insist, onlyRecord, runRows } from "./crash-flows";
import type { Shop } from "./shop";
import { CASKS } from "./template-plan";

// The flows of resale in which every step is tried: an offer, its end, its sale, a sale undone, sellers paid; and votes and their count.

const [SELLER, BUYER] = ["usr_cat", "usr_dan"];
const CASK = CASKS.single;
const DAY_MS = 86_400_000;

/** A seller has a stake that may be offered. */
const ready = async (shop: Shop) => {
  shop.trades = true;
  await switchMarket(shop, "*");
  const opened = await openPayment(shop, { userId: SELLER, caskId: CASK.id, mode: "Bank" });
  if (opened) pay(shop, opened);
  await shop.world.sleep(5_000);
  await shop.world.sleep(121 * DAY_MS);
};

const stakeId = (shop: Shop) =>
  shop.store.rows<{ id: string }>("SELECT id FROM stakes WHERE cask_id = ? AND user_id = ?", [CASK.id, SELLER])[0]
    ?.id ?? "";

const offerIt = insist((shop) => offer(shop, SELLER, stakeId(shop), 51_000));

const offered = async (shop: Shop) => {
  await ready(shop);
  await offerIt(shop);
};

const endIt = insist((shop) => end(shop, SELLER, stakeId(shop)));

const buyIt = async (shop: Shop) => {
  const [open] = shop.store.rows<{ id: string }>("SELECT id FROM offers WHERE state = 'open'");
  const want = { userId: BUYER, caskId: null, mode: "Bank", offer: { id: open?.id ?? "", country: null } } as const;
  const opened = await openPayment(shop, want);
  if (opened) pay(shop, opened);
};

const paidNotSettled = async (shop: Shop) => {
  await offered(shop);
  // Whether the news of the offer or its sale comes first would depend on the crash.
  await runRows(shop, "send-notice");
  onlyRecord(shop);
  await buyIt(shop);
  await shop.world.sleep(1_000);
};

const sold = async (shop: Shop) => {
  await paidNotSettled(shop);
  await runRows(shop, "handle-event");
  await runRows(shop, "issue-certificate");
  await runRows(shop, "send-notice");
};

async function dispute(shop: Shop, whose: string, how: "open" | "won"): Promise<void> {
  const { stripe } = shop.providers;
  const [paid] = shop.store.rows<{ id: string }>("SELECT id FROM payments WHERE user_id = ? AND purpose = 'stake'", [
    whose,
  ]);
  const charge = stripe.charges.find(({ paymentId }) => paymentId === paid?.id);
  if (!charge) throw new Error("nothing was paid");
  charge.dispute = how;
  const what = how === "open" ? "charge.dispute.created" : "charge.dispute.closed";
  stripe.emit(stripe.disputeEvent(charge, what), { mustArrive: true });
  await shop.world.sleep(1_000);
}

const disputed = (whose: string) => async (shop: Shop) => {
  await sold(shop);
  await dispute(shop, whose, "open");
};

const disputedAndWon = async (shop: Shop) => {
  await disputed(BUYER)(shop);
  await runRows(shop, "handle-event");
  await runRows(shop, "issue-certificate");
  await runRows(shop, "send-notice");
  await dispute(shop, BUYER, "won");
};

/** The banks decide later, for us. */
const payAndWin = async (shop: Shop) => {
  await payDue(shop);
  checkAnyMoment(shop);
  for (const whose of [SELLER, BUYER]) await dispute(shop, whose, "won");
};

/** Neither has the seller a stake to take back, nor is it known whose the buyer's money is. */
const bothDisputed = async (shop: Shop) => {
  for (const prepare of [disputed(SELLER), (same: Shop) => dispute(same, BUYER, "open")]) {
    await prepare(shop);
    for (const kind of ["handle-event", "issue-certificate", "send-notice"]) await runRows(shop, kind);
  }
  await shop.world.sleep(60 * DAY_MS);
};

const due = async (shop: Shop) => {
  await sold(shop);
  await shop.world.sleep(60 * DAY_MS);
};

const payDue = async (shop: Shop) => void (await shop.world.invoke("offers", (one) => runOffers(shop.deps(one))));

const paidAndDisputed = async (shop: Shop) => {
  await due(shop);
  await payDue(shop);
  await runRows(shop, "send-notice");
  await dispute(shop, BUYER, "open");
};

let bidId = "";
const bidPut = async (shop: Shop) => {
  shop.trades = true;
  bidId = (await putBid(shop, CASKS.old, 8))?.id ?? "";
  await shop.world.sleep(1_000);
};

const accept = (userId: string) => insist((shop) => cast(shop, { id: bidId, userId, choice: "accept" }));
const castOne = accept("usr_ann");

const toClose = async (shop: Shop) => {
  const [bid] = shop.store.rows<{ closesAtMs: number }>("SELECT closes_at_ms AS closesAtMs FROM bids");
  await shop.world.sleep((bid?.closesAtMs ?? 0) - shop.world.nowMs);
};

const voted = async (shop: Shop) => {
  await bidPut(shop);
  await castOne(shop);
  await cast(shop, { id: bidId, userId: "usr_bob", choice: "decline" });
  await toClose(shop);
};

/** Who sold the stake no longer votes with it. */
const votedByBuyer = async (shop: Shop) => {
  await sold(shop);
  bidId = (await putBid(shop, CASK, 8))?.id ?? "";
  await accept(BUYER)(shop);
  await toClose(shop);
};

const count = async (shop: Shop) => void (await shop.world.invoke("count", (one) => countBids(shop.deps(one))));

export const RESALE_FLOWS: Flow[] = [
  { name: "offer a stake", disturbed: "offer", prepare: ready, act: offerIt },
  { name: "end an offer", disturbed: "end offer", prepare: offered, act: endIt },
  { name: "reserve an offer and open the checkout", disturbed: "reserve", prepare: offered, act: buyIt },
  flow("settle the sale of an offer", "handle-event", paidNotSettled),
  flow("undo a sale that is disputed", "handle-event", disputed(BUYER)),
  flow("refund the buyer of a sale that was undone", "handle-event", disputedAndWon),
  flow("book what a seller owes", "handle-event", disputed(SELLER)),
  { name: "pay sellers", disturbed: "offers", prepare: due, act: payDue },
  { name: "leave a disputed sale unpaid", disturbed: "offers", prepare: bothDisputed, act: payAndWin },
  flow("keep a sale that was paid out", "handle-event", paidAndDisputed),
  { name: "draft a bid", disturbed: "draft a bid", prepare: () => Promise.resolve(), act: bidPut },
  { name: "publish a bid", disturbed: "publish a bid", prepare: () => Promise.resolve(), act: bidPut },
  { name: "vote on a bid", disturbed: "vote", prepare: bidPut, act: castOne },
  { name: "count a bid", disturbed: "count", prepare: voted, act: count },
  { name: "count the vote of a resold stake", disturbed: "count", prepare: votedByBuyer, act: count },
];

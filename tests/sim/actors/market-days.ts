import { restoreUser, suspendUser } from "~/areas/accounts/users/suspend-user";
import { noFaults, randomFaults } from "../faults";
import { heal } from "../heal";
import type { Shop } from "../shop";
import { ACTIVE, CASKS, PAID_BEFORE, OPERATOR } from "../template-plan";
import { putBid, sellAsAccepted, voteOn } from "./bidding";
import { openPayment, pay } from "./buyer";
import { closeSomeday } from "./closings";
import { tick } from "./cron";
import { sellSomeCask } from "./exits";
import { askForBalance, askForReturn } from "./holder";
import { switchMarket } from "./market-switch";
import { asOperator, decideAgain, openWithdrawals, payOut } from "./operator";
import { disputeOf } from "./provider-side";
import { disputeTopUp } from "./topping-up";
import { trade, withdrawSome } from "./trading";
import { workAtConsole } from "./console";

// How a month of the market goes: it is opened, people order, a bid is voted on, the round closes while the timer dies, sellers are paid.

const SIDES = ["sell", "buy"] as const;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const TICK_MS = 300_000;
/** Of one day: an hour in which no run goes through. */
const MOST_TICKS = 12;

/** In calm: the market is open, and people hold more than one stake of a cask; one has had a return paid. */
export async function openForTrade(shop: Shop): Promise<void> {
  const { world } = shop;
  const { random } = world;
  void switchMarket(shop, "*");
  await world.run();
  for (let stakes = random.between(3, 5); stakes > 0; stakes--) {
    const want = { userId: random.pick(ACTIVE), caskId: CASKS.plenty.id, mode: "Bank" } as const;
    void openPayment(shop, want).then((opened) => opened && pay(shop, opened));
    await world.run();
  }
  if (!random.chance(0.5)) return;
  void askForReturn(shop, PAID_BEFORE);
  await world.run();
  for (const open of openWithdrawals(shop)) void payOut(shop, open);
  await world.run();
}

/** The first orders, beside all else that people do. */
export function tradeAtFirst(shop: Shop): void {
  const { random } = shop.world;
  for (const userId of ACTIVE) if (random.chance(0.6)) void trade(shop, userId, random.pick(SIDES), 1_500_000);
  if (random.chance(0.3)) void withdrawSome(shop, 1_500_000);
  if (random.chance(0.4)) void bidAndVote(shop, random.between(7, 12));
}

async function bidAndVote(shop: Shop, days: number): Promise<void> {
  const { random } = shop.world;
  await shop.world.sleep(random.between(0, 1_200_000));
  const bid = await putBid(shop, random.pick([CASKS.plenty, CASKS.plenty, CASKS.old]), days);
  if (!bid) return;
  const holders = shop.store.rows<{ id: string }>(
    "SELECT DISTINCT user_id AS id FROM stakes WHERE cask_id = ? AND state <> 'ended' ORDER BY 1",
    [bid.caskId],
  );
  // One who holds nothing tries too, or holds something by the time.
  voteOn(shop, bid, [...holders.map(({ id }) => id), random.pick(ACTIVE)]);
}

/** Until its sellers are paid: with faults up to then, and calm after it. */
export async function playRound(shop: Shop): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const opensAtMs = nextOpening(world.nowMs);
  const closesAtMs = opensAtMs + WEEK_MS;
  // Who asks to be closed a few days before may be gone in the middle of it.
  world.nowMs = Math.max(world.nowMs, opensAtMs - random.between(0, 5 * DAY_MS));
  world.rough = true;
  world.faults = randomFaults(random);
  if (random.chance(0.3)) void closeSomeday(shop, random.pick(ACTIVE));
  void orderWithin(shop, { opensAtMs, closesAtMs });
  for (const happens of TROUBLE) if (random.chance(0.25)) void soon(shop, closesAtMs, happens);
  void tickAround(shop, closesAtMs);
  void tickDaily(shop, closesAtMs + WEEK_MS);
  await world.run();
  await heal(shop, noFaults);
  if (!random.chance(0.5)) return;
  void sellAsAccepted(shop);
  await world.run();
  await heal(shop, noFaults);
}

async function orderWithin(
  shop: Shop,
  { opensAtMs, closesAtMs }: { opensAtMs: number; closesAtMs: number },
): Promise<void> {
  const { world } = shop;
  const { random } = world;
  if (world.nowMs < opensAtMs) await world.sleep(opensAtMs - world.nowMs + random.between(0, 4 * DAY_MS));
  const leftMs = closesAtMs - world.nowMs;
  for (const userId of ACTIVE)
    for (const side of SIDES) if (random.chance(0.5)) void trade(shop, userId, side, Math.floor(leftMs * 0.95));
  if (random.chance(0.4)) void withdrawSome(shop, leftMs);
  if (random.chance(0.3)) void bidAndVote(shop, random.between(7, 12));
}

/** The first Monday of the month at noon, or of the next one once its week is over. */
function nextOpening(nowMs: number): number {
  for (let month = 0; ; month++) {
    const now = new Date(nowMs);
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1, 12));
    while (first.getUTCDay() !== 1) first.setUTCDate(first.getUTCDate() + 1);
    if (first.getTime() + WEEK_MS > nowMs) return first.getTime();
  }
}

/** The timer runs often at the close, twice at once now and then, and again when sellers are due. */
async function tickAround(shop: Shop, closesAtMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (const fromMs of [closesAtMs, closesAtMs + WEEK_MS]) {
    await world.sleep(Math.max(0, fromMs - world.nowMs - random.between(0, 400_000)));
    for (let ticks = random.between(3, 6); ticks > 0; ticks--) {
      if (random.chance(0.3)) void tick(shop);
      await tick(shop);
      await world.sleep(random.between(1_000, 300_000));
    }
  }
}

/**
 * Once a day until sellers are paid. A run that fails is followed by another minutes later, as in production: while no run goes through
 * for more than four days, the product gives up what waits for something else, such as news of a payment that is not settled yet, and
 * promises nothing else.
 */
async function tickDaily(shop: Shop, untilMs: number): Promise<void> {
  const { world } = shop;
  while (world.nowMs < untilMs) {
    for (let ticks = 1; !(await tick(shop)) && ticks < MOST_TICKS; ticks++) await world.sleep(TICK_MS);
    await world.sleep(world.random.between(DAY_MS / 2, DAY_MS));
  }
}

/** Around the close: while the round is settled, or in the days after it. */
async function soon(shop: Shop, closesAtMs: number, happens: (shop: Shop) => unknown): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const around = random.chance(0.6) ? random.between(-300_000, 900_000) : random.between(-DAY_MS, 3 * DAY_MS);
  await world.sleep(Math.max(0, closesAtMs + around - world.nowMs));
  await happens(shop);
}

type Offered = { paymentId: string; userId: string; caskId: string; resold: number };

/** A stake that is or was on offer. */
function someOffered({ store, world }: Shop): Offered | null {
  const all =
    store.rows<Offered>(`SELECT DISTINCT payment_id AS paymentId, stakes.user_id AS userId, stakes.cask_id AS caskId,
      resold_at_ms IS NOT NULL AS resold FROM resale_offered_stakes JOIN stakes ON stakes.id = stake_id ORDER BY 1, 4`);
  return all.length === 0 ? null : world.random.pick(all);
}

function disputeOffered(shop: Shop): void {
  const offered = someOffered(shop);
  if (!offered) return;
  shop.world.count(
    offered.resold === 1 ? "payment of a resold stake disputed" : "payment of an offered stake disputed",
  );
  disputeOf(shop, offered.paymentId);
}

async function sellOffered(shop: Shop): Promise<void> {
  const offered = someOffered(shop);
  const cask = Object.values(CASKS).find(({ id }) => id === offered?.caskId);
  if (cask) await sellSomeCask(shop, 60_000, cask);
}

async function askForOffered(shop: Shop): Promise<void> {
  const offered = someOffered(shop);
  if (offered) await askForReturn(shop, offered.userId);
}

const workSoon = (shop: Shop) => workAtConsole(shop, 600_000);

async function closeMarket(shop: Shop): Promise<void> {
  await switchMarket(shop, "");
  await shop.world.sleep(DAY_MS);
  await switchMarket(shop, "*");
}

/** Somebody asks for all that is in the wallet, and operators have second thoughts about an older request. */
async function askAndDecideAgain(shop: Shop): Promise<void> {
  await askForBalance(shop, shop.world.random.pick(ACTIVE));
  await decideAgain(shop);
}

/** Closes the account some days before its order ends, or while its seller waits for the money. */
async function closeOrdering(shop: Shop): Promise<void> {
  const ordering = shop.store.rows<{ userId: string }>(
    "SELECT DISTINCT user_id AS userId FROM resale_orders ORDER BY 1",
  );
  if (ordering.length > 0) await closeSomeday(shop, shop.world.random.pick(ordering).userId);
}

/** Shut out while an order stands, and let in again later. */
async function suspendOrdering(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const ordering = store.rows<{ userId: string }>(
    "SELECT DISTINCT user_id AS userId FROM resale_orders WHERE state = 'open' ORDER BY 1",
  );
  if (ordering.length === 0) return;
  const { userId } = world.random.pick(ordering);
  const suspensionId = world.newId("sus");
  const by = (does: "suspend" | "restore") =>
    world.invoke(does, (invocation) => {
      const deps = shop.deps(invocation);
      return asOperator(shop, deps, OPERATOR, (operator) =>
        does === "suspend"
          ? suspendUser(deps.db, { suspensionId, userId, reason: "Looked at.", operator })
          : restoreUser(deps.db, { auditId: world.newId("aud"), userId, operator }),
      );
    });
  while (!(await by("suspend")).ok) await world.sleep(5_000);
  world.count("suspended with an order");
  await world.sleep(world.random.between(0, 4 * DAY_MS));
  while (!(await by("restore")).ok) await world.sleep(5_000);
}

const TROUBLE = [
  ...[disputeOffered, disputeTopUp, sellOffered, askForOffered],
  ...[suspendOrdering, closeOrdering, workSoon, closeMarket, askAndDecideAgain],
];

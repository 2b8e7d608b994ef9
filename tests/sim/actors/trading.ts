import { suspendUser, restoreUser } from "~/areas/accounts/users/act-on-user";
import { endOffer } from "~/areas/resale/end-offer";
import { offerStake } from "~/areas/resale/offer-stake";
import { noFaults, randomFaults } from "../faults";
import { heal } from "../heal";
import type { Shop } from "../shop";
import { ACTIVE, CASKS, OPERATOR, PAID_BEFORE } from "../template-plan";
import { putBid, sellAsAccepted, voteOn } from "./bidding";
import { openPayment, pay, seeSuccessPage, seeUnsuccessfulPage, type Want } from "./buyer";
import { closeSomeday } from "./accounts";
import { workAtConsole } from "./console";
import { tick } from "./cron";
import { sellSomeCask } from "./exits";
import { askForReturn } from "./holder";
import { batchAs, decideAgain, openWithdrawals, payOut, switchMarket } from "./operator";
import { disputeOf } from "./provider-side";
import { pressIn, signIn } from "./sign-in";

// Investors offer stakes, end offers and buy them: twice at once, their own, too late; buyers and sellers dispute what they paid, before the
// hold is over and after it; and while a stake is on offer all else happens to it.

const DAY_MS = 86_400_000;

/** One press of a button on the page of a stake. @returns what came of it, or null: no answer */
async function press(shop: Shop, userId: string, what: string, act: Parameters<typeof pressIn<string>>[3]) {
  const answer = await pressIn(shop, what, signIn(shop, userId), act);
  if (!answer.ok) return null;
  shop.world.count(`${what}: ${answer.value}`);
  return answer.value;
}

export function offer(shop: Shop, userId: string, stakeId: string, priceCents: number): Promise<string | null> {
  return press(shop, userId, "offer", async (deps, session) => {
    const outcome = await offerStake(deps, session, { stakeId, priceCents, country: null });
    return outcome.ok ? "made" : outcome.code;
  });
}

export function end(shop: Shop, userId: string, stakeId: string): Promise<string | null> {
  return press(shop, userId, "end offer", (deps, session) => endOffer(deps, session, stakeId));
}

type Mine = { id: string; valueCents: number };

/** Most in the band; some below or above it, of what is not theirs, or twice at once, now and then at another price. */
async function offerSome(shop: Shop, userId: string, withinMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  await world.sleep(random.between(0, withinMs));
  const mine = store.rows<Mine>(
    `SELECT stakes.id, coalesce((SELECT value_cents FROM valuations WHERE cask_id = stakes.cask_id AND tier <> 'issue'
      ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), price_cents) AS valueCents
    FROM stakes WHERE user_id = ? AND state <> 'ended' ORDER BY id`,
    [random.chance(0.05) ? random.pick(ACTIVE) : userId],
  );
  if (mine.length === 0) return;
  const { id, valueCents } = random.pick(mine);
  const percent = random.chance(0.1) ? random.pick([1, 40, 120]) : random.between(55, 108);
  const priceCents = Math.round((valueCents * percent) / 10_000) * 100 + (random.chance(0.05) ? 1 : 0);
  if (random.chance(0.3)) void offer(shop, userId, id, random.chance(0.3) ? priceCents + 100 : priceCents);
  for (let presses = 0; presses < 3; presses++) {
    if ((await offer(shop, userId, id, priceCents)) !== null) break;
    await world.sleep(5_000);
  }
  if (!random.chance(0.2)) return;
  await world.sleep(random.between(0, DAY_MS));
  if ((await end(shop, userId, id)) === null) await end(shop, userId, id);
}

const WAYS = { pays: 70, "pays late": 15, "leaves it": 15 };

/** One of those on offer, now and then their own. */
async function buySome(shop: Shop, userId: string, withinMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  await world.sleep(random.between(Math.floor(withinMs / 4), withinMs));
  const open = store.rows<{ id: string }>("SELECT id FROM offers WHERE state = 'open' ORDER BY id");
  if (open.length === 0) return;
  const want: Want = {
    userId,
    caskId: null,
    mode: random.chance(0.7) ? "Bank" : "Crypto",
    offer: { id: random.pick(open).id, country: null },
  };
  const opened = await openPayment(shop, want);
  if (!opened || opened.paidAlready) return;
  const way = random.weighted(WAYS);
  world.count(`offer ${way}`);
  await world.sleep(random.between(1_000, 60_000));
  if (way === "leaves it") return seeUnsuccessfulPage(shop, userId, opened);
  if (way === "pays late") await world.sleep(random.between(29 * 60_000, 90 * 60_000));
  if (!pay(shop, opened)) return;
  await seeSuccessPage(shop, opened);
  if (!random.chance(0.2)) return;
  await world.sleep(random.between(0, 5 * DAY_MS));
  disputeOf(shop, opened.paymentId);
}

/** In calm: resale is open, and people hold more than one stake of a cask; one has had a return paid. */
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
  if (shop.world.random.chance(0.2)) void decideAgain(shop);
  await world.run();
}

/** The first offers, beside all else that people do. */
export function tradeAtFirst(shop: Shop): void {
  const { random } = shop.world;
  for (const userId of ACTIVE) if (random.chance(0.5)) void offerSome(shop, userId, 900_000);
  for (const userId of ACTIVE) if (random.chance(0.5)) void buySome(shop, userId, 1_500_000);
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

/** Months later, when most stakes may be offered: two weeks with faults, then calm until sellers are paid. */
export async function playOffers(shop: Shop): Promise<void> {
  const { world } = shop;
  const { random } = world;
  world.nowMs += random.between(100, 150) * DAY_MS;
  world.rough = true;
  world.faults = randomFaults(random);
  const span = 14 * DAY_MS;
  for (const userId of ACTIVE) {
    if (random.chance(0.8)) void offerSome(shop, userId, span / 3);
    if (random.chance(0.8)) void buySome(shop, userId, span);
    if (random.chance(0.5)) void buySome(shop, userId, span);
  }
  if (random.chance(0.3)) void closeSomeday(shop, random.pick(ACTIVE));
  if (random.chance(0.2)) void bidAndVote(shop, random.between(7, 12));
  for (const happens of TROUBLE) if (random.chance(0.25)) void someday(shop, span, happens);
  void tickDaily(shop, world.nowMs + span + 3 * DAY_MS);
  await world.run();
  await heal(shop, noFaults);
  // After the hold.
  if (random.chance(0.4)) disputeSale(shop, "buyer");
  if (random.chance(0.4)) disputeSale(shop, "seller");
  await world.run();
  await heal(shop, noFaults);
  if (!random.chance(0.5)) return;
  void sellAsAccepted(shop);
  await world.run();
  await heal(shop, noFaults);
}

/** Once a day; a run that fails is followed by another minutes later, as in production. */
async function tickDaily(shop: Shop, untilMs: number): Promise<void> {
  const { world } = shop;
  while (world.nowMs < untilMs) {
    for (let ticks = 1; !(await tick(shop)) && ticks < 12; ticks++) await world.sleep(300_000);
    await world.sleep(world.random.between(DAY_MS / 2, DAY_MS));
  }
}

async function someday(shop: Shop, withinMs: number, happens: (shop: Shop) => unknown): Promise<void> {
  await shop.world.sleep(shop.world.random.between(0, withinMs));
  await happens(shop);
}

type Offered = { userId: string; caskId: string; stakeId: string; state: string };

function someOffered({ store, world }: Shop): Offered | null {
  const all = store.rows<Offered>(
    "SELECT user_id AS userId, cask_id AS caskId, stake_id AS stakeId, state FROM offers ORDER BY id",
  );
  return all.length === 0 ? null : world.random.pick(all);
}

/** What the buyer paid for the stake, or what its seller had paid for it. */
function disputeSale({ store, world, ...rest }: Shop, whose: "buyer" | "seller"): void {
  const shop = { store, world, ...rest } as Shop;
  const which = whose === "buyer" ? "new_stake_id" : "stake_id";
  const sold = store.rows<{
    paymentId: string;
    paid: number;
  }>(`SELECT payment_id AS paymentId, paid_at_ms IS NOT NULL AS paid
    FROM offers JOIN stakes ON stakes.id = ${which} WHERE offers.state IN ('open', 'sold') ORDER BY offers.id`);
  if (sold.length === 0) return;
  const one = world.random.pick(sold);
  world.count(`${whose}'s payment disputed ${one.paid === 1 ? "after" : "before"} the money was available`);
  disputeOf(shop, one.paymentId);
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

async function closeOffering(shop: Shop): Promise<void> {
  const offered = someOffered(shop);
  if (offered) await closeSomeday(shop, offered.userId);
}

async function closeMarket(shop: Shop): Promise<void> {
  await switchMarket(shop, "");
  await shop.world.sleep(DAY_MS);
  await switchMarket(shop, "*");
}

/** Shut out while a stake is on offer or its money on hold, and let in again later. */
async function suspendOffering(shop: Shop): Promise<void> {
  const { world } = shop;
  const offered = someOffered(shop);
  if (!offered) return;
  const { userId } = offered;
  const suspensionId = world.newId("sus");
  const by = (does: "suspend" | "restore") =>
    batchAs(shop, does, OPERATOR, (operator, db) =>
      does === "suspend"
        ? suspendUser(db, { suspensionId, userId, reason: "Looked at.", operator })
        : restoreUser(db, { auditId: world.newId("aud"), userId, operator }),
    );
  while (!(await by("suspend")).ok) await world.sleep(5_000);
  world.count("suspended with an offer");
  await world.sleep(world.random.between(0, 4 * DAY_MS));
  while (!(await by("restore")).ok) await world.sleep(5_000);
}

const TROUBLE = [
  (shop: Shop) => disputeSale(shop, "buyer"),
  (shop: Shop) => disputeSale(shop, "seller"),
  (shop: Shop) => workAtConsole(shop, 600_000),
  sellOffered,
  askForOffered,
  closeOffering,
  suspendOffering,
  closeMarket,
];

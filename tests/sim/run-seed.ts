import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { changeContact, closeSomeday, saveBank } from "./actors/accounts";
import { workAtConsole } from "./actors/console";
import { tickForAWhile, tickForDays } from "./actors/cron";
import { enterValue, sellAfterReturn, sellSomeCask, valueSomeCask } from "./actors/exits";
import { askForAWhile, emptyWallet, thinkAgain } from "./actors/holder";
import { checkIdentity, decideForAWhile, payRewards } from "./actors/operator";
import { payByFile } from "./actors/payout-runs";
import { takeBackOld, tellLies } from "./actors/provider-side";
import { openForTrade, playOffers, tradeAtFirst } from "./actors/trading";
import { visit } from "./actors/visits";
import { checkAtRest } from "./check/at-rest";
import { auditNow, auditYesterday } from "./check/audit";
import { checkAnyMoment } from "./check/rules";
import { noFaults, randomFaults, randomOutages, randomOverload, withOutages } from "./faults";
import { heal } from "./heal";
import { Random } from "./random";
import type { Shop } from "./shop";
import { openShop, type Template } from "./template";
import { ACTIVE, CASKS, HOLDERS, NOW_MS, REFERRED } from "./template-plan";
import { World } from "./world";

/** Counts the outcomes for the figures at the end: a simulation in which nothing happens finds nothing. */
function countEnds({ store, world }: Shop): void {
  const ends = store.rows<{ what: string; count: number }>(
    `
    SELECT 'payment ' || purpose || ' ' || state || coalesce(': ' || reason, '') AS what, count(*) AS count FROM payments WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'certificate ' || state, count(*) FROM certificates WHERE created_at_ms > ?1 GROUP BY 1
    UNION ALL SELECT 'referral ' || state, count(*) FROM referrals GROUP BY 1
    UNION ALL SELECT 'offer ' || state || coalesce(': ' || end_reason, iif(paid_at_ms IS NULL, '', ', paid')), count(*) FROM offers GROUP BY 1
    UNION ALL SELECT 'bid ' || state, count(*) FROM bids GROUP BY 1
    UNION ALL SELECT 'advance paid back by a resale', count(*) FROM offers WHERE state = 'sold' AND advanced_cents > 0
    UNION ALL SELECT 'number sold again after a refund', count(*) FROM stakes WHERE sale_number > 1 AND holder_number = 1
    UNION ALL SELECT 'stake sold on again', count(*) FROM stakes WHERE holder_number > 2
    UNION ALL SELECT 'stake that voted with its new holder', count(*) FROM bid_ballots JOIN stakes ON stakes.id = stake_id WHERE holder_number > 1 AND choice IS NOT NULL
    UNION ALL SELECT 'withdrawal ended ' || state, count(*) FROM withdrawals GROUP BY 1`,
    [Date.parse("2031-01-01")],
  );
  for (const { what, count } of ends) world.happened.set(what, (world.happened.get(what) ?? 0) + count);
}

// What goes on after the first hours of a run: days, months and whole cycles later.

const PASSES = { days: 35, months: 20, years: 45 };

/** Time passes while no one does anything, and the casks are valued for some of its days, in calm. */
async function letTimePass(shop: Shop): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const what = random.weighted(PASSES);
  const days = {
    days: () => random.between(1, 5),
    months: () => random.between(20, 400),
    years: () => random.between(700, 1_500),
  };
  const fromMs = world.nowMs;
  world.nowMs += days[what]() * DAY_MS + random.between(0, DAY_MS);
  world.count(`${what} pass`);
  if (what === "days") return;
  void valueCasks(shop, fromMs);
  await world.run();
}

/** Up and down: what was lost may be regained. Some values are recorded later than others of a later day. */
async function valueCasks(shop: Shop, fromMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (const { id, priceCents } of Object.values(CASKS)) {
    for (let n = random.between(0, 3); n > 0; n--) {
      const on = dateOf(random.between(fromMs, world.nowMs));
      const cents = Math.round((priceCents * random.between(80, 160)) / 100);
      await enterValue(shop, { caskId: id, on, cents });
    }
  }
}

/** Everyone who may be about, at once. */
function beAbout(shop: Shop): void {
  const { random } = shop.world;
  for (const userId of ACTIVE) {
    if (random.chance(0.6)) void askForAWhile(shop, userId);
    if (random.chance(0.15)) void emptyWallet(shop, userId);
    if (random.chance(0.12)) void changeSomething(shop, userId);
    if (random.chance(0.15)) void checkIdentitySometime(shop, userId);
  }
  if (random.chance(0.2)) void closeSomeday(shop, random.pick(ACTIVE));
  if (random.chance(0.3)) void takeBackOld(shop);
  if (random.chance(0.3)) void thinkAgain(shop, 2 * DAY_MS);
  if (random.chance(0.2)) void visit(shop, null);
  if (random.chance(0.3)) void payRewards(shop);
  if (random.chance(0.2)) void sellSomeCask(shop, DAY_MS);
  if (random.chance(0.5)) void decideForAWhile(shop, 2, 4 * DAY_MS);
  if (random.chance(0.6)) void payByFile(shop, 2, 3 * DAY_MS);
  if (random.chance(0.2)) void valueSomeCask(shop, DAY_MS);
  if (random.chance(0.1)) void sellAfterReturn(shop, 3 * DAY_MS);
  if (random.chance(0.3)) void workAtConsole(shop, DAY_MS);
  void tickForDays(shop);
}

async function changeSomething(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 1_500_000));
  if (random.chance(0.5)) return changeContact(shop, userId);
  const name = random.pick(["usual", "other", "shared"] as const);
  while (!(await saveBank(shop, userId, name))) await world.sleep(5_000);
}

/** A referred person and the one who referred them save the same account: the reward then waits for an operator. */
async function shareAccount(shop: Shop): Promise<void> {
  const { world } = shop;
  for (const userId of world.random.pick(Object.entries(REFERRED)))
    while (!(await saveBank(shop, userId, "shared"))) await world.sleep(5_000);
}

async function checkIdentitySometime(shop: Shop, userId: string): Promise<void> {
  await shop.world.sleep(shop.world.random.between(0, 2 * DAY_MS));
  await checkIdentity(shop, userId);
}

export type SeedResult = {
  seed: number;
  violations: string[];
  /** Why audits said FAIL. */
  failedAudits: string[];
  happened: Map<string, number>;
  trace: string[];
};

/**
 * One whole run: people, providers and timers at once, with faults; then calm until nothing is due; then every check.
 */
export async function runSeed(template: Template, seed: number, { traced = false } = {}): Promise<SeedResult> {
  const random = new Random(seed);
  const world = new World(random, NOW_MS + random.between(0, 3 * 3_600_000));
  if (traced) world.trace = [];
  template.store.begin();
  try {
    const shop = openShop(template, world);
    shop.book.open(ACTIVE);
    shop.trades = playsMarket(seed);
    if (shop.trades) await openForTrade(shop);
    world.rough = true;
    const outages = randomOutages(random, world.nowMs);
    for (const { kind, fromMs, untilMs } of outages)
      world.count(`${kind} out for ${untilMs - fromMs > 86_400_000 ? "days" : "hours"}`);
    const overload = randomOverload(random, world.nowMs);
    if (overload.length > 0) world.count("d1 overloaded for minutes");
    world.faults = withOutages(randomFaults(random), [...outages, ...overload]);
    shop.reconciles = random.chance(0.25);
    // In some runs all visits are by one person, who wants everything at once.
    const keen = random.chance(0.1) ? random.pick(ACTIVE) : null;
    const visits = keen ? random.between(5, 8) : random.between(2, 6);
    for (let i = 0; i < visits; i++) void visit(shop, keen);
    for (const holder of HOLDERS) if (random.chance(0.3)) void askForAWhile(shop, holder);
    if (random.chance(0.25)) void emptyWallet(shop, random.pick(HOLDERS));
    if (random.chance(0.5)) void decideForAWhile(shop, 2, 1_500_000);
    if (random.chance(0.25)) void payByFile(shop, 2, 1_500_000);
    if (random.chance(0.1)) void thinkAgain(shop, 2_400_000);
    if (random.chance(0.2)) void changeSomething(shop, random.pick(HOLDERS));
    if (random.chance(0.05)) void shareAccount(shop);
    if (random.chance(0.4)) void payRewards(shop);
    if (random.chance(0.1)) void tellLies(shop);
    if (random.chance(0.1)) void sellSomeCask(shop, 1_500_000);
    if (random.chance(0.08)) void sellAfterReturn(shop, 3_000_000);
    if (random.chance(0.15)) void workAtConsole(shop, 1_500_000);
    if (shop.trades) tradeAtFirst(shop);
    void tickForAWhile(shop, random.between(1, 3));
    await world.run(lookingNowAndThen(shop, seed));
    await look(shop);
    await heal(shop, withOutages(noFaults, outages), { market: false });
    for (let times = shop.trades ? random.between(1, 2) : 0; times > 0; times--) await playOffers(shop);
    if (random.chance(0.25)) await liveOn(shop);
    checkAtRest(shop);
    await auditNow(shop);
    countEnds(shop);
  } catch (error) {
    world.violate(
      "the run itself goes through",
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  } finally {
    template.store.forget();
  }
  const { violations, failedAudits, happened, trace } = world;
  return { seed, violations, failedAudits, happened, trace: trace ?? [] };
}

/** In every fourth run, chosen beside the stream of chance: the others are what they would be without a market. */
const playsMarket = (seed: number) => new Random(seed + 7_000_001).chance(0.25);

const LOOKED_AT_EVERY = 101;

/** The rules are checked now and then, and an audit is made in the middle, while much is under way. */
function lookingNowAndThen(shop: Shop, seed: number) {
  const audited = LOOKED_AT_EVERY * (1 + (seed % 3));
  let steps = 0;
  return () => {
    if ((steps += 1) % LOOKED_AT_EVERY !== 0) return undefined;
    const looked = look(shop);
    return steps === audited ? (looked ?? auditNow(shop)) : looked;
  };
}

/** As soon as a rule is seen broken an audit is made: it should notice as well. */
function look(shop: Shop): Promise<void> | undefined {
  const { violations } = shop.world;
  const known = violations.length;
  checkAnyMoment(shop);
  return known === 0 && violations.length > 0 ? auditNow(shop) : undefined;
}

/** Further days and years of the same people, each with its own faults, and calm in between. */
async function liveOn(shop: Shop): Promise<void> {
  const { world } = shop;
  for (let chapters = world.random.between(1, 4); chapters > 0; chapters--) {
    await letTimePass(shop);
    await auditYesterday(shop);
    world.rough = true;
    world.faults = randomFaults(world.random);
    beAbout(shop);
    await world.run();
    await look(shop);
    await heal(shop, noFaults);
  }
}

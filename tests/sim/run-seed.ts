import { workAtConsole } from "./actors/console";
import { askForAWhile, emptyWallet } from "./actors/holder";
import { decideForAWhile, payRewards } from "./actors/operator";
import { openForTrade, playOffers, tradeAtFirst } from "./actors/trading";
import { payByFile } from "./actors/payout-runs";
import { tellLies } from "./actors/provider-side";
import { tickForAWhile } from "./actors/cron";
import { thinkAgain } from "./actors/second-thoughts";
import { visit } from "./actors/visits";
import { sellAfterReturn, sellSomeCask } from "./actors/exits";
import { checkAtRest } from "./check/at-rest";
import { auditNow, auditYesterday } from "./check/audit";
import { checkAnyMoment } from "./check/rules";
import { countEnds } from "./count-ends";
import { beAbout, changeSomething, letTimePass, shareAccount } from "./later";
import { noFaults, randomFaults, randomOutages, randomOverload, withOutages } from "./faults";
import { heal } from "./heal";
import { Random } from "./random";
import type { Shop } from "./shop";
import { openShop, type Template } from "./template";
import { ACTIVE, HOLDERS, NOW_MS } from "./template-plan";
import { World } from "./world";

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

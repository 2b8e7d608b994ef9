import { askForAWhile, emptyWallet } from "./actors/holder";
import { decideForAWhile, payRewards } from "./actors/operator";
import { tellLies } from "./actors/provider-side";
import { tickForAWhile } from "./actors/cron";
import { visit } from "./actors/visits";
import { checkAtRest } from "./check/at-rest";
import { checkAnyMoment } from "./check/rules";
import { countEnds } from "./count-ends";
import { noFaults, randomFaults, randomOutages, withOutages } from "./faults";
import { heal } from "./heal";
import { Random } from "./random";
import { openShop, type Template } from "./template";
import { ACTIVE, HOLDERS, NOW_MS } from "./template-plan";
import { World } from "./world";

export type SeedResult = { seed: number; violations: string[]; happened: Map<string, number>; trace: string[] };

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
    world.rough = true;
    const outages = randomOutages(random, world.nowMs);
    for (const { kind, fromMs, untilMs } of outages)
      world.count(`${kind} out for ${untilMs - fromMs > 86_400_000 ? "days" : "hours"}`);
    world.faults = withOutages(randomFaults(random), outages);
    shop.reconciles = random.chance(0.25);
    // In some runs all visits are by one person, who wants everything at once.
    const keen = random.chance(0.1) ? random.pick(ACTIVE) : null;
    const visits = keen ? random.between(5, 8) : random.between(2, 6);
    for (let i = 0; i < visits; i++) void visit(shop, keen);
    for (const holder of HOLDERS) if (random.chance(0.3)) void askForAWhile(shop, holder);
    if (random.chance(0.25)) void emptyWallet(shop, random.pick(HOLDERS));
    if (random.chance(0.5)) void decideForAWhile(shop, 2);
    if (random.chance(0.4)) void payRewards(shop);
    if (random.chance(0.1)) void tellLies(shop);
    void tickForAWhile(shop, random.between(1, 3));
    let steps = 0;
    await world.run(() => {
      if ((steps += 1) % 101 === 0) checkAnyMoment(shop);
    });
    checkAnyMoment(shop);
    await heal(shop, withOutages(noFaults, outages));
    checkAtRest(shop);
    countEnds(shop);
  } catch (error) {
    world.violate(
      "the run itself goes through",
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  } finally {
    template.store.forget();
  }
  return { seed, violations: world.violations, happened: world.happened, trace: world.trace ?? [] };
}

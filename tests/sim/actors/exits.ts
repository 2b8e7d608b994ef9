import { confirmExit } from "~/areas/casks/exits/confirm-exit";
import { type ExitTerms, proposeExit } from "~/areas/casks/exits/propose-exit";
import { confirmValuation } from "~/areas/casks/propose-valuation";
import { recordValuation } from "~/areas/casks/record-valuation";

import { addDays, dateOf } from "~/domain/calendar-date";
import { divideSale } from "~/domain/divide-sale";
import type { Shop } from "../shop";
import { CASKS, HOLDERS, OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { askForReturn, cancel, standing } from "./holder";
import { openWithdrawals, payOut, reject } from "./operator";
import { disputeOf } from "./provider-side";
import { pressAs } from "./sign-in";

// Operators value casks, each pressing until there is an answer: alone where they may, otherwise by two.

type Entry = { caskId: string; on: string; cents: number };

const fieldsOf = ({ on, cents }: Entry, tier: string) => ({
  valued_on: on,
  value_per_stake: (cents / 100).toFixed(2),
  tier,
  method: "sample",
  source: "sample",
});

/** Enters one value; what takes two is confirmed by the second operator, whom the first tries to do without. */
export async function enterValue(shop: Shop, entry: Entry): Promise<void> {
  const { world } = shop;
  const { caskId } = entry;
  const fields = fieldsOf(entry, world.random.pick(["measured", "modelled", "opinion"]));
  const valuationId = world.newId("val");
  for (;;) {
    const answer = await pressAs(shop, "record valuation", OPERATOR, (deps, session) =>
      recordValuation(deps, session, { valuationId, caskId, fields }),
    );
    if (!answer.ok) await world.sleep(5_000);
    else if (!answer.value.ok) return world.count(`not valued: ${answer.value.code}`);
    else if (answer.value.waits) return confirmValue(shop, caskId, fields);
    else return world.count("valuation");
  }
}

async function confirmValue(shop: Shop, caskId: string, fields: Record<string, string>): Promise<void> {
  const { world } = shop;
  const asked = { caskId, proposalId: null, supersedesId: null, fields };
  const by = (operator: string) =>
    pressAs(shop, "confirm valuation", operator, (deps, session) => confirmValuation(deps, session, asked));
  const own = await by(OPERATOR);
  if (own.ok && own.value.ok) world.violate("nobody confirms what they proposed", caskId);
  for (;;) {
    const answer = await by(SECOND_OPERATOR);
    if (answer.ok) return world.count(answer.value.ok ? "valuation by two" : `not confirmed: ${answer.value.code}`);
    await world.sleep(5_000);
  }
}

/** Sometimes dated back, sometimes far above or below what it was. */
export async function valueSomeCask(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, longestPauseMs));
  const { id: caskId, priceCents } = random.pick(Object.values(CASKS));
  const on = addDays(dateOf(world.nowMs), -random.between(0, 40));
  const percent = random.chance(0.05) ? random.between(900, 1_500) : random.between(80, 160);
  await enterValue(shop, { caskId, on, cents: Math.round((priceCents * percent) / 100) });
}

// Two operators sell a cask, each pressing until there is an answer.

type Sale = { caskId: string; terms: ExitTerms; netPerStakeCents: number; exitId: string };

type Cask = (typeof CASKS)[keyof typeof CASKS];

/** Null: another sale of it stands already, or it has ended. */
export async function propose(shop: Shop, { id: caskId, stakes }: Cask, terms: ExitTerms): Promise<Sale | null> {
  const netPerStakeCents = divideSale({ ...terms, stakes })?.netPerStakeCents ?? 0;
  for (;;) {
    const answer = await pressAs(shop, "propose exit", OPERATOR, (deps, session) =>
      proposeExit(deps, session, { caskId, terms, netPerStakeCents }),
    );
    if (answer.ok) return answer.value.ok ? { caskId, terms, netPerStakeCents, exitId: answer.value.exitId } : null;
    await shop.world.sleep(5_000);
  }
}

/** @param nudged whether the crediting begins at once */
export async function confirm(shop: Shop, { exitId, terms, netPerStakeCents }: Sale, nudged = true): Promise<void> {
  for (;;) {
    const answer = await pressAs(shop, "confirm exit", SECOND_OPERATOR, (deps, session) => {
      const nudge = nudged ? deps.nudge : () => Promise.resolve();
      return confirmExit({ ...deps, nudge }, session, { exitId, terms, netPerStakeCents });
    });
    if (answer.ok) return shop.world.count(answer.value.ok ? "cask sold" : `cask not sold: ${answer.value.code}`);
    await shop.world.sleep(5_000);
  }
}

/**
 * At a gain or at a loss, now and then for nothing; sometimes two operators confirm at once.
 * @param which any, unless it says
 */
export async function sellSomeCask(shop: Shop, longestPauseMs: number, which?: Cask): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, longestPauseMs));
  const cask = which ?? random.pick(Object.values(CASKS));
  const grossCents = random.chance(0.1)
    ? 0
    : Math.round((cask.priceCents * cask.stakes * random.between(5, 170)) / 100) + random.between(0, 9);
  const feesCents = Math.floor((grossCents * random.between(0, 20)) / 100);
  const buyerKind = random.chance(0.3) ? "provider" : "trade";
  const sale = await propose(shop, cask, { soldOn: dateOf(world.nowMs), buyerKind, grossCents, feesCents });
  if (!sale) return;
  await world.sleep(random.between(0, longestPauseMs));
  if (random.chance(0.3)) void confirm(shop, sale);
  await confirm(shop, sale);
}

/**
 * Returns are asked for, and the cask is sold: before they are paid, after it, or while a stake is in dispute. What is still open
 * then is paid or comes to nothing, while holders are being credited or long after.
 */
export async function sellAfterReturn(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  const cask = CASKS.old;
  for (const holder of HOLDERS) if (random.chance(0.7)) await askForReturn(shop, holder);
  await world.sleep(random.between(0, longestPauseMs));
  if (random.chance(0.5)) for (const open of openWithdrawals(shop)) await payOut(shop, open);
  const [stake] = store.rows<{ paymentId: string }>(
    "SELECT payment_id AS paymentId FROM stakes WHERE cask_id = ? AND state = 'active' ORDER BY number LIMIT 1",
    [cask.id],
  );
  if (stake && random.chance(0.4)) {
    disputeOf(shop, stake.paymentId);
    await world.sleep(random.between(0, 10_000));
  }
  const grossCents = Math.round((cask.priceCents * cask.stakes * random.between(5, 170)) / 100);
  const terms = { soldOn: dateOf(world.nowMs), buyerKind: "trade", grossCents, feesCents: 0 } as const;
  const sale = await propose(shop, cask, terms);
  if (!sale) return;
  await confirm(shop, sale, random.chance(0.7));
  await world.sleep(random.chance(0.5) ? random.between(0, 2_000) : random.between(0, longestPauseMs));
  const advanced = `SELECT 1 FROM withdrawals JOIN stakes ON stakes.id = stake_id WHERE stakes.cask_id = ? AND withdrawals.state = ?`;
  if (store.rows(advanced, [cask.id, "paid"]).length > 0) world.count("sold after a return was paid");
  for (const open of standing(shop)) {
    if (store.rows("SELECT 1 FROM withdrawals WHERE id = ? AND stake_id IS NULL", [open.id]).length > 0) continue;
    const becomes = random.weighted({ rejected: 35, cancelled: 35, open: 30 });
    world.count(`return asked for before the sale: ${becomes}`);
    if (becomes === "rejected") await reject(shop, open);
    if (becomes === "cancelled") await cancel(shop, open);
  }
}

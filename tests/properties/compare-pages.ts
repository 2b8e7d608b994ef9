// Whether the pages, as a browser gets them, print the figures that belong to the stakes: read from the words of the HTML.
import { expect } from "vitest";
import { sql } from "drizzle-orm";
import { advanceTexts } from "~/content/advance-texts";
import { holdingTexts } from "~/content/holding-texts";
import { portfolioTexts, returnsTexts } from "~/content/wallet-texts";
import { formatChange, formatUsd } from "~/domain/money";
import type { ReturnsTillDate, StakeFigures } from "~/areas/holdings/stake-figures";
import { passOf } from "~/ui/pass-of";
import { get } from "../support/people";
import { servePage, wordsIn } from "../support/serve-page";
import { readAmount, total, worthTogether, type World } from "./compare-figures";

type Wallet = {
  totalInvestedCents: number;
  availableCents: number;
  paidOutCents: number;
  worthCents: number;
  returns: ReturnsTillDate;
};

async function open({ context }: World, who: { cookie: string }, path: string): Promise<string> {
  const response = await servePage(get(`http://localhost:8787${path}`, who.cookie), context.next());
  expect(response.status, path).toBe(200);
  return response.text();
}

/** The amount that stands behind a label. */
function amountAfter(text: string, label: string): number {
  const at = text.indexOf(label);
  if (at < 0) throw new Error(`${label} is not on the page`);
  return readAmount(/[+\u2212]?\$[\d,]+\.\d\d/.exec(text.slice(at + label.length))?.[0]);
}

export async function comparePages(world: World, stakes: readonly StakeFigures[], wallet: Wallet): Promise<void> {
  const { person } = world;
  const page = wordsIn(await open(world, person, "/wallet?tab=portfolio"));
  expect(amountAfter(page, portfolioTexts.invested)).toBe(wallet.totalInvestedCents);
  expect(amountAfter(page, portfolioTexts.paidOut)).toBe(wallet.paidOutCents);
  expect(amountAfter(page, portfolioTexts.available)).toBe(wallet.availableCents);
  const { realisedCents, unrealisedCents } = wallet.returns;
  if (realisedCents !== 0 || unrealisedCents !== null) expect(page).toContain(returnsTexts.parts(wallet.returns));
  if (stakes.length > 0) expect(amountAfter(page, portfolioTexts.worth)).toBe(worthTogether(stakes));
  await compareList(world, stakes);
  for (const one of stakes) await compareStake(world, one);
  await compareUser(world, stakes, wallet);
}

/** `/stakes`: between the link to a stake and the next one stands what its page says. */
async function compareList(world: World, stakes: readonly StakeFigures[]) {
  const html = await open(world, world.person, "/stakes");
  for (const figures of stakes) {
    const [, printed = ""] = html.split(`href="/stakes/${figures.stakeId}"`);
    const [own = ""] = printed.split('href="/');
    const { stake, worth, gain, basis } = passOf(figures, world.context.nowMs());
    for (const text of [stake, worth, gain?.text, basis]) if (text) expect(wordsIn(`<a ${own}`)).toContain(text);
  }
}

async function compareStake(world: World, figures: StakeFigures) {
  const page = wordsIn(await open(world, world.person, `/stakes/${figures.stakeId}`));
  const { worth, cost } = holdingTexts;
  const { value, soldForCents, state, gain, realisedCents, unrealisedCents, priceCents, advancedCents } = figures;
  if (state === "active" && value) {
    expect(amountAfter(page, worth.title)).toBe(Math.max(value.cents - advancedCents, 0));
    if (advancedCents > 0) expect(page).toContain(advanceTexts.worth(value.cents, advancedCents));
  }
  if (soldForCents !== null) expect(amountAfter(page, worth.sold)).toBe(soldForCents);
  expect(amountAfter(page, cost.price)).toBe(priceCents);
  if (!gain) return;
  expect(page).toContain(formatChange(gain.cents));
  if (realisedCents !== 0)
    expect(amountAfter(page, soldForCents === null ? worth.realised : worth.result)).toBe(realisedCents);
  if (realisedCents !== 0 && unrealisedCents !== null)
    expect(amountAfter(page, worth.unrealised)).toBe(unrealisedCents);
}

/** What operators read of the same person, and of each request for money. */
async function compareUser(world: World, stakes: readonly StakeFigures[], { availableCents, paidOutCents }: Wallet) {
  const { context, operator, person } = world;
  const page = wordsIn(await open(world, operator, `/operator/users/${person.userId}`));
  expect(amountAfter(page, "Wallet ")).toBe(availableCents);
  for (const { caskName, number, priceCents } of stakes)
    expect(page).toContain(`${caskName} Stake ${number} ${formatUsd(priceCents)}`);
  const asked = await context.db.all<{ id: string; cents: number; state: string }>(
    sql`SELECT id, amount_cents AS cents, state FROM withdrawals WHERE user_id = ${person.userId} ORDER BY created_at_ms DESC`,
  );
  expect(total(asked.filter(({ state }) => state === "paid").map(({ cents }) => cents))).toBe(paidOutCents);
  for (const { id, cents } of asked.slice(0, 3)) {
    const review = wordsIn(await open(world, operator, `/operator/withdrawals/${id}`));
    expect(review).toContain(`${formatUsd(cents)} to `);
  }
}

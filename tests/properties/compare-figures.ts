// Whether one investor's figures are the same wherever they are shown.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { centsToWire } from "~/domain/money";
import type { ValuationPreview } from "~/areas/casks/record-valuation";
import type { SalePreview } from "~/areas/console/cask-page";
import { listHoldings, type StakeFigures } from "~/areas/holdings/stake-figures";
import type { PortfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { loader as reviewCask } from "~/routes/operator.casks.$id/route";
import { loader as reviewUser } from "~/routes/operator.users.$id/route";
import { loader as reviewWithdrawal } from "~/routes/operator.withdrawals.$id/route";
import { loader as openStakes } from "~/routes/stakes._index/route";
import { passOf } from "~/ui/pass-of";
import { call, tokenOf } from "../routes/api/support/client";
import { createTestContext } from "../support/context";
import { openExits } from "../support/exits";
import { value } from "../support/holdings";
import { openSession } from "../support/open-session";
import { get, putCask, signIn } from "../support/people";
import { openStake } from "../support/stake-page";
import { openWallet } from "../support/wallet";
import { comparePages, compareStatement } from "./compare-words";

export const CASKS = 2;
/** What kinds of stakes and cycles were compared. */
export const seen = new Set<string>();

type Wallet = { panel: Omit<PortfolioView, "stakes"> & { passes: unknown } };
type Reviewed = {
  stakes: { id: string; number: number; priceCents: number; state: string }[];
  user: { walletCents: number };
};
export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const context = createTestContext();
  // Years before the real day, so that cycles can end on the way to it.
  context.clock.nowMs -= 3_000 * DAY_MS;
  const [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
  const trader = await signIn(context);
  const exits = await openExits(context);
  const casks: string[] = [];
  for (let n = 0; n < CASKS; n++) {
    const caskId = await putCask(context, { name: `Cask ${n}`, totalStakes: 30, closesInDays: 2_900 });
    await value(context, caskId, dateOf(context.nowMs()), 50_000, "issue");
    casks.push(caskId);
  }
  return {
    context,
    person,
    operator,
    trader,
    exits,
    casks,
    sold: new Set<string>(),
    /** Sales whose stakes are not credited yet. */
    confirmed: [] as string[],
  };
}

export const total = (cents: readonly (number | null)[]) => cents.reduce<number>((sum, one) => sum + (one ?? 0), 0);

/**
 * What is held, at the latest values less what was advanced, never below nothing; what was never valued counts at its price. Recalculated
 * here from what the pages say.
 */
export const worthTogether = (stakes: readonly StakeFigures[]) =>
  total(
    stakes
      .filter(({ state }) => state === "active")
      .map(({ value, priceCents, advancedCents }) => Math.max((value?.cents ?? priceCents) - advancedCents, 0)),
  );

const STANDING = ["progress", "sending", "paid"];

/** '−$1,234.50', '+$1.00' or '-1234.50', in cents. */
export function readAmount(text: string | undefined): number {
  const [, sign, dollars = ""] = /^([+\u2212-]?)\$?(\d[\d,]*\.\d\d)$/.exec(text ?? "") ?? [];
  if (dollars === "") throw new Error(`'${text}' is not an amount`);
  return Math.round(Number(dollars.replaceAll(",", "")) * 100) * (sign === "\u2212" || sign === "-" ? -1 : 1);
}

const wire = (cents: number | null) => (cents === null ? null : centsToWire(cents));

/** Logs in again: the age of a login is not what is tested here. */
export async function refresh({ context, person, operator, trader }: World) {
  const nowMs = context.nowMs();
  for (const { userId } of [person, operator, trader])
    await context.db.run(
      sql`UPDATE sessions SET proved_at_ms = ${nowMs}, expires_at_ms = ${nowMs + DAY_MS}, created_at_ms = ${nowMs} WHERE user_id = ${userId}`,
    );
}

async function json<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

/** @param inFull with the words of the pages and the statement, which take longer */
export async function compare(world: World, inFull = true): Promise<void> {
  await refresh(world);
  const { context, person } = world;
  const { stakes } = await listHoldings(context, openSession(context, person.userId));
  const active = stakes.filter(({ state }) => state === "active");
  const { panel } = (await openWallet(context, person, "/wallet?tab=portfolio")).data as Wallet;

  expect(panel.totalInvestedCents).toBe(total(active.map(({ priceCents }) => priceCents)));
  expect(panel.returns.realisedCents).toBe(total(stakes.map(({ realisedCents }) => realisedCents)));
  const unrealised = stakes.flatMap(({ unrealisedCents }) => (unrealisedCents === null ? [] : [unrealisedCents]));
  expect(panel.returns.unrealisedCents).toBe(unrealised.length > 0 ? total(unrealised) : null);
  expect(panel.worthCents).toBe(worthTogether(stakes));
  expect(panel.totalInvestedCents + total(unrealised)).toBe(panel.worthCents);
  const pass = (stake: StakeFigures) => passOf(stake, context.nowMs());
  expect(panel.passes).toEqual(stakes.slice(0, 5).map(pass));
  const listed = await json<{ owned: unknown[]; ended: unknown[] }>(
    openStakes({ request: get("http://localhost:8787/stakes", person.cookie), context: context.next(), params: {} }),
  );
  expect([...listed.owned, ...listed.ended]).toEqual(stakes.map(pass));

  for (const figures of stakes) await comparePage(world, figures);
  await compareApi(world, panel, stakes);
  await compareConsole(world, stakes, panel);
  if (!inFull) return;
  await compareStatement(world, stakes, panel);
  await comparePages(world, stakes, panel);
}

async function comparePage({ context, person }: World, figures: StakeFigures) {
  const { data } = await openStake(context, person, figures.stakeId);
  const { page } = data;
  expect(page.figures).toEqual(figures);
  const { standing, value: worth, soldForCents, state } = figures;
  const advances = page.withdrawals.filter((one) => STANDING.includes(one.state));
  expect(figures.advancedCents).toBe(total(advances.map(({ amountCents }) => amountCents)));
  await compareCredited(context, figures);
  const inAll = page.paidInAll ?? { returnsCents: 0, onItsWayCents: 0, saleCents: null };
  expect(inAll.returnsCents + inAll.onItsWayCents).toBe(figures.advancedCents);
  expect(inAll.saleCents).toBe(figures.creditedCents);
  if (figures.advancedCents > 0) seen.add(soldForCents === null ? "advanced" : "advanced and sold");
  seen.add(soldForCents !== null ? "sold" : state);
  if (state !== "active") return expect([page.cycles, page.readyCents]).toEqual([[], null]);
  // A cycle's row is what the wallet says of the same cycle.
  const row = page.cycles.find(({ cycleNumber }) => cycleNumber === standing?.currentCycleNumber);
  expect(row?.amountCents ?? null).toBe(standing?.returnCents ?? null);
  expect(page.readyCents).toBe(standing?.isWithdrawable ? standing.returnCents : null);
  const taken = page.cycles.filter((one) => one.state === "paid" || one.state === "progress");
  expect(total(taken.map(({ amountCents }) => amountCents))).toBe(figures.realisedCents);
  const latest = page.valuations.find(({ corrected }) => corrected === null);
  expect(worth?.cents ?? null).toBe(latest === undefined || latest.tier === "issue" ? null : latest.valueCents);
  for (const one of page.cycles) seen.add(`cycle ${one.state}`);
  if (figures.gain) seen.add(figures.gain.cents < 0 ? "loss" : "gain");
}

/** Once a stake of a sold cask has ended, its figure is what the ledger credited; and no one got more for it than its net. */
async function compareCredited(context: World["context"], figures: StakeFigures) {
  const { stakeId, creditedCents, soldForCents, advancedCents } = figures;
  if (creditedCents === null || soldForCents === null) return;
  expect(creditedCents + advancedCents).toBe(Math.max(soldForCents, advancedCents));
  const [booked] = await context.db.all<{
    cents: number | null;
  }>(sql`SELECT (SELECT coalesce(sum(amount), 0) FROM transfers
      WHERE refers_to = 'stake:' || stakes.id AND credit_account_id = 'user:' || user_id || ':wallet') AS cents
    FROM stakes WHERE id = ${stakeId} AND exit_id IS NOT NULL`);
  if (booked) expect(creditedCents).toBe(booked.cents);
}

async function compareApi({ context, person }: World, panel: Wallet["panel"], stakes: readonly StakeFigures[]) {
  const token = await tokenOf(context, person);
  const { body } = await call(context, "GET", `/api/users/get_user_details?id=${person.userId}`, { token });
  const { returns } = panel;
  expect(body.data).toMatchObject({
    total_invested: wire(panel.totalInvestedCents),
    advanced_amount: wire(total(stakes.filter(({ state }) => state === "active").map((one) => one.advancedCents))),
    current_worth: wire(worthTogether(stakes)),
    paid_out: wire(panel.paidOutCents),
    available_in_wallet: wire(panel.availableCents),
    last_withdrawn_interest: {
      interest_percent: returns.percent,
      realised_amount: wire(returns.realisedCents),
      unrealised_amount: wire(returns.unrealisedCents),
      valued_on: returns.valuedOn,
      tier: returns.tier,
    },
  });
  const first = body.data.priority_cask as { stake_id: string } | null;
  const standing = stakes.find(({ stakeId }) => stakeId === first?.stake_id)?.standing;
  expect(first === null).toBe(stakes.every((one) => one.standing === null));
  if (!standing) return;
  expect(first).toMatchObject({
    return_amount: wire(standing.returnCents),
    days_remaining_to_withdraw: standing.daysRemainingToWithdraw,
    is_withdrawable: standing.isWithdrawable,
    currentCycleNumber: standing.currentCycleNumber,
    status: standing.status,
  });
}

async function compareConsole(world: World, stakes: readonly StakeFigures[], panel: Wallet["panel"]) {
  const { context, person, operator, casks, sold } = world;
  const ask = (path: string, id: string) => ({
    request: get(`http://localhost:8787${path}/${id}`, operator.cookie),
    context: context.next(),
    params: { id },
  });
  const reviewed = await json<Reviewed>(reviewUser(ask("/operator/users", person.userId)));
  expect(reviewed.user.walletCents).toBe(panel.availableCents);
  const mine = new Map(stakes.map((one) => [one.stakeId, one]));
  for (const { id, number, priceCents, state } of reviewed.stakes) {
    // Between the confirmation of a sale and its crediting the stake counts as ended already.
    const figures = mine.get(id);
    expect({ number, priceCents }).toEqual({ number: figures?.number, priceCents: figures?.priceCents });
    if (state !== "active") expect(figures?.state).toBe(state);
  }
  const [latest] = panel.withdrawals;
  if (latest) {
    const { request } = await json<{ request: Record<string, unknown> }>(
      reviewWithdrawal(ask("/operator/withdrawals", latest.id)),
    );
    expect(request).toMatchObject({ amountCents: latest.amountCents, state: latest.state });
  }
  for (const caskId of casks)
    await (sold.has(caskId) ? compareSale(world, caskId, stakes) : compareValuing(world, caskId, stakes));
}

type CaskReview = { page: { effect: ValuationPreview | null; sale: SalePreview | null } };

async function openCask({ context, operator }: World, caskId: string, query: Record<string, string>) {
  const url = `http://localhost:8787/operator/casks/${caskId}?${new URLSearchParams(query).toString()}`;
  const answer = reviewCask({ request: get(url, operator.cookie), context: context.next(), params: { id: caskId } });
  return (await json<CaskReview>(answer)).page;
}

/** The value that operators see before they change it is the one that the holder sees. */
async function compareValuing(world: World, caskId: string, stakes: readonly StakeFigures[]) {
  const fields = {
    valued_on: dateOf(world.context.nowMs()),
    value_per_stake: "1",
    tier: "opinion",
    method: "test",
    source: "test",
  };
  const { effect } = await openCask(world, caskId, { view: "value", ...fields });
  if (!effect) throw new Error("no preview");
  const held = stakes.filter((one) => one.caskId === caskId && one.state === "active");
  for (const one of held) expect(effect.perStake.now).toBe(one.value?.cents ?? null);
}

/** What operators see that each holder gets of a sale is what the holder's stakes were sold for. */
async function compareSale(world: World, caskId: string, stakes: readonly StakeFigures[]) {
  const { sale } = await openCask(world, caskId, { view: "sell" });
  // What was sold on before is its buyer's by then.
  const resold = await world.context.db.all<{ id: string }>(sql`SELECT id FROM stakes
    WHERE cask_id = ${caskId} AND resold_at_ms IS NOT NULL`);
  const isResold = new Set(resold.map(({ id }) => id));
  const brought = stakes.filter(
    (one) => one.caskId === caskId && one.soldForCents !== null && !isResold.has(one.stakeId),
  );
  const holder = sale?.holders.find(({ userId }) => userId === world.person.userId);
  expect(holder?.stakes ?? 0).toBe(brought.length);
  expect(holder?.shareCents ?? 0).toBe(total(brought.map(({ soldForCents }) => soldForCents)));
  expect(holder?.advancedCents ?? 0).toBe(total(brought.map(({ advancedCents }) => advancedCents)));
  expect(holder?.getsCents ?? 0).toBe(total(brought.map(({ creditedCents }) => creditedCents)));
  expect((holder?.shareCents ?? 0) - (holder?.takenOffCents ?? 0)).toBe(holder?.getsCents ?? 0);
  expect(holder?.paidCents ?? 0).toBe(total(brought.map(({ priceCents }) => priceCents)));
}

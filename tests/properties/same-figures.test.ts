// One investor's stakes go through any history of purchases, valuations and corrections, withdrawals and what becomes of them,
// disputes, refunds and sales. After each step the portfolio, each stake's page, the JSON API and the operators' pages say the same.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { previewValuation } from "~/features/casks/preview-valuation";
import { listHoldings } from "~/features/holdings/list-holdings";
import type { StakeFigures } from "~/features/holdings/stake-figures";
import type { PortfolioView } from "~/features/portfolio/portfolio-view";
import { loader as reviewUser } from "~/routes/operator.users.$id/route";
import { loader as reviewWithdrawal } from "~/routes/operator.withdrawals.$id/route";
import { centsToWire } from "~/domain/money";
import { passOf } from "~/ui/pass-of";
import { call, tokenOf } from "../routes/api/support/client";
import { createTestContext, type TestContext } from "../support/context";
import { effort } from "../support/effort";
import { openExits } from "../support/exits";
import { creditWallet, giveStake, value } from "../support/holdings";
import { expectInvariants } from "../support/invariants";
import { openSession } from "../support/open-session";
import { get, type Person, putCask, signIn } from "../support/people";
import { openStake, postStake } from "../support/stake-page";
import { openWallet } from "../support/wallet";
import { payWithdrawal, rejectWithdrawal } from "../support/withdrawals";

const DAY_MS = 86_400_000;
const CASKS = 2;
const seed = effort(20_264, Date.now() % 2 ** 31);
const seen = new Set<string>();

type Wallet = { panel: Omit<PortfolioView, "stakes"> & { passes: unknown[] } };
type Reviewed = {
  stakes: { id: string; number: number; priceCents: number; state: string }[];
  withdrawals: { id: string; amountCents: number; state: string }[];
  user: { walletCents: number };
};
type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld() {
  const context = createTestContext();
  // Years before the real day, so that cycles can end on the way to it.
  context.clock.nowMs -= 3_000 * DAY_MS;
  const [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
  const exits = await openExits(context);
  const casks: string[] = [];
  for (let n = 0; n < CASKS; n++) {
    const caskId = await putCask(context, { name: `Cask ${n}`, totalStakes: 30, closesInDays: 2_900 });
    await value(context, caskId, dateOf(context.nowMs()), 50_000, "issue");
    casks.push(caskId);
  }
  return { context, person, operator, exits, casks, sold: new Set<string>() };
}

const total = (cents: readonly (number | null)[]) => cents.reduce<number>((sum, one) => sum + (one ?? 0), 0);
const wire = (cents: number | null) => (cents === null ? null : centsToWire(cents));

/** Logs in anew: the age of a login is not what is tested here. */
async function refresh({ context, person, operator }: World) {
  const nowMs = context.nowMs();
  for (const { userId } of [person, operator])
    await context.db.run(
      sql`UPDATE sessions SET proved_at_ms = ${nowMs}, expires_at_ms = ${nowMs + DAY_MS}, created_at_ms = ${nowMs} WHERE user_id = ${userId}`,
    );
}

async function json<T>(answer: Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

async function compare(world: World): Promise<void> {
  await refresh(world);
  const { context, person } = world;
  const { stakes } = await listHoldings(context, openSession(context, person.userId));
  const active = stakes.filter(({ state }) => state === "active");
  const { panel } = (await openWallet(context, person, "/wallet?tab=portfolio")).data as Wallet;

  expect(panel.totalInvestedCents).toBe(total(active.map(({ priceCents }) => priceCents)));
  expect(panel.returns.realisedCents).toBe(total(stakes.map(({ realisedCents }) => realisedCents)));
  const unrealised = stakes.flatMap(({ unrealisedCents }) => (unrealisedCents === null ? [] : [unrealisedCents]));
  expect(panel.returns.unrealisedCents).toBe(unrealised.length > 0 ? total(unrealised) : null);
  expect(panel.passes).toEqual(stakes.slice(0, 5).map(passOf));

  for (const figures of stakes) await comparePage(world, figures);
  await compareApi(world, panel, stakes);
  await compareConsole(world, stakes, panel);
}

async function comparePage({ context, person }: World, figures: StakeFigures) {
  const { data } = await openStake(context, person, figures.stakeId);
  const { page } = data;
  expect(page.figures).toEqual(figures);
  const { standing, value: worth, soldForCents, state } = figures;
  seen.add(soldForCents !== null ? "sold" : state);
  if (state !== "active") return expect([page.cycles, page.readyCents]).toEqual([[], null]);
  // A cycle's row is what the wallet says of the same cycle.
  const row = page.cycles.find(({ cycleNumber }) => cycleNumber === standing?.currentCycleNumber);
  expect(row?.amountCents ?? null).toBe(standing?.returnCents ?? null);
  expect(page.readyCents).toBe(standing?.isWithdrawable ? standing.returnCents : null);
  const taken = page.cycles.filter((one) => one.state === "paid" || one.state === "progress");
  expect(total(taken.map(({ amountCents }) => amountCents))).toBe(figures.realisedCents);
  const latest = page.valuations[0];
  expect(worth?.cents ?? null).toBe(latest === undefined || latest.tier === "issue" ? null : latest.cents);
  for (const one of page.cycles) seen.add(`cycle ${one.state}`);
  if (figures.gain) seen.add(figures.gain.cents < 0 ? "loss" : "gain");
}

async function compareApi({ context, person }: World, panel: Wallet["panel"], stakes: readonly StakeFigures[]) {
  const token = await tokenOf(context, person);
  const { body } = await call(context, "GET", `/api/users/get_user_details?id=${person.userId}`, { token });
  const { returns } = panel;
  expect(body.data).toMatchObject({
    total_invested: wire(panel.totalInvestedCents),
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
  const shown = new Map(panel.withdrawals.map(({ id, amountCents, state }) => [id, { amountCents, state }]));
  for (const { id, amountCents, state } of reviewed.withdrawals) expect(shown.get(id)).toEqual({ amountCents, state });
  const [latest] = reviewed.withdrawals;
  if (latest) {
    const { request } = await json<{ request: Record<string, unknown> }>(
      reviewWithdrawal(ask("/operator/withdrawals", latest.id)),
    );
    expect(request).toMatchObject(shown.get(latest.id) ?? {});
  }
  for (const caskId of casks.filter((one) => !sold.has(one))) await compareValuing(world, caskId, stakes);
}

/** What operators see of a holder before they value a cask is what the holder sees. */
async function compareValuing({ context, person, operator }: World, caskId: string, stakes: readonly StakeFigures[]) {
  const fields = {
    ...{ valued_on: dateOf(context.nowMs()), value_per_stake: "1", tier: "opinion", method: "test", source: "test" },
  };
  const preview = await previewValuation(context, openSession(context, operator.userId), { caskId, fields });
  if (!preview.ok) throw new Error(preview.code);
  const held = stakes.filter((one) => one.caskId === caskId && one.state === "active");
  const change = preview.changes.find(({ userId }) => userId === person.userId);
  expect(change?.stakeNumbers ?? []).toEqual(held.map(({ number }) => number).sort((a, b) => a - b));
  if (!change) return;
  expect(preview.perStake.now).toBe(held[0]?.value?.cents ?? null);
  const worth = held.map((one) => one.value?.cents ?? null);
  expect(change.now.valueCents).toBe(worth.includes(null) ? null : total(worth));
  const returns = held.map((one) => one.standing?.returnCents ?? null);
  expect(change.now.returnCents).toBe(returns.every((one) => one === null) ? null : total(returns));
}

type Step = { name: string; run: (world: World) => Promise<unknown> };
const step = (name: string, run: Step["run"]): Step => ({ name, run });

const stakesOf = ({ context, person }: World, state: string) =>
  context.db.all<{ id: string; paymentId: string }>(
    sql`SELECT stakes.id, payment_id AS paymentId FROM stakes JOIN casks ON casks.id = cask_id
      WHERE user_id = ${person.userId} AND stakes.state = ${state} AND ended_on IS NULL ORDER BY stakes.id`,
  );

async function onOne(
  world: World,
  state: string,
  pick: number,
  act: (one: { id: string; paymentId: string }) => Promise<unknown>,
) {
  const found = await stakesOf(world, state);
  const one = found[pick % (found.length || 1)];
  if (one) await act(one);
}

const setStake = (
  context: TestContext,
  one: { id: string; paymentId: string },
  payment: string,
  stake: string,
  reason: string | null,
) =>
  context.db.batch([
    context.db.run(
      sql`UPDATE payments SET state = ${payment}, reason = ${reason}, updated_at_ms = ${context.nowMs()} WHERE id = ${one.paymentId}`,
    ),
    context.db.run(sql`UPDATE stakes SET state = ${stake} WHERE id = ${one.id}`),
  ]);

const pick = fc.nat({ max: 5 });
const buy = fc.nat({ max: CASKS - 1 }).map((which) =>
  step(`buy a stake of cask ${which}`, async ({ context, person, casks, sold }) => {
    const caskId = casks[which] ?? "";
    if (!sold.has(caskId)) await giveStake(context, person, caskId, { purchasedAtMs: context.nowMs() });
  }),
);
const valuing = fc
  .tuple(
    fc.nat({ max: CASKS - 1 }),
    fc.integer({ min: 30_000, max: 90_000 }),
    fc.nat({ max: 40 }),
    fc.constantFrom("measured", "modelled", "opinion"),
  )
  .map(([which, cents, daysAgo, tier]) =>
    step(`value cask ${which} at ${cents}, ${daysAgo} days ago`, async ({ context, casks, sold }) => {
      if (sold.has(casks[which] ?? "")) return;
      await value(context, casks[which] ?? "", addDays(dateOf(context.nowMs()), -daysAgo), cents, tier as "measured");
    }),
  );
const correcting = fc.tuple(fc.nat({ max: CASKS - 1 }), fc.integer({ min: 30_000, max: 90_000 })).map(([which, cents]) =>
  step(`correct the last valuation of cask ${which} to ${cents}`, async ({ context, casks, sold }) => {
    if (sold.has(casks[which] ?? "")) return;
    await context.db
      .run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms, supersedes_id)
      SELECT ${context.newId("val")}, cask_id, valued_on, ${cents}, tier, 'test', 'test', ${context.nowMs()}, id FROM valuations AS mistaken
      WHERE cask_id = ${casks[which]} AND tier <> 'issue'
        AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = mistaken.id)
      ORDER BY created_at_ms DESC, id DESC LIMIT 1`);
  }),
);
const asking = pick.map((which) =>
  step(`ask for the return of stake ${which}`, async (world) => {
    await refresh(world);
    await onOne(world, "active", which, ({ id }) => postStake(world.context, world.person, id));
  }),
);
const deciding = fc.constantFrom("pay", "reject", "cancel").map((way) =>
  step(`${way} the request that is open`, async ({ context, person, operator }) => {
    const [open] = await context.db.all<{ id: string; stakeId: string | null }>(
      sql`SELECT id, stake_id AS stakeId FROM withdrawals WHERE user_id = ${person.userId} AND state = 'progress' ORDER BY created_at_ms LIMIT 1`,
    );
    if (!open) return;
    const decision = { withdrawalId: open.id, userId: person.userId, operatorId: operator.userId };
    if (way === "pay") await payWithdrawal(context, decision);
    else if (way === "reject") await rejectWithdrawal(context, decision);
    else if (open.stakeId)
      await postStake(context, person, open.stakeId, { intent: "cancel-withdrawal", withdrawal: open.id });
  }),
);
const disputing = fc.tuple(pick, fc.constantFrom("dispute", "win", "refund")).map(([which, what]) =>
  step(`${what} ${which}`, async (world) => {
    const { context } = world;
    if (what === "dispute")
      await onOne(world, "active", which, (one) => setStake(context, one, "disputed", "frozen", "disputed"));
    if (what === "win") await onOne(world, "frozen", which, (one) => setStake(context, one, "settled", "active", null));
    if (what === "refund")
      await onOne(world, "frozen", which, (one) => setStake(context, one, "refunded", "ended", "returned"));
  }),
);
const selling = fc
  .tuple(fc.nat({ max: CASKS - 1 }), fc.boolean(), fc.integer({ min: 0, max: 3_000_000 }))
  .map(([which, credited, grossCents]) =>
    step(
      `sell cask ${which} for ${grossCents}${credited ? "" : ", not credited yet"}`,
      async ({ context, exits, casks, sold }) => {
        const caskId = casks[which] ?? "";
        if (sold.has(caskId)) return;
        sold.add(caskId);
        const terms = { soldOn: dateOf(context.nowMs()), buyerKind: "trade" as const, grossCents, feesCents: 0 };
        const exitId = await exits.confirmed(caskId, terms);
        if (credited) await exits.credit(exitId);
      },
    ),
  );
const crediting = fc
  .integer({ min: 1, max: 9_999 })
  .map((cents) => step(`credit ${cents}`, ({ context, person }) => creditWallet(context, person, cents)));
const waiting = fc
  .constantFrom(3, 90, 200, 400)
  .map((days) => step(`${days} days go by`, async ({ context }) => void context.clock.advance(days * DAY_MS)));

const often = [buy, valuing, asking, asking, deciding, waiting, waiting];
const history = fc.array(fc.oneof(...often, ...often, correcting, disputing, crediting, selling), {
  minLength: 14,
  maxLength: effort(22, 40),
});

describe(`what one owns (seed ${seed})`, () => {
  it(
    "has the same figures in the portfolio, on its own page, in the API and for operators",
    { timeout: effort(120_000, 1_800_000) },
    async () => {
      const holds = fc.asyncProperty(history, async (steps) => {
        const world = await openWorld();
        for (const one of [
          step("buy", (it) =>
            giveStake(it.context, it.person as Person, it.casks[0] ?? "", { purchasedAtMs: it.context.nowMs() }),
          ),
          ...steps,
        ]) {
          await one.run(world);
          await compare(world);
        }
        await expectInvariants(world.context.db);
      });
      await fc.assert(holds, { seed, numRuns: effort(6, 200) });
      const kinds = [
        "active",
        "frozen",
        "ended",
        "sold",
        "gain",
        "loss",
        "cycle running",
        "cycle ready",
        "cycle progress",
        "cycle paid",
        "cycle nothing",
      ];
      expect([...seen]).toEqual(expect.arrayContaining(kinds));
    },
  );
});

// One investor's stakes go through any history of purchases, valuations and corrections, withdrawals and their outcomes,
// disputes, refunds, resales, sales and buy-backs. After each step the portfolio, the list and each page of a stake, the JSON API and the
// operators' pages say the same; after some steps and at the end so do the statement, as PDF and as CSV, and the words of the pages.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, dateOf, DAY_MS } from "~/domain/calendar-date";
import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { HOLD_MS } from "~/areas/holdings/payout-rules";
import { effort } from "../support/effort";
import { balanceOf, creditWallet, giveStake, value } from "../support/holdings";
import { expectInvariants } from "../support/invariants";
import { openSession } from "../support/open-session";
import { postStake } from "../support/stake-page";
import { payWithdrawal, rejectWithdrawal, requestBalance } from "../support/withdrawals";
import { CASKS, compare, openWorld, refresh, seen, type World } from "./compare-figures";
import { tracked } from "./compare-trackers";
import { compareEvenings, noteEvening } from "./compare-words";
import { buyOn, giveAgain, paySellers, refer, sellOn, takeBack } from "./history-steps";

const seed = effort(20_264, Date.now() % 2 ** 31);

type Step = { name: string; run: (world: World) => Promise<unknown> };
/** Named in what is printed of a history that fails. */
const step = (name: string, run: Step["run"]) => ({ name, run, [fc.toStringMethod]: () => name });

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

async function buyStake({ context, person }: World, caskId: string) {
  const { paymentId } = await giveStake(context, person, caskId, { purchasedAtMs: context.nowMs() });
  await context.db.run(sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${paymentId}`);
}

const pick = fc.nat({ max: 5 });
const buy = fc.nat({ max: CASKS - 1 }).map((which) =>
  step(`buy a stake of cask ${which}`, async (world) => {
    const caskId = world.casks[which] ?? "";
    if (!world.sold.has(caskId)) await buyStake(world, caskId);
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
const correcting = fc
  .tuple(fc.nat({ max: CASKS - 1 }), fc.integer({ min: 30_000, max: 90_000 }))
  .map(([which, cents]) =>
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
const ask = (which: number) =>
  step(`ask for the return of stake ${which}`, async (world) => {
    await refresh(world);
    await onOne(world, "active", which, ({ id }) => postStake(world.context, world.person, id));
  });
const asking = pick.map(ask);
const emptying = fc.constant(
  step("ask for all that is in the wallet", async ({ context, person }) => {
    const amountCents = await balanceOf(context, `user:${person.userId}:wallet`);
    if (amountCents <= 0) return;
    const { outcome } = await requestBalance(context, { userId: person.userId, amountCents });
    seen.add(`balance ${outcome}`);
  }),
);
const decide = (way: "pay" | "reject" | "cancel") =>
  step(`${way} the request that is open`, async ({ context, person, operator }) => {
    const [open] = await context.db.all<{ id: string }>(sql`SELECT id FROM withdrawals
      WHERE user_id = ${person.userId} AND state = 'progress' ORDER BY created_at_ms LIMIT 1`);
    if (!open) return;
    // A new user's request waits first.
    if (way === "pay") context.clock.advance(HOLD_MS);
    const who = { withdrawalId: open.id, userId: person.userId, operatorId: operator.userId };
    const decision = { ...who, nowMs: context.nowMs() };
    const decided =
      way === "cancel"
        ? await cancelOwnWithdrawal(context, openSession(context, person.userId), open.id)
        : await (way === "pay" ? payWithdrawal(context, decision) : rejectWithdrawal(context, decision));
    if (decided.ok) seen.add(way);
  });
const deciding = fc.constantFrom("pay" as const, "pay" as const, "reject" as const, "cancel" as const).map(decide);
const DISPUTES = ["dispute", "win", "lose", "refund"] as const;
const dispute = (which: number, what: (typeof DISPUTES)[number]) =>
  step(`${what} ${which}`, async (world) => {
    if (what === "dispute")
      await onOne(world, "active", which, ({ paymentId }) => takeBack(world, paymentId, "disputed"));
    if (what === "win") await onOne(world, "frozen", which, ({ paymentId }) => giveAgain(world, paymentId));
    // A dispute that is lost, and a payment that is given back without one.
    if (what === "lose" || what === "refund")
      await onOne(world, what === "lose" ? "frozen" : "active", which, ({ paymentId }) =>
        takeBack(world, paymentId, "returned"),
      );
  });
const disputing = fc.tuple(pick, fc.constantFrom(...DISPUTES)).map(([which, what]) => dispute(which, what));
const selling = fc
  .tuple(
    fc.nat({ max: CASKS - 1 }),
    fc.boolean(),
    fc.integer({ min: 0, max: 3_000_000 }),
    fc.constantFrom("trade" as const, "provider" as const),
  )
  .map(([which, credited, grossCents, buyerKind]) =>
    step(
      `${buyerKind === "provider" ? "buy back" : "sell"} cask ${which} for ${grossCents}${credited ? "" : ", not credited yet"}`,
      async ({ context, exits, casks, sold, confirmed }) => {
        const caskId = casks[which] ?? "";
        if (sold.has(caskId)) return;
        sold.add(caskId);
        const terms = {
          soldOn: dateOf(context.nowMs()),
          buyerKind,
          grossCents,
          feesCents: grossCents > 20_000 ? 12_345 : 0,
        };
        const exitId = await exits.confirmed(caskId, terms);
        seen.add(buyerKind === "provider" ? "bought back" : "sold");
        if (credited) await exits.credit(exitId);
        else confirmed.push(exitId);
      },
    ),
  );
const settling = fc.constant(
  step("credit what was sold", async ({ exits, confirmed }) => {
    for (const exitId of confirmed.splice(0)) await exits.credit(exitId);
  }),
);
const crediting = fc
  .integer({ min: 1, max: 9_999 })
  .map((cents) => step(`credit ${cents}`, ({ context, person }) => creditWallet(context, person, cents)));
const waiting = fc
  .constantFrom(3, 90, 200, 400)
  .map((days) => step(`${days} days go by`, async ({ context }) => void context.clock.advance(days * DAY_MS)));

const resale = (what: "sell" | "buy", which: number, cents: number) =>
  step(`${what} stake ${which} for ${cents} on the market`, (world) =>
    what === "sell" ? sellOn(world, which, cents) : buyOn(world, world.casks[which % CASKS] ?? "", cents),
  );
const paid = step("pay sellers", paySellers);
const reselling = fc
  .tuple(
    fc.constantFrom("sell" as const, "buy" as const, "pay" as const),
    pick,
    fc.integer({ min: 30_000, max: 90_000 }),
  )
  .map(([what, which, cents]) => (what === "pay" ? paid : resale(what, which, cents)));

const often = [buy, valuing, asking, asking, deciding, deciding, disputing, waiting, waiting];
const rarely = [correcting, disputing, crediting, emptying, selling, selling, settling, reselling, reselling];
const history = fc.array(fc.oneof(...often, ...often, ...rarely), { minLength: 14, maxLength: effort(22, 40) });

/** Pages and papers in words are compared after one step of so many. */
const IN_FULL_EVERY = 6;

/** A stake of each cask, the first one valued and held for longer than a cycle. */
const opening = [
  step("buy of both casks", async (world) => {
    for (const caskId of world.casks) await buyStake(world, caskId);
  }),
  step("value the first and wait", async ({ context, casks }) => {
    await value(context, casks[0] ?? "", addDays(dateOf(context.nowMs()), 30), 60_000, "measured");
    context.clock.advance(800 * DAY_MS);
  }),
];

const valueToday = (which: number, cents: number) =>
  step(`value cask ${which} at ${cents} today`, ({ context, casks }) =>
    value(context, casks[which] ?? "", dateOf(context.nowMs()), cents),
  );
const sell = (which: number, grossCents: number) =>
  step(`sell cask ${which} for ${grossCents}`, async ({ context, exits, casks, sold }) => {
    const caskId = casks[which] ?? "";
    sold.add(caskId);
    const terms = { soldOn: dateOf(context.nowMs()), buyerKind: "trade" as const, grossCents, feesCents: 0 };
    await exits.credit(await exits.confirmed(caskId, terms));
  });

/**
 * What happens to most, whatever the seed: a return is cancelled, then rejected, then paid; a dispute is won; a cask loses, and is sold;
 * another one is sold while a stake of it is frozen.
 */
const asked = [ask(0), ask(1)];
const referred = [false, true].map((paid) => step("refer a friend", (world) => refer(world, paid)));
const ordinary = [
  ...[...referred, ...asked, decide("cancel"), ...asked, decide("reject"), ...asked, decide("pay")],
  ...[dispute(1, "dispute"), dispute(0, "win"), valueToday(1, 30_000), sell(1, 1_000_000)],
  ...[dispute(0, "dispute"), sell(0, 1_200_000)],
];

/** A return is paid, another one is still asked for, and the casks are sold; then that request comes to nothing. */
const bought = [
  step("buy two of the first", async (world) => {
    for (let n = 0; n < 2; n++) await buyStake(world, world.casks[0] ?? "");
  }),
];
const advanced = [
  ...[...bought, step("wait for two cycles", ({ context }) => Promise.resolve(context.clock.advance(800 * DAY_MS)))],
  ...[valueToday(0, 70_000), step("wait", ({ context }) => Promise.resolve(context.clock.advance(800 * DAY_MS)))],
  ...[ask(0), ask(1), decide("pay"), ask(2), ask(3), sell(0, 3_000_000), decide("reject")],
];

/** A return is paid of a stake that is sold on; one that was bought from another investor ends with its cask, and one stands. */
const resold = [
  ...[...bought, ask(0), decide("pay"), ask(1), decide("pay"), resale("sell", 0, 70_000), resale("buy", 1, 40_000)],
  ...[paid, resale("buy", 0, 55_000), valueToday(0, 65_000), resale("sell", 1, 30_000)],
  ...[step("wait for a cycle", ({ context }) => Promise.resolve(context.clock.advance(800 * DAY_MS)))],
  ...[ask(0), ask(1), ask(2), decide("pay"), dispute(0, "refund"), dispute(0, "refund"), sell(1, 1_000_000)],
  ...[paid, sell(0, 900_000)],
];

it(
  `what one owns (seed ${seed}) has the same figures in the portfolio, on its own page, in the statement, in the API and for operators`,
  { timeout: effort(600_000, 3_600_000) },
  async () => {
    const holds = fc.asyncProperty(history, async (steps) => {
      const world = await openWorld();
      const all = [...opening, ...steps];
      const evenings: Parameters<typeof noteEvening>[1] = [];
      for (const [at, one] of all.entries()) {
        await one.run(world);
        await noteEvening(world, evenings);
        await compare(world, at % IN_FULL_EVERY === 1 || at === all.length - 1);
      }
      await compareEvenings(world, evenings);
      await expectInvariants(world.context.db);
    });
    await fc.assert(holds, {
      seed,
      numRuns: effort(6, 200),
      endOnFailure: true,
      examples: [[ordinary], [advanced], [resold]],
    });
    const kinds = [
      ...["active", "frozen", "ended", "sold", "gain", "loss"],
      ...["cycle running", "cycle ready", "cycle progress", "cycle paid"],
      ...["advanced", "advanced and sold"],
      ...["resold", "bought from another", "advanced and resold"],
      ...["pay", "reject", "cancel", "bought back"],
      ...["disputed: reversed", "returned: reversed", "won: restored"],
    ];
    expect([...seen]).toEqual(expect.arrayContaining(kinds));
    expect(tracked.portfolios).toBeGreaterThanOrEqual(100);
  },
);

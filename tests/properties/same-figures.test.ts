// One investor's stakes go through any history of purchases, valuations and corrections, withdrawals and what becomes of them,
// disputes, refunds and sales. After each step the portfolio, each stake's page, the JSON API and the operators' pages say the same.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import type { TestContext } from "../support/context";
import { effort } from "../support/effort";
import { creditWallet, giveStake, value } from "../support/holdings";
import { expectInvariants } from "../support/invariants";
import { postStake } from "../support/stake-page";
import { payWithdrawal, rejectWithdrawal } from "../support/withdrawals";
import { CASKS, compare, openWorld, refresh, seen, type World } from "./compare-figures";

const DAY_MS = 86_400_000;
const seed = effort(20_264, Date.now() % 2 ** 31);

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

const often = [buy, valuing, asking, asking, deciding, deciding, disputing, waiting, waiting];
const history = fc.array(fc.oneof(...often, ...often, correcting, disputing, crediting, selling, selling), {
  minLength: 14,
  maxLength: effort(22, 40),
});

/** A stake of each cask, the first one valued and held for longer than a cycle. */
const opening = [
  step("buy of both casks", async ({ context, person, casks }) => {
    for (const caskId of casks) await giveStake(context, person, caskId, { purchasedAtMs: context.nowMs() });
  }),
  step("value the first and wait", async ({ context, casks }) => {
    await value(context, casks[0] ?? "", addDays(dateOf(context.nowMs()), 30), 60_000, "measured");
    context.clock.advance(800 * DAY_MS);
  }),
];

describe(`what one owns (seed ${seed})`, () => {
  it(
    "has the same figures in the portfolio, on its own page, in the API and for operators",
    { timeout: effort(120_000, 1_800_000) },
    async () => {
      const holds = fc.asyncProperty(history, async (steps) => {
        const world = await openWorld();
        for (const one of [...opening, ...steps]) {
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
      ];
      expect([...seen]).toEqual(expect.arrayContaining(kinds));
    },
  );
});

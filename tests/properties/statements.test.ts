// Random lives of one investor, day after day: at the end of each day the wallet is read, and much later the statement of any
// period must say what it said then. What was there before, plus what moved, is what is there after.
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { payments } from "~/db/schema/payments";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { periodName } from "~/domain/statement-period";
import { type PortfolioView, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { restorePayment } from "~/areas/buying/settlement/restore-payment";
import { reversePayment } from "~/areas/buying/settlement/reverse-payment";
import { payReward } from "~/areas/accounts/rewards/pay-reward";
import { createTestContext, type TestContext } from "../support/context";
import { effort } from "../support/effort";
import { openExits } from "../support/exits";
import { balanceOf, creditWallet, giveStake, value } from "../support/holdings";
import { expectInvariants } from "../support/invariants";
import { openSession } from "../support/open-session";
import { asOperator } from "../support/as-operator";
import { type Person, putCask, signIn } from "../support/people";
import { payWithdrawal, planReturn, rejectWithdrawal, requestBalance, requestReturn } from "../support/withdrawals";

const DAY_MS = 86_400_000;
const seed = effort(20_264, Date.now() % 2 ** 31);
const seen = new Set<string>();

type Evening = { day: CalendarDate; walletCents: number; pendingCents: number; view: PortfolioView };

class Life {
  readonly evenings: Evening[] = [];
  readonly casks: string[] = [];
  readonly stakes: { paymentId: string; stakeId: string }[] = [];

  private constructor(
    readonly context: TestContext,
    readonly person: Person,
    readonly operator: Person,
  ) {}

  static async begin(): Promise<Life> {
    const context = createTestContext();
    context.clock.nowMs = Date.parse("2026-01-05T09:00:00Z");
    const [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
    const life = new Life(context, person, operator);
    for (let i = 0; i < 3; i++)
      life.casks.push(await putCask(context, { launchesInDays: -10, closesInDays: 9_000, totalStakes: 20 }));
    return life;
  }

  /** One more day, or many, with its evening kept. */
  async sleep(days: number): Promise<void> {
    const { context, person } = this;
    const { rows, viewer, nowMs } = await readPortfolio(context, openSession(context, person.userId));
    this.evenings.push({
      day: dateOf(nowMs),
      walletCents: await balanceOf(context, `user:${person.userId}:wallet`),
      pendingCents: await balanceOf(context, `user:${person.userId}:rewards-pending`),
      view: portfolioView(rows, { ...viewer, nowMs }),
    });
    context.clock.advance(days * DAY_MS);
  }

  async statement(from: CalendarDate, to: CalendarDate) {
    const { context, person } = this;
    const read = await readStatement(context, openSession(context, person.userId), periodName({ from, to }));
    if (!read.ok) throw new Error(read.code);
    return read.statement;
  }
}

type Step = (life: Life) => Promise<string>;

/** null: it was sold. */
async function caskOf({ context, casks }: Life, which: number): Promise<string | null> {
  const id = casks[which % casks.length] ?? "";
  const [cask] = await context.db.all<{ ended: string | null }>(
    sql`SELECT ended_on AS ended FROM casks WHERE id = ${id}`,
  );
  return cask?.ended ? null : id;
}

const buy =
  (which: number): Step =>
  async (life) => {
    const caskId = await caskOf(life, which);
    if (caskId === null) return "nothing";
    const bought = await giveStake(life.context, life.person, caskId);
    await life.context.db.run(
      sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${bought.paymentId}`,
    );
    life.stakes.push(bought);
    return "bought";
  };

const revalue =
  (which: number, cents: number): Step =>
  async (life) => {
    const caskId = await caskOf(life, which);
    if (caskId === null) return "nothing";
    await value(life.context, caskId, dateOf(life.context.nowMs()), cents);
    return "valued";
  };

const promote =
  (cents: number): Step =>
  async (life) => {
    await creditWallet(life.context, life.person, cents);
    return "promoted";
  };

const refer =
  (paid: boolean): Step =>
  async ({ context, person, operator }) => {
    const referred = await signIn(context);
    const paymentId = `pay_${referred.userId}`;
    const { db, nowMs } = context;
    await db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES (${paymentId}, ${referred.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
    await db.run(
      sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES (${referred.userId}, ${person.userId}, 1500, 1)`,
    );
    await db.run(
      sql`UPDATE referrals SET state = 'pending', payment_id = ${paymentId} WHERE referred_id = ${referred.userId}`,
    );
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES (${`referral:${referred.userId}:reward`}, 'house:promotions', ${`user:${person.userId}:rewards-pending`}, 1500, 'USD', 'referral-reward',
      ${`referral:${referred.userId}`}, ${nowMs()})`);
    if (!paid) return "reward pending";
    await asOperator({ db, nowMs }, operator.userId, (by) =>
      payReward(db, { referredId: referred.userId, operator: by }),
    );
    return "reward paid";
  };

const ask =
  (of: "return" | "balance"): Step =>
  async ({ context, person }) => {
    const plan = of === "return" ? await planReturn(context, person.userId) : null;
    if (plan) return `return ${await requestReturn(context, { userId: person.userId, plan })}`;
    const amountCents = await balanceOf(context, `user:${person.userId}:wallet`);
    if (amountCents <= 0) return "nothing";
    return `balance ${(await requestBalance(context, { userId: person.userId, amountCents })).outcome}`;
  };

const decide =
  (way: "pay" | "reject" | "cancel"): Step =>
  async ({ context, person, operator }) => {
    const [open] = await context.db.all<{ id: string }>(
      sql`SELECT id FROM withdrawals WHERE user_id = ${person.userId} AND state = 'progress' ORDER BY created_at_ms LIMIT 1`,
    );
    if (!open) return "nothing";
    const decision = {
      withdrawalId: open.id,
      userId: person.userId,
      operatorId: operator.userId,
      nowMs: context.nowMs(),
    };
    const done =
      way === "cancel"
        ? await cancelOwnWithdrawal(context, openSession(context, person.userId), open.id)
        : await (way === "pay" ? payWithdrawal(context, decision) : rejectWithdrawal(context, decision));
    return done.ok ? way : "nothing";
  };

const dispute =
  (pick: number, won: boolean): Step =>
  async ({ context, stakes }) => {
    const stake = stakes[pick % (stakes.length || 1)];
    if (!stake) return "nothing";
    const [payment] = await context.db.select().from(payments).where(eq(payments.id, stake.paymentId));
    if (!payment) return "nothing";
    if (won) return payment.state === "disputed" ? `dispute ${await restorePayment(context, payment)}` : "nothing";
    const event = {
      eventId: context.newId("evt"),
      providerPaymentId: `pi_${payment.id}`,
      refundedCents: null,
    } as const;
    return `dispute ${await reversePayment(context, event)}`;
  };

const sell =
  (which: number): Step =>
  async (life) => {
    const { context } = life;
    const caskId = await caskOf(life, which);
    if (caskId === null) return "nothing";
    const exits = await openExits(context);
    const exitId = await exits.confirmed(caskId).catch(() => null);
    if (exitId === null) return "nothing";
    await exits.credit(exitId);
    return "sold";
  };

const rest =
  (days: number): Step =>
  async (life) => {
    await life.sleep(days);
    return "slept";
  };

const which = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: which.map(buy) },
  {
    weight: 5,
    arbitrary: fc.tuple(which, fc.integer({ min: 20_000, max: 120_000 })).map(([of, cents]) => revalue(of, cents)),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 9_999 }).map(promote) },
  { weight: 2, arbitrary: fc.boolean().map(refer) },
  { weight: 5, arbitrary: fc.constantFrom("return" as const, "balance" as const).map(ask) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<"pay" | "reject" | "cancel">("pay", "pay", "pay", "reject", "cancel").map(decide),
  },
  { weight: 4, arbitrary: fc.tuple(fc.nat({ max: 9 }), fc.boolean()).map(([pick, won]) => dispute(pick, won)) },
  { weight: 1, arbitrary: which.map(sell) },
  { weight: 8, arbitrary: fc.constantFrom(1, 3, 30, 200, 750).map(rest) },
);

async function expectStatement(life: Life, before: Evening | null, after: Evening): Promise<void> {
  const from = before ? addDays(before.day, 1) : "2020-01-01";
  const said = await life.statement(from, after.day);
  const { view } = after;
  expect(said.property.closingCents).toBe(view.totalInvestedCents);
  expect(said.holdings.length === 0).toBe(view.totalInvestedCents === 0);
  expect(said.tillDate).toEqual(view.returns);
  expect(said.cash.closing).toMatchObject({ walletCents: after.walletCents, pendingCents: after.pendingCents });
  expect(said.property.openingCents).toBe(before?.view.totalInvestedCents ?? 0);
  expect(said.cash.opening).toMatchObject({
    walletCents: before?.walletCents ?? 0,
    pendingCents: before?.pendingCents ?? 0,
  });
  const moved = (lines: readonly { cents: number }[]) => lines.reduce((sum, { cents }) => sum + cents, 0);
  expect(said.cash.opening.totalCents + moved(said.cash.lines)).toBe(said.cash.closing.totalCents);
  expect(said.property.openingCents + moved(said.property.lines)).toBe(said.property.closingCents);
  const { cycleReturnsCents, saleProceedsCents, promotionsCents, referralRewardsCents } = said.bySource;
  const paidOut = moved(said.cash.lines.filter(({ reason }) => reason === "withdrawal-paid"));
  expect(cycleReturnsCents + saleProceedsCents + promotionsCents + referralRewardsCents + paidOut).toBe(
    moved(said.cash.lines),
  );
}

describe(`statements (seed ${seed})`, () => {
  it(
    "say what the wallet said on the last evening, and add up from any evening before",
    { timeout: effort(600_000, 1_800_000) },
    async () => {
      const lives = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: effort(60, 80) }), async (steps) => {
        const life = await Life.begin();
        for (const one of steps) seen.add(await one(life));
        await life.sleep(1);
        await expectInvariants(life.context.db);
        const evenings = life.evenings.filter((one, i) => life.evenings[i + 1]?.day !== one.day);
        for (const [i, after] of evenings.entries())
          await expectStatement(life, i === 0 ? null : (evenings[Math.floor((i - 1) / 2)] ?? null), after);
      });
      await fc.assert(lives, { seed, numRuns: effort(7, 200) });
      const ways = [
        "bought",
        "valued",
        "promoted",
        "reward pending",
        "reward paid",
        "return requested",
        "balance requested",
      ];
      expect([...seen]).toEqual(
        expect.arrayContaining([...ways, "pay", "reject", "cancel", "dispute reversed", "dispute restored", "sold"]),
      );
    },
  );
});

// Compares withdrawals with their model: an investor and two operators act in any order, through the pages and on the
// real database.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { balanceOf, creditWallet, giveRipeStake } from "../support/holdings";
import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { openSession } from "../support/open-session";
import { BANK, postWithdrawal, saveBank } from "../support/wallet";
import { createTestContext, type TestContext } from "../support/context";
import { effort } from "../support/effort";
import { expectInvariants } from "../support/invariants";
import { type Person, putCask, signIn } from "../support/people";
import { withoutPayoutLimits } from "../support/settings";
import { payWithdrawal, rejectWithdrawal } from "../support/withdrawals";
import { type ModelWithdrawal, WithdrawalModel } from "./withdrawal-model";

const HOUR_MS = 3_600_000;
const ACCOUNTS = ["50100123456789", "50100987654321"];
const HOUSES = ["house:withdrawals", "house:bank", "house:returns"] as const;
const seed = effort(20_263, Date.now() % 2 ** 31);
const seen = new Set<string>();

class Real {
  readonly ids: string[] = [];

  private constructor(
    readonly context: TestContext,
    readonly person: Person,
    readonly operators: readonly Person[],
    readonly stakes: readonly string[],
    readonly before: readonly number[],
  ) {}

  static async open(): Promise<Real> {
    const context = createTestContext();
    await withoutPayoutLimits(context.db);
    const person = await signIn(context);
    const operators = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    const stakes: string[] = [];
    for (let i = 0; i < 2; i++) stakes.push((await giveRipeStake(context, person, await putCask(context))).stakeId);
    return new Real(context, person, operators, stakes, await houses(context));
  }

  /** Sends several copies of the same form at once. @returns how many withdrawals were created */
  async ask(fields: Record<string, string>, copies: number): Promise<number> {
    // Refreshes the code: the age of a login is not what is tested here.
    const { db } = this.context;
    const nowMs = this.context.nowMs();
    await db.run(
      sql`UPDATE sessions SET proved_at_ms = ${nowMs}, expires_at_ms = ${nowMs + HOUR_MS} WHERE user_id = ${this.person.userId}`,
    );
    await Promise.all(Array.from({ length: copies }, () => postWithdrawal(this.context, this.person, fields)));
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE user_id = ${this.person.userId}`);
    const added = rows.map(({ id }) => id).filter((id) => !this.ids.includes(id));
    this.ids.push(...added);
    return added.length;
  }

  /** Both operators, or one and the investor, at the same moment, the same or the opposite way. */
  async decide(index: number, ways: readonly Way[]): Promise<void> {
    const decisions = ways.map((way, i) => {
      const decision = {
        withdrawalId: this.ids[index] ?? "",
        userId: this.person.userId,
        operatorId: this.operators[i]?.userId ?? "",
        nowMs: this.context.nowMs(),
      };
      if (way === "cancel") {
        const { withdrawalId, userId } = decision;
        return cancelOwnWithdrawal(this.context, openSession(this.context, userId), withdrawalId);
      }
      return way === "pay"
        ? payWithdrawal(this.context, { ...decision, bankReference: `UTR-${i}` })
        : rejectWithdrawal(this.context, decision);
    });
    await Promise.all(decisions);
  }

  async stateOf(index: number) {
    const [row] = await this.context.db.all<{ state: ModelWithdrawal["state"] }>(
      sql`SELECT state FROM withdrawals WHERE id = ${this.ids[index]}`,
    );
    return row?.state;
  }
}

const houses = (context: TestContext) => Promise.all(HOUSES.map((id) => balanceOf(context, id)));

async function compare(model: WithdrawalModel, real: Real): Promise<void> {
  const { context, person, before } = real;
  const rows = await context.db.all<{ id: string; state: string; cents: number; from: number }>(
    sql`SELECT id, state, amount_cents AS cents, payable_from_ms AS "from" FROM withdrawals WHERE user_id = ${person.userId}`,
  );
  const found = new Map(rows.map(({ id, state, cents, from }) => [id, { state, cents, payableFromMs: from }]));
  expect(real.ids.map((id) => found.get(id))).toEqual(
    model.withdrawals.map(({ state, cents, payableFromMs }) => ({ state, cents, payableFromMs })),
  );
  expect(await balanceOf(context, `user:${person.userId}:wallet`)).toBe(model.walletCents);
  const moved = (await houses(context)).map((cents, i) => cents - (before[i] ?? 0));
  expect(moved).toEqual([model.heldCents(), model.bankCents, 0 - model.returnsCents()]);
  for (const { stake, state } of model.withdrawals) seen.add(`${stake === null ? "balance" : "return"} ${state}`);
}

type Way = "pay" | "reject" | "cancel";
type Step = fc.AsyncCommand<WithdrawalModel, Real>;
const step = (name: string, run: (model: WithdrawalModel, real: Real) => Promise<unknown>): Step => ({
  check: () => true,
  toString: () => name,
  run: async (model, real) => {
    await run(model, real);
    await compare(model, real);
  },
});

const stake = fc.nat({ max: 1 });
const account = fc.constantFrom(...ACCOUNTS);
const copies = fc.constantFrom(1, 1, 3);
const form = (accountNumber: string) => ({ ...BANK, account_number: accountNumber });

const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(stake, account, copies).map(([which, to, count]) =>
    step(`ask for return ${which} to ${to}, ${count} times`, async (model, real) => {
      const asked = { stake_id: real.stakes[which] ?? "", cycle_number: "1" };
      const added = await real.ask({ ...form(to), ...asked }, count);
      expect(added).toBe(model.askReturn(which, to) ? 1 : 0);
    }),
  ),
  fc.tuple(account, copies, fc.constantFrom(0, 0, 0, 1)).map(([to, count, wrongBy]) =>
    step(`ask for the balance${wrongBy ? ", an old one," : ""} to ${to}, ${count} times`, async (model, real) => {
      const shownCents = model.walletCents + wrongBy;
      const added = await real.ask({ ...form(to), of: "balance", shown_cents: String(shownCents) }, count);
      expect(added).toBe(model.askBalance(shownCents, to) ? 1 : 0);
    }),
  ),
  fc.integer({ min: 1, max: 9_999 }).map((cents) =>
    step(`credit ${cents}`, async (model, real) => {
      model.walletCents += cents;
      await creditWallet(real.context, real.person, cents);
    }),
  ),
  fc
    .tuple(
      fc.nat({ max: 5 }),
      fc.constantFrom<Way[]>(["pay"], ["reject"], ["pay", "pay"], ["pay", "reject"], ["cancel"], ["pay", "cancel"]),
    )
    .map(([pick, ways]) =>
      step(`${ways.join(" and ")} one (${pick})`, async (model, real) => {
        const open = [...model.withdrawals.entries()].filter(([, { state }]) => state === "progress" || pick === 0);
        const [index, one] = open[pick % (open.length || 1)] ?? [];
        if (index === undefined || !one) return;
        await real.decide(index, ways);
        // Whichever came first decided.
        const state = await real.stateOf(index);
        const came = (way: Way) => (({ pay: "paid", reject: "rejected", cancel: "cancelled" }) as const)[way] === state;
        for (const way of [...ways].sort((a, b) => Number(came(b)) - Number(came(a)))) model[way](one);
      }),
    ),
  account.map((to) =>
    step(`save account ${to}`, async (model, real) => {
      await real.context.db.run(sql`DELETE FROM bank_details WHERE user_id = ${real.person.userId}`);
      await saveBank(real.context, real.person, 0, to);
      model.saved = { account: to, changedAtMs: model.nowMs };
    }),
  ),
  stake.map((which) =>
    step(`freeze stake ${which}`, async (model, real) => {
      await real.context.db.run(
        sql`UPDATE stakes SET state = 'frozen' WHERE id = ${real.stakes[which]} AND state = 'active'`,
      );
      model.frozen[which] = true;
    }),
  ),
  fc.boolean().map((active) =>
    step(active ? "activate" : "deactivate", async (model, real) => {
      await real.context.db.run(
        sql`UPDATE users SET activated_at_ms = ${active ? 1 : null} WHERE id = ${real.person.userId}`,
      );
      model.active = active;
    }),
  ),
  fc.constantFrom(1, 25, 49).map((hours) =>
    step(`${hours} hours go by`, async (model, real) => {
      model.nowMs += hours * HOUR_MS;
      real.context.clock.advance(hours * HOUR_MS);
    }),
  ),
];
const often = steps.slice(0, 4);

describe(`withdrawals (seed ${seed})`, () => {
  it(
    "move money as their model says, and the rules of the books hold at the end",
    { timeout: effort(600_000, 1_800_000) },
    async () => {
      const course = fc.commands([...steps, ...often, ...often], { maxCommands: effort(40, 60), size: "max" });
      const holds = fc.asyncProperty(course, async (commands) => {
        const real = await Real.open();
        const model = new WithdrawalModel(real.context.clock.nowMs);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await expectInvariants(real.context.db);
      });
      await fc.assert(holds, { seed, numRuns: effort(10, 300) });
      const ends = ["progress", "paid", "rejected", "cancelled"].flatMap((end) => [`return ${end}`, `balance ${end}`]);
      expect([...seen]).toEqual(expect.arrayContaining(ends));
    },
  );
});

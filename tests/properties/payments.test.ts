// Compares reservation and payment with their model: random sequences of clicks, payments, events and clock steps, on
// the real database.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOverduePayments } from "~/areas/buying/end-overdue-payments";
import { runOutboxRow } from "../../workers/settlement/outbox";
import { recordEvent } from "~/areas/buying/payment-events/record-event";
import { expireSession } from "~/areas/buying/settlement/expire-session";
import { refundPayment } from "~/areas/buying/settlement/refund-payment";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { ProviderEvent } from "~/integrations/payments/port";
import { effort } from "../support/effort";
import { expectInvariants } from "../support/invariants";
import { type Person, putCask, signIn } from "../support/people";
import { openShop, type Shop } from "../support/shop";
import { type Mode, type ModelPayment, PaymentModel, type Thing } from "./payment-model";

const TOTALS = [1, 2];
const ACTIVE = [true, false];
const WRONG_CENTS = 777;
const seed = effort(20_261, Date.now() % 2 ** 31);

class Real {
  readonly ids: string[] = [];
  constructor(
    readonly shop: Shop,
    readonly people: readonly Person[],
    readonly casks: readonly string[],
  ) {}

  static async open(): Promise<Real> {
    const shop = openShop();
    const people = await Promise.all(ACTIVE.map((activated) => signIn(shop.context, { activated })));
    const casks = await Promise.all(TOTALS.map((totalStakes) => putCask(shop.context, { totalStakes })));
    return new Real(shop, people, casks);
  }

  provider = (mode: Mode) => (mode === "Bank" ? this.shop.stripe : this.shop.copperx);
  id(index: number): string {
    return this.ids[index] ?? "";
  }

  /** Receives an event as the queue delivers it: recorded in several copies at once, and each one's outbox row run. */
  async hear(mode: Mode, event: Partial<ProviderEvent> & { id: string }, copies: number): Promise<void> {
    const whole = {
      type: "any",
      concerns: "session",
      sessionId: null,
      providerPaymentId: null,
    } as const;
    const told = { ...whole, ...event };
    const name = mode === "Bank" ? "stripe" : "copperx";
    const rows = await Promise.all(Array.from({ length: copies }, () => recordEvent(this.shop.context, name, told)));
    await Promise.all(rows.map((row) => runOutboxRow(this.shop.settlement, row ?? "")));
  }
}

type Step = fc.AsyncCommand<PaymentModel, Real>;

const seen = new Set<string>();

/** Everything observable about a payment must match the model, and so must stock, tokens and activation. */
async function compare(model: PaymentModel, real: Real): Promise<void> {
  const { db } = real.shop.context;
  const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const userIds = real.people.map(({ userId }) => userId);
  const [payments, casks, users] = await db.batch([
    db.all<{ id: string; state: string }>(sql`SELECT id, state FROM payments WHERE id IN ${among(real.ids)}`),
    db.all(sql`SELECT sold_stakes AS sold, reserved_stakes AS held, (SELECT count(*) FROM stakes WHERE cask_id = casks.id) AS stakes
      FROM casks WHERE id IN ${among(real.casks)} ORDER BY total_stakes`),
    db.all(sql`SELECT users.id, activated_at_ms IS NOT NULL AS active, credits_total - debits_total AS tokens
      FROM users JOIN accounts ON accounts.id = 'user:' || users.id || ':tokens' WHERE users.id IN ${among(userIds)} ORDER BY users.id`),
  ]);
  const states = new Map(payments.map(({ id, state }) => [id, state]));
  expect(real.ids.map((id) => states.get(id))).toEqual(model.payments.map(({ state }) => state));
  expect(casks).toEqual(TOTALS.map((_, i) => ({ sold: model.sold(i), held: model.held(i), stakes: model.bought(i) })));
  const expected = userIds.map((id, i) => ({ id, active: model.isActive(i) ? 1 : 0, tokens: model.tokensOf(i) }));
  expect(users).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
  for (const { thing, state } of model.payments) seen.add(`${thing === "fee" ? "fee" : "stake"} ${state}`);
}

const step = (
  name: string,
  run: (model: PaymentModel, real: Real) => Promise<void>,
  check: (model: PaymentModel) => boolean = () => true,
): Step => ({
  check,
  toString: () => name,
  run: async (model, real) => {
    await run(model, real);
    await compare(model, real);
  },
});

/** A step about one of the existing payments, if one fits. */
const about = (
  name: string,
  pick: number,
  run: (payment: ModelPayment, id: string, model: PaymentModel, real: Real) => Promise<void>,
  fits: (payment: ModelPayment) => boolean = () => true,
): Step => {
  const find = (model: PaymentModel) => {
    const fitting = [...model.payments.entries()].filter(([, payment]) => fits(payment));
    return fitting[pick % (fitting.length || 1)];
  };
  return step(
    `${name}(${pick})`,
    async (model, real) => {
      const [index, payment] = find(model) ?? [];
      if (index !== undefined && payment) await run(payment, real.id(index), model, real);
    },
    (model) => find(model) !== undefined,
  );
};

const start = (buyer: number, thing: Thing, mode: Mode, clicks: number) =>
  step(`start(${buyer}, ${thing}, ${mode}, ${clicks} clicks)`, async (model, real) => {
    const person = real.people[buyer];
    if (!person) throw new Error("no such person");
    real.shop.context.clock.advance(1); // so that payments have an order
    model.nowMs += 1;
    const what: Record<string, string> =
      thing === "fee" ? { product: "joining-fee" } : { cask: real.casks[thing] ?? "" };
    const before = new Set((await real.shop.paymentsOf(person)).map(({ id }) => id));
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => real.shop.buy(person, { ...what, paymentMode: mode })),
    );
    const outcome = model.start(buyer, thing, mode);
    expect(answers.map(({ status }) => status === 303)).toEqual(answers.map(() => outcome !== "refused"));
    const added = (await real.shop.paymentsOf(person)).filter(({ id }) => !before.has(id));
    expect(added).toHaveLength(outcome === "new" ? 1 : 0);
    real.ids.push(...added.map(({ id }) => id));
  });

const isOpenThere = ({ session }: ModelPayment) => session === "open";
const wasApplied = ({ state }: ModelPayment) => ["settled", "disputed", "refunded", "refunding"].includes(state);
const thing = fc.constantFrom<Thing>(0, 1, "fee", "fee");
const index = fc.nat({ max: 11 });
const copies = fc.integer({ min: 1, max: 4 });

const pay = (pick: number, right: boolean) =>
  about(
    right ? "pay" : "pay too little",
    pick,
    (payment, id, _model, real) => {
      payment.session = right ? "paid" : "paid-wrong";
      real.provider(payment.mode).pay(id, right ? {} : { cents: WRONG_CENTS });
      return Promise.resolve();
    },
    isOpenThere,
  );

let serial = 0;
const steps: fc.Arbitrary<Step>[] = [
  fc
    .tuple(fc.constantFrom(0, 1), thing, fc.constantFrom<Mode>("Bank", "Crypto"), fc.constantFrom(1, 1, 3))
    .map((of) => start(...of)),
  fc.tuple(index, fc.constantFrom(true, true, true, false)).map((of) => pay(...of)),
  fc.tuple(index, copies).map(([pick, count]) =>
    about(`webhook, ${count} copies`, pick, async (payment, id, model, real) => {
      model.settle(payment);
      await real.hear(payment.mode, { id: `evt_${id}_${(serial += 1)}`, sessionId: `session_${id}` }, count);
    }),
  ),
  fc.tuple(index, copies).map(([pick, count]) =>
    about(`success page, ${count} times`, pick, async (payment, id, model, real) => {
      model.settle(payment);
      await Promise.all(Array.from({ length: count }, () => settlePayment(real.shop.settlement, { paymentId: id })));
    }),
  ),
  index.map((pick) =>
    about("leave the checkout", pick, async (payment, id, model, real) => {
      model.leave(payment);
      await expireSession(real.shop.settlement, id);
    }),
  ),
  index.map((pick) =>
    about(
      "session ends at the provider",
      pick,
      (payment, id, _model, real) => {
        payment.session = "expired";
        real.provider(payment.mode).sessionFor(id).status = "expired";
        return Promise.resolve();
      },
      isOpenThere,
    ),
  ),
  fc.tuple(index, copies).map(([pick, count]) =>
    about(`refund, ${count} times`, pick, async (payment, id, _model, real) => {
      if (payment.state === "refunding") payment.state = "refunded";
      await Promise.all(Array.from({ length: count }, () => refundPayment(real.shop.settlement, id)));
    }),
  ),
  fc.tuple(index, fc.constantFrom("refunded" as const, "disputed" as const), copies).map(([pick, as, count]) =>
    about(
      `${as} at the provider, ${count} copies`,
      pick,
      async (payment, id, model, real) => {
        model.giveBack(payment, as);
        // Only one of the two providers knows disputes; the other's event has nothing to be read.
        const charge = real.provider(payment.mode).chargeFor(id);
        charge.dispute = as === "disputed" ? "open" : null;
        if (as === "refunded") real.provider(payment.mode).takeBack(charge, charge.cents ?? 0);
        const concerns = as === "disputed" ? "dispute" : "refund";
        await real.hear(
          payment.mode,
          { id: `evt_${id}_${(serial += 1)}`, concerns, providerPaymentId: `pi_${id}` },
          count,
        );
      },
      wasApplied,
    ),
  ),
  fc.constantFrom(60_000, 31 * 60_000, 36 * 60_000).map((byMs) =>
    step(`${byMs / 60_000} minutes go by`, (model, real) => {
      model.nowMs += byMs;
      real.shop.context.clock.advance(byMs);
      return Promise.resolve();
    }),
  ),
  fc.constant(
    step("the timer ends what is overdue", async (model, real) => {
      model.expireOverdue();
      await endOverduePayments(real.shop.context);
    }),
  ),
];

/** Every way a payment can end: a run that never reached one would prove nothing about it. */
const ENDS = ["settled", "expired", "cancelled", "refunding", "refunded", "disputed"];

describe(`reservation and payment (seed ${seed})`, () => {
  it(
    "follow their model step by step, and the rules of the books hold at the end",
    { timeout: effort(600_000, 1_800_000) },
    async () => {
      const course = fc.commands([...steps, ...steps.slice(0, 4)], { maxCommands: effort(60, 100), size: "max" });
      const holds = fc.asyncProperty(course, async (commands) => {
        const real = await Real.open();
        const model = new PaymentModel(TOTALS, ACTIVE, real.shop.context.clock.nowMs);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await expectInvariants(real.shop.context.db);
      });
      await fc.assert(holds, { seed, numRuns: effort(10, 400) });
      expect([...seen]).toEqual(expect.arrayContaining(ENDS.flatMap((end) => [`fee ${end}`, `stake ${end}`])));
    },
  );
});

import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { payments } from "~/db/schema/payments";
import { giveBack } from "~/areas/buying/settlement/give-back";
import { owedOfTopUp } from "~/areas/buying/settlement/inside/top-up-taken-back";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { asOperator } from "../../../support/as-operator";
import { effort } from "../../../support/effort";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { setMarket, withoutRule } from "../../../support/settings";
import { openShop, type Shop } from "../../../support/shop";
import { addMoney, disputeTopUp, latestPayment, paidIn, tellOfTopUp } from "../../../support/top-ups";

// Money that an investor pays into the wallet: what comes in, what goes back, and what is owed once it was spent.

async function opened() {
  const shop = openShop();
  await setMarket(shop.context.db, "*");
  return { shop, person: await signIn(shop.context) };
}

const wallet = (shop: Shop, person: Person) => shop.balance(`user:${person.userId}:wallet`);
const owed = (shop: Shop) => shop.balance("house:owed-by-investors");

/** Money that leaves the wallet for something that is not given back. */
const spend = ({ context: { db, newId } }: Shop, { userId }: Person, cents: number) => {
  const id = newId("prm");
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES (${id}, ${`user:${userId}:wallet`}, 'house:promotions', ${cents}, 'USD', 'promotion', ${`promotion:${id}`}, 1)`);
};

const lettersOf = ({ context: { db } }: Shop, paymentId: string) =>
  db.all<{ isOpen: number }>(sql`SELECT resolved_at_ms IS NULL AS isOpen FROM dead_letters
    WHERE origin = 'owed' AND json_extract(body, '$.paymentId') = ${paymentId}`);

const stateOf = async ({ context: { db } }: Shop, paymentId: string) =>
  (await db.all<{ state: string }>(sql`SELECT state FROM payments WHERE id = ${paymentId}`))[0]?.state;

describe("a top-up", () => {
  it("is credited once, however often it is settled, and earns no tokens", async () => {
    const { shop, person } = await opened();
    const paymentId = await paidIn(shop, person, "$1,234.56");
    await Promise.all(Array.from({ length: 5 }, () => settlePayment(shop.settlement, { paymentId })));
    expect(await wallet(shop, person)).toBe(123_456);
    expect(await shop.balance(`user:${person.userId}:tokens`)).toBe(0);
    await expectInvariants(shop.context.db);
  });

  it("is of the amount that was stored, whatever the provider says has arrived", async () => {
    const { shop, person } = await opened();
    await addMoney(shop, person, "100");
    const paymentId = await latestPayment(shop, person);
    shop.stripe.pay(paymentId, { cents: 999_900 });
    await settlePayment(shop.settlement, { paymentId });
    expect([await wallet(shop, person), await stateOf(shop, paymentId)]).toEqual([0, "refunding"]);
    await expectInvariants(shop.context.db);
  });

  it("is credited however late it is paid, though another amount was chosen since and the market has closed", async () => {
    const { shop, person } = await opened();
    await addMoney(shop, person, "100");
    const first = await latestPayment(shop, person);
    shop.context.clock.advance(1_000);
    await addMoney(shop, person, "200");
    const second = await latestPayment(shop, person);
    expect((await shop.paymentsOf(person)).map(({ state, reason }) => [state, reason])).toEqual([
      ["cancelled", "other-amount"],
      ["open", null],
    ]);
    await setMarket(shop.context.db, "");
    shop.context.clock.advance(86_400_000);
    for (const paymentId of [first, second]) {
      shop.stripe.pay(paymentId);
      await settlePayment(shop.settlement, { paymentId });
    }
    expect(await wallet(shop, person)).toBe(30_000);
    await expectInvariants(shop.context.db);
  });

  it("tapped twice, from two tabs or again after Back is one payment", async () => {
    const { shop, person } = await opened();
    const answers = await Promise.all([
      addMoney(shop, person, "75"),
      addMoney(shop, person, "75.00"),
      addMoney(shop, person, "$75"),
    ]);
    expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
    expect(await shop.paymentsOf(person)).toHaveLength(1);
  });

  it("is refused outside of $50 to $10,000, with parts of a cent, or to an account that is not activated", async () => {
    const { shop, person } = await opened();
    for (const amount of ["49.99", "10000.01", "75.005", "-75", "", "1e3", "75 or so"])
      expect((await addMoney(shop, person, amount)).status, amount).toBe(400);
    expect(await shop.paymentsOf(person)).toEqual([]);
    for (const amount of ["50", "10,000"]) expect((await addMoney(shop, person, amount)).status, amount).toBe(303);
    const newcomer = await signIn(shop.context, { activated: false });
    expect((await addMoney(shop, newcomer, "75")).status).toBe(403);
    expect(await shop.paymentsOf(newcomer)).toEqual([]);
  });

  it("counts among the three open payments", async () => {
    const { shop, person } = await opened();
    for (let n = 0; n < 2; n++) await shop.buy(person, { cask: await putCask(shop.context) });
    expect((await addMoney(shop, person, "75")).status).toBe(303);
    await shop.context.db.run(
      sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${person.userId} AND purpose = 'top-up'`,
    );
    await shop.buy(person, { cask: await putCask(shop.context) });
    expect((await addMoney(shop, person, "75")).status).toBe(409);
  });

  it("of a closed account goes back", async () => {
    const { shop, person } = await opened();
    await addMoney(shop, person, "100");
    const paymentId = await latestPayment(shop, person);
    shop.stripe.pay(paymentId);
    await withoutRule(
      shop.context.db,
      "users_closed_waited",
      sql`UPDATE users SET email = ${`${person.userId}@closed.invalid`}, referral_code = ${`closed:${person.userId}`},
        suspended_at_ms = 1, closed_at_ms = 1 WHERE id = ${person.userId}`,
    );
    await settlePayment(shop.settlement, { paymentId });
    expect(await wallet(shop, person)).toBe(0);
    expect((await shop.paymentsOf(person))[0]).toMatchObject({ state: "refunding", reason: "account-closed" });
  });
});

describe("a top-up that is disputed or returned", () => {
  it("comes out of the wallet, and is there again once the dispute is won, as often as that happens", async () => {
    const { shop, person } = await opened();
    const paymentId = await paidIn(shop, person);
    for (let n = 0; n < 2; n++) {
      await disputeTopUp(shop, paymentId, "open");
      expect([await wallet(shop, person), await owed(shop)]).toEqual([0, 0]);
      await disputeTopUp(shop, paymentId, "won");
      expect(await wallet(shop, person)).toBe(10_000);
      await expectInvariants(shop.context.db);
    }
    expect(await lettersOf(shop, paymentId)).toEqual([]);
  });

  it("is owed as far as it was spent: the wallet stays at nothing, an operator is told, and winning ends it", async () => {
    const { shop, person } = await opened();
    const paymentId = await paidIn(shop, person);
    const before = await owed(shop);
    await spend(shop, person, 7_000);
    await disputeTopUp(shop, paymentId, "open");
    expect([await wallet(shop, person), (await owed(shop)) - before]).toEqual([0, -7_000]);
    const [row] = await shop.context.db.all<{ cents: number }>(sql`SELECT ${owedOfTopUp(paymentId, 1)} AS cents`);
    expect(row).toEqual({ cents: 7_000 });
    expect(await lettersOf(shop, paymentId)).toEqual([{ isOpen: 1 }]);
    await expectInvariants(shop.context.db);
    await disputeTopUp(shop, paymentId, "won");
    expect([await wallet(shop, person), (await owed(shop)) - before]).toEqual([3_000, 0]);
    expect(await lettersOf(shop, paymentId)).toEqual([{ isOpen: 0 }]);
    await expectInvariants(shop.context.db);
  });

  it("takes nothing of what came into the wallet since, when more is heard of it", async () => {
    const { shop, person } = await opened();
    const paymentId = await paidIn(shop, person);
    await spend(shop, person, 10_000);
    await disputeTopUp(shop, paymentId, "open");
    await paidIn(shop, person, "60");
    await disputeTopUp(shop, paymentId, "lost");
    await tellOfTopUp(shop, paymentId, "refund");
    expect(await wallet(shop, person)).toBe(6_000);
    expect(await stateOf(shop, paymentId)).toBe("refunded");
    await expectInvariants(shop.context.db);
  });

  it("is given back by an operator while the wallet holds it, and never after it was spent", async () => {
    const { shop, person } = await opened();
    const [first, operator] = [await paidIn(shop, person), await signIn(shop.context, { operator: true })];
    const give = async (paymentId: string) => {
      const [payment] = await shop.context.db
        .select()
        .from(payments)
        .where(sql`id = ${paymentId}`);
      if (!payment) throw new Error("no such payment");
      return asOperator(shop.context, operator.userId, (access) =>
        giveBack(shop.context.db, { payment, reason: "Asked for it.", keptCents: 0, operator: access }),
      );
    };
    await spend(shop, person, 1);
    expect(await give(first)).toEqual({ ok: false, code: "top-up-spent" });
    const second = await paidIn(shop, person, "50");
    expect(await give(second)).toEqual({ ok: true });
    await shop.drain();
    expect([await wallet(shop, person), await stateOf(shop, second)]).toEqual([9_999, "refunded"]);
    expect(shop.stripe.refunds.get(second)).toMatchObject({ amountCents: 5_000 });
    await expectInvariants(shop.context.db);
  });

  it("leaves wallet and debt the sum of what came and went, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("pay", "spend", "open", "won", "lost", "refund"), { minLength: 3, maxLength: 7 }),
        async (steps) => {
          const { shop, person } = await opened();
          const before = await owed(shop);
          const paymentId = await paidIn(shop, person);
          let [spent, paid] = [0, 1];
          for (const step of steps) {
            if (step === "pay") {
              await paidIn(shop, person);
              paid += 1;
            } else if (step === "spend") {
              const cents = Math.min(3_000, await wallet(shop, person));
              if (cents > 0) await spend(shop, person, cents);
              spent += cents;
            } else if (step === "refund") await tellOfTopUp(shop, paymentId, "refund");
            else await disputeTopUp(shop, paymentId, step as "open" | "won" | "lost");
          }
          const counts = (await stateOf(shop, paymentId)) === "settled" ? paid : paid - 1;
          expect((await wallet(shop, person)) + (await owed(shop)) - before).toBe(counts * 10_000 - spent);
          await expectInvariants(shop.context.db);
        },
      ),
      { numRuns: effort(8, 60) },
    );
  });
});

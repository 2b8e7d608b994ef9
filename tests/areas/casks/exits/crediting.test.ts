import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { addMonths } from "~/domain/cycles";
import { readPublicCertificate } from "~/areas/holdings/certificates/read-certificate";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { readExits } from "~/areas/proof/read-figures";
import { sendNotice } from "~/areas/notices/send-notice";
import { returnsTillDate, stakeFigures } from "~/areas/holdings/stake-figures";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import { planWithdrawal } from "~/areas/payouts/withdrawals/plan-withdrawal";
import { loader as verify } from "~/routes/verify.$code/route";
import { createTestContext, type TestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { balanceOf, giveRipeStake, giveStake, monthsAgo, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { get, type Person, putCask, signIn } from "../../../support/people";
import { BOOK_RULES } from "~/core/ledger/book-rules";

const context = createTestContext();
const { db } = context;
const terms = soldToday(context);
/** 9,876.62 over seven stakes. */
const EACH = 141_094;
let exits: Awaited<ReturnType<typeof openExits>>;
let holder: Person;
let caskId: string;

beforeEach(async () => {
  [exits, holder] = [await openExits(context), await signIn(context)];
  caskId = await putCask(context, { totalStakes: 7 });
});

const wallet = (person: Person) => balanceOf(context, `user:${person.userId}:wallet`);
const stake = async (stakeId: string) =>
  (
    await db.all<{ state: string; exitId: string | null }>(sql`SELECT state, exit_id AS exitId FROM stakes
      WHERE id = ${stakeId}`)
  )[0];
const run = (query: ReturnType<typeof sql>) => db.run(query);
const dispute = async (paymentId: string, stakeId: string) => {
  await run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed', updated_at_ms = 5, reversals = 1
    WHERE id = ${paymentId}`);
  await run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
  await run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 5 WHERE stake_id = ${stakeId}`);
};
const waiting = async (exitId: string) =>
  (
    await db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
      WHERE kind = 'credit-exit' AND subject_id LIKE ${`${exitId}:%`}`)
  ).map(({ subject }) => subject);

describe("when a cask is sold", () => {
  it("everyone is credited once per stake, the house gets the rest to the cent, and the stakes end", async () => {
    const other = await signIn(context);
    const mine = [await giveStake(context, holder, caskId), await giveStake(context, holder, caskId)];
    await giveStake(context, other, caskId);
    const [own, rounding] = [await balanceOf(context, "house:own-stakes"), await balanceOf(context, "house:rounding")];
    const exitId = await exits.confirmed(caskId);
    expect(await exits.credit(exitId)).toBe("credited");
    expect(await exits.credit(exitId)).toBe("credited");
    expect([await wallet(holder), await wallet(other)]).toEqual([2 * EACH, EACH]);
    expect((await balanceOf(context, "house:own-stakes")) - own).toBe(4 * EACH);
    expect((await balanceOf(context, "house:rounding")) - rounding).toBe(4);
    expect(await balanceOf(context, "house:cask-proceeds")).toBe(0);
    for (const { stakeId } of mine) expect(await stake(stakeId)).toEqual({ state: "ended", exitId });
    const [credited] = await db.all(sql`SELECT reason FROM transfers WHERE refers_to = ${`stake:${mine[0]?.stakeId}`}`);
    expect(credited).toEqual({ reason: "cask-sale" });
    await expectInvariants(db);
  });

  it("the ledger names a buy-back as such", async () => {
    const { stakeId } = await giveStake(context, holder, caskId);
    const exitId = await exits.confirmed(caskId, { ...terms, buyerKind: "provider" });
    await exits.credit(exitId);
    const found = await db.all(sql`SELECT reason, amount FROM transfers WHERE refers_to = ${`stake:${stakeId}`}`);
    expect(found).toEqual([{ reason: "provider-buy-back", amount: EACH }]);
    await expectInvariants(db);
  });

  it("for nothing, the stakes still end, and the loss is shown", async () => {
    const { stakeId } = await giveStake(context, holder, caskId);
    const exitId = await exits.confirmed(caskId, { ...terms, grossCents: 12_345 });
    await exits.credit(exitId);
    expect([await wallet(holder), (await stake(stakeId))?.exitId]).toEqual([0, exitId]);
    const rows = await runWork(db, readHoldings(db, { userId: holder.userId }));
    const returns = returnsTillDate(stakeFigures(rows, context.nowMs()));
    expect(returns).toMatchObject({ realisedCents: -50_000, percent: -100 });
    await expectInvariants(db);
  });

  it("does nothing for a proposal, or for an exit that does not exist", async () => {
    await giveStake(context, holder, caskId);
    expect(await creditExit(context, await exits.proposed(caskId))).toBe("nothing-to-credit");
    expect(await creditExit(context, "ext_none")).toBe("nothing-to-credit");
    expect(await wallet(holder)).toBe(0);
  });
});

describe("a stake in dispute while its cask is sold", () => {
  let bought: Awaited<ReturnType<typeof giveStake>>;
  let exitId: string;
  beforeEach(async () => {
    bought = await giveStake(context, holder, caskId);
    await dispute(bought.paymentId, bought.stakeId);
    exitId = await exits.confirmed(caskId);
    await exits.credit(exitId);
  });

  it("waits, with its part set aside", async () => {
    expect(await stake(bought.stakeId)).toEqual({ state: "frozen", exitId: null });
    expect(await balanceOf(context, "house:cask-proceeds")).toBeGreaterThanOrEqual(EACH);
    expect([await wallet(holder), await waiting(exitId)]).toEqual([0, []]);
  });

  it("is credited once the dispute is won, even if it was disputed again in between", async () => {
    await run(sql`UPDATE payments SET state = 'settled', updated_at_ms = 6 WHERE id = ${bought.paymentId}`);
    await run(sql`UPDATE stakes SET state = 'active' WHERE id = ${bought.stakeId}`);
    const [subject = ""] = await waiting(exitId);
    expect(subject).toBe(`${exitId}:${bought.stakeId}:6`);
    await dispute(bought.paymentId, bought.stakeId);
    expect(await creditExit(context, subject)).toBe("frozen");
    await run(sql`UPDATE payments SET state = 'settled', updated_at_ms = 8 WHERE id = ${bought.paymentId}`);
    await run(sql`UPDATE stakes SET state = 'active' WHERE id = ${bought.stakeId}`);
    expect(await waiting(exitId)).toHaveLength(2);
    for (const one of await waiting(exitId)) expect(await creditExit(context, one)).toBe("ended");
    expect([await wallet(holder), await stake(bought.stakeId)]).toEqual([EACH, { state: "ended", exitId }]);
  });

  it("goes to the house once the dispute is lost", async () => {
    const own = await balanceOf(context, "house:own-stakes");
    await run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${bought.paymentId}`);
    const [subject = ""] = await waiting(exitId);
    for (let n = 0; n < 2; n++) expect(await creditExit(context, subject)).toBe("ended");
    expect(await stake(bought.stakeId)).toEqual({ state: "ended", exitId: null });
    expect([await wallet(holder), (await balanceOf(context, "house:own-stakes")) - own]).toEqual([0, EACH]);
  });
});

it("a stake whose payment is being given back is the house's when its cask is sold", async () => {
  const { paymentId, stakeId } = await giveStake(context, holder, caskId);
  await run(sql`UPDATE payments SET state = 'refunding', reason = 'given-back' WHERE id = ${paymentId}`);
  await run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
  await exits.credit(await exits.confirmed(caskId));
  expect([await wallet(holder), await stake(stakeId)]).toEqual([0, { state: "ended", exitId: null }]);
});

describe("the holder of a stake whose cask was sold", () => {
  const holdings = async () => {
    const nowMs = context.nowMs();
    const rows = await runWork(db, readHoldings(db, { userId: holder.userId }));
    return { rows, nowMs };
  };

  it("sees the same figures from the confirmation on, and has no further return to request", async () => {
    const { stakeId } = await giveRipeStake(context, holder, caskId);
    const before = await holdings();
    const ask = { subject: { of: "cycle", cycle: null }, activated: true } as const;
    expect(planWithdrawal(before.rows, { ...ask, nowMs: before.nowMs })).toMatchObject({ ok: true });
    const exitId = await exits.confirmed(caskId);
    for (const step of ["confirmed", "credited"]) {
      if (step === "credited") await exits.credit(exitId);
      const { rows, nowMs } = await holdings();
      expect(returnsTillDate(stakeFigures(rows, nowMs)), step).toMatchObject({
        realisedCents: EACH - 50_000,
        unrealisedCents: null,
      });
      const planned = planWithdrawal(rows, { ...ask, nowMs });
      expect(planned, step).toEqual({ ok: false, code: "nothing-to-withdraw" });
    }
    expect((await stake(stakeId))?.state).toBe("ended");
  });

  it("is told once, with the whole sum, unless they signed up by phone", async () => {
    await giveStake(context, holder, caskId);
    await giveStake(context, holder, caskId);
    const exitId = await exits.confirmed(caskId);
    await exits.credit(exitId);
    const told = await db.all<{ subject: string }>(sql`SELECT subject_id AS subject FROM outbox
      WHERE notice = 'cask-sold' AND subject_id LIKE ${`cask-sold:${exitId}:%`}`);
    expect(told).toEqual([{ subject: `cask-sold:${exitId}:${holder.userId}` }]);
    const sent: { to: string; subject: string; text: string }[] = [];
    const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) };
    expect(await sendNotice({ ...context, mailer }, told[0]?.subject ?? "")).toBe("sent");
    expect(sent).toMatchObject([{ to: holder.email, subject: "Test Hogshead: $2,821.88 for your stakes" }]);
    expect(sent[0]?.text).toContain("each of your 2 stakes brought $1,410.94");
  });

  it("shows a certificate that says the stake has ended, from the confirmation on", async () => {
    const code = "abcdefghjkmnpqrt";
    await giveStake(context, holder, caskId, { code });
    const shown = async () => {
      const request = get(`http://localhost:8787/verify/${code}`);
      return (await verify({ request, context: context.next(), params: { code } })).json();
    };
    expect(await shown()).toMatchObject({ result: { state: "valid" } });
    await exits.confirmed(caskId);
    expect(await shown()).toMatchObject({ result: { state: "ended", since: terms.soldOn } });
    expect(await readPublicCertificate(db, code)).toMatchObject({ state: "issued" });
  });
});

it("the list of ended casks has a row for each that is confirmed, with what a stake cost, brought and was valued at", async () => {
  await giveStake(context, holder, caskId, { purchasedAtMs: monthsAgo(context, 42) });
  await giveStake(context, holder, caskId);
  const unsold = await putCask(context);
  await exits.proposed(unsold);
  await value(context, caskId, addMonths(terms.soldOn, -1), 150_000, "opinion");
  await exits.confirmed(caskId);
  const { exits: found } = await runWork(db, readExits(db));
  const [own] = found.filter((one) => one.caskId === caskId);
  expect(own).toMatchObject({
    caskName: "Test Hogshead",
    kind: "sale",
    buyerKind: "bottler",
    soldOn: terms.soldOn,
    grossCents: 1_000_007,
    feesCents: 12_345,
    stakes: 7,
    netPerStakeCents: EACH,
    boughtAtCents: 50_000,
    netCents: EACH - 50_000 - 1_000,
    values: [{ valueCents: 150_000, tier: "opinion" }],
  });
  expect(found.map((one) => one.caskId)).not.toContain(unsold);
});

const HOLDERS = 2_000;
const EACH_HOLDS = 10;
const STAKES = HOLDERS * EACH_HOLDS;

/** Bought stakes without the rest of a purchase: only how they end is tested here. */
async function fillCask({ db }: TestContext, caskId: string): Promise<void> {
  const counted = sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${HOLDERS})`;
  await db.run(sql`INSERT INTO users (id, email, role, referral_code, created_at_ms)
    ${counted} SELECT 'many_' || n, 'many-' || n || '@example.com', 'investor', 'many-' || n, 1 FROM numbers`);
  for (let round = 0; round < EACH_HOLDS; round++) {
    const mine = sql.raw(`id LIKE 'many_pay_${round}_%'`);
    await db.batch([
      db.run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        SELECT ${`many_pay_${String(round)}_`} || id, id, 'stake', ${caskId}, 'p', 50000, 'Bank', 'stripe', 1, 1, 1 FROM users WHERE id LIKE 'many_%'`),
      db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms) SELECT id, cask_id, 1 FROM payments
        WHERE ${mine}`),
      db.run(sql`UPDATE payments SET state = 'paid', received_cents = amount_cents WHERE ${mine}`),
      db.run(sql`UPDATE reservations SET state = 'paid'
        WHERE state = 'held' AND payment_id IN (SELECT id FROM payments WHERE ${mine})`),
      db.run(sql`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
        SELECT 'stk_' || id, cask_id, ${round * HOLDERS} + row_number() OVER (ORDER BY id), user_id, id, amount_cents, 1 FROM payments WHERE ${mine}`),
    ]);
  }
}

it("a cask of 20,000 stakes is credited in batches, each stake once, though the work stops twice", async () => {
  const context = createTestContext();
  const { db } = context;
  const caskId = await putCask(context, { totalStakes: STAKES });
  await fillCask(context, caskId);
  const exits = await openExits(context);
  const terms = soldToday(context, { grossCents: 1_100_000_007, feesCents: 11_000_000 });
  const aside = await balanceOf(context, "house:cask-proceeds");
  const exitId = await exits.confirmed(caskId, terms);
  const each = await exits.figureOf(caskId, terms);

  let batches = 0;
  const stopping = Object.assign(Object.create(db) as typeof db, {
    batch: (queries: Parameters<typeof db.batch>[0]) => {
      if ((batches += 1) === 7) throw new Error("the Worker is gone");
      return db.batch(queries);
    },
  });
  await expect(creditExit({ ...context, db: stopping }, exitId)).rejects.toThrow("the Worker is gone");
  const [half] = await db.all<{ ended: number }>(sql`SELECT count(*) AS ended FROM stakes WHERE exit_id = ${exitId}`);
  expect(half).toEqual({ ended: 3_000 });
  // One run does its share and asks to be run again; the next run would take the outbox row.
  expect(await creditExit(context, exitId)).toEqual({ againAtMs: expect.any(Number) as number });
  expect(await exits.credit(exitId)).toBe("credited");

  const [paid] = await db.all(sql`SELECT count(*) AS count, sum(amount) AS cents FROM transfers
    WHERE reason = 'cask-sale' AND id IN (SELECT 'stake:' || stakes.id || ':' || ${exitId} FROM stakes WHERE cask_id = ${caskId})`);
  expect(paid).toEqual({ count: STAKES, cents: STAKES * each });
  const wallets = await db.all(sql`SELECT DISTINCT credits_total AS credits FROM accounts
    WHERE id LIKE 'user:many_%:wallet'`);
  expect(wallets).toEqual([{ credits: EACH_HOLDS * each }]);
  expect(await balanceOf(context, "house:cask-proceeds")).toBe(aside);
  const [told] = await db.all(sql`SELECT count(*) AS count FROM outbox
    WHERE notice = 'cask-sold' AND subject_id LIKE ${`cask-sold:${exitId}:%`}`);
  expect(told).toEqual({ count: HOLDERS });
  for (const [rule, query] of Object.entries(BOOK_RULES))
    if (/cask|debits|sums/.test(rule)) expect(await db.all(sql.raw(query)), rule).toEqual([]);
});

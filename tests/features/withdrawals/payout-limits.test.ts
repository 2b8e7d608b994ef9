import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { recordIdentityCheck } from "~/features/withdrawals/record-identity-check";
import { createTestContext } from "../../support/context";
import { creditWallet, giveRipeStake, giveStake, moneyRows } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";
import { payWithdrawal, rejectWithdrawal, requestBalance } from "../../support/withdrawals";

const context = createTestContext();
const { db } = context;
const DAY_MS = 86_400_000;

let person: Person;
let operator: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
});

const setting = (key: string, value: number) => db.run(sql`UPDATE settings SET value = ${value} WHERE key = ${key}`);
async function ask(amountCents = 1_000, marks: readonly [string, ...string[]] = ["mark"]) {
  await creditWallet(context, person, amountCents);
  const [row] = await db.all<{ cents: number }>(
    sql`SELECT credits_total - debits_total AS cents FROM accounts WHERE id = ${`user:${person.userId}:wallet`}`,
  );
  return requestBalance(context, { userId: person.userId, amountCents: row?.cents ?? 0, marks });
}
const decision = (withdrawalId: string) => ({ withdrawalId, userId: person.userId, operatorId: operator.userId });
const reject = (withdrawalId: string) => rejectWithdrawal(context, decision(withdrawalId));
const pay = (withdrawalId: string) => payWithdrawal(context, decision(withdrawalId));

describe("how often a person may ask", () => {
  it("is limited within a day, whatever became of the requests", async () => {
    await setting("withdrawal_requests_per_day", 2);
    for (let i = 0; i < 2; i++) await reject((await ask()).withdrawalId);
    const before = await moneyRows(context);
    await creditWallet(context, person, 0 + 1);
    expect((await ask()).outcome).toBe("too-many");
    expect((await moneyRows(context))[0]).toEqual(before[0]);
    context.clock.advance(DAY_MS);
    expect((await ask()).outcome).toBe("requested");
    await setting("withdrawal_requests_per_day", 30);
    await expectInvariants(db);
  });

  it("to how many accounts is limited within a month; the ones named before count once", async () => {
    await setting("payout_accounts_per_month", 2);
    for (const mark of ["a", "b", "a"]) await reject((await ask(1_000, [mark])).withdrawalId);
    expect((await ask(1_000, ["c"])).outcome).toBe("too-many");
    const known = await ask(1_000, ["b"]);
    expect(known.outcome).toBe("requested");
    await reject(known.withdrawalId);
    context.clock.advance(30 * DAY_MS);
    expect((await ask(1_000, ["c"])).outcome).toBe("requested");
    await setting("payout_accounts_per_month", 3);
  });

  it("says so on the page, and nothing is sent", async () => {
    await setting("withdrawal_requests_per_day", 0);
    await giveRipeStake(context, person, await putCask(context));
    expect(toastOf((await postWithdrawal(context, person)).response)).toBe("withdrawal-too-many");
    expect(await withdrawalsOf(context, person)).toEqual([]);
    await setting("withdrawal_requests_per_day", 30);
    expect((await openWallet(context, person)).response.status).toBe(200);
  });

  it("is none where the limit is missing", async () => {
    await db.run(sql`DELETE FROM settings WHERE key = 'payout_accounts_per_month'`);
    expect((await ask()).outcome).toBe("too-many");
    await db.run(sql`INSERT INTO settings (key, value, updated_at_ms) VALUES ('payout_accounts_per_month', 3, 0)`);
  });
});

describe("the holder's name", () => {
  const flagFor = async (fullName: string | null) => {
    await db.run(sql`UPDATE users SET full_name = ${fullName} WHERE id = ${person.userId}`);
    await giveRipeStake(context, person, await putCask(context));
    await postWithdrawal(context, person);
    return (await withdrawalsOf(context, person))[0]?.holder_differs;
  };

  it.each([
    ["RAO Asha", 0],
    ["Meera Vaidyan", 1],
    [null, null],
  ])("is compared with the profile's %s", async (fullName, flag) => {
    expect(await flagFor(fullName)).toBe(flag);
  });
});

describe("a payout", () => {
  it("is stopped while any payment of the person is disputed, also another one's", async () => {
    const { withdrawalId } = await ask();
    const { paymentId, stakeId } = await giveStake(context, person, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`);
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    const before = await moneyRows(context);
    expect(await pay(withdrawalId)).toEqual({ ok: false, code: "disputed" });
    expect(await moneyRows(context)).toEqual(before);
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE id = ${stakeId}`);
    await db.run(sql`UPDATE payments SET state = 'settled', reason = NULL WHERE id = ${paymentId}`);
    expect(await pay(withdrawalId)).toEqual({ ok: true });
  });

  const check = (outcome: "passed" | "failed", more = {}) =>
    runWork(
      db,
      recordIdentityCheck(db, {
        checkId: context.newId("idc"),
        userId: person.userId,
        operatorId: operator.userId,
        outcome,
        nowMs: context.nowMs(),
        live: sql`1 = 1`,
        ...more,
      }),
    );

  it("above the limit needs an identity check that was passed; the latest one counts", async () => {
    await setting("identity_check_above_cents", 5_000);
    const { withdrawalId } = await ask(5_001);
    const needed = { ok: false, code: "identity-check-needed" };
    expect(await pay(withdrawalId)).toEqual(needed);
    expect(await check("passed")).toBe(true);
    context.clock.advance(1);
    expect(await check("failed")).toBe(true);
    expect(await pay(withdrawalId)).toEqual(needed);
    context.clock.advance(1);
    await check("passed");
    expect(await pay(withdrawalId)).toEqual({ ok: true });
    await setting("identity_check_above_cents", 1_000_000);
    await expectInvariants(db);
  });

  it("counts what was paid within a month, so that parts of a large one need it too", async () => {
    await setting("identity_check_above_cents", 5_000);
    expect(await pay((await ask(3_000)).withdrawalId)).toEqual({ ok: true });
    const second = await ask(2_001);
    expect(await pay(second.withdrawalId)).toEqual({ ok: false, code: "identity-check-needed" });
    context.clock.advance(32 * DAY_MS);
    expect(await pay(second.withdrawalId)).toEqual({ ok: true });
    await setting("identity_check_above_cents", 1_000_000);
  });

  it("is not let through by a check that an investor, an ended session or the person themselves recorded", async () => {
    const { userId } = await signIn(context);
    expect(await check("passed", { operatorId: userId })).toBe(false);
    expect(await check("passed", { live: sql`0` })).toBe(false);
    expect(await check("passed", { userId: operator.userId })).toBe(false);
    const once = { checkId: "idc_once" };
    expect([await check("passed", once), await check("passed", once)]).toEqual([true, true]);
    const told = sql`SELECT actor, subject, detail FROM audit_log WHERE id = 'identity-check:idc_once'`;
    expect(await db.all(told)).toEqual([
      { actor: `operator:${operator.userId}`, subject: `user:${person.userId}`, detail: "passed" },
    ]);
  });
});

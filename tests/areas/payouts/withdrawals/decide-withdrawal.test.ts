import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { TURNED_AWAY } from "../../../support/open-session";
import { createTestContext } from "../../../support/context";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { payWithdrawal, rejectWithdrawal } from "../../../support/withdrawals";
import { openWallet, postWithdrawal, withdrawalsOf } from "../../../support/wallet";
import { balanceOf, giveRipeStake, moneyRows } from "../../../support/holdings";

const context = createTestContext();
const { db } = context;

let operator: Person;
let person: Person;
let withdrawalId: string;
let before: Awaited<ReturnType<typeof balances>>;

const wallet = () => `user:${person.userId}:wallet`;
const balances = async () => ({
  wallet: await balanceOf(context, wallet()),
  held: await balanceOf(context, "house:withdrawals"),
  returns: await balanceOf(context, "house:returns"),
  bank: await balanceOf(context, "house:bank"),
});
const decision = (more = {}) => ({ withdrawalId, userId: person.userId, operatorId: operator.userId, ...more });
const pay = (bankReference = "UTR-1", more = {}) => payWithdrawal(context, { ...decision(more), bankReference });
const reject = (reason = "The name does not match.", more = {}) =>
  rejectWithdrawal(context, { ...decision(more), reason });

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  operator = await signIn(context, { operator: true });
  person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context));
  before = await balances();
  await postWithdrawal(context, person);
  withdrawalId = String((await withdrawalsOf(context, person))[0]?.id);
});

describe("a paid withdrawal", () => {
  it("moves what was held out of the house, once, whatever is repeated", async () => {
    expect(await pay()).toEqual({ ok: true });
    const once = await moneyRows(context);
    expect(await pay()).toEqual({ ok: true });
    expect(await moneyRows(context)).toEqual(once);
    expect(await balances()).toEqual({
      ...before,
      returns: before.returns - 10_400,
      bank: before.bank + 10_400,
    });
    expect(await withdrawalsOf(context, person)).toMatchObject([{ state: "paid", bank_reference: "UTR-1" }]);
    await expectInvariants(db);
  });

  it("shows its reference and counts as paid out, and the stake waits for its next cycle end", async () => {
    await pay();
    const { data } = await openWallet(context, person, "/wallet?tab=portfolio");
    expect(data).toMatchObject({
      panel: {
        paidOutCents: 10_400,
        availableCents: 0,
        returns: { realisedCents: 10_400 },
        withdraw: { state: "days" },
        withdrawals: [{ state: "paid", note: "Bank reference UTR-1" }],
      },
    });
  });

  it("keeps its first reference and can no longer be rejected", async () => {
    await pay();
    const once = await moneyRows(context);
    expect(await pay("UTR-2")).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await reject()).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await moneyRows(context)).toEqual(once);
  });
});

describe("a rejected withdrawal", () => {
  it("leaves every account as it was before", async () => {
    expect(await reject()).toEqual({ ok: true });
    expect(await reject()).toEqual({ ok: true });
    expect(await balances()).toEqual(before);
    await expectInvariants(db);
  });

  it("shows why, and the same cycle can be withdrawn again at the same amount", async () => {
    await reject();
    const { data } = await openWallet(context, person, "/wallet?tab=portfolio");
    expect(data).toMatchObject({
      panel: {
        paidOutCents: 0,
        availableCents: 0,
        returns: { realisedCents: 0, unrealisedCents: 10_400 },
        withdraw: { state: "withdrawable", amountCents: 10_400 },
        withdrawals: [{ state: "rejected", note: "Not paid: The name does not match." }],
      },
    });
    await postWithdrawal(context, person);
    expect(
      (await withdrawalsOf(context, person)).map(({ state, amount_cents }) => [state, amount_cents]).sort(),
    ).toEqual([
      ["progress", 10_400],
      ["rejected", 10_400],
    ]);
    expect((await balances()).held).toBe(before.held + 10_400);
    await expectInvariants(db);
  });
});

describe("a decision", () => {
  const unchanged = async (decide: () => Promise<unknown>, code: string) => {
    const once = await moneyRows(context);
    expect(await decide()).toEqual({ ok: false, code });
    expect(await moneyRows(context)).toEqual(once);
  };

  it("pays nothing during the hold after changed bank details, and pays from its last instant", async () => {
    const untilMs = context.nowMs() + 48 * 3_600_000;
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${untilMs} WHERE id = ${withdrawalId}`);
    await unchanged(() => pay("UTR-1", { nowMs: untilMs - 1 }), "must-wait");
    expect(await pay("UTR-1", { nowMs: untilMs })).toEqual({ ok: true });
  });

  it("pays nothing for a frozen stake, and pays once it is active again", async () => {
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE user_id = ${person.userId}`);
    await unchanged(() => pay(), "stake-frozen");
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE user_id = ${person.userId}`);
    expect(await pay()).toEqual({ ok: true });
  });

  it("is refused to investors and ended sessions, and for unknown withdrawals or another person's", async () => {
    const once = await moneyRows(context);
    for (const who of [{ operatorId: person.userId }, { alive: false }]) {
      await expect(pay("UTR-1", who)).rejects.toThrow(TURNED_AWAY);
      await expect(reject("no", who)).rejects.toThrow(TURNED_AWAY);
    }
    expect(await moneyRows(context)).toEqual(once);
    await unchanged(() => pay("UTR-1", { userId: operator.userId }), "not-allowed");
    await unchanged(() => pay("UTR-1", { withdrawalId: "wdr_none" }), "no-such-withdrawal");
    await unchanged(() => reject("no", { withdrawalId: "wdr_none" }), "no-such-withdrawal");
  });

  it("made both ways at once counts one way only", async () => {
    const outcomes = await Promise.all([pay(), reject(), pay(), reject()]);
    expect(new Set(outcomes.filter((one) => one.ok)).size).toBeGreaterThan(0);
    const [row] = await withdrawalsOf(context, person);
    const now = await balances();
    expect(now.held).toBe(before.held);
    expect(now.bank - before.bank).toBe(row?.state === "paid" ? 10_400 : 0);
    await expectInvariants(db);
  });
});

import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { cancelOwnWithdrawal, cancelWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { clearWithdrawal, readPayRefusal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { asOperator, openSession } from "../../../support/open-session";
import { openRequests } from "../../../support/one-request";
import { type Person, putCask, signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { payWithdrawal, planReturn, rejectWithdrawal, requestReturn } from "../../../support/withdrawals";
import { balanceOf, giveRipeStake, moneyRows } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";

// What clearing, taking back, paying and rejecting does to one request, to the column; and that it does nothing to another one.

const { context, at, ask, changing, entry, propose } = openRequests();
const { db, clock } = context;
const NOTHING = {};

const clear = (by = at.operator, withdrawalId = at.id) =>
  asOperator(context, by.userId, (operator) => clearWithdrawal(db, { withdrawalId, operator }));
const decided = (more = {}) => ({
  withdrawalId: at.id,
  userId: at.person.userId,
  operatorId: at.operator.userId,
  ...more,
});
const cancel = (by: "investor" | "stop-link", live: SQL = sql`true`) =>
  runWork(db, cancelWithdrawal(db, { withdrawalId: at.id, userId: at.person.userId, by, nowMs: clock.nowMs, live }));

/** Asked for while no payout of a day is within the limit. */
async function askOverLimit(by: Person): Promise<string> {
  const [{ value } = expect.fail()] = await db.all<{ value: number }>(sql`SELECT value FROM settings
    WHERE key = 'payouts_per_day'`);
  await setSetting(db, "payouts_per_day", 0);
  const withdrawalId = await ask(by);
  await setSetting(db, "payouts_per_day", value);
  return withdrawalId;
}

afterEach(() => expectInvariants(db));

describe("a request over a limit", () => {
  beforeEach(async () => {
    [at.person, at.neighbour] = [await signIn(context), await signIn(context)];
    [at.id, at.other] = [await askOverLimit(at.person), await askOverLimit(at.neighbour)];
  });

  it("is cleared once, and no other request with it", async () => {
    const { said, changed } = await changing(() => clear());
    expect(said).toBe(true);
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: { cleared_at_ms: clock.nowMs, updated_at_ms: clock.nowMs },
      [`audit_log withdrawal:${at.id}:cleared`]: entry(
        `operator:${at.operator.userId}`,
        "withdrawal-cleared",
        expect.any(String) as string,
      ),
    });
    expect(await changing(() => clear(at.second))).toEqual({ said: true, changed: NOTHING });
  });

  it("is not cleared after it was decided, or within the limit", async () => {
    const within = await ask(await signIn(context));
    expect(await changing(() => clear(at.operator, within))).toEqual({ said: false, changed: NOTHING });
    await cancel("investor");
    expect(await changing(() => clear())).toEqual({ said: false, changed: NOTHING });
  });
});

describe("a request that is taken back", () => {
  const taken = (by: string, actor: string) => ({
    [`withdrawals ${at.id}`]: { state: "cancelled", cancelled_by: by, updated_at_ms: clock.nowMs },
    [`audit_log withdrawal:${at.id}:cancelled`]: entry(actor, "withdrawal-cancelled", by),
  });

  it("is cancelled once, by its investor or by its link", async () => {
    const first = await changing(() => cancel("investor"));
    expect(first).toEqual({ said: { ok: true }, changed: taken("investor", `user:${at.person.userId}`) });
    expect(await changing(() => cancel("stop-link"))).toEqual({ said: { ok: true }, changed: NOTHING });
    [at.id, at.person] = [at.other, at.neighbour];
    const link = await changing(() => cancel("stop-link"));
    expect(link).toEqual({ said: { ok: true }, changed: taken("stop-link", "system") });
  });

  it("is refused without a live session or a link that names it", async () => {
    const gone = { said: { ok: false, code: "no-such-withdrawal" }, changed: NOTHING };
    for (const by of ["investor", "stop-link"] as const)
      expect(await changing(() => cancel(by, sql`false`))).toEqual(gone);
    await propose();
    expect(await changing(() => cancel("stop-link", sql`false`))).toEqual(gone);
  });

  it("is refused once the bank has it, and the first use of its link is kept", async () => {
    await propose();
    const sent = { ok: false, code: "sent" };
    expect(await changing(() => cancel("investor"))).toEqual({ said: sent, changed: NOTHING });
    expect(await changing(() => cancel("stop-link"))).toEqual({
      said: sent,
      changed: { [`withdrawals ${at.id}`]: { stop_asked_at_ms: clock.nowMs } },
    });
    expect(await changing(() => cancel("stop-link"))).toEqual({ said: sent, changed: NOTHING });
  });

  it("is logged with its outcome", async () => {
    const told: unknown[] = [];
    const log = (_: string, fields: unknown) => void told.push(fields);
    for (let time = 0; time < 2; time += 1) {
      await cancelOwnWithdrawal({ ...context, log }, openSession(context, at.person.userId), at.id);
      [at.id, at.person] = [at.other, at.neighbour];
      await propose();
    }
    const third = await ask(await signIn(context));
    await stopWithdrawal({ ...context, log }, `stop-${third}`);
    expect(told).toMatchObject([{ outcome: "cancelled" }, { outcome: "sent" }, { outcome: "cancelled" }]);
  });
});

describe("an operator's decision", () => {
  it("pays one request", async () => {
    const { said, changed } = await changing(() => payWithdrawal(context, decided({ nowMs: clock.nowMs })));
    expect(said).toEqual({ ok: true });
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: {
        state: "paid",
        bank_reference: "UTR-1",
        paid_by: at.operator.userId,
        updated_at_ms: clock.nowMs,
      },
      [`audit_log withdrawal:${at.id}:paid`]: entry(`operator:${at.operator.userId}`, "withdrawal-paid", "UTR-1"),
    });
  });

  it("rejects one request", async () => {
    const { said, changed } = await changing(() => rejectWithdrawal(context, decided({ reason: "No." })));
    expect(said).toEqual({ ok: true });
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: { state: "rejected", reject_reason: "No.", updated_at_ms: clock.nowMs },
      [`audit_log withdrawal:${at.id}:rejected`]: entry(`operator:${at.operator.userId}`, "withdrawal-rejected", null),
    });
    expect(await changing(() => rejectWithdrawal(context, decided({ reason: "No." })))).toEqual({
      said: { ok: true },
      changed: NOTHING,
    });
    expect(await changing(() => rejectWithdrawal(context, decided({ reason: "Other." })))).toEqual({
      said: { ok: false, code: "decided-otherwise" },
      changed: NOTHING,
    });
  });

  it("pays alone what is exactly at the limit of one operator, and needs another one's proposal for a cent more", async () => {
    const pay = () => payWithdrawal(context, decided({ nowMs: clock.nowMs }));
    await setSetting(db, "second_operator_above_cents", 999);
    const needed = { said: { ok: false, code: "second-operator-needed" }, changed: NOTHING };
    expect(await changing(pay)).toEqual(needed);
    await propose();
    expect(await changing(pay)).toEqual(needed);
    await setSetting(db, "second_operator_above_cents", 1_000);
    expect(await pay()).toEqual({ ok: true });
    await setSetting(db, "second_operator_above_cents", 1_000_000);
  });

  it("rejects a request only in the state in which the operator saw it", async () => {
    const reject = (more = {}) => rejectWithdrawal(context, { ...decided({ reason: "No." }), ...more });
    await propose();
    const moved = { said: { ok: false, code: "decided-otherwise" }, changed: NOTHING };
    expect(await changing(() => reject({ seen: "progress" }))).toEqual(moved);
    expect(await reject({ seen: "sending" })).toEqual({ ok: true });
  });

  it("is refused about a request that does not exist", async () => {
    const none = decided({ withdrawalId: "wdr_none" });
    const refused = { ok: false, code: "no-such-withdrawal" };
    expect([await payWithdrawal(context, none), await rejectWithdrawal(context, none)]).toEqual([refused, refused]);
    const why = (withdrawalId: string) =>
      asOperator(context, at.operator.userId, (operator) => readPayRefusal(db, { withdrawalId, operator }));
    expect([await why("wdr_none"), await why(at.id)]).toEqual(["no-such-withdrawal", null]);
  });

  it("is refused about a request that another person made", async () => {
    const theirs = decided({ nowMs: clock.nowMs + 1_000, userId: at.neighbour.userId });
    const refused = { said: { ok: false, code: "not-allowed" }, changed: NOTHING };
    expect(await changing(() => payWithdrawal(context, theirs))).toEqual(refused);
    expect(await changing(() => rejectWithdrawal(context, theirs))).toEqual(refused);
  });
});

describe("the return of a stake", () => {
  let before: Awaited<ReturnType<typeof balances>>;
  let returned: string;
  const balances = async () => ({
    wallet: await balanceOf(context, `user:${at.person.userId}:wallet`),
    held: await balanceOf(context, "house:withdrawals"),
    returns: await balanceOf(context, "house:returns"),
    bank: await balanceOf(context, "house:bank"),
  });
  const ask104 = async () => {
    const plan = (await planReturn(context, at.person.userId)) ?? expect.fail();
    expect(plan.amountCents).toBe(10_400);
    returned = context.newId("wdr");
    expect(await requestReturn(context, { userId: at.person.userId, withdrawalId: returned, plan })).toBe("requested");
  };
  const pay = (more = {}) => payWithdrawal(context, { ...decided({ withdrawalId: returned }), ...more });
  const reject = () => rejectWithdrawal(context, decided({ withdrawalId: returned }));
  const unchanged = async (decide: () => Promise<unknown>, code: string) => {
    const once = await moneyRows(context);
    expect(await decide()).toEqual({ ok: false, code });
    expect(await moneyRows(context)).toEqual(once);
  };

  beforeEach(async () => {
    await giveRipeStake(context, at.person, await putCask(context));
    before = await balances();
    await ask104();
  });

  it("that is paid moves what was held out of the house, once, whatever is repeated", async () => {
    expect(await pay()).toEqual({ ok: true });
    const once = await moneyRows(context);
    expect(await pay()).toEqual({ ok: true });
    expect(await moneyRows(context)).toEqual(once);
    expect(await balances()).toEqual({ ...before, returns: before.returns - 10_400, bank: before.bank + 10_400 });
  });

  it("keeps its first reference and can no longer be rejected", async () => {
    await pay();
    await unchanged(() => pay({ bankReference: "UTR-2" }), "decided-otherwise");
    await unchanged(reject, "decided-otherwise");
  });

  it("that is rejected leaves every account as it was before, and can be asked for again at the same amount", async () => {
    for (let time = 0; time < 2; time++) expect(await reject()).toEqual({ ok: true });
    expect(await balances()).toEqual(before);
    await ask104();
    expect((await balances()).held).toBe(before.held + 10_400);
  });

  it("is not paid during the hold after changed bank details, and is paid from its last instant", async () => {
    const untilMs = context.nowMs() + 48 * 3_600_000;
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${untilMs} WHERE id = ${returned}`);
    await unchanged(() => pay({ nowMs: untilMs - 1 }), "must-wait");
    expect(await pay({ nowMs: untilMs })).toEqual({ ok: true });
  });

  it("is not paid while its stake is frozen, and is paid once that is active again", async () => {
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE user_id = ${at.person.userId}`);
    await unchanged(() => pay(), "stake-frozen");
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE user_id = ${at.person.userId}`);
    expect(await pay()).toEqual({ ok: true });
  });
});

import { type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { cancelOwnWithdrawal, cancelWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { clearWithdrawal, readPayRefusal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { asOperator, openSession } from "../../../support/open-session";
import { openRequests } from "../../../support/one-request";
import { type Person, signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { payWithdrawal, rejectWithdrawal } from "../../../support/withdrawals";

// What clearing, taking back, paying and rejecting does to one request, to the column; and that it does nothing to another one.

const { context, at, ask, changing, entry, propose } = openRequests();
const { db, clock } = context;
const NOTHING = {};

const clear = (by = at.operator, withdrawalId = at.id) =>
  asOperator(context, by.userId, (operator) => clearWithdrawal(db, { withdrawalId, operator }));
const decided = (more = {}) => ({
  ...{ withdrawalId: at.id, userId: at.person.userId, operatorId: at.operator.userId },
  ...more,
});
const cancel = (by: "investor" | "stop-link", live: SQL = sql`true`) =>
  runWork(db, cancelWithdrawal(db, { withdrawalId: at.id, userId: at.person.userId, by, nowMs: clock.nowMs, live }));

/** Asked for while no payout of a day is within the limit. */
async function askOverLimit(by: Person): Promise<string> {
  const [{ value } = expect.fail()] = await db.all<{ value: number }>(
    sql`SELECT value FROM settings WHERE key = 'payouts_per_day'`,
  );
  await setSetting(db, "payouts_per_day", 0);
  const withdrawalId = await ask(by);
  await setSetting(db, "payouts_per_day", value);
  return withdrawalId;
}

describe("a request over a limit", () => {
  beforeEach(async () => {
    [at.person, at.neighbour] = [await signIn(context), await signIn(context)];
    [at.id, at.other] = [await askOverLimit(at.person), await askOverLimit(at.neighbour)];
  });

  it("is cleared by itself, once", async () => {
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

  it("is not cleared by its own at.person, once it was decided, or where it is within the limit", async () => {
    const within = await ask(await signIn(context));
    expect(await changing(() => clear(at.operator, within))).toEqual({ said: false, changed: NOTHING });
    const mine = await askOverLimit(at.operator);
    expect(await changing(() => clear(at.operator, mine))).toEqual({ said: false, changed: NOTHING });
    await cancel("investor");
    expect(await changing(() => clear())).toEqual({ said: false, changed: NOTHING });
  });
});

describe("a request that is taken back", () => {
  const taken = (by: string, actor: string) => ({
    [`withdrawals ${at.id}`]: { state: "cancelled", cancelled_by: by, updated_at_ms: clock.nowMs },
    [`audit_log withdrawal:${at.id}:cancelled`]: entry(actor, "withdrawal-cancelled", by),
  });

  it("is one, by its investor or its link, and twice is once", async () => {
    const first = await changing(() => cancel("investor"));
    expect(first).toEqual({ said: { ok: true }, changed: taken("investor", `user:${at.person.userId}`) });
    expect(await changing(() => cancel("stop-link"))).toEqual({ said: { ok: true }, changed: NOTHING });
    [at.id, at.person] = [at.other, at.neighbour];
    const link = await changing(() => cancel("stop-link"));
    expect(link).toEqual({ said: { ok: true }, changed: taken("stop-link", "system") });
  });

  it("is none without a session that lives, or a link that names it", async () => {
    const gone = { said: { ok: false, code: "no-such-withdrawal" }, changed: NOTHING };
    for (const by of ["investor", "stop-link"] as const)
      expect(await changing(() => cancel(by, sql`false`))).toEqual(gone);
    await propose();
    expect(await changing(() => cancel("stop-link", sql`false`))).toEqual(gone);
  });

  it("is not what the bank has; the first use of its link is kept", async () => {
    await propose();
    const sent = { ok: false, code: "sent" };
    expect(await changing(() => cancel("investor"))).toEqual({ said: sent, changed: NOTHING });
    expect(await changing(() => cancel("stop-link"))).toEqual({
      said: sent,
      changed: { [`withdrawals ${at.id}`]: { stop_asked_at_ms: clock.nowMs } },
    });
    expect(await changing(() => cancel("stop-link"))).toEqual({ said: sent, changed: NOTHING });
  });

  it("is not what was decided", async () => {
    await payWithdrawal(context, decided({ nowMs: clock.nowMs }));
    const said = { ok: false, code: "decided-otherwise" };
    expect(await changing(() => cancel("stop-link"))).toEqual({ said, changed: NOTHING });
  });

  it("is logged with what became of it", async () => {
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
  });

  it("rejects a request only in the state in which the operator saw it", async () => {
    const reject = (more = {}) => rejectWithdrawal(context, { ...decided({ reason: "No." }), ...more });
    await propose();
    const moved = { said: { ok: false, code: "decided-otherwise" }, changed: NOTHING };
    expect(await changing(() => reject({ seen: "progress" }))).toEqual(moved);
    const foreign = { seen: "sending", userId: at.neighbour.userId };
    expect(await reject(foreign)).toEqual({ ok: false, code: "not-allowed" });
    expect(await reject({ seen: "sending" })).toEqual({ ok: true });
  });

  it("on a request that there is not is refused as such", async () => {
    const why = (withdrawalId: string) =>
      asOperator(context, at.operator.userId, (operator) => readPayRefusal(db, { withdrawalId, operator }));
    expect([await why("wdr_none"), await why(at.id)]).toEqual(["no-such-withdrawal", null]);
  });

  it("leaves the requests of others and of the operator alone", async () => {
    const notAllowed = { said: { ok: false, code: "not-allowed" }, changed: NOTHING };
    const [mine, theirs] = [
      { withdrawalId: await ask(at.operator), userId: at.operator.userId },
      { userId: at.neighbour.userId },
    ];
    for (const whose of [mine, theirs]) {
      const one = decided({ nowMs: clock.nowMs + 1_000, ...whose });
      expect(await changing(() => payWithdrawal(context, one))).toEqual(notAllowed);
      expect(await changing(() => rejectWithdrawal(context, one))).toEqual(notAllowed);
    }
  });
});

import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { callBackRun, makeRun, markPaid, readRunForm, referenceField } from "~/areas/payouts/payout-run";
import { asOperator } from "../../../support/open-session";
import { openRequests } from "../../../support/one-request";
import { type Person, signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { payWithdrawal } from "../../../support/withdrawals";

// What making a payout run, marking it paid and calling it back does to it, to the column; and that it does nothing to another one.

const { context, at, ask, rejectOthers, changing } = openRequests(
  ["payout_runs", "id"],
  ["payout_run_rows", "withdrawal_id"],
  ["transfers", "id"],
);
const { db, clock } = context;
const NOTHING = {};

beforeEach(() => rejectOthers());

const make = (runId: string, by = at.operator) =>
  asOperator(context, by.userId, (operator) => makeRun(db, { runId, operator }));
const mark = (runId: string, references: Record<string, string>, by = at.operator) =>
  asOperator(context, by.userId, (operator) => markPaid(db, { runId, references, operator }));
const callBack = (runId: string, by = at.second) =>
  asOperator(context, by.userId, (operator) => callBackRun(db, { runId, reason: "The bank was closed.", operator }));
const newRun = async (by: Person = at.operator) => {
  const runId = context.newId("run");
  expect(await make(runId, by)).toBe(true);
  return runId;
};
const dueAt = (id: string, ms: number) =>
  db.run(sql`UPDATE withdrawals SET payable_from_ms = ${ms}, updated_at_ms = ${clock.nowMs} WHERE id = ${id}`);
/** Each in a run of its own; the first is called back or marked. */
async function twoRuns(): Promise<[string, string]> {
  await dueAt(at.other, clock.nowMs + 1_000);
  const first = await newRun();
  clock.advance(1_000);
  return [first, await newRun()];
}
const entry = (subject: string, action: string, detail: string | null, actor = at.operator) => ({
  id: expect.any(String) as string,
  actor: `operator:${actor.userId}`,
  action,
  subject,
  detail,
  created_at_ms: clock.nowMs,
});

describe("a run that is made", () => {
  it("has what is due, what has waited longest first, and sends nothing else", async () => {
    await newRun();
    await ask(await signIn(context));
    await newRun();
    [at.id, at.other] = [await ask(await signIn(context), 3_000), await ask(await signIn(context), 700)];
    await dueAt(at.id, 2);
    await dueAt(at.other, 1);
    await dueAt(await ask(await signIn(context)), clock.nowMs + 60_000);
    const [last] = await db.all<{ number: number }>(sql`SELECT max(number) AS number FROM payout_runs`);
    const number = (last?.number ?? 0) + 1;
    const runId = context.newId("run");
    const { said, changed } = await changing(() => make(runId));
    expect(said).toBe(true);
    const nowMs = clock.nowMs;
    const sent = { state: "sending", sent_at_ms: nowMs, updated_at_ms: nowMs };
    const row = (place: number, withdrawalId: string) => ({
      run_id: runId,
      place,
      withdrawal_id: withdrawalId,
      released_at_ms: null,
    });
    const viewed = (id: string) => entry(`withdrawal:${id}`, "payout-account-viewed", `payout-run:${runId}`);
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: sent,
      [`withdrawals ${at.other}`]: sent,
      [`payout_runs ${runId}`]: {
        id: runId,
        number: 3,
        operator_id: at.operator.userId,
        row_count: 2,
        total_cents: 3_700,
        made_at_ms: nowMs,
        called_back_at_ms: null,
        called_back_by: null,
        call_back_reason: null,
      },
      [`payout_run_rows ${at.other}`]: row(1, at.other),
      [`payout_run_rows ${at.id}`]: row(2, at.id),
      [`audit_log payout-run:${runId}:made`]: entry(
        `payout-run:${runId}`,
        "payout-run-made",
        `${number}: 2 for 3700 cents`,
      ),
      [`audit_log payout-run:${runId}:${at.id}`]: viewed(at.id),
      [`audit_log payout-run:${runId}:${at.other}`]: viewed(at.other),
    });
  });

  it("does not change when its form is sent again, at the same moment or later, even by another operator", async () => {
    const runId = await newRun();
    await ask(await signIn(context));
    const sameMoment = () => {
      clock.advance(-1_000);
      return make(runId);
    };
    expect(await changing(sameMoment)).toEqual({ said: true, changed: NOTHING });
    expect(await changing(() => make(runId))).toEqual({ said: true, changed: NOTHING });
    expect(await changing(() => make(runId, at.second))).toEqual({ said: false, changed: NOTHING });
    await callBack(runId);
    expect(await changing(() => make(runId))).toEqual({ said: true, changed: NOTHING });
  });

  it("is refused if nothing is due", async () => {
    for (const id of [at.id, at.other]) await dueAt(id, clock.nowMs + 60_000);
    expect(await changing(() => make(context.newId("run")))).toEqual({ said: false, changed: NOTHING });
  });

  it("takes as much as the operator may pay in a day, even if all of it fell due at one moment", async () => {
    await setSetting(db, "operator_cents_per_day", 1_500);
    for (const id of [at.id, at.other]) await dueAt(id, 5);
    const runId = await newRun();
    await setSetting(db, "operator_cents_per_day", 5_000_000);
    expect(await db.all(sql`SELECT row_count AS rows FROM payout_runs WHERE id = ${runId}`)).toEqual([{ rows: 1 }]);
  });

  it("takes what is exactly at the limit of one operator, and nothing above it", async () => {
    await setSetting(db, "second_operator_above_cents", 1_000);
    const above = await ask(await signIn(context), 1_001);
    const { changed } = await changing(() => make(context.newId("run")));
    await setSetting(db, "second_operator_above_cents", 1_000_000);
    expect(Object.keys(changed)).toContain(`withdrawals ${at.id}`);
    expect(Object.keys(changed)).not.toContain(`withdrawals ${above}`);
  });
});

describe("a run that is marked paid", () => {
  it("pays the rows that were typed, once, and nothing else", async () => {
    const runId = await newRun();
    const { said, changed } = await changing(() => mark(runId, { [at.id]: "UTR-1" }));
    expect(said).toEqual([]);
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: { state: "paid", bank_reference: "UTR-1", updated_at_ms: clock.nowMs },
      [`transfers withdrawal:${at.id}:paid`]: {
        id: `withdrawal:${at.id}:paid`,
        debit_account_id: "house:withdrawals",
        credit_account_id: "house:bank",
        amount: 1_000,
        currency: "USD",
        reason: "withdrawal-paid",
        refers_to: `withdrawal:${at.id}`,
        created_at_ms: clock.nowMs,
        seq: expect.any(Number) as number,
      },
      [`audit_log withdrawal:${at.id}:paid`]: entry(`withdrawal:${at.id}`, "withdrawal-paid", "UTR-1"),
    });
    expect(await changing(() => mark(runId, { [at.id]: "UTR-1" }))).toEqual({ said: [], changed: NOTHING });
    const other = await changing(() => mark(runId, { [at.id]: "UTR-2" }));
    expect(other).toEqual({ said: [at.id], changed: NOTHING });
    const rest = await changing(() => mark(runId, { [at.id]: "UTR-1", [at.other]: "UTR-2" }));
    expect(rest.said).toEqual([]);
    expect(rest.changed[`withdrawals ${at.other}`]).toMatchObject({ state: "paid", bank_reference: "UTR-2" });
    expect(rest.changed[`withdrawals ${at.id}`]).toBeUndefined();
  });

  it("pays nothing of another run, of one that was called back, or of the operator's own", async () => {
    const [first, second] = await twoRuns();
    const missed = { said: [at.other], changed: NOTHING };
    expect(await changing(() => mark(first, { [at.other]: "UTR-1" }))).toEqual(missed);
    await callBack(second);
    expect(await changing(() => mark(second, { [at.other]: "UTR-1" }))).toEqual(missed);
    clock.advance(1_000);
    await newRun();
    expect(await changing(() => mark(second, { [at.other]: "UTR-1" }))).toEqual(missed);
    const mine = await ask(at.second);
    const third = await newRun();
    const own = { said: [mine], changed: NOTHING };
    expect(await changing(() => mark(third, { [mine]: "UTR-1" }, at.second))).toEqual(own);
  });
});

describe("a run that is called back", () => {
  it("releases what the bank still has of it, and nothing else", async () => {
    const paid = await ask(await signIn(context));
    await dueAt(paid, 1);
    const [first] = await twoRuns();
    await mark(first, { [paid]: "UTR-1" });
    const { said, changed } = await changing(() => callBack(first));
    expect(said).toBe(true);
    expect(changed).toEqual({
      [`payout_runs ${first}`]: {
        called_back_at_ms: clock.nowMs,
        called_back_by: at.second.userId,
        call_back_reason: "The bank was closed.",
      },
      [`payout_run_rows ${at.id}`]: { released_at_ms: clock.nowMs },
      [`withdrawals ${at.id}`]: { state: "progress", sent_at_ms: null, updated_at_ms: clock.nowMs },
      [`audit_log payout-run:${first}:called-back`]: entry(
        ...([`payout-run:${first}`, "payout-run-called-back", "The bank was closed.", at.second] as const),
      ),
    });
    expect(await changing(() => callBack(first))).toEqual({ said: true, changed: NOTHING });
    const alone = { withdrawalId: at.other, userId: at.neighbour.userId, operatorId: at.operator.userId };
    const pay = (more = {}) => payWithdrawal(context, { ...alone, nowMs: clock.nowMs, ...more });
    expect(await pay()).toEqual({ ok: false, code: "in-payout-run" });
    expect(await pay({ withdrawalId: at.id, userId: at.person.userId })).toEqual({ ok: true });
    await ask(await signIn(context));
    await newRun();
    expect(await changing(() => callBack(first, at.operator))).toEqual({ said: true, changed: NOTHING });
  });

  it("is refused if all its rows are decided, or if it does not exist", async () => {
    const [first] = await twoRuns();
    await mark(first, { [at.id]: "UTR-1" });
    expect(await changing(() => callBack(first))).toEqual({ said: false, changed: NOTHING });
    expect(await changing(() => callBack("run_none"))).toEqual({ said: false, changed: NOTHING });
  });
});

/** Each asked for by someone of their own, long ago. */
async function askMany(many: number): Promise<void> {
  const each = sql`FROM json_each(${JSON.stringify(Array.from({ length: many }, (_, nth) => `many${nth}`))})`;
  await db.batch([
    db.run(sql`INSERT INTO users (id, email, role, referral_code, activated_at_ms, created_at_ms)
        SELECT 'usr_' || value, value || '@example.com', 'investor', value, 1, 1 ${each}`),
    db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        SELECT 'prm_' || value, 'house:promotions', 'user:usr_' || value || ':wallet', 5, 'USD', 'promotion', 'promotion:prm_' || value, 1 ${each}`),
    db.run(sql`INSERT INTO withdrawals (id, user_id, amount_cents, mode, holder_name, bank_name, ifsc_code, account_number_sealed,
          account_last4, key_id, account_mark, stop_token, payable_from_ms, created_at_ms, updated_at_ms)
        SELECT 'wdr_' || value, 'usr_' || value, 5, 'Bank', 'Sample', 'Sample Bank', 'SMPL0000001', 'sealed', '4242', 'k1', 'mark', value, 1, 1, 1 ${each}`),
    db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        SELECT 'withdrawal:wdr_' || value || ':hold', 'user:usr_' || value || ':wallet', 'house:withdrawals', 5, 'USD', 'withdrawal-hold',
          'withdrawal:wdr_' || value, 1 ${each}`),
  ]);
}

it("a run of very many takes the 200 that are due first, and leaves the rest to the next one", async () => {
  await askMany(200);
  const runs = [await newRun(), await newRun()];
  const counts = await db.all(sql`SELECT row_count AS rows FROM payout_runs WHERE id IN ${runs} ORDER BY number`);
  expect(counts).toEqual([{ rows: 200 }, { rows: 2 }]);
  const rest = await db.all<{ id: string }>(sql`SELECT withdrawal_id AS id FROM payout_run_rows
    WHERE run_id = ${runs[1]}`);
  expect(rest.map(({ id }) => id).sort()).toEqual([at.id, at.other].sort());
});

const long = "U".repeat(60);
const marking = (typed: Record<string, unknown>) => readRunForm({ intent: "mark", ...typed });

describe("the form of a payout run", () => {
  it("reads the references that were typed, without the space around them", () => {
    const typed = {
      [referenceField("wdr_1")]: " UTR-1 ",
      [referenceField("wdr_2")]: " ",
      [referenceField("wdr_3")]: long,
    };
    const others = { csrf: "UTR-9", [referenceField("wdr_4")]: new File(["x"], "x") };
    expect(marking({ ...typed, ...others })).toEqual({
      ok: true,
      intent: "mark",
      references: { wdr_1: "UTR-1", wdr_3: long },
    });
    expect(marking({})).toEqual({ ok: true, intent: "mark", references: {} });
  });

  it("refuses the rows with a repeated reference and those with a long one, and names just these", () => {
    const typed = { reference_a: "UTR-1", reference_b: "UTR-1", reference_c: "UTR-2", reference_d: `${long}U` };
    expect(marking(typed)).toEqual({ ok: false, errors: { repeated: ["a", "b"], long: ["d"] } });
    expect(marking({ reference_a: "UTR-1", reference_b: "UTR-2" }).ok).toBe(true);
  });

  it("calls a run back with a reason of one to two hundred letters", () => {
    const callBack = (reason?: unknown) => readRunForm({ intent: "call-back", reason, reference_a: "UTR-1" });
    expect(callBack(" x ")).toEqual({ ok: true, intent: "call-back", reason: "x" });
    expect(callBack("x".repeat(200)).ok).toBe(true);
    for (const reason of [" ", "x".repeat(201), undefined])
      expect(callBack(reason)).toEqual({ ok: false, errors: { reason: true } });
  });

  it("does nothing without a purpose", () => {
    for (const intent of [undefined, "pay", ""])
      expect(readRunForm({ intent, reference_a: "UTR-1" })).toEqual({ ok: false, errors: {} });
  });
});

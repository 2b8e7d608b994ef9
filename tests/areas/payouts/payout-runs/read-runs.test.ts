import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { callBackRun, makeRun, markPaid } from "~/areas/payouts/payout-run";
import { listRuns, openPayouts, readRun, readRunFile } from "~/areas/payouts/read-run";
import { asOperator } from "../../../support/open-session";
import { giveRipeStake } from "../../../support/holdings";
import { openRequests } from "../../../support/one-request";
import { putCask, signIn } from "../../../support/people";
import { askReturn, rejectWithdrawal } from "../../../support/withdrawals";

// What operators read of payout runs: the list, the page of one, and its file.

const { context, at, ask, rejectOthers } = openRequests();
const { db, clock } = context;

const operate = <T>(work: Parameters<typeof asOperator<T>>[2]) => asOperator(context, at.operator.userId, work);
const make = async () => {
  const runId = context.newId("run");
  clock.advance(1_000);
  expect(await operate((operator) => makeRun(db, { runId, operator }))).toBe(true);
  return runId;
};
const mark = (runId: string, id: string) =>
  operate((operator) => markPaid(db, { runId, references: { [id]: "UTR-1" }, operator }));
const callBack = (runId: string) => operate((operator) => callBackRun(db, { runId, reason: "Closed.", operator }));
const reject = (id: string, userId: string) =>
  rejectWithdrawal(context, { withdrawalId: id, userId, operatorId: at.operator.userId });
const file = (runId: string) =>
  operate((operator) => readRunFile(db, { runId, fileId: context.newId("fil"), operator }));
const page = (runId: string) => runWork(db, readRun(db, runId));
const list = (before: number | null) => runWork(db, listRuns(db, before));
const idsIn = async (runId: string) => (await file(runId)).map(({ id }) => id);

let paid: string;
let runId: string;
let other: string;

/** One of three requests is paid; at.id waited longest. Another run holds a fourth. */
beforeEach(async () => {
  await rejectOthers();
  paid = await ask(await signIn(context), 700);
  for (const [due, id] of [at.id, paid, at.other].entries())
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${due + 1} WHERE id = ${id}`);
  runId = await make();
  await mark(runId, paid);
  await ask(await signIn(context), 300);
  other = await make();
});

describe("the list of payout runs", () => {
  it("shows the latest first, with how much the bank has still to pay", async () => {
    const [latest, before] = (await list(null)).rows;
    expect([latest, before]).toMatchObject([
      { id: other, rowCount: 1, totalCents: 300, atBank: 1 },
      { id: runId, rowCount: 3, totalCents: 2_700, atBank: 2 },
    ]);
    await callBack(runId);
    const again = await make();
    expect((await list(null)).rows.slice(0, 3).map((run) => [run.id, run.atBank])).toEqual([
      [again, 2],
      [other, 1],
      [runId, 0],
    ]);
  });

  it("comes in pages of ten, each of which begins after the one before", async () => {
    const { number } = (await list(null)).rows[0] ?? expect.fail();
    for (let more = 1; more <= 10; more++)
      await db.run(sql`INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
        VALUES (${`run_${number + more}`}, ${number + more}, ${at.operator.userId}, 1, 1, 1)`);
    const first = await list(null);
    const numbers = Array.from({ length: 10 }, (_, i) => number + 10 - i);
    expect([first.rows.map((run) => run.number), first.next]).toEqual([numbers, String(number + 1)]);
    const next = await list(number + 1);
    expect(next.rows[0]?.number).toBe(number);
    expect(await list(1)).toEqual({ rows: [], next: null });
    expect((await list(11)).rows).toHaveLength(10);
    expect((await list(11)).next).toBeNull();
  });
});

it("the page of a payout run has its rows in the order of the file, what became of each, and what has come up since the bank had it", async () => {
  const person = await signIn(context);
  const { stakeId } = await giveRipeStake(context, person, await putCask(context));
  await askReturn(context, person.userId);
  const third = await make();
  expect((await page(third))?.rows.map(({ trouble }) => trouble)).toEqual([null]);
  await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
  await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id IN (${at.neighbour.userId})`);
  const found = (await page(runId)) ?? expect.fail();
  expect(found).toMatchObject({ id: runId, rowCount: 3, totalCents: 2_700, calledBackAtMs: null, atBank: 2 });
  expect(found.rows).toMatchObject([
    { withdrawalId: at.id, place: 1, amountCents: 1_000, state: "sending", bankReference: null, trouble: null },
    { withdrawalId: paid, place: 2, amountCents: 700, state: "paid", bankReference: "UTR-1", trouble: null },
    { withdrawalId: at.other, place: 3, amountCents: 1_000, state: "sending", trouble: "suspended" },
  ]);
  expect((await page(third))?.rows).toMatchObject([{ state: "sending", trouble: "stake-frozen" }]);
  expect((await page(other))?.rows).toMatchObject([{ amountCents: 300, state: "sending", trouble: null }]);
  await callBack(runId);
  const after = (await page(runId)) ?? expect.fail();
  expect(after).toMatchObject({ calledBackBy: at.operator.userId, callBackReason: "Closed.", atBank: 0 });
  expect(after.rows.map(({ state, trouble }) => [state, trouble])).toEqual([
    ["released", null],
    ["paid", null],
    ["released", null],
  ]);
  expect(await page("run_none")).toBeNull();
});

describe("the file of a payout run", () => {
  const viewed = async (id: string) => {
    const told = await db.all(sql`SELECT id FROM audit_log
      WHERE action = 'payout-account-viewed' AND subject = ${`withdrawal:${id}`}`);
    return told.length;
  };

  it("has the rows that the bank has still to pay, in their order, each time the same", async () => {
    const before = await Promise.all([at.id, paid, at.other].map(viewed));
    for (let times = 0; times < 2; times++) expect(await idsIn(runId)).toEqual([at.id, at.other]);
    const after = await Promise.all([at.id, paid, at.other].map(viewed));
    expect(after.map((count, place) => count - (before[place] ?? 0))).toEqual([2, 0, 2]);
  });

  it("leaves out requests that were rejected or paid since the run was made", async () => {
    await reject(at.id, at.person.userId);
    expect(await idsIn(runId)).toEqual([at.other]);
    await mark(runId, at.other);
    const before = await viewed(at.other);
    expect(await idsIn(runId)).toEqual([]);
    expect(await viewed(at.other)).toBe(before);
    expect(await idsIn(other)).toHaveLength(1);
  });

  it("is empty once it was called back, even if another run has its requests", async () => {
    await callBack(runId);
    const again = await make();
    expect(await idsIn(runId)).toEqual([]);
    expect(await idsIn(again)).toEqual([at.id, at.other]);
  });

  it("has account number and bank code as banks read them, however they were typed", async () => {
    const [found] = await file(other);
    if (!found) expect.fail();
    const place = { table: "withdrawals", column: "account_number_sealed", userId: found.userId } as const;
    const { sealed: accountNumberSealed, keyId } = await context.sealer.seal("0010-0123 4567 89", place);
    const typed = { ...found, accountNumberSealed, keyId, ifscCode: " hdfc0 000123 " };
    const [payout] = await openPayouts(context, [typed]);
    expect(payout?.slice(2, 4)).toEqual(["00100123456789", "HDFC0000123"]);
  });

  it("leaves the cell of an account number that cannot be opened empty", async () => {
    const payouts = await openPayouts(context, await file(other));
    expect(payouts).toEqual([
      [expect.any(String), "Sample", "", "SMPL0000001", "Sample Bank", "3.00", expect.stringMatching(/^DUN\d+R1$/)],
    ]);
    expect(context.logged.at(-1)).toMatchObject({
      event: "account-number-not-opened",
      fields: { code: "unknown-key" },
    });
  });
});

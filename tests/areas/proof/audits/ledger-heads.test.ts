// What an audit keeps of the ledger on the way, and compares the next one's with.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { runWork, writes } from "~/db/work";
import { type ChainedRow, chainLedger, FIRST_HEAD } from "~/domain/audit/chain-ledger";
import { PIECE, type PieceSize } from "~/areas/proof/audits/audit-deps";
import {
  firstProgress,
  type LaterProgress,
  type LedgerProgress,
  type Progress,
} from "~/areas/proof/audits/inside/audit-progress";
import type { Leased } from "~/areas/proof/audits/inside/audit-row";
import { chainPiece } from "~/areas/proof/audits/inside/chain-piece";
import { auditDeps, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet } from "../../../support/holdings";
import { signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const deps = auditDeps(context);
const { db } = context;
const END_MS = Date.parse("2026-05-05T00:00:00Z");
const DATE = "2026-05-04";
const [EVERY, OTHER] = [4, "f".repeat(64)];
const leased: Leased = {
  ...{ date: DATE, endMs: END_MS, previousDate: null, previousHash: null, pieces: 0, lease: "l" },
  progress: firstProgress(null),
};
type Kept = { seq: number; head: string };
let all: ChainedRow[];
/** After each so many rows. */
let right: Kept[];

const rowsNow = () => db.all<ChainedRow>(sql`SELECT * FROM transfers ORDER BY seq`);
const headOf = (rows: readonly ChainedRow[]) => chainLedger(FIRST_HEAD, rows, deps.sha256);
const kept = () => db.all<Kept & { date: string }>(sql`SELECT seq, head, date FROM ledger_checkpoints ORDER BY seq`);
async function chain(more: Partial<PieceSize> = {}, before: Parameters<typeof firstProgress>[0] = null) {
  let progress: Progress = firstProgress(before);
  while (progress.step === "ledger") {
    const piece = await chainPiece(deps, leased, progress as LedgerProgress, { ...PIECE, checkpoint: EVERY, ...more });
    await runWork(db, writes(...piece.statements));
    progress = piece.progress;
  }
  return (progress as LaterProgress<"accounts">).ledger.reason;
}
const audited = (isRight: 0 | 1) =>
  tamper(context, "audits", `UPDATE audits SET ledger_right = ${isRight} WHERE date = '${DATE}'`);
const keep = (heads: readonly Kept[]) =>
  db.run(sql`INSERT INTO ledger_checkpoints (seq, head, date)
    SELECT json_extract(value, '$.seq'), json_extract(value, '$.head'), ${DATE} FROM json_each(${JSON.stringify(heads)})`);
const between = (from: number, to: number) => `ledger: rows ${from} to ${to} are not what was chained before`;

beforeAll(async () => {
  const person = await signIn(context);
  for (let at = 0; at < 22; at += 1) await creditWallet(context, person, 100 + at);
  all = await rowsNow();
  right = all.flatMap(({ seq }, at) => ((at + 1) % EVERY === 0 ? [{ seq, head: headOf(all.slice(0, at + 1)) }] : []));
  expect(right.length).toBeGreaterThan(3);
  await db.run(
    sql`INSERT INTO audits (date, progress, lease, pieces, started_at_ms) VALUES (${DATE}, '{}', 'l', 0, 1)`,
  );
});
beforeEach(async () => {
  const many = await kept();
  await tamper(
    context,
    "ledger_checkpoints",
    many.map(({ seq }) => `DELETE FROM ledger_checkpoints WHERE seq = ${seq}`),
  );
  await audited(1);
});

it.each([{}, { rows: 3, transfers: 7 }, { rows: 4, transfers: 8 }])(
  "keeps the head after each so many rows, in pieces of any size: %j",
  async (size) => {
    expect(await chain(size)).toBeNull();
    expect(await kept()).toEqual(right.map((one) => ({ ...one, date: DATE })));
    expect(await chain(size)).toBeNull();
    expect(await kept()).toHaveLength(right.length);
  },
);

it("keeps none for a run that has lost the audit", async () => {
  const { statements } = await chainPiece(deps, { ...leased, lease: "another" }, firstProgress(null), {
    ...PIECE,
    checkpoint: EVERY,
  });
  await runWork(db, writes(...statements));
  expect([statements.length, await kept()]).toEqual([1, []]);
});

it("keeps none from a row of a later day on", async () => {
  const at = (ms: number) => `UPDATE transfers SET created_at_ms = ${ms} WHERE seq = ${all[EVERY]?.seq}`;
  await tamper(context, "transfers", at(END_MS));
  await chain();
  await tamper(context, "transfers", at(all[EVERY]?.created_at_ms ?? 0));
  expect(await kept()).toMatchObject([right[0]]);
});

it("compares what was kept, and keeps none once one of them is wrong", async () => {
  const [first, second, third] = right as [Kept, Kept, Kept];
  // Also where an answer or a piece ends with the row whose head was kept.
  for (const size of [{}, { rows: 3, transfers: 7 }, { rows: 4, transfers: 8 }]) {
    await keep([first, { ...second, head: OTHER }]);
    expect(await chain(size)).toBe(between(first.seq + 1, second.seq));
    expect(await kept()).toHaveLength(2);
    await tamper(
      context,
      "ledger_checkpoints",
      `UPDATE ledger_checkpoints SET head = '${OTHER}' WHERE seq = ${first.seq}`,
    );
    expect(await chain(size)).toBe(between(1, first.seq));
    await tamper(
      context,
      "ledger_checkpoints",
      [first, second].map(({ seq }) => `DELETE FROM ledger_checkpoints WHERE seq = ${seq}`),
    );
  }
  await keep([first, third]);
  expect(await chain({}, { date: "2026-05-03", endMs: END_MS, expected: "x" })).toBe(
    `ledger: rows after ${third.seq} are not what was chained on 2026-05-03`,
  );
});

it("does not compare what was kept on a day whose ledger was wrong", async () => {
  await keep([{ seq: right[0]?.seq ?? 0, head: OTHER }]);
  await audited(0);
  expect(await chain()).toBeNull();
});

it("compares what was kept after a row that is gone, also the last one", async () => {
  const last = right.at(-1) ?? expect.fail();
  const move = (from: number, to: number) => `UPDATE transfers SET seq = ${to} WHERE seq = ${from}`;
  await keep(right);
  await tamper(context, "transfers", move(last.seq, 1_000_000));
  const gone = [await chain(), await chain({ rows: 3, transfers: 7 })];
  await tamper(context, "transfers", move(1_000_000, last.seq));
  expect(gone).toEqual(Array(2).fill(between((right.at(-2)?.seq ?? 0) + 1, last.seq)));
  await keep([{ seq: 1_000_000, head: headOf(all) }]);
  expect(await chain()).toBeNull();
  await keep([{ seq: 1_000_001, head: OTHER }]);
  expect(await chain()).toBe(between(1_000_001, 1_000_001));
});

it("compares the day before by the rows which that day had, in whatever order they came", async () => {
  const row = all[EVERY] ?? expect.fail();
  const at = (ms: number) => `UPDATE transfers SET created_at_ms = ${ms} WHERE seq = ${row.seq}`;
  const expected = headOf(all.filter(({ seq }) => seq !== row.seq));
  await tamper(context, "transfers", at(END_MS - 1));
  const found = await chain({ checkpoint: 1_000 }, { date: "2026-05-03", endMs: END_MS - 1, expected });
  await tamper(context, "transfers", at(row.created_at_ms));
  expect(found).toBeNull();
});

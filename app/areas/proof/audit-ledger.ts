import { sql } from "drizzle-orm";
import { chainLedger, type ChainedRow, FIRST_HEAD } from "~/domain/audit/chains";
import { isOfHouse, isRewardsPending, isWallet } from "~/core/ledger/accounts";
import type { Slice } from "./audit-day";
import type { AuditDeps, Day, SliceSize } from "./audit-deps";

// The ledger from its first row on: chained again, and compared on the way with what was chained before. Amounts are added up at
// the same time, because no other step reads every row.

export type Sides = Record<string, { credits: number; debits: number }>;
export type Checkpoint = { seq: number; head: string };

export type Chained = {
  /** The last row that was read. */
  seq: number;
  /** Of this day: rows created before its end. */
  head: string;
  rows: number;
  /** What the money of a day is told by: investors' credits less debits, in cents, and both sides of each account of the house. */
  sums: { wallets: number; rewardsPending: number; house: Sides };
  /** Both sides of the house's accounts with all rows so far, those of later days too. */
  all: Sides;
  /** What is wrong. */
  reason: string | null;
};

type Chain = Chained & {
  /** Of the day that it is compared with, the same way. */
  before: { date: string; endMs: number; expected: string; head: string } | null;
  /** False once a row of a later day came: from then on one day's head no longer starts from the previous day's. */
  pure: boolean;
  /** The last row up to which the head was as it had been before. */
  rightSeq: number;
};

/** `end`: of the last slice; null: of another. `made`: heads that later days are compared with. */
export type LedgerTold = { end: Chained | null; made: Checkpoint[] };

export const firstInChain = (right: { date: string; endMs: number; head: string } | null): Chain => ({
  // Before any row, even one inserted before the first.
  seq: Number.MIN_SAFE_INTEGER,
  head: FIRST_HEAD,
  rows: 0,
  sums: { wallets: 0, rewardsPending: 0, house: {} },
  all: {},
  before: right && { date: right.date, endMs: right.endMs, expected: right.head, head: FIRST_HEAD },
  pure: true,
  rightSeq: 0,
  reason: null,
});

export async function chainSlice(
  deps: AuditDeps,
  { endMs }: Day,
  from: Chain,
  size: SliceSize,
): Promise<Slice<Chain, LedgerTold>> {
  const state = structuredClone(from);
  const made: Checkpoint[] = [];
  let left = size.transfers;
  let more = true;
  while (more && left > 0) {
    const many = Math.min(size.rows, left);
    const rows = await readRows(deps, state.seq, many);
    more = rows.length === many;
    left -= rows.length;
    const known = await readCheckpoints(deps, state.seq, more ? (rows.at(-1)?.seq ?? state.seq) : null);
    for (const row of rows) {
      while (known[0] && known[0].seq < row.seq) compare(state, known.shift());
      addRow(state, row, endMs, deps.sha256);
      if (known[0]?.seq === row.seq) compare(state, known.shift());
      else if (state.rows % size.checkpoint === 0 && state.pure && state.reason === null)
        made.push({ seq: row.seq, head: state.head });
    }
    while (known.length > 0) compare(state, known.shift());
  }
  return more ? { next: state, told: { end: null, made } } : { next: null, told: { end: finish(state), made } };
}

const readRows = ({ db }: AuditDeps, afterSeq: number, many: number) =>
  db.all<ChainedRow>(sql`SELECT amount, created_at_ms, credit_account_id, currency, debit_account_id, id, reason, refers_to, seq
    FROM transfers WHERE seq > ${afterSeq} ORDER BY seq LIMIT ${many}`);

/** @param toSeq null: to the end, so that missing rows are noticed */
const readCheckpoints = ({ db }: AuditDeps, afterSeq: number, toSeq: number | null) =>
  db.all<Checkpoint>(sql`SELECT seq, head FROM ledger_checkpoints
    WHERE seq > ${afterSeq} AND seq <= ${toSeq ?? Number.MAX_SAFE_INTEGER} ORDER BY seq`);

function compare(state: Chain, checkpoint: Checkpoint | undefined): void {
  if (!checkpoint || state.reason !== null) return;
  if (checkpoint.head === state.head) state.rightSeq = checkpoint.seq;
  else state.reason = `ledger: rows ${state.rightSeq + 1} to ${checkpoint.seq} are not what was chained before`;
}

function addRow(state: Chain, row: ChainedRow, endMs: number, sha256: AuditDeps["sha256"]): void {
  state.seq = row.seq;
  addSides(state.all, row);
  const { head, before } = state;
  if (row.created_at_ms < endMs) {
    state.head = chainLedger(head, [row], sha256);
    state.rows += 1;
    addSides(state.sums.house, row);
    addInvestors(state, row.credit_account_id, row, 1);
    addInvestors(state, row.debit_account_id, row, -1);
  } else state.pure = false;
  if (before && row.created_at_ms < before.endMs)
    // As long as both days have had the same rows, one hash does for both.
    before.head =
      before.head === head && row.created_at_ms < endMs ? state.head : chainLedger(before.head, [row], sha256);
}

function addSides(sides: Sides, { credit_account_id: credit, debit_account_id: debit, amount }: ChainedRow): void {
  for (const account of [credit, debit]) {
    if (!isOfHouse(account)) continue;
    const side = (sides[account] ??= { credits: 0, debits: 0 });
    if (account === credit) side.credits += amount;
    if (account === debit) side.debits += amount;
  }
}

function addInvestors({ sums }: Chain, account: string, { amount }: ChainedRow, sign: 1 | -1): void {
  if (isWallet(account)) sums.wallets += sign * amount;
  if (isRewardsPending(account)) sums.rewardsPending += sign * amount;
}

function finish({ before, ...state }: Chain): Chained {
  const { seq, head, rows, sums, all, rightSeq } = state;
  const isRight = before === null || before.head === before.expected;
  const changed = `ledger: rows after ${rightSeq} are not what was chained on ${before?.date}`;
  return { seq, head, rows, sums, all, reason: state.reason ?? (isRight ? null : changed) };
}

/** What the last slice says of all. */
export const chainEnd = (told: readonly LedgerTold[]): Chained => told.at(-1)?.end as Chained;

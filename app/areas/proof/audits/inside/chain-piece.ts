import { sql } from "drizzle-orm";
import type { Statement } from "~/db/work";
import { chainLedger, type ChainedRow } from "~/domain/audit/chain-ledger";
import { isOfHouse, isRewardsPending, isWallet } from "~/core/ledger/accounts";
import { type AuditDeps, type PieceSize } from "../audit-deps";
import type { LedgerProgress, Progress, Sides } from "./audit-progress";
import { isOurs, type Leased, type Piece } from "./audit-row";

// The ledger from its first row on: chained again, and compared on the way with what was chained before. Amounts are added up at
// the same time, because no other piece reads every row.

type Checkpoint = { seq: number; head: string };

export async function chainPiece(
  deps: AuditDeps,
  leased: Leased,
  from: LedgerProgress,
  size: PieceSize,
): Promise<Piece> {
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
      addRow(state, row, leased.endMs, deps.sha256);
      if (known[0]?.seq === row.seq) compare(state, known.shift());
      else if (state.rows % size.checkpoint === 0 && state.pure && state.reason === null)
        made.push({ seq: row.seq, head: state.head });
    }
    while (known.length > 0) compare(state, known.shift());
  }
  const statements = made.length === 0 ? [] : [keepCheckpoints(deps, leased, made)];
  return { progress: more ? state : finish(state), statements };
}

const readRows = ({ db }: AuditDeps, afterSeq: number, many: number) =>
  db.all<ChainedRow>(sql`SELECT amount, created_at_ms, credit_account_id, currency, debit_account_id, id, reason, refers_to, seq
    FROM transfers WHERE seq > ${afterSeq} ORDER BY seq LIMIT ${many}`);

/** @param toSeq null: to the end, so that missing rows are noticed */
const readCheckpoints = ({ db }: AuditDeps, afterSeq: number, toSeq: number | null) =>
  db.all<Checkpoint>(sql`SELECT seq, head FROM ledger_checkpoints
    WHERE seq > ${afterSeq} AND seq <= ${toSeq ?? Number.MAX_SAFE_INTEGER}
      AND EXISTS (SELECT 1 FROM audits WHERE audits.date = ledger_checkpoints.date AND ledger_right = 1) ORDER BY seq`);

function keepCheckpoints({ db }: AuditDeps, leased: Leased, made: Checkpoint[]): Statement {
  return db.run(sql`INSERT INTO ledger_checkpoints (seq, head, date)
    SELECT json_extract(value, '$.seq'), json_extract(value, '$.head'), ${leased.date} FROM json_each(${JSON.stringify(made)})
    WHERE ${isOurs(leased)} ON CONFLICT DO NOTHING`);
}

function compare(state: LedgerProgress, checkpoint: Checkpoint | undefined): void {
  if (!checkpoint || state.reason !== null) return;
  if (checkpoint.head === state.head) state.rightSeq = checkpoint.seq;
  else state.reason = `ledger: rows ${state.rightSeq + 1} to ${checkpoint.seq} are not what was chained before`;
}

function addRow(state: LedgerProgress, row: ChainedRow, endMs: number, sha256: AuditDeps["sha256"]): void {
  state.seq = row.seq;
  addSides(state.all, row);
  const { head, before } = state;
  if (row.created_at_ms < endMs) {
    state.head = chainLedger(head, [row], sha256);
    state.rows += 1;
    state.lastSeq = row.seq;
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

function addInvestors({ sums }: LedgerProgress, account: string, { amount }: ChainedRow, sign: 1 | -1): void {
  if (isWallet(account)) sums.wallets += sign * amount;
  if (isRewardsPending(account)) sums.rewardsPending += sign * amount;
}

function finish({ before, ...state }: LedgerProgress): Progress {
  const { seq, head, rows, lastSeq, sums, all, rightSeq } = state;
  const isRight = before === null || before.head === before.expected;
  const changed = `ledger: rows after ${rightSeq} are not what was chained on ${before?.date}`;
  const reason = state.reason ?? (isRight ? null : changed);
  return { step: "accounts", after: "", wrong: 0, ledger: { seq, head, rows, lastSeq, sums, all, reason }, money: [] };
}

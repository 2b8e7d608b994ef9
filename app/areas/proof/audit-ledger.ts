import { sql } from "drizzle-orm";
import { isOfHouse, isRewardsPending, isWallet } from "~/core/ledger/accounts";
import { rows, runWork, together } from "~/db/work";
import { chainLedger, type ChainedRow, FIRST_HEAD } from "~/domain/audit/hashes";
import { type Audit, type Before, dayEnd, type Slice } from "./audit-steps";

// The ledger from its first row on: chained again, and compared with how it was chained on the last day whose ledger was right. Amounts are
// added up at the same time, because no other step reads every row.

type Sides = { credits: number; debits: number };

export type Chain = {
  /** The last row that was read. */
  seq: number;
  /** Rows created before the day's end, and the head that they are chained to. */
  head: string;
  rows: number;
  /** Credits less debits by the day's end: of each account of the house, and of all wallets and rewards pending. */
  balances: Record<string, number>;
  /** Both sides of the house's accounts with all rows so far, those of later days too. */
  all: Record<string, Sides>;
  /** Which of those accounts differ from all rows. */
  wrong: string[];
  /** The day that it is compared with. */
  before: { date: string; endMs: number; expected: string; head: string } | null;
};

export const firstInChain = (right: Before["right"]): Chain => ({
  // Before any row, even one inserted before the first.
  seq: Number.MIN_SAFE_INTEGER,
  head: FIRST_HEAD,
  rows: 0,
  balances: {},
  all: {},
  wrong: [],
  before: right ? { date: right.date, endMs: dayEnd(right.date), expected: right.head, head: FIRST_HEAD } : null,
});

/** `told`: of the last slice, the end of the chain. */
export async function chainSlice({ db, endMs, size }: Audit, from: Chain): Promise<Slice<Chain, Chain>> {
  const chain = structuredClone(from);
  let [left, more] = [size.transfers, true];
  while (more && left > 0) {
    const many = Math.min(size.rows, left);
    // Their totals at the same moment. They have too many rows to add up at once.
    const { found, house } = await runWork(
      db,
      together({
        found: rows(
          db.all<ChainedRow>(sql`SELECT * FROM transfers WHERE seq > ${chain.seq} ORDER BY seq LIMIT ${many}`),
        ),
        house: rows(
          db.all<Sides & { id: string }>(
            sql`SELECT id, credits_total AS credits, debits_total AS debits FROM accounts WHERE user_id IS NULL ORDER BY id`,
          ),
        ),
      }),
    );
    for (const transfer of found) addRow(chain, transfer, endMs);
    more = found.length === many;
    if (!more) chain.wrong = house.filter((one) => !isSum(one, chain.all[one.id])).map(({ id }) => id);
    left -= found.length;
  }
  return { next: more ? chain : null, told: chain };
}

const isSum = (account: Sides, { credits, debits }: Sides = { credits: 0, debits: 0 }) =>
  account.credits === credits && account.debits === debits;

function addRow(chain: Chain, transfer: ChainedRow, endMs: number): void {
  const { head, before } = chain;
  const { seq, amount, created_at_ms: atMs, credit_account_id: credit, debit_account_id: debit } = transfer;
  chain.seq = seq;
  for (const account of [credit, debit]) {
    if (!isOfHouse(account)) continue;
    const side = (chain.all[account] ??= { credits: 0, debits: 0 });
    if (account === credit) side.credits += amount;
    if (account === debit) side.debits += amount;
  }
  if (atMs < endMs) {
    chain.head = chainLedger(head, [transfer]);
    chain.rows += 1;
    addTo(chain.balances, credit, amount);
    addTo(chain.balances, debit, -amount);
  }
  if (before && atMs < before.endMs)
    // As long as both days have had the same rows, one hash does for both.
    before.head = before.head === head && atMs < endMs ? chain.head : chainLedger(before.head, [transfer]);
}

function addTo(balances: Chain["balances"], account: string, amount: number): void {
  const one = isOfHouse(account) ? account : isWallet(account) ? WALLETS : isRewardsPending(account) ? REWARDS : null;
  if (one !== null) balances[one] = (balances[one] ?? 0) + amount;
}

export const [WALLETS, REWARDS] = ["wallets", "rewards-pending"] as const;

export const wrongInChain = ({ before }: Chain): string | null =>
  before === null || before.head === before.expected ? null : `ledger: rows are not what was chained on ${before.date}`;

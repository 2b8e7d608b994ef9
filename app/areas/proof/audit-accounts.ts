import { sql } from "drizzle-orm";
import { row, rows, runWork, together } from "~/db/work";
import { BEFORE_INVESTORS } from "~/core/ledger/accounts";
import type { Slice } from "./audit-day";
import type { AuditDeps, SliceSize } from "./audit-deps";
import { chainEnd, type LedgerTold, type Sides } from "./audit-ledger";

// The totals of accounts, added up again from the transfers.

/** How many of the next accounts differ. They bear the ids of their owners, which are not public. */
export async function checkInvestors(
  { db, log }: AuditDeps,
  after: string,
  size: SliceSize,
): Promise<Slice<string, { wrong: number }>> {
  const next = sql`SELECT id, credits_total, debits_total FROM accounts WHERE id > ${after} ORDER BY id LIMIT ${size.accounts}`;
  const found = await runWork(
    db,
    together({
      window: row(
        db.all<{ last: string | null; count: number }>(sql`SELECT max(id) AS last, count(*) AS count FROM (${next})`),
      ),
      wrong: rows(
        db.all<{ id: string }>(sql`SELECT id FROM (${next}) AS next WHERE
          credits_total <> coalesce((SELECT sum(amount) FROM transfers WHERE credit_account_id = next.id), 0)
          OR debits_total <> coalesce((SELECT sum(amount) FROM transfers WHERE debit_account_id = next.id), 0)`),
      ),
    }),
  );
  for (const { id } of found.wrong) log("audit-account-wrong", { code: id });
  const { last, count } = found.window ?? { last: null, count: 0 };
  return { next: count === size.accounts ? last : null, told: { wrong: found.wrong.length } };
}

/** Those of the house have too many transfers to add up at once: their sums come from the ledger's slices. */
export async function checkHouse({ db }: AuditDeps, told: readonly LedgerTold[]): Promise<string[]> {
  const ledger = chainEnd(told);
  // Of the two conditions only this one is few rows: a plus keeps the other from being searched by.
  const since = sql`seq > ${ledger.seq}`;
  const { accounts, later } = await runWork(
    db,
    together({
      accounts: rows(
        db.all<{ id: string; credits_total: number; debits_total: number }>(
          sql`SELECT id, credits_total, debits_total FROM accounts WHERE user_id IS NULL ORDER BY id`,
        ),
      ),
      later: rows(
        db.all<{
          id: string;
          credits: number;
          debits: number;
        }>(sql`SELECT id, sum(credit) AS credits, sum(debit) AS debits FROM (
          SELECT credit_account_id AS id, amount AS credit, 0 AS debit FROM transfers WHERE ${since} AND +credit_account_id < ${BEFORE_INVESTORS}
          UNION ALL SELECT debit_account_id, 0, amount FROM transfers WHERE ${since} AND +debit_account_id < ${BEFORE_INVESTORS}) GROUP BY id`),
      ),
    }),
  );
  const after: Sides = Object.fromEntries(later.map(({ id, credits, debits }) => [id, { credits, debits }]));
  const sum = (id: string, side: "credits" | "debits") => (ledger.all[id]?.[side] ?? 0) + (after[id]?.[side] ?? 0);
  return accounts
    .filter(
      ({ id, credits_total, debits_total }) =>
        credits_total !== sum(id, "credits") || debits_total !== sum(id, "debits"),
    )
    .map(({ id }) => `accounts: ${id} differs from its transfers`);
}

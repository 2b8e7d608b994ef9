import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, rows, runWork, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { TOTALS_RULE } from "~/core/ledger/book-rules";
import { type BookRange, recordBreach, subjectOf } from "./check-books";

// Adds up all transfers again, in the order of their numbers, over as many runs as that takes. Once the last one is reached,
// accounts are compared with their sums, some in each run. After the last account it starts again, from the first transfer.

type CheckTotalsDeps = Pick<Deps, "db" | "nowMs" | "log">;

type Mark = {
  /** The how manyeth time all transfers are added up. */
  pass: number;
  /** The last transfer that is in the sums. */
  seq: number;
  /** The last account that was compared. */
  after: string;
};

/** The number of the last transfer. */
const HEAD = sql`coalesce((SELECT max(seq) FROM transfers), 0)`;
const IN_MARK = sql`SELECT 1 FROM book_marks WHERE rule = ${TOTALS_RULE}`;

export async function checkTotals(deps: CheckTotalsDeps, { rows: many, windows }: BookRange): Promise<void> {
  await deps.db.run(sql`INSERT INTO book_marks (rule) VALUES (${TOTALS_RULE}) ON CONFLICT DO NOTHING`);
  for (let window = 0; window < windows; window++) {
    const mark = await readMark(deps.db);
    const found = await runWork(
      deps.db,
      together({
        added: addWindow(deps.db, mark, mark.seq + many),
        mixed: rows(deps.db.all<{ id: string }>(mixedCurrencies(mark.seq, many))),
        compared: compareAccounts(deps.db, mark, many),
      }),
    );
    for (const { id } of found.mixed) await recordBreach(deps, "a transfer stays in its currency", id);
    if (!found.compared.reached) continue;
    return recordCompared(deps, mark, found.compared, many);
  }
}

async function readMark(db: Database): Promise<Mark> {
  const [mark] = await db.all<Mark>(
    sql`SELECT pass, through_seq AS seq, after_key AS after FROM book_marks WHERE rule = ${TOTALS_RULE}`,
  );
  return mark ?? { pass: 1, seq: 0, after: "" };
}

/** Adds each transfer once, however many runs do this at the same time: only while the mark stands where it was read. */
function addWindow(db: Database, { pass, seq }: Mark, toSeq: number) {
  const window = sql`seq > ${seq} AND seq <= ${toSeq}`;
  const here = sql`EXISTS (${IN_MARK} AND pass = ${pass} AND through_seq = ${seq})`;
  return writes(
    db.run(sql`INSERT INTO ledger_sums (account_id, pass, credits, debits)
      SELECT account_id, ${pass}, sum(credit), sum(debit) FROM (
        SELECT credit_account_id AS account_id, amount AS credit, 0 AS debit FROM transfers WHERE ${window}
        UNION ALL SELECT debit_account_id, 0, amount FROM transfers WHERE ${window})
      WHERE ${here} GROUP BY account_id
      ON CONFLICT (account_id) DO UPDATE SET pass = excluded.pass,
        credits = iif(pass = excluded.pass, credits, 0) + excluded.credits,
        debits = iif(pass = excluded.pass, debits, 0) + excluded.debits`),
    db.run(sql`UPDATE book_marks SET through_seq = min(${toSeq}, ${HEAD})
      WHERE rule = ${TOTALS_RULE} AND pass = ${pass} AND through_seq = ${seq}`),
  );
}

/** With this, debits equal credits in each currency, because each transfer is one of both. */
const mixedCurrencies = (seq: number, many: number) => sql`SELECT transfers.id FROM transfers
  JOIN accounts AS debited ON debited.id = debit_account_id JOIN accounts AS credited ON credited.id = credit_account_id
  WHERE seq > ${seq} AND seq <= ${seq + many} AND (debited.currency <> transfers.currency OR credited.currency <> transfers.currency) LIMIT 20`;

type Compared = { reached: boolean; last: string | null; count: number; wrong: { id: string }[] };

/** In the batch that adds the last transfers, so that nothing can come in between. */
function compareAccounts(db: Database, { pass, after }: Mark, many: number) {
  const next = sql`SELECT * FROM accounts WHERE id > ${after} ORDER BY id LIMIT ${many}`;
  const reached = sql`EXISTS (${IN_MARK} AND pass = ${pass} AND through_seq = ${HEAD})`;
  const compared = together({
    window: row(
      db.all<{ reached: number; last: string | null; count: number }>(
        sql`SELECT ${reached} AS reached, max(id) AS last, count(*) AS count FROM (SELECT id FROM (${next}))`,
      ),
    ),
    wrong: rows(
      db.all<{ id: string }>(sql`SELECT accounts.id FROM (${next}) AS accounts
        LEFT JOIN ledger_sums ON account_id = accounts.id AND pass = ${pass}
        WHERE ${reached} AND (credits_total <> coalesce(credits, 0) OR debits_total <> coalesce(debits, 0)) LIMIT 20`),
    ),
  });
  return mapWork(compared, ({ window, wrong }): Compared => ({
    reached: window?.reached === 1,
    last: window?.last ?? null,
    count: window?.count ?? 0,
    wrong,
  }));
}

async function recordCompared(
  deps: CheckTotalsDeps,
  { pass, after }: Mark,
  compared: Compared,
  many: number,
): Promise<void> {
  const { last, count, wrong } = compared;
  const subjects = JSON.stringify(wrong.map(({ id }) => subjectOf(TOTALS_RULE, id)));
  // What was wrong and is right again.
  await deps.db.run(sql`UPDATE differences SET state = 'gone' WHERE kind = 'books' AND state = 'open'
    AND subject > ${subjectOf(TOTALS_RULE, after)} AND subject <= ${subjectOf(TOTALS_RULE, last ?? after)}
    AND subject NOT IN (SELECT value FROM json_each(${subjects}))`);
  for (const { id } of wrong) await recordBreach(deps, TOTALS_RULE, id);
  const move =
    count < many
      ? sql`after_key = '', pass = pass + 1, through_seq = 0, covered_at_ms = ${deps.nowMs()}`
      : sql`after_key = ${last}`;
  await deps.db.run(sql`UPDATE book_marks SET ${move} WHERE rule = ${TOTALS_RULE} AND pass = ${pass}`);
}

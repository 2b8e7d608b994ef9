import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { RANGED_RULES, type RangedRule, STANDING_RULES, TOTALS_RULE } from "~/core/ledger/book-rules";
import type { Database } from "~/db/client";
import { bookMarks } from "~/db/schema/reconciliation";
import { mapWork, row, rows, runWork, together, writes } from "~/db/work";
import { recordDifference } from "./record-difference";

type CheckBooksDeps = Pick<Deps, "db" | "nowMs" | "log">;

/**
 * How much of the books a run reads, whatever their size: at one run an hour, 2,000 rows of each table and 20,000 transfers. A
 * table of 100,000 rows is gone through in about two days, and then again; what is new is checked at once.
 */
export type BookRange = {
  /** Rows of a table, counted from where the last run stopped. */
  rows: number;
  /** Casks, each with all its stakes. */
  casks: number;
  /** The newest rows of a table, in every run. */
  newest: number;
  /** How many times `rows` transfers are added up. */
  windows: number;
};

const RANGE: BookRange = { rows: 2_000, casks: 50, newest: 200, windows: 10 };

/** Reports what breaks a rule of the books. None of it can be repaired automatically. */
export async function checkBooks(deps: CheckBooksDeps, range: BookRange = RANGE): Promise<void> {
  for (const [rule, query] of Object.entries(STANDING_RULES)) {
    for (const { id } of await deps.db.all<{ id: string }>(sql.raw(query))) await recordBreach(deps, rule, id);
  }
  await checkRanges(deps, range);
  await checkTotals(deps, range);
}

async function recordBreach(deps: CheckBooksDeps, rule: string, id: string): Promise<void> {
  await recordDifference(deps, { kind: "books", subject: subjectOf(rule, id) }, "open");
}

const subjectOf = (rule: string, id: string) => `${rule}: ${id}`;

const SHOWN = 20;

/** Checks the next rows of every table, and the newest ones. The mark moves on afterwards, so a run that dies is repeated. */
async function checkRanges(deps: CheckBooksDeps, range: BookRange): Promise<void> {
  const marks = await deps.db.select().from(bookMarks);
  for (const [name, rule] of Object.entries(RANGED_RULES)) {
    const after = marks.find((mark) => mark.rule === name)?.afterKey ?? "";
    await checkRange(deps, { name, rule, after }, range);
  }
}

async function checkRange(
  deps: CheckBooksDeps,
  { name, rule, after }: { name: string; rule: RangedRule; after: string },
  range: BookRange,
): Promise<void> {
  const { db } = deps;
  const many = rule.heavy ? range.casks : range.rows;
  const key = sql.raw(rule.key);
  const table = sql.raw(rule.table);
  const next = sql`SELECT * FROM ${table} WHERE ${key} > ${after} ORDER BY ${key} LIMIT ${many}`;
  const newest = sql`SELECT * FROM ${table} ORDER BY ${key} DESC LIMIT ${Math.min(many, range.newest)}`;
  const breaking = (some: typeof next) =>
    rows(
      db.all<{ id: string }>(
        sql`SELECT ${key} AS id FROM (${some}) AS ${table} WHERE (${sql.raw(rule.breach)}) LIMIT ${SHOWN}`,
      ),
    );
  const found = await runWork(
    db,
    together({
      window: rows(
        db.all<{ last: string | null; count: number }>(
          sql`SELECT max(${key}) AS last, count(*) AS count FROM (SELECT ${key} FROM (${next}))`,
        ),
      ),
      next: breaking(next),
      newest: breaking(newest),
    }),
  );
  for (const { id } of [...found.next, ...found.newest]) await recordBreach(deps, name, id);
  const [window] = found.window;
  const atEnd = (window?.count ?? 0) < many;
  await moveMark(deps, name, atEnd ? "" : (window?.last ?? ""), atEnd);
}

async function moveMark(
  { db, nowMs }: CheckBooksDeps,
  rule: string,
  afterKey: string,
  covered: boolean,
): Promise<void> {
  const coveredAtMs = covered ? { coveredAtMs: nowMs() } : {};
  await db
    .insert(bookMarks)
    .values({ rule, afterKey, ...coveredAtMs })
    .onConflictDoUpdate({ target: bookMarks.rule, set: { afterKey, ...coveredAtMs } });
}

// Adds up all transfers again, in the order of their numbers, over as many runs as that takes. Once the last one is reached,
// accounts are compared with their sums, some in each run. After the last account it starts again, from the first transfer.

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

async function checkTotals(deps: CheckBooksDeps, { rows: many, windows }: BookRange): Promise<void> {
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
  deps: CheckBooksDeps,
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

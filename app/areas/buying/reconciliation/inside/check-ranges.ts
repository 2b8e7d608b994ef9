import { sql } from "drizzle-orm";
import { bookMarks } from "~/db/schema/reconciliation";
import { rows, runWork, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { RANGED_RULES, type RangedRule } from "~/core/ledger/book-rules";
import { type BookRange, recordBreach } from "./check-books";

type CheckRangesDeps = Pick<Deps, "db" | "nowMs" | "log">;

const SHOWN = 20;

/** Checks the next rows of every table, and the newest ones. The mark moves on afterwards, so a run that dies is repeated. */
export async function checkRanges(deps: CheckRangesDeps, range: BookRange): Promise<void> {
  const marks = await deps.db.select().from(bookMarks);
  for (const [name, rule] of Object.entries(RANGED_RULES)) {
    const after = marks.find((mark) => mark.rule === name)?.afterKey ?? "";
    await checkRange(deps, { name, rule, after }, range);
  }
}

async function checkRange(
  deps: CheckRangesDeps,
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
  { db, nowMs }: CheckRangesDeps,
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

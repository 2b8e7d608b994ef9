import { sql } from "drizzle-orm";
import { row, rows, runWork, together } from "~/db/work";
import { RANGED_RULES, type RangedRule } from "~/core/ledger/book-rules";
import type { AuditDeps, PieceSize } from "../audit-deps";
import type { LaterProgress, Progress } from "./audit-progress";

// The rules of the books, asked of every row, a range of one table at a time. They hold at any moment, so what breaks one now is
// wrong at midnight as well.

type Ruled = { table: string; key: string; isHeavy: boolean; rules: [rule: string, breach: string][] };

/** What is gone through together: rules about the same rows. */
const TABLES = gathered(Object.entries(RANGED_RULES));

function gathered(all: [string, RangedRule][]): Ruled[] {
  const tables: Ruled[] = [];
  for (const [rule, { table, key, breach, heavy = false }] of all) {
    const known = tables.find((one) => one.table === table);
    if (known) known.rules.push([rule, breach]);
    else tables.push({ table, key, isHeavy: heavy, rules: [[rule, breach]] });
  }
  return tables;
}

export async function rulesPiece(deps: AuditDeps, from: LaterProgress<"rules">, size: PieceSize): Promise<Progress> {
  const { ledger, money, counts, other, table: place, after } = from;
  const ruled = TABLES[place];
  if (!ruled) return { step: "books", ledger, money, counts, other: [...other, ...tellBroken(from.broken)] };
  const { last, isEnd, found } = await askRange(deps, ruled, after, ruled.isHeavy ? size.casks : size.ruled);
  const broken = { ...from.broken };
  for (const [rule, ids] of found) {
    for (const id of ids) deps.log("audit-rule-broken", { code: rule, error: id });
    broken[rule] = (broken[rule] ?? 0) + ids.length;
  }
  return isEnd ? { ...from, broken, table: place + 1, after: "" } : { ...from, broken, after: last };
}

async function askRange({ db }: AuditDeps, { table, key, rules }: Ruled, after: string, many: number) {
  const [name, id] = [sql.raw(table), sql.raw(key)];
  const next = sql`SELECT ${id} FROM ${name} WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${many}`;
  const { window, ...found } = await runWork(
    db,
    together({
      window: row(
        db.all<{ last: string | null; count: number }>(
          sql`SELECT max(${id}) AS last, count(*) AS count FROM (${next}) AS next`,
        ),
      ),
      ...Object.fromEntries(
        rules.map(([rule, breach]) => [
          rule,
          rows(
            db.all<{ id: string }>(sql`SELECT ${id} AS id FROM ${name} WHERE ${id} > ${after}
              AND ${id} <= (SELECT max(${id}) FROM (${next}) AS next) AND (${sql.raw(breach)}) LIMIT ${MOST_TOLD}`),
          ),
        ]),
      ),
    }),
  );
  const { last, count } = window ?? { last: null, count: 0 };
  return {
    last: last ?? after,
    isEnd: count < many,
    found: Object.entries(found as Record<string, { id: string }[]>).map(
      ([rule, ids]) => [rule, ids.map((one) => one.id)] as const,
    ),
  };
}

/** Per rule and range: a row that breaks it a thousand times is found by the first. */
const MOST_TOLD = 100;

/** Ids of payments and people are not public: only how many there are is told. */
function tellBroken(broken: Readonly<Record<string, number>>): string[] {
  return TABLES.flatMap(({ table, rules }) =>
    rules.flatMap(([rule]) => (broken[rule] ? [`${table}: ${broken[rule]} against the rule '${rule}'`] : [])),
  );
}

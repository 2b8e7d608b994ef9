import { sql } from "drizzle-orm";
import { row, rows, runWork, together } from "~/db/work";
import { RANGED_RULES, type RangedRule, STANDING_RULES } from "~/core/ledger/book-rules";
import { type AuditDay, type AuditedResale, dayKey } from "~/domain/audit/audit-files";
import { hashOfDay } from "~/domain/audit/hashes";
import { listed } from "./audit-casks";
import type { Before } from "./audit-day";
import { type AuditDeps, type Day, dayEnd, readText, type Slice, type SliceSize } from "./audit-steps";

// The rules of the books, checked for every row, a range of one table at a time; what is under way now; casks that are gone; the file of
// the day before. The rules hold at any moment, so what breaks one now is wrong at midnight as well.

/** `table`: its place in TABLES; `after`: the last row that was checked. */
type RuleFrom = { table: number; after: string };
export const FIRST_RULES: RuleFrom = { table: 0, after: "" };
/** How often each rule was broken. */
export type Broken = Record<string, number>;

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

export async function checkRules(deps: AuditDeps, from: RuleFrom, size: SliceSize): Promise<Slice<RuleFrom, Broken>> {
  const ruled = TABLES[from.table];
  if (!ruled) return { next: null, told: {} };
  const { last, isEnd, found } = await checkRange(deps, ruled, from.after, ruled.isHeavy ? size.casks : size.ruled);
  for (const [rule, ids] of found) for (const id of ids) deps.log("audit-rule-broken", { code: rule, error: id });
  const told = Object.fromEntries(found.filter(([, ids]) => ids.length > 0).map(([rule, ids]) => [rule, ids.length]));
  return { next: isEnd ? { table: from.table + 1, after: "" } : { ...from, after: last }, told };
}

async function checkRange({ db }: AuditDeps, { table, key, rules }: Ruled, after: string, many: number) {
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
export function tellBroken(slices: readonly Broken[]): string[] {
  const broken: Broken = {};
  for (const slice of slices)
    for (const [rule, count] of Object.entries(slice)) broken[rule] = (broken[rule] ?? 0) + count;
  return TABLES.flatMap(({ table, rules }) =>
    rules.flatMap(([rule]) => (broken[rule] ? [`${table}: ${broken[rule]} against the rule '${rule}'`] : [])),
  );
}

/** The field of the day's money that each of the standing rules is about. */
const FIELDS: Record<keyof typeof STANDING_RULES, string> = {
  "what is unsettled is owed to refunds under way": "unsettled_cents",
  "what is held for withdrawals is what is in progress": "withdrawals_open_cents",
  "what casks brought and is not shared out yet is set aside": "cask_proceeds_cents",
  "what is on hold is what sellers wait for": "wallets_cents",
};

/** What is wrong with the money, and with anything else; the stakes that changed hands. */
export type Books = { money: string[]; other: string[]; resales: AuditedResale[] };

export async function checkBooks(deps: AuditDeps, { endMs }: Day, latest: Before["latest"]): Promise<Books> {
  const { db } = deps;
  const { gone, resales, ...broken } = await runWork(
    db,
    together({
      ...Object.fromEntries(
        Object.entries(STANDING_RULES).map(([rule, query]) => [rule, rows(db.all<{ id: string }>(sql.raw(query)))]),
      ),
      gone: rows(
        db.all<{ id: string }>(sql`SELECT cask_id AS id FROM audited_casks
          WHERE (stakes > 0 OR NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = cask_id))
            AND NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = cask_id AND ${listed(endMs)}) ORDER BY cask_id LIMIT 5`),
      ),
      resales: rows(
        db.all<AuditedResale>(sql`SELECT cask_id, 2 * fee_cents AS fee_cents, price_cents, valued_cents FROM offers
          WHERE sold_at_ms >= ${latest ? dayEnd(latest.date) : 0} AND sold_at_ms < ${endMs} AND coalesce(undone_at_ms, ${endMs}) >= ${endMs}
          ORDER BY sold_at_ms, id`),
      ),
    }),
  );
  return {
    money: Object.entries(broken as Record<string, { id: string }[]>)
      .filter(([, found]) => found.length > 0)
      .map(([rule]) => `${FIELDS[rule] ?? "books"}: ${rule}, and it is not so`),
    other: [
      ...gone.map(({ id }) => `casks: ${id} is missing`),
      ...((await isUnchanged(deps, latest)) ? [] : [`previous_hash: the file of ${latest?.date} is gone or another`]),
    ],
    resales,
  };
}

async function isUnchanged({ proof, sha256 }: AuditDeps, latest: Before["latest"]): Promise<boolean> {
  if (!latest) return true;
  const text = await readText(proof, dayKey(latest.date));
  if (text === null) return false;
  try {
    const day = JSON.parse(text) as AuditDay;
    return day.hash === latest.hash && hashOfDay(day, sha256) === latest.hash;
  } catch {
    return false;
  }
}

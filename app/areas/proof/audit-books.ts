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

export async function checkRules(
  { db, log }: AuditDeps,
  { table, after }: RuleFrom,
  size: SliceSize,
): Promise<Slice<RuleFrom, Broken>> {
  const ruled = TABLES[table];
  if (!ruled) return { next: null, told: {} };
  const [name, id, many] = [sql.raw(ruled.table), sql.raw(ruled.key), ruled.isHeavy ? size.casks : size.ruled];
  const next = sql`SELECT ${id} FROM ${name} WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${many}`;
  const breaches = ruled.rules.map(([rule, breach]) => {
    const found = db.all<{ id: string }>(sql`SELECT ${id} AS id FROM ${name} WHERE ${id} > ${after}
      AND ${id} <= (SELECT max(${id}) FROM (${next}) AS next) AND (${sql.raw(breach)}) LIMIT ${MOST_TOLD}`);
    return [rule, rows(found)] as const;
  });
  const last = db.all<{ last: string | null; count: number }>(
    sql`SELECT max(${id}) AS last, count(*) AS count FROM (${next}) AS next`,
  );
  const { window, broken } = await runWork(
    db,
    together({ window: row(last), broken: together(Object.fromEntries(breaches)) }),
  );
  const told: Broken = {};
  for (const [rule, found] of Object.entries(broken)) {
    for (const one of found) log("audit-rule-broken", { code: rule, error: one.id });
    if (found.length > 0) told[rule] = found.length;
  }
  const isEnd = (window?.count ?? 0) < many;
  return { next: isEnd ? { table: table + 1, after: "" } : { table, after: window?.last ?? after }, told };
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
  const standing = Object.entries(STANDING_RULES).map(
    ([rule, query]) => [rule, rows(db.all<{ id: string }>(sql.raw(query)))] as const,
  );
  const { gone, resales, broken } = await runWork(
    db,
    together({
      broken: together(Object.fromEntries(standing)),
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
    money: Object.entries(broken)
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

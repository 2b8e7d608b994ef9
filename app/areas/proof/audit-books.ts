import { sql } from "drizzle-orm";
import { row, rows, runWork, together } from "~/db/work";
import { type RangedRule, RANGED_RULES, STANDING_RULES } from "~/core/ledger/book-rules";
import { type AuditedBid, type AuditedResale, type BidList, listKey } from "~/domain/audit/audit-files";
import { canonicalJson, registerMark, sha256 } from "~/domain/audit/hashes";
import { type Choice, countsOf, resultOf } from "~/domain/bids";
import { type Audit, type Before, dayEnd, putJson, readChained, type Slice } from "./audit-steps";

// The rules of the books hold at any moment, so what breaks one now is wrong at midnight as well.

/** `table`: its place in TABLES; `after`: the last row that was checked. */
type RuleFrom = { table: number; after: string };
export const FIRST_RULES: RuleFrom = { table: 0, after: "" };
export type Broken = Record<string, number>;

const RULES = Object.entries<RangedRule>({
  ...RANGED_RULES,
  // Those of the house have too many rows to add up at once: they are added up along the chain.
  "an investor's account is the sum of its transfers": {
    table: "accounts",
    key: "id",
    breach: `user_id IS NOT NULL
      AND (credits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = accounts.id)
        OR debits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id))`,
  },
});
/** Rules about the same rows are checked together. */
const TABLES = [...new Set(RULES.map(([, { table }]) => table))].map((table) => {
  const rules = RULES.filter(([, rule]) => rule.table === table);
  const [[, { key }] = ["", { key: "id" }]] = rules;
  return { table, key, rules };
});

/** Per rule and range. A row that breaks a rule a thousand times is found by the first. */
const MOST_TOLD = 100;

export async function checkRules(
  { db, log, size }: Audit,
  { table, after }: RuleFrom,
): Promise<Slice<RuleFrom, Broken>> {
  const ruled = TABLES[table];
  if (!ruled) return { next: null, told: {} };
  const many = ruled.rules.some(([, { heavy }]) => heavy) ? size.casks : size.ruled;
  const [name, id] = [sql.raw(ruled.table), sql.raw(ruled.key)];
  const next = sql`SELECT ${id} FROM ${name} WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${many}`;
  const breaches = ruled.rules.map(([rule, { breach }]) => {
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

/** Ids of payments and people are not public, so only the number of rows is told. */
export function brokenInWords(slices: readonly Broken[]): string[] {
  return RULES.flatMap(([rule, { table }]) => {
    const broken = slices.reduce((sum, slice) => sum + (slice[rule] ?? 0), 0);
    return broken > 0 ? [`${table}: ${broken} against the rule '${rule}'`] : [];
  });
}

/** Problems with the money, and with anything else; the stakes that changed hands. */
export type Books = { money: string[]; other: string[]; resales: AuditedResale[] };

export async function checkBooks(audit: Audit, latest: Before["latest"]): Promise<Books> {
  const { db, endMs } = audit;
  const standing = Object.entries(STANDING_RULES).map(
    ([rule, query]) => [rule, rows(db.all<{ id: string }>(sql.raw(query)))] as const,
  );
  const { resales, broken } = await runWork(
    db,
    together({
      broken: together(Object.fromEntries(standing)),
      resales: rows(
        db.all<AuditedResale>(sql`SELECT cask_id, 2 * fee_cents AS fee_cents, price_cents, valued_cents FROM offers
          WHERE sold_at_ms >= ${latest ? dayEnd(latest.date) : 0} AND sold_at_ms < ${endMs} AND coalesce(undone_at_ms, ${endMs}) >= ${endMs}
          ORDER BY sold_at_ms, id`),
      ),
    }),
  );
  const isThere = !latest || (await readChained(audit, latest.date, latest.hash)) !== null;
  return {
    money: Object.entries(broken)
      .filter(([, found]) => found.length > 0)
      .map(([rule]) => `books: against the rule '${rule}'`),
    other: isThere ? [] : [`previous_hash: the file of ${latest.date} is gone or another`],
    resales,
  };
}

export type BidsTold = { bids: AuditedBid[]; problems: string[] };

/** The bids that were put to holders, as they stood at the day's end. Each count is made again from its ballots. */
export async function auditBids(audit: Audit): Promise<BidsTold> {
  const { db, endMs } = audit;
  const by = (column: string, what: string) => sql.raw(`iif(${column} < ${endMs}, ${what}, NULL)`);
  const timeOf = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
  const bids = await db.all<AuditedBid>(sql`SELECT id, cask_id, bidder_kind, gross_cents, fees_cents, stakes,
      letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, NULL AS list_sha256,
      ${sql.raw(timeOf("published_at_ms"))} AS opened_at, ${sql.raw(timeOf("closes_at_ms"))} AS closes_at,
      ${by("withdrawn_at_ms", timeOf("withdrawn_at_ms"))} AS withdrawn_at, ${by("counted_at_ms", "result")} AS result,
      ${by("counted_at_ms", "issued_stakes")} AS issued, ${by("counted_at_ms", "accepted_stakes")} AS accepted,
      ${by("counted_at_ms", "declined_stakes")} AS declined
    FROM bids WHERE id > '' AND published_at_ms < ${endMs} ORDER BY id`);
  const problems: string[] = [];
  for (const bid of bids) {
    if (bid.result === null) continue;
    const list = await readBallots(audit, bid);
    const text = canonicalJson(list);
    bid.list_sha256 = sha256(text);
    await putJson(audit, listKey(bid.list_sha256), text);
    const counts = countsOf(list.stakes.map(({ choice }) => choice));
    const { voted_parts: votedParts, voted_whole: votedWhole, accepted_parts: acceptedParts } = bid;
    const rule = { votedParts, votedWhole, acceptedParts, acceptedWhole: bid.accepted_whole };
    const { issued, accepted, declined, result } = { ...counts, result: resultOf(counts, rule) };
    if (issued !== bid.issued || accepted !== bid.accepted || declined !== bid.declined || result !== bid.result)
      problems.push(`bids: ${bid.id} was counted otherwise than its ballots and its rule say`);
  }
  return { bids, problems };
}

async function readBallots({ db }: Audit, { id, cask_id: caskId }: AuditedBid): Promise<BidList> {
  const ballots = await db.all<{ number: number; code: string | null; choice: Choice | null }>(
    sql`SELECT number, certificate_code AS code, choice FROM bid_ballots WHERE bid_id = ${id}`,
  );
  const place = ({ mark, choice }: BidList["stakes"][number]) => mark ?? `without ${choice ?? "none"}`;
  const stakes = ballots.map(({ number, code, choice }) => ({
    choice,
    mark: code === null ? null : registerMark({ certificateCode: code, stakeNumber: number, caskId }),
  }));
  return { bid_id: id, stakes: stakes.sort((a, b) => (place(a) < place(b) ? -1 : 1)) };
}

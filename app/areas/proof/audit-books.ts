import { sql } from "drizzle-orm";
import { row, rows, runWork, together } from "~/db/work";
import { RANGED_RULES, STANDING_RULES } from "~/core/ledger/book-rules";
import {
  type AuditDay,
  type AuditedBid,
  type AuditedResale,
  type BidList,
  dayKey,
  listKey,
} from "~/domain/audit/audit-files";
import { canonicalJson, hashOfDay, registerMark, sha256 } from "~/domain/audit/hashes";
import { type Choice, countsOf, resultOf } from "~/domain/bids";
import { utcTime } from "~/domain/calendar-date";
import { listed } from "./audit-casks";
import {
  type AuditDeps,
  type Before,
  type Day,
  dayEnd,
  putJson,
  readText,
  type Slice,
  type SliceSize,
} from "./audit-steps";

// The rules of the books hold at any moment, so what breaks one now is wrong at midnight as well.

/** `table`: its place in TABLES; `after`: the last row that was checked. */
type RuleFrom = { table: number; after: string };
export const FIRST_RULES: RuleFrom = { table: 0, after: "" };
export type Broken = Record<string, number>;

const RULES = Object.entries(RANGED_RULES);
/** Rules about the same rows are checked together. */
const TABLES = [...new Set(RULES.map(([, { table }]) => table))].map((table) => {
  const rules = RULES.filter(([, rule]) => rule.table === table);
  const [[, { key }] = ["", { key: "id" }]] = rules;
  return { table, key, rules };
});

/** Per rule and range. A row that breaks a rule a thousand times is found by the first. */
const MOST_TOLD = 100;

export async function checkRules(
  { db, log }: AuditDeps,
  { table, after }: RuleFrom,
  size: SliceSize,
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

/** The field of the day's money that each of the standing rules is about. */
const FIELDS: Record<keyof typeof STANDING_RULES, string> = {
  "what is unsettled is owed to refunds under way": "unsettled_cents",
  "what is held for withdrawals is what is in progress": "withdrawals_open_cents",
  "what casks brought and is not shared out yet is set aside": "cask_proceeds_cents",
  "what is on hold is what sellers wait for": "wallets_cents",
};

/** Problems with the money, and with anything else; the stakes that changed hands. */
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

async function isUnchanged({ proof }: AuditDeps, latest: Before["latest"]): Promise<boolean> {
  if (!latest) return true;
  // If R2 cannot be read, the step fails and is tried again: that says nothing about the file.
  const text = await readText(proof, dayKey(latest.date));
  try {
    const day = JSON.parse(text ?? "null") as AuditDay | null;
    return day?.hash === latest.hash && hashOfDay(day) === latest.hash;
  } catch {
    return false;
  }
}

export type BidsTold = { bids: AuditedBid[]; problems: string[] };

type BidRow = Omit<AuditedBid, "closes_at" | "list_sha256" | "opened_at" | "rule" | "withdrawn_at"> &
  AuditedBid["rule"] & { closes_at_ms: number; published_at_ms: number; withdrawn_at_ms: number | null };

/** The bids that were put to holders, as they stood at the day's end. Each count is made again from its ballots. */
export async function auditBids(deps: AuditDeps, { endMs }: Day): Promise<BidsTold> {
  const counted = (column: string) => sql.raw(`iif(counted_at_ms < ${endMs}, ${column}, NULL)`);
  const found = await deps.db
    .all<BidRow>(sql`SELECT id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, letter_sha256,
      published_at_ms, closes_at_ms, voted_parts, voted_whole, accepted_parts, accepted_whole,
      ${counted("result")} AS result, ${counted("issued_stakes")} AS issued,
      ${counted("accepted_stakes")} AS accepted, ${counted("declined_stakes")} AS declined,
      iif(withdrawn_at_ms < ${endMs}, withdrawn_at_ms, NULL) AS withdrawn_at_ms
    FROM bids WHERE id > '' AND published_at_ms < ${endMs} ORDER BY id`);
  const told: BidsTold = { bids: [], problems: [] };
  for (const row of found) {
    const { bid, problem } = await auditBid(deps, row);
    told.bids.push(bid);
    if (problem !== null) told.problems.push(`bids: ${row.id} ${problem}`);
  }
  return told;
}

async function auditBid(deps: AuditDeps, row: BidRow): Promise<{ bid: AuditedBid; problem: string | null }> {
  const { voted_parts, voted_whole, accepted_parts, accepted_whole, ...others } = row;
  const { published_at_ms: openedMs, closes_at_ms: closesMs, withdrawn_at_ms: withdrawnMs, ...told } = others;
  const bid: AuditedBid = {
    ...told,
    list_sha256: null,
    rule: { accepted_parts, accepted_whole, voted_parts, voted_whole },
    opened_at: utcTime(openedMs),
    closes_at: utcTime(closesMs),
    withdrawn_at: withdrawnMs === null ? null : utcTime(withdrawnMs),
  };
  if (bid.result === null) return { bid, problem: null };
  const list = await readBallots(deps, bid);
  const text = canonicalJson(list);
  bid.list_sha256 = sha256(text);
  await putJson(deps, listKey(bid.list_sha256), text);
  const counts = countsOf(list.stakes.map(({ choice }) => choice));
  if (counts.issued !== bid.issued || counts.accepted !== bid.accepted || counts.declined !== bid.declined)
    return { bid, problem: "was counted otherwise than its ballots say" };
  const isRight =
    resultOf(counts, {
      votedParts: voted_parts,
      votedWhole: voted_whole,
      acceptedParts: accepted_parts,
      acceptedWhole: accepted_whole,
    }) === bid.result;
  return { bid, problem: isRight ? null : "has another result than its rule gives" };
}

async function readBallots({ db }: AuditDeps, { id, cask_id: caskId }: AuditedBid): Promise<BidList> {
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

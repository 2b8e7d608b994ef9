import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";

// The rules of single rows, declared once: which rows are kept, which columns are fixed, which state may follow which, and, in the tables
// named here, that a column with a list of names (schema/names.ts) holds one of them. `npm run db:generate` writes their triggers to
// migrations/0001_rules.sql; a test compares the two and tries each rule. Rules about several rows are written by hand, in 0002_by_hand.sql.

type RowRules = {
  /** No row is ever deleted. Users, payout runs and bank answers are not listed: rows that are kept refer to them. */
  kept?: true;
  fixed?: string;
  empty?: string;
  /** Columns that keep the first value they get. */
  once?: string;
  starts?: readonly string[];
  graph?: Readonly<Record<string, readonly string[]>>;
};

export const rowRules: Readonly<Record<string, RowRules>> = {
  accounts: { kept: true, fixed: "id user_id currency may_overdraw" },
  audit_log: { kept: true, fixed: "all" },
  audits: { kept: true, fixed: "all" },
  bank_answer_lines: { kept: true, fixed: "all" },
  bank_answers: {
    empty: "marked_at_ms",
    once: "marked_by marked_at_ms",
    fixed: "id number sha256 handed_in_by handed_in_at_ms other_lines",
  },
  bid_ballots: { kept: true, fixed: "all" },
  bid_votes: { kept: true, fixed: "all" },
  bids: {
    once: "published_by published_at_ms withdrawn_by withdrawn_at_ms reminded_at_ms",
    kept: true,
    fixed:
      "id cask_id bidder_kind gross_cents fees_cents stakes net_per_stake_cents remainder_cents closes_on closes_at_ms note letter_key letter_media_type letter_sha256 voted_parts voted_whole accepted_parts accepted_whole drafted_by drafted_at_ms",
    starts: ["draft"],
    graph: {
      draft: ["open", "withdrawn"],
      open: ["accepted", "refused", "expired", "withdrawn"],
      accepted: ["withdrawn"],
    },
  },
  cask_exits: {
    kept: true,
    fixed:
      "id cask_id kind buyer_kind sold_on gross_cents fees_cents stakes net_per_stake_cents remainder_cents proposed_by proposed_at_ms bid_id",
    once: "confirmed_by confirmed_at_ms withdrawn_by ended_at_ms",
    starts: ["proposed"],
    graph: { proposed: ["confirmed", "withdrawn"], confirmed: ["done"] },
  },
  casks: {
    empty: "ended_on",
    kept: true,
    starts: ["draft"],
    graph: { draft: ["published"], published: ["withdrawn"], withdrawn: ["published"] },
  },
  certificates: {
    once: "sha256",
    kept: true,
    fixed: "id stake_id code r2_key created_at_ms",
    starts: ["pending"],
    graph: { pending: ["issued", "void"], issued: ["void"] },
  },
  change_proposals: {
    once: "decided_by decided_at_ms",
    kept: true,
    fixed: "id kind subject was becomes proposed_by proposed_at_ms expires_at_ms",
    starts: ["open"],
    graph: { open: ["confirmed", "withdrawn", "replaced"] },
  },
  contact_changes: { kept: true, fixed: "id user_id channel changed_at_ms" },
  dispute_lifts: { kept: true, fixed: "all" },
  evidence: { kept: true, fixed: "all" },
  gauges: { kept: true, fixed: "all" },
  identity_checks: { kept: true, fixed: "all" },
  manual_refunds: { kept: true, fixed: "all" },
  notice_recipients: { fixed: "all" },
  offers: {
    empty: "sold_at_ms ended_at_ms",
    kept: true,
    fixed: "id stake_id cask_id user_id price_cents fee_cents valued_cents created_at_ms expires_at_ms",
    starts: ["open"],
    graph: { open: ["sold", "ended"], sold: ["undone"] },
  },
  payments: {
    once: "provider_session_id",
    kept: true,
    fixed: "id user_id purpose cask_id offer_id amount_cents mode provider created_at_ms",
    starts: ["created"],
    graph: {
      created: ["open", "paid", "expired", "cancelled", "failed"],
      open: ["paid", "expired", "cancelled", "failed"],
      expired: ["paid"],
      cancelled: ["paid"],
      failed: ["paid"],
      paid: ["settled", "refunding"],
      refunding: ["refunded"],
      settled: ["refunded", "disputed", "refunding"],
      disputed: ["settled", "refunding", "refunded"],
    },
  },
  payout_proposals: { kept: true },
  payout_run_rows: { kept: true, fixed: "run_id place withdrawal_id" },
  payout_runs: {
    once: "called_back_at_ms called_back_by call_back_reason",
    fixed: "id number operator_id row_count total_cents made_at_ms",
  },
  provider_events: { kept: true, fixed: "all" },
  referrals: {
    kept: true,
    fixed: "referrer_id referred_id reward_cents created_at_ms",
    starts: ["inactive"],
    graph: {
      inactive: ["pending", "held"],
      held: ["pending", "dropped", "reversed"],
      pending: ["paid", "dropped", "reversed"],
      paid: ["reversed"],
      reversed: ["held", "pending", "paid"],
    },
  },
  reservations: {
    kept: true,
    fixed: "payment_id cask_id created_at_ms",
    starts: ["held"],
    graph: { held: ["paid", "expired"], expired: ["paid"] },
  },
  settings: { kept: true, fixed: "key" },
  stake_changes: { kept: true, fixed: "all" },
  stakes: {
    kept: true,
    fixed: "id cask_id number user_id sale_number holder_number payment_id price_cents mark_cents purchased_at_ms",
    starts: ["active"],
    graph: { active: ["frozen", "ended"], frozen: ["active", "ended"], ended: ["active"] },
  },
  support_answers: { fixed: "all" },
  support_requests: { fixed: "id number user_id name email phone kind message content_mark payment_id created_at_ms" },
  suspensions: { once: "restored_by restored_at_ms", kept: true, fixed: "id user_id operator_id suspended_at_ms" },
  transfers: { kept: true, fixed: "all" },
  users: {},
  valuations: { kept: true, fixed: "all" },
  withdrawals: {
    once: "paid_by",
    kept: true,
    fixed:
      "id user_id stake_id cycle_number amount_cents interest_basis_points mode created_at_ms reckoned_to_cents stop_token holder_differs over_limit valuation_id",
    starts: ["progress"],
    graph: {
      progress: ["paid", "rejected", "cancelled", "sending"],
      sending: ["paid", "rejected", "progress"],
      paid: ["returned"],
    },
  },
};

/** Not IN (...): SQLite makes a table of a list of more than two, and reads it. */
const isNone = (value: string, names: readonly string[]) => names.map((name) => `${value} <> '${name}'`).join(" AND ");
const isOne = (value: string, names: readonly string[]) =>
  `(${names.map((name) => `${value} = '${name}'`).join(" OR ")})`;
/** No CASE: D1's remote migrations end a trigger at its END. */
const trigger = (
  name: string,
  event: string,
  table: string,
  refusals: readonly (readonly [when: string, why: string])[],
) => {
  const checks = refusals.map(([when, why]) => `  iif(${when}, RAISE(ABORT, '${table}: ${why}'), 0)`);
  return { name, text: `CREATE TRIGGER ${name} ${event} ON ${table}\nBEGIN SELECT\n${checks.join(",\n")};\nEND;` };
};
const always = (name: string, event: string, table: string, why: string) => ({
  name,
  text: `CREATE TRIGGER ${name} BEFORE ${event} ON ${table}\nBEGIN SELECT RAISE(ABORT, '${table}: ${why}'); END;`,
});

/** At most three triggers for a table: on INSERT, UPDATE and DELETE. */
function triggersOf(table: string, columns: readonly { name: string; enumValues?: readonly string[] }[]) {
  const rules = rowRules[table];
  if (!rules) return [];
  const { kept, fixed = "", empty, once, starts, graph } = rules;
  const isFixed = fixed === "all" ? () => true : (column: string) => fixed.split(" ").includes(column);
  const named = columns.filter(({ enumValues }) => (enumValues?.length ?? 0) > 0);
  const unknown = (among: typeof named) =>
    among.map(({ name, enumValues = [] }) => [isNone(`NEW.${name}`, enumValues), `${name} must be known`] as const);
  const any = (names: string, refused: (column: string) => string, why: string) =>
    [names.split(" ").map(refused).join(" OR "), why] as const;
  const inserts = [
    ...(empty ? [any(empty, (column) => `NEW.${column} IS NOT NULL`, "a row cannot start with these columns")] : []),
    ...(starts ? [[isNone("NEW.state", starts), "a row cannot start in this state"] as const] : []),
    ...unknown(named.filter(({ name }) => !(starts && name === "state"))),
  ];
  const allowed = Object.entries(graph ?? {}).map(
    ([from, all]) => `OLD.state = '${from}' AND ${isOne("NEW.state", all)}`,
  );
  const changing = named.filter(({ name }) => !isFixed(name) && !(graph && name === "state"));
  const fixedColumns = fixed === "all" || fixed === "" ? [] : fixed.split(" ");
  const updates = [
    ...(fixedColumns.length > 0
      ? [any(fixed, (column) => `NEW.${column} IS NOT OLD.${column}`, "these columns cannot change")]
      : []),
    ...(once
      ? [
          any(
            once,
            (column) => `OLD.${column} IS NOT NULL AND NEW.${column} IS NOT OLD.${column}`,
            "these columns cannot change once written",
          ),
        ]
      : []),
    ...(graph
      ? [[`NEW.state <> OLD.state AND NOT (${allowed.join(" OR ")})`, "the state cannot change like this"] as const]
      : []),
    ...unknown(changing),
  ];
  const watched = [
    ...fixedColumns,
    ...(once?.split(" ") ?? []),
    ...(graph ? ["state"] : []),
    ...changing.map(({ name }) => name),
  ];
  return [
    ...(inserts.length > 0 ? [trigger(`${table}_starts`, "BEFORE INSERT", table, inserts)] : []),
    ...(fixed === "all" ? [always(`${table}_fixed`, "UPDATE", table, "rows cannot change")] : []),
    ...(updates.length > 0
      ? [trigger(`${table}_changes`, `BEFORE UPDATE OF ${watched.join(", ")}`, table, updates)]
      : []),
    ...(kept ? [always(`${table}_are_kept`, "DELETE", table, "rows cannot be deleted")] : []),
  ];
}

/** @param tables every table of the schema @throws Error if a rule names a table or a column that does not exist */
export function rowTriggers(tables: readonly SQLiteTable[]): { name: string; text: string }[] {
  const byName = new Map(tables.map((table) => [getTableName(table), getTableConfig(table).columns]));
  for (const [table, { fixed = "all", empty = "", once = "" }] of Object.entries(rowRules)) {
    const columns = new Set(byName.get(table)?.map(({ name }) => name));
    if (columns.size === 0) throw new Error(`db/rules.ts names a table that does not exist: ${table}`);
    const named = [fixed === "all" ? "" : fixed, empty, once].join(" ").split(" ");
    const missing = named.filter((column) => column !== "" && !columns.has(column));
    if (missing.length > 0)
      throw new Error(`db/rules.ts names columns that do not exist: ${table} ${missing.join(" ")}`);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([table, columns]) => triggersOf(table, columns));
}

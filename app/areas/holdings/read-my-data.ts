import { type SQL, sql } from "drizzle-orm";
import { openAccountNumber, sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";
import { byUser, recordAudit } from "~/core/ledger/audit";
import type { SealingDeps } from "~/core/sealer";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work, writes } from "~/db/work";

type Part = {
  /** The tables it is read from. A test compares them with the database: a new table is in here, or named as left out. */
  tables: readonly string[];
  rows: (userId: string) => SQL;
};

function part(table: string, columns: string, order = "1", { of = "user_id", from = table } = {}): Part {
  const [select, ends] = [`SELECT ${columns} FROM ${from} WHERE ${of} =`, `ORDER BY ${order}`];
  return { tables: [table], rows: (userId) => sql`${sql.raw(select)} ${userId} ${sql.raw(ends)}` };
}

const joined = (owner: string, table: string, by: string, columns: string, order: string): Part =>
  part(table, columns, order, {
    of: `${owner}.user_id`,
    from: `${owner} JOIN ${table} ON ${table}.${by} = ${owner}.id`,
  });
const ofPayments = (table: string, columns: string) =>
  joined("payments", table, "payment_id", `${table}.payment_id, ${columns}`, "payments.created_at_ms");
const ofRequests = (table: string) =>
  joined(
    "support_requests",
    table,
    "request_id",
    `support_requests.number, ${table}.body, ${table}.created_at_ms`,
    `${table}.created_at_ms`,
  );

/**
 * What is kept about one person, part by part. Column by column, so that a new one is not handed out unseen: nothing secret, and nothing
 * about anyone else, not even an id.
 */
export const dataParts = {
  account: part(
    "users",
    `id, email, phone, full_name, name_on_certificate, address, role, referral_code, activated_at_ms, suspended_at_ms,
      contact_changed_at_ms, created_at_ms`,
    "1",
    { of: "id" },
  ),
  bank_details: part("bank_details", "holder_name, bank_name, ifsc_code, branch_address, account_last4, changed_at_ms"),
  earlier_contacts: part("contact_changes", "channel, old_value, new_value, changed_at_ms", "changed_at_ms"),
  logins: part("sessions", "created_at_ms, proved_at_ms, expires_at_ms, revoked_at_ms", "created_at_ms"),
  payments: part(
    "payments",
    `id, purpose, cask_id, product_name, amount_cents, received_cents, mode, provider, state, reason, created_at_ms,
      updated_at_ms`,
    "created_at_ms",
  ),
  reservations: ofPayments("reservations", "reservations.cask_id, reservations.state, reservations.created_at_ms"),
  refunds_by_hand: ofPayments("manual_refunds", "reference, recorded_at_ms"),
  disputes_dealt_with: ofPayments("dispute_lifts", "lifted_at_ms"),
  stakes: part(
    "stakes",
    `stakes.id, casks.name AS cask, number, casks.total_stakes, payment_id, price_cents, stakes.state, purchased_at_ms,
      exit_id`,
    "purchased_at_ms",
    { from: "stakes JOIN casks ON casks.id = stakes.cask_id" },
  ),
  changes_of_stakes: joined(
    "stakes",
    "stake_changes",
    "stake_id",
    "stake_id, was, becomes, changed_at_ms",
    "stake_changes.id",
  ),
  certificates: joined(
    "stakes",
    "certificates",
    "stake_id",
    `certificates.id, stake_id, code, certificates.state, size_bytes, certificates.created_at_ms, issued_at_ms,
      voided_at_ms`,
    "certificates.created_at_ms",
  ),
  offers: part(
    "offers",
    `id, stake_id, price_cents, fee_cents, valued_cents, state, end_reason, end_note, created_at_ms, expires_at_ms,
      ended_at_ms, advanced_cents, credit_cents, sold_at_ms, payable_from_ms, paid_at_ms, undone_at_ms`,
    "created_at_ms",
  ),
  votes_on_bids: part("bid_votes", "bid_id, choice, voted_at_ms", "id"),
  withdrawals: part(
    "withdrawals",
    `id, stake_id, cycle_number, amount_cents, interest_basis_points, reckoned_to_cents, mode, holder_name, bank_name,
      ifsc_code, account_last4, state, payable_from_ms, bank_reference, reject_reason, cancelled_by, created_at_ms,
      updated_at_ms`,
    "created_at_ms",
  ),
  balances: part("accounts", "id, currency, credits_total, debits_total"),
  bookings: {
    tables: ["transfers"],
    // A reward's booking names whom it is for: that is another person.
    rows: (userId) => {
      const theirs = sql`(${walletOf(userId)}, ${rewardsPendingOf(userId)}, ${tokensOf(userId)})`;
      return sql`SELECT seq, debit_account_id, credit_account_id, amount, currency, reason,
          iif(refers_to LIKE 'referral:%', 'referral', refers_to) AS refers_to, created_at_ms FROM transfers
        WHERE seq IN (SELECT seq FROM transfers WHERE debit_account_id IN ${theirs} UNION SELECT seq FROM transfers WHERE credit_account_id IN ${theirs}
          UNION SELECT paid.seq FROM payments JOIN transfers AS paid ON paid.refers_to = 'payment:' || payments.id WHERE payments.user_id = ${userId})
        ORDER BY seq`;
    },
  },
  invited: part("referrals", "state, reward_cents, created_at_ms", "created_at_ms", { of: "referrer_id" }),
  invited_by_somebody: part("referrals", "created_at_ms", "1", { of: "referred_id" }),
  identity_checks: part("identity_checks", "outcome, checked_at_ms", "checked_at_ms"),
  suspensions: part("suspensions", "suspended_at_ms, restored_at_ms", "suspended_at_ms"),
  support_requests: part(
    "support_requests",
    "number, name, email, phone, kind, message, created_at_ms, answered_at_ms, closed_at_ms",
    "created_at_ms",
  ),
  support_answers: ofRequests("support_answers"),
  wanted_to_hear_from_us: part("leads", "leads.email, leads.phone, leads.created_at_ms", "1", {
    of: "users.id",
    from: "users JOIN leads ON leads.email = users.email OR leads.phone = users.phone",
  }),
  own_changes: {
    tables: ["audit_log"],
    rows: (userId) => sql`SELECT action, created_at_ms FROM audit_log
      WHERE subject = ${`user:${userId}`} AND actor = ${`user:${userId}`} ORDER BY created_at_ms`,
  },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof dataParts;
const PART_NAMES = Object.keys(dataParts) as PartName[];

type DataRow = Record<string, string | number | null>;
export type MyData = { nowMs: number; parts: Record<PartName, DataRow[]> };

export const readParts = (db: Database, userId: string): Work<MyData["parts"]> => {
  const works = PART_NAMES.map((name) => {
    const found = rows(db.all<DataRow>(dataParts[name].rows(userId)));
    return [name, mapWork(found, (all) => all.map(inWords))] as const;
  });
  return together(Object.fromEntries(works)) as Work<MyData["parts"]>;
};

function inWords(found: DataRow): DataRow {
  const cells = Object.entries(found).map(([column, value]) => {
    if (!/_ms$/.test(column)) return [column, value];
    return [column.replace(/_ms$/, ""), typeof value === "number" ? new Date(value).toISOString() : null];
  });
  return Object.fromEntries(cells) as DataRow;
}

export async function readMyData(deps: SealingDeps, session: Session): Promise<MyData | null> {
  const { db } = deps;
  const auditId = deps.newId("aud");
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, fresh }) => {
    const entry = { id: auditId, actor: byUser(userId), action: "data-taken", subject: byUser(userId), nowMs } as const;
    return together({
      recorded: writes(recordAudit(db, entry, { where: fresh })),
      parts: readParts(db, userId),
      bank: row(sealedBankDetailsQuery(db, { userId })),
    });
  });
  if (!viewer.fresh) return null;
  const account_number = await openAccountNumber(deps, result.bank);
  const bank_details = result.parts.bank_details.map((one) => ({ ...one, account_number }));
  return { nowMs, parts: { ...result.parts, bank_details } };
}

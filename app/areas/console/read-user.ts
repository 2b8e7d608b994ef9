import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { each, mapWork, type ResultOf, row, rows, together, type Work } from "~/db/work";
import { type Account, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";

export const SHOWN_OF_EACH = 20;

export type ReviewedUser = {
  id: string;
  fullName: string | null;
  nameOnCertificate: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  role: "investor" | "operator" | "reader";
  referralCode: string;
  referredBy: string | null;
  createdAtMs: number;
  activatedAtMs: number | null;
  contactChangedAtMs: number | null;
  suspendedAtMs: number | null;
  suspendedBecause: string | null;
  closedAtMs: number | null;
  identityOutcome: "passed" | "failed" | null;
  identityCheckedAtMs: number | null;
  walletCents: number;
  pendingCents: number;
  tokens: number;
  /** Payments lost to a dispute, which keep this person from being paid out. */
  lostDisputes: number;
  liveSessions: number;
};

export type HeldStake = {
  id: string;
  caskId: string;
  caskName: string;
  number: number;
  priceCents: number;
  state: "active" | "frozen" | "ended";
  purchasedAtMs: number;
  certificateId: string | null;
  certificateState: "pending" | "issued" | "void" | null;
};

/** `subject`: 'payment:ID' and the like. */
export type Matter = { subject: string; about: string; amountCents: number | null; state: string; atMs: number };

/** In is positive, out is negative. */
export type Booking = {
  seq: number;
  account: "wallet" | "rewards-pending" | "tokens";
  amount: number;
  reason: string;
  refersTo: string;
  createdAtMs: number;
};

export function readUser(db: Database, { userId, nowMs }: { userId: string; nowMs: number }) {
  return together({
    user: readPerson(db, userId, nowMs),
    matters: rows(db.all<Matter>(mattersOf(userId))),
    stakes: rows(
      db.all<HeldStake>(sql`SELECT stakes.id, casks.id AS caskId, casks.name AS caskName, stakes.number, stakes.price_cents AS priceCents,
          stakes.state, stakes.purchased_at_ms AS purchasedAtMs, certificates.id AS certificateId, certificates.state AS certificateState
        FROM stakes JOIN casks ON casks.id = stakes.cask_id
          LEFT JOIN certificates ON certificates.id = (SELECT one.id FROM certificates AS one WHERE one.stake_id = stakes.id
            ORDER BY one.state = 'void', one.created_at_ms DESC LIMIT 1)
        WHERE stakes.user_id = ${userId} ORDER BY stakes.purchased_at_ms DESC LIMIT ${SHOWN_OF_EACH}`),
    ),
    bookings: readBookings(db, userId),
  });
}

export type UserReview = ResultOf<ReturnType<typeof readUser>>;

function mattersOf(userId: string): SQL {
  const latest = (columns: SQL, table: SQL) => sql`SELECT * FROM (SELECT ${columns}, created_at_ms AS atMs FROM ${table}
    WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${SHOWN_OF_EACH})`;
  const payments = sql`'payment:' || id AS subject, product_name AS about, amount_cents AS amountCents, state`;
  const support = sql`'support:' || id, number, NULL, iif(closed_at_ms IS NOT NULL, 'closed', iif(answered_at_ms IS NULL, 'to answer', 'answered'))`;
  return sql`${latest(payments, sql`payments`)}
    UNION ALL ${latest(sql`'withdrawal:' || id, bank_name, amount_cents, state`, sql`withdrawals`)}
    UNION ALL ${latest(support, sql`support_requests`)} ORDER BY atMs DESC LIMIT ${SHOWN_OF_EACH}`;
}

const accountsOf = (userId: string): [Booking["account"], Account][] => [
  ["wallet", walletOf(userId)],
  ["rewards-pending", rewardsPendingOf(userId)],
  ["tokens", tokensOf(userId)],
];

function readBookings(db: Database, userId: string): Work<Booking[]> {
  const queries = accountsOf(userId).map(([name, account]) => {
    const side = (
      column: SQL,
      amount: SQL,
    ) => sql`SELECT * FROM (SELECT seq, ${name} AS account, ${amount} AS amount, reason,
      refers_to AS refersTo, created_at_ms AS createdAtMs FROM transfers WHERE ${column} = ${account} ORDER BY created_at_ms DESC LIMIT ${SHOWN_OF_EACH})`;
    return rows(
      db.all<Booking>(
        sql`${side(sql`credit_account_id`, sql`amount`)} UNION ALL ${side(sql`debit_account_id`, sql`-amount`)}`,
      ),
    );
  });
  return mapWork(each(queries), (found) =>
    found
      .flat()
      .sort((one, other) => other.createdAtMs - one.createdAtMs || other.seq - one.seq)
      .slice(0, SHOWN_OF_EACH),
  );
}

function readPerson(db: Database, userId: string, nowMs: number): Work<ReviewedUser | null> {
  const balance = (account: string) =>
    sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${account})`;
  const latestCheck = (column: string) => sql`(SELECT ${sql.raw(column)} FROM identity_checks
    WHERE identity_checks.user_id = users.id ORDER BY checked_at_ms DESC, id DESC LIMIT 1)`;
  const query =
    db.all<ReviewedUser>(sql`SELECT users.id, users.full_name AS fullName, users.name_on_certificate AS nameOnCertificate,
      users.email, users.phone, users.address, users.role, users.referral_code AS referralCode, users.created_at_ms AS createdAtMs,
      (SELECT referrer_id FROM referrals WHERE referred_id = users.id) AS referredBy,
      users.activated_at_ms AS activatedAtMs, users.contact_changed_at_ms AS contactChangedAtMs,
      users.suspended_at_ms AS suspendedAtMs, suspensions.reason AS suspendedBecause, users.closed_at_ms AS closedAtMs,
      ${latestCheck("outcome")} AS identityOutcome, ${latestCheck("checked_at_ms")} AS identityCheckedAtMs,
      ${balance(walletOf(userId))} AS walletCents, ${balance(rewardsPendingOf(userId))} AS pendingCents, ${balance(tokensOf(userId))} AS tokens,
      (SELECT count(*) FROM payments WHERE payments.user_id = users.id AND payments.state = 'disputed' AND payments.reason = 'dispute-lost'
        AND NOT EXISTS (SELECT 1 FROM dispute_lifts WHERE dispute_lifts.payment_id = payments.id)) AS lostDisputes,
      (SELECT count(*) FROM sessions WHERE sessions.user_id = users.id AND revoked_at_ms IS NULL AND expires_at_ms > ${nowMs}
        AND epoch = users.session_epoch AND users.suspended_at_ms IS NULL) AS liveSessions
    FROM users LEFT JOIN suspensions ON suspensions.user_id = users.id AND suspensions.restored_at_ms IS NULL
    WHERE users.id = ${userId}`);
  return mapWork(row(query), (found) => found ?? null);
}

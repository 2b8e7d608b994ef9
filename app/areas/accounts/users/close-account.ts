import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Statement, together, type Work, writes, writeThenRead } from "~/db/work";
import { closedAddress } from "~/domain/closed-account";
import { DAY_MS } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import { type Account, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";
import { type Actor, byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import { enqueue, notifyContacts } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Session } from "~/core/session/session";

// An account is closed once it holds neither stakes nor money and nothing is under way, so that a thief has nothing to burn. Tokens end with
// it. What is left keeps the id and the books, and nothing that says whose it was.

/** A payment that was given up may still be paid this long, above all in crypto. */
const LATE_PAYMENT_MS = DAY_MS;

export type WhatIsLeft = Record<
  "stakes" | "moneyCents" | "proceeds" | "tokens" | "withdrawals" | "payments" | "certificates",
  number
>;

function whatIsLeft(userId: string, nowMs: number): Record<Exclude<keyof WhatIsLeft, "tokens">, SQL> {
  const count = (rows: SQL) => sql`(SELECT count(*) FROM ${rows})`;
  const balance = (account: Account) =>
    sql`coalesce((SELECT credits_total - debits_total FROM accounts WHERE id = ${account}), 0)`;
  return {
    stakes: count(sql`stakes WHERE stakes.user_id = ${userId} AND stakes.state = 'active'`),
    moneyCents: sql`max(${balance(walletOf(userId))}, 0) + max(${balance(rewardsPendingOf(userId))}, 0)`,
    proceeds: count(
      sql`offers WHERE offers.user_id = ${userId} AND offers.state = 'sold' AND offers.paid_at_ms IS NULL`,
    ),
    withdrawals: count(sql`withdrawals WHERE withdrawals.user_id = ${userId}
      AND withdrawals.state NOT IN ('paid', 'rejected', 'cancelled', 'returned')`),
    payments: count(sql`payments WHERE payments.user_id = ${userId} AND (
      payments.state IN ('created', 'open', 'paid', 'refunding', 'disputed')
      OR (payments.state IN ('expired', 'cancelled', 'failed') AND payments.created_at_ms > ${nowMs - LATE_PAYMENT_MS}))`),
    certificates: count(sql`certificates JOIN stakes ON stakes.id = certificates.stake_id
      WHERE stakes.user_id = ${userId} AND stakes.state <> 'active' AND certificates.state = 'pending'`),
  };
}

function readWhatIsLeft(db: Database, userId: string, nowMs: number): Work<WhatIsLeft & { closed: number }> {
  const left = Object.entries(whatIsLeft(userId, nowMs)).map(([what, figure]) => sql`${figure} AS ${sql.raw(what)}`);
  const query = db.all<WhatIsLeft & { closed: number }>(sql`SELECT ${sql.join(left, sql`, `)},
    coalesce((SELECT credits_total - debits_total FROM accounts WHERE id = ${tokensOf(userId)}), 0) AS tokens,
    closed_at_ms IS NOT NULL AS closed FROM users WHERE users.id = ${userId}`);
  return mapWork(row(query), (found) => {
    if (!found) throw new Error("a person whose account is open has a row");
    return found;
  });
}

type Erasure = { userId: string; actor: Actor; may: SQL; nowMs: number };

function mayErase({ userId, may, nowMs }: Erasure): SQL {
  const none = Object.values(whatIsLeft(userId, nowMs)).map((figure) => sql`AND ${figure} = 0`);
  return sql`(EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND role = 'investor' AND closed_at_ms IS NULL)
    ${sql.join(none, sql` `)} AND ${may})`;
}

/** Statements that need the person's addresses run before they are blanked, the rest once the account is closed in the same batch. */
function eraseAccount(db: Database, erasure: Erasure): Statement[] {
  const { userId, actor, nowMs } = erasure;
  const mayClose = mayErase(erasure);
  const isClosed = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.closed_at_ms = ${nowMs})`;
  const person = (column: string) => sql`(SELECT ${sql.raw(column)} FROM users WHERE id = ${userId})`;
  const addresses = sql`SELECT ${person("email")} UNION SELECT ${person("phone")}
    UNION SELECT old_value FROM contact_changes WHERE user_id = ${userId} UNION SELECT new_value FROM contact_changes WHERE user_id = ${userId}`;
  return [
    notifyContacts(db, {
      notice: "account-closed",
      about: userId,
      userId,
      nowMs,
      given: mayClose,
      withFormerMs: 30 * DAY_MS,
    }),
    db.run(sql`DELETE FROM leads WHERE (email IN (${addresses}) OR phone IN (${addresses})) AND ${mayClose}`),
    db.run(
      sql`DELETE FROM support_requests WHERE (user_id = ${userId} OR email IN (${addresses}) OR phone IN (${addresses})) AND ${mayClose}`,
    ),
    db.run(sql`DELETE FROM login_flows WHERE ${mayClose}
      AND (data ->> '$.flow.address' IN (${addresses}) OR data ->> '$.flow.userId' = ${userId})`),
    db.run(sql`UPDATE users SET email = ${closedAddress(userId)}, phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL, referral_code = ${`closed:${userId}`},
      session_epoch = session_epoch + 1, suspended_at_ms = ${nowMs}, closed_at_ms = ${nowMs} WHERE id = ${userId} AND ${mayClose}`),
    // The files hold a name: they go a little later, when no one is writing one any more.
    enqueue(db, "erase-certificates", { subject: userId, nowMs, dueMs: nowMs + 600_000, of: sql`WHERE ${isClosed}` }),
    db.run(sql`DELETE FROM bank_details WHERE user_id = ${userId} AND ${isClosed}`),
    // An earlier statement has raised the epoch, so a session started in the meantime does not count.
    db.run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND ${isClosed}`),
    db.run(sql`UPDATE contact_changes SET old_value = '', new_value = NULL WHERE user_id = ${userId} AND ${isClosed}`),
    // The amount and the bank's reference stay; the reason is an operator's text, which may name a person.
    db.run(sql`UPDATE withdrawals SET holder_name = '', bank_name = '', ifsc_code = '', account_number_sealed = '', account_last4 = '', key_id = '', account_mark = NULL,
      reject_reason = iif(reject_reason IS NULL, NULL, '') WHERE user_id = ${userId} AND ${isClosed}`),
    db.run(sql`UPDATE suspensions SET reason = '' WHERE user_id = ${userId} AND ${isClosed}`),
    recordAudit(
      db,
      { id: `close:${userId}`, actor, action: "account-closed", subject: `user:${userId}`, nowMs },
      { where: isClosed },
    ),
  ];
}

export async function closeAccount(deps: Deps, session: Session): Promise<"closed" | "code-needed" | "not-yet"> {
  const { db } = deps;
  const { viewer, result } = await session.write(({ userId, nowMs, fresh }) =>
    together({
      erased: writes(...eraseAccount(db, { userId, actor: byUser(userId), may: fresh, nowMs })),
      left: readWhatIsLeft(db, userId, nowMs),
    }),
  );
  if (result.left.closed === 1) {
    deps.log("account-closed", { userId: viewer.id });
    return "closed";
  }
  return viewer.fresh ? "not-yet" : "code-needed";
}

/** The second of two taps comes with an ended session. */
export async function wasJustClosed({ db, nowMs }: Deps, userId: string): Promise<boolean> {
  const found = await db.all(sql`SELECT 1 FROM users WHERE id = ${userId} AND closed_at_ms > ${nowMs() - 60_000}`);
  return found.length > 0;
}

export async function readClosing({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId, nowMs }) => readWhatIsLeft(db, userId, nowMs));
  return { fresh: viewer.fresh, isOperator: viewer.role !== "investor", left: result };
}

export type ErasureOutcome = { ok: true } | { ok: false; code: "not-allowed" | "still-holds" };

/** For a person who asked by letter. */
export function eraseOnRequest(
  db: Database,
  { userId, operator }: { userId: string; operator: OperatorAccess },
): Work<ErasureOutcome> {
  const { nowMs } = operator;
  const may = sql`${userId} <> ${operator.userId}`;
  const query = db.all<{ closed: number; may: number }>(sql`SELECT closed_at_ms IS NOT NULL AS closed,
    role = 'investor' AND ${may} AS may FROM users WHERE id = ${userId}`);
  const statements = eraseAccount(db, { userId, actor: byOperator(operator.userId), may, nowMs });
  return mapWork(writeThenRead(statements, row(query)), (now): ErasureOutcome => {
    if (now?.closed === 1) return { ok: true };
    return { ok: false, code: now?.may === 1 ? "still-holds" : "not-allowed" };
  });
}

import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { accounts } from "~/db/schema/ledger";
import { runWork, type Statement, writes } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";
import { closedAddress } from "~/domain/closed-account";
import { house, rewardsPendingOf, type UsdAccount, walletOf } from "~/core/ledger/accounts";
import { type Actor, recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import { enqueue } from "~/core/outbox/enqueue";
import { tellContacts } from "~/core/outbox/tell-contacts";
import { nothingInTheWay } from "./what-is-left";
import type { Deps } from "~/core/deps";

type Erasure = { userId: string; actor: Actor; nowMs: number };

/** Each statement checks whether the closing may be carried out, so that all of them take effect or none does. */
export function eraseAccount(db: Database, { userId, actor, nowMs }: Erasure): Statement[] {
  const mayClose = sql`EXISTS (SELECT 1 FROM account_closings AS asked WHERE asked.user_id = ${userId} AND ${nothingInTheWay(sql`${userId}`, nowMs)})`;
  const person = (column: string) => sql`(SELECT ${sql.raw(column)} FROM users WHERE id = ${userId})`;
  const addresses = sql`SELECT ${person("email")} UNION SELECT ${person("phone")}
    UNION SELECT old_value FROM contact_changes WHERE user_id = ${userId} UNION SELECT new_value FROM contact_changes WHERE user_id = ${userId}`;
  return [
    ...giveUp(db, userId, mayClose, nowMs),
    tellContacts(db, {
      ...{ notice: "account-closed", about: userId, userId, nowMs, given: mayClose, withFormerMs: 30 * DAY_MS },
    }),
    // The files hold a name: they go a little later, when nobody is writing one any more.
    enqueue(db, "erase-certificates", {
      ...{ subject: userId, nowMs, dueMs: nowMs + 600_000, of: sql`WHERE ${mayClose}` },
    }),
    db.run(sql`DELETE FROM leads WHERE (email IN (${addresses}) OR phone IN (${addresses})) AND ${mayClose}`),
    db.run(
      sql`DELETE FROM support_requests WHERE (user_id = ${userId} OR email IN (${addresses}) OR phone IN (${addresses})) AND ${mayClose}`,
    ),
    db.run(sql`DELETE FROM login_flows WHERE ${mayClose}
      AND (data ->> '$.flow.address' IN (${addresses}) OR data ->> '$.flow.userId' = ${userId})`),
    db.run(sql`DELETE FROM notice_choices WHERE user_id = ${userId} AND ${mayClose}`),
    db.run(sql`DELETE FROM bank_details WHERE user_id = ${userId} AND ${mayClose}`),
    db.run(sql`UPDATE users SET email = ${closedAddress(userId)}, phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL, referral_code = ${`closed:${userId}`},
      session_epoch = session_epoch + 1, suspended_at_ms = ${nowMs}, closed_at_ms = ${nowMs} WHERE id = ${userId} AND ${mayClose}`),
    db.run(sql`DELETE FROM name_corrections WHERE user_id = ${userId} AND ${mayClose}`),
    // An earlier statement has raised the epoch, so a session started in the meantime does not count.
    db.run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND ${mayClose}`),
    db.run(sql`UPDATE contact_changes SET old_value = '', new_value = NULL WHERE user_id = ${userId} AND ${mayClose}`),
    // The amount and the bank's reference stay; the reason is an operator's text, which may name a person.
    db.run(sql`UPDATE withdrawals SET holder_name = '', bank_name = '', ifsc_code = '', account_number_sealed = '', account_last4 = '', key_id = '', account_mark = NULL,
      reject_reason = iif(reject_reason IS NULL, NULL, '') WHERE user_id = ${userId} AND ${mayClose}`),
    db.run(
      sql`UPDATE identity_sessions SET verified_name = NULL, document_mark = NULL WHERE user_id = ${userId} AND ${mayClose}`,
    ),
    db.run(sql`UPDATE suspensions SET reason = '' WHERE user_id = ${userId} AND ${mayClose}`),
    recordAudit(
      db,
      { id: `close:${userId}`, actor, action: "account-closed", subject: `user:${userId}`, nowMs },
      { where: mayClose },
    ),
    db.run(sql`UPDATE account_closings AS asked SET closed_at_ms = ${nowMs}
      WHERE asked.user_id = ${userId} AND ${nothingInTheWay(sql`${userId}`, nowMs)}`),
  ];
}

function giveUp(db: Database, userId: string, mayClose: SQL, nowMs: number): Statement[] {
  const handOver = (name: string, debit: UsdAccount) =>
    transfer(
      db,
      {
        refersTo: `closing:${userId}`,
        name,
        debit,
        credit: house.givenUp,
        amount: sql<number>`credits_total - debits_total`,
        reason: "given-up",
        nowMs,
      },
      { from: accounts, where: sql`id = ${debit} AND credits_total > debits_total AND ${mayClose}` },
    );
  return [
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs} WHERE state <> 'void'
      AND stake_id IN (SELECT id FROM stakes WHERE user_id = ${userId} AND state = 'active') AND ${mayClose}`),
    db.run(
      sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs} WHERE user_id = ${userId} AND state = 'active' AND ${mayClose}`,
    ),
    handOver("wallet", walletOf(userId)),
    handOver("rewards-pending", rewardsPendingOf(userId)),
    db.run(
      sql`UPDATE referrals SET state = 'reversed' WHERE referrer_id = ${userId} AND state = 'pending' AND ${mayClose}`,
    ),
  ];
}

const AT_MOST = 20;

export async function closeWaitingAccounts(deps: Deps): Promise<number> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const due = await db.all<{ userId: string }>(sql`SELECT asked.user_id AS userId FROM account_closings AS asked
    WHERE ${nothingInTheWay(sql`asked.user_id`, nowMs)} ORDER BY asked.asked_at_ms LIMIT ${AT_MOST}`);
  for (const { userId } of due) {
    await runWork(db, writes(...eraseAccount(db, { userId, actor: "system", nowMs })));
    const [closed] = await db.all(sql`SELECT 1 FROM users WHERE id = ${userId} AND closed_at_ms = ${nowMs}`);
    if (!closed) continue;
    deps.log("account-closed", { userId });
  }
  return due.length;
}

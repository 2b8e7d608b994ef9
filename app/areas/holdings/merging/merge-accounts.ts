import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { accountMergers } from "~/db/schema/mergers";
import { accounts } from "~/db/schema/ledger";
import { runWork, type Statement, writes } from "~/db/work";
import { closeEmptied } from "~/areas/accounts/closing/close-emptied";
import { holdsAnything } from "~/areas/accounts/closing/under-way";
import { replaceCertificates, type Replacement } from "~/areas/holdings/certificates/replace-certificates";
import type { Deps } from "~/core/deps";
import { rewardsPendingOf, tokensOf, type UsdAccount, walletOf } from "~/core/ledger/accounts";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { transferAll } from "~/core/ledger/transfer";
import { newStopToken } from "~/core/stop-token";
import { inTheWay, type Pair } from "./in-the-way";

const AT_MOST = 20;

type MergeDeps = Pick<Deps, "db" | "nowMs" | "newId" | "newCode" | "log">;
type Merger = { id: string; from: string; into: string };

/** Confirmed, not stopped, and over its wait if the first account holds anything. Of a row of `account_mergers`. */
const isDue = (nowMs: number) => sql`confirmed_at_ms IS NOT NULL AND stopped_at_ms IS NULL AND moving_at_ms IS NULL
  AND (merges_from_ms <= ${nowMs} OR NOT (${holdsAnything(sql`account_mergers.from_user_id`)}))
  AND ${inTheWay({ from: sql`account_mergers.from_user_id`, into: sql`account_mergers.into_user_id` }, sql`documents_seen`, nowMs)} IS NULL`;

/** Carries out what two operators have decided, each in one batch, once its wait is over and nothing is in the way. */
export async function mergeAccounts(deps: MergeDeps): Promise<number> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const due = await db.all<Merger>(sql`SELECT id, from_user_id AS "from", into_user_id AS "into" FROM account_mergers
    WHERE ${isDue(nowMs)} ORDER BY proposed_at_ms LIMIT ${AT_MOST}`);
  for (const merger of due) {
    const inOtherName = await db.all<{ id: string }>(otherNames(pairOf(merger)));
    const replacements = inOtherName.map(({ id }) => ({ old: id, id: deps.newId("crt"), code: deps.newCode() }));
    await runWork(db, writes(...mergeStatements(deps, merger, replacements, nowMs)));
    deps.log("accounts-merged", { userId: merger.into });
  }
  return due.length;
}

const pairOf = ({ from, into }: Merger): Pair => ({ from: sql`${from}`, into: sql`${into}` });

/** Certificates that name the holder otherwise than the account does into which their stakes move. */
export const otherNames = ({ from, into }: Pair): SQL => sql`SELECT certificates.id FROM stakes
    JOIN certificates ON certificates.stake_id = stakes.id AND certificates.state = 'issued'
    JOIN users AS one ON one.id = ${from} JOIN users AS other ON other.id = ${into}
  WHERE stakes.user_id = ${from} AND stakes.state = 'active' AND (one.name_on_certificate = other.name_on_certificate) IS NOT 1`;

function mergeStatements(
  deps: Pick<MergeDeps, "db" | "newId" | "newCode">,
  merger: Merger,
  replacements: readonly Replacement[],
  nowMs: number,
): Statement[] {
  const { db } = deps;
  const { id, from, into } = merger;
  const list = sql`json_each(${JSON.stringify(replacements)})`;
  const moving = sql`EXISTS (SELECT 1 FROM moving_accounts WHERE moving_accounts.id = ${id})`;
  const balance = (account: string) =>
    sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${account})`;
  const contact = sql`FROM users WHERE users.id = ${into} AND support_requests.user_id = ${from}`;
  return [
    db.run(sql`UPDATE account_mergers SET moving_at_ms = ${nowMs},
        stakes = (SELECT count(*) FROM stakes WHERE stakes.user_id = ${from} AND stakes.state = 'active'),
        wallet_cents = ${balance(walletOf(from))}, pending_cents = ${balance(rewardsPendingOf(from))}, tokens = ${balance(tokensOf(from))}
      WHERE id = ${id} AND ${isDue(nowMs)}
        AND NOT EXISTS (SELECT 1 FROM (${otherNames(pairOf(merger))}) AS stands WHERE stands.id NOT IN (SELECT value ->> 'old' FROM ${list}))`),
    db.run(sql`UPDATE stakes SET bought_by = coalesce(bought_by, user_id), user_id = ${into}
      WHERE user_id = ${from} AND state = 'active' AND ${moving}`),
    ...replaceCertificates(db, { actor: "system", nowMs, list, may: moving }),
    db.run(sql`UPDATE referrals SET referrer_id = ${into}
      WHERE referrer_id = ${from} AND referred_id <> ${into} AND state IN ('inactive', 'held', 'pending') AND ${moving}`),
    moveMoney(db, merger, { moving, nowMs }),
    db.run(sql`INSERT INTO cask_watches (user_id, cask_id, created_at_ms, opens_told_at_ms, closes_told_at_ms)
      SELECT ${into}, cask_id, created_at_ms, opens_told_at_ms, closes_told_at_ms FROM cask_watches WHERE user_id = ${from} AND ${moving}
      ON CONFLICT DO NOTHING`),
    // Where an answer goes is another address now; an answer to a message that both were sent stays, and goes with the account.
    db.run(sql`UPDATE support_requests SET user_id = ${into}, email = (SELECT users.email ${contact}),
        phone = (SELECT iif(users.email IS NULL, users.phone, NULL) ${contact})
      WHERE user_id = ${from} AND closed_at_ms IS NULL AND ${moving}
        AND NOT EXISTS (SELECT 1 FROM support_requests AS own WHERE own.user_id = ${into} AND own.message_id = support_requests.message_id)`),
    ...closeEmptied(db, {
      userId: from,
      closingId: deps.newId("cls"),
      stopToken: newStopToken(deps),
      may: moving,
      nowMs,
    }),
    ...[
      [from, into],
      [into, from],
    ].map(([one = "", other = ""]) =>
      recordAudit(
        db,
        {
          id: `accounts-merged:${id}:${one}`,
          actor: "system",
          action: "accounts-merged",
          subject: byUser(one),
          detail: byUser(other),
          nowMs,
        },
        { from: accountMergers, where: sql`id = ${id} AND ${moving}` },
      ),
    ),
    // The database refuses it, and all of the batch with it, unless the account is closed and empty.
    db.run(sql`UPDATE account_mergers SET merged_at_ms = ${nowMs} WHERE id = ${id} AND ${moving}`),
  ];
}

/** All that each of the accounts of the ledger holds, by rows of its own: what was booked before stays as it is. */
function moveMoney(db: Database, { id, from, into }: Merger, { moving, nowMs }: { moving: SQL; nowMs: number }) {
  const all = (account: string) => ({
    from: accounts,
    where: sql`accounts.id = ${account} AND credits_total > debits_total AND ${moving}`,
  });
  const row = {
    refersTo: `merger:${id}`,
    amount: sql<number>`credits_total - debits_total`,
    reason: "account-merged",
    nowMs,
  } as const;
  const money = (name: string, debit: UsdAccount, credit: UsdAccount) =>
    [{ ...row, name, debit, credit, currency: "USD" } as const, all(debit)] as const;
  const tokens = { ...row, name: "tokens", debit: tokensOf(from), credit: tokensOf(into), currency: "TOKEN" } as const;
  return transferAll(db, [
    money("wallet", walletOf(from), walletOf(into)),
    money("rewards-pending", rewardsPendingOf(from), rewardsPendingOf(into)),
    [tokens, all(tokens.debit)],
  ]);
}

import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { each, mapWork, rows, type Work } from "~/db/work";
import { walletOf } from "~/core/ledger/accounts";
import { type After, afterRow, cutPage, type KeysetPage } from "~/core/lists/keyset-page";
import { messagesOf } from "~/areas/notices/messages-of";

// All that happened with one person, in one order, newest first: what the log says of the account and of what belongs to it, what was
// bought and paid, what came into the wallet, what was written to them and by them. Each source gives its latest rows by an index of
// its own, and they are put together here, so that a page costs the same however long the story is.

const HISTORY_ROWS = 50;

/** What may have rows of its own in the log is looked for among the latest so many of each kind. */
const LATEST = sql.raw("100");

export type HistoryRow = {
  /** Its place among those of the same time. */
  id: string;
  atMs: number;
  /** What the log calls it; 'message:NOTICE', 'wallet:REASON', or an event of its own. */
  what: string;
  /** As in the log: 'user:ID', 'operator:ID', 'reader:ID' or 'system'. */
  actor: string;
  /** The name or mailbox of an operator; not for readers. */
  who: string | null;
  /** 'payment:ID' and the like; null: the person. */
  subject: string | null;
  /** In the log's words; of a message how it went. */
  detail: string | null;
  /** What it is about by name. */
  about: string | null;
  stakeNumber: number | null;
  amountCents: number | null;
  /** Of a message that has not gone out: how often it was tried. */
  tries: number | null;
};

type Source = {
  id: SQL;
  at: SQL;
  what: SQL;
  from: SQL;
  actor?: SQL;
  who?: SQL;
  subject?: SQL;
  detail?: SQL;
  about?: SQL;
  number?: SQL;
  amount?: SQL;
  tries?: SQL;
};

const nothing = sql`NULL`;
const byOperators = (actor: SQL) => sql`(SELECT coalesce(full_name, email) FROM users
  WHERE ${actor} BETWEEN 'operator:' AND 'operator;' AND users.id = substr(${actor}, 10))`;

const logged = (from: SQL, more: Partial<Source> = {}): Source => ({
  id: sql`'log:' || audit_log.id`,
  at: sql`audit_log.created_at_ms`,
  what: sql`audit_log.action`,
  actor: sql`audit_log.actor`,
  who: byOperators(sql`audit_log.actor`),
  subject: sql`audit_log.subject`,
  detail: sql`audit_log.detail`,
  from,
  ...more,
});

const latestOf = (columns: SQL, table: SQL, userId: string, order: SQL) =>
  sql`(SELECT ${columns} FROM ${table} WHERE user_id = ${userId} ORDER BY ${order} DESC LIMIT ${LATEST}) AS things`;
const stakesOf = (userId: string) =>
  sql`${latestOf(sql`id, number, cask_id`, sql`stakes`, userId, sql`purchased_at_ms`)} CROSS JOIN casks ON casks.id = things.cask_id`;
const certificatesOf = (userId: string) =>
  sql`${stakesOf(userId)} CROSS JOIN certificates ON certificates.stake_id = things.id`;
const ofStake = { about: sql`casks.name`, number: sql`things.number` };

/** Of the account, and of what belongs to it. */
function loggedOf(userId: string): Source[] {
  const logOf = (kind: string, things: SQL, where = sql`1`, id = sql`things.id`) =>
    sql`${things} CROSS JOIN audit_log ON audit_log.subject = ${sql.raw(`'${kind}:'`)} || ${id} WHERE ${where}`;
  const payments = latestOf(sql`id, purpose, product_name, amount_cents`, sql`payments`, userId, sql`created_at_ms`);
  const withdrawals = latestOf(sql`id, amount_cents`, sql`withdrawals`, userId, sql`created_at_ms`);
  // That a stake's payment settled is told by the stake.
  const notTwice = sql`NOT (audit_log.action = 'payment-settled' AND things.purpose = 'stake')`;
  return [
    logged(sql`audit_log WHERE audit_log.subject = 'user:' || ${userId}`),
    logged(logOf("payment", payments, notTwice), {
      about: sql`things.product_name`,
      amount: sql`things.amount_cents`,
    }),
    logged(logOf("withdrawal", withdrawals), { amount: sql`things.amount_cents` }),
    logged(logOf("certificate", certificatesOf(userId), sql`1`, sql`certificates.id`), ofStake),
    logged(logOf("support", sql`support_requests AS things`, sql`things.user_id = ${userId}`), {
      about: sql`things.number`,
    }),
  ];
}

function stakeEventsOf(userId: string): Source[] {
  const certificate = (what: string, at: SQL): Source => ({
    id: sql`${sql.raw(`'${what}:'`)} || certificates.id`,
    at,
    what: sql.raw(`'${what}'`),
    subject: sql`'certificate:' || certificates.id`,
    ...ofStake,
    from: sql`${certificatesOf(userId)} WHERE ${at} IS NOT NULL`,
  });
  return [
    {
      id: sql`'stake:' || stakes.id`,
      at: sql`stakes.purchased_at_ms`,
      what: sql`'stake-bought'`,
      subject: sql`'cask:' || casks.id`,
      about: sql`casks.name`,
      number: sql`stakes.number`,
      amount: sql`stakes.price_cents`,
      from: sql`stakes CROSS JOIN casks ON casks.id = stakes.cask_id WHERE stakes.user_id = ${userId}`,
    },
    {
      id: sql`'change:' || stake_changes.id`,
      at: sql`stake_changes.changed_at_ms`,
      what: sql`'stake-' || stake_changes.becomes`,
      subject: sql`'cask:' || casks.id`,
      ...ofStake,
      from: sql`${stakesOf(userId)} CROSS JOIN stake_changes ON stake_changes.stake_id = things.id WHERE 1`,
    },
    certificate("certificate-issued", sql`certificates.issued_at_ms`),
    certificate("certificate-void", sql`certificates.voided_at_ms`),
  ];
}

/** Payments that were begun, whatever became of them, and what came into the wallet. */
const moneyOf = (userId: string): Source[] => [
  {
    id: sql`'payment:' || payments.id`,
    at: sql`payments.created_at_ms`,
    what: sql`'payment-begun'`,
    subject: sql`'payment:' || payments.id`,
    about: sql`payments.product_name`,
    amount: sql`payments.amount_cents`,
    actor: sql`'user:' || ${userId}`,
    from: sql`payments WHERE payments.user_id = ${userId}`,
  },
  {
    id: sql`'wallet:' || transfers.seq`,
    at: sql`transfers.created_at_ms`,
    what: sql`'wallet:' || transfers.reason`,
    subject: sql`transfers.refers_to`,
    amount: sql`transfers.amount`,
    // What an order that is sealed gives back would tell what it was.
    from: sql`transfers WHERE transfers.credit_account_id = ${walletOf(userId)}`,
  },
];

/** By them to support, and to them by mail or text message. */
const writtenOf = (userId: string): Source[] => [
  {
    id: sql`'asked:' || things.id`,
    at: sql`things.created_at_ms`,
    what: sql`'support-asked'`,
    subject: sql`'support:' || things.id`,
    about: sql`things.number`,
    detail: sql`things.kind`,
    actor: sql`'user:' || ${userId}`,
    from: sql`support_requests AS things WHERE things.user_id = ${userId}`,
  },
  {
    id: sql`'followed-up:' || more.id`,
    at: sql`more.created_at_ms`,
    what: sql`'support-followed-up'`,
    subject: sql`'support:' || things.id`,
    about: sql`things.number`,
    actor: sql`'user:' || ${userId}`,
    from: sql`support_requests AS things CROSS JOIN support_follow_ups AS more ON more.request_id = things.id WHERE things.user_id = ${userId}`,
  },
  ...messagesOf(userId).map((from) => ({
    id: sql`sent.id`,
    at: sql`coalesce(sent.done_at_ms, sent.created_at_ms)`,
    what: sql`'message:' || sent.notice`,
    detail: sql`CASE WHEN sent.done_at_ms IS NULL THEN iif(sent.attempts = 0, 'waits', 'failing')
      ELSE coalesce(sent.outcome, iif(sent.last_error IS NULL, 'ended', 'given-up')) END`,
    tries: sql`sent.attempts`,
    from: sql`${from} WHERE 1`,
  })),
];

/** What happened before `after`, or what happened last. */
export function readUserHistory(
  db: Database,
  { userId, after }: { userId: string; after: After | null },
): Work<KeysetPage<HistoryRow>> {
  const most = sql.raw(String(HISTORY_ROWS + 1));
  const sources = [loggedOf, stakeEventsOf, moneyOf, writtenOf].flatMap((of) => of(userId));
  const queries = sources.map(({ id, at, from, ...of }) => {
    const before = after ? sql`AND ${at} <= ${after.ms} AND (${at} < ${after.ms} OR ${id} < ${after.id})` : sql``;
    return rows(
      db.all<HistoryRow>(sql`SELECT ${id} AS id, ${at} AS atMs, ${of.what} AS what, ${of.actor ?? sql`'system'`} AS actor,
          ${of.who ?? nothing} AS who, ${of.subject ?? nothing} AS subject, ${of.detail ?? nothing} AS detail, ${of.about ?? nothing} AS about,
          ${of.number ?? nothing} AS stakeNumber, ${of.amount ?? nothing} AS amountCents, ${of.tries ?? nothing} AS tries
        FROM ${from} ${before} ORDER BY ${at} DESC, ${id} DESC LIMIT ${most}`),
    );
  });
  return mapWork(each(queries), (found) => {
    const all = found.flat().sort((one, other) => other.atMs - one.atMs || (one.id < other.id ? 1 : -1));
    return cutPage(all, HISTORY_ROWS, (last) => afterRow(last.atMs, last.id));
  });
}

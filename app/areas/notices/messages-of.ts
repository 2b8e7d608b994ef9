import { type SQL, sql } from "drizzle-orm";
import type { NoticeKind } from "./inside/notice-table";

// Which mails and text messages one person was sent: the rows of the outbox, found by their ids. A notice names what it is about (the
// `subject` of its entry), so here is, for each kind of thing, how one person's are found and which notices begin with its id.

/** Of things of which somebody may have many, as many as the latest so many. */
const LATEST = sql.raw("100");

/** `ids`: a query of one column, `id`. */
type Named = { subject: string; ids: (userId: string) => SQL; notices: readonly NoticeKind[] };

/** Each cask that somebody holds a stake in. */
const casksOf = (userId: string) =>
  sql`SELECT DISTINCT cask_id AS id FROM (SELECT cask_id FROM stakes WHERE user_id = ${userId} ORDER BY purchased_at_ms DESC LIMIT ${LATEST})`;
const about = (userId: string, things: SQL) =>
  sql`SELECT things.id || ':' || ${userId} AS id FROM (${casksOf(userId)}) AS casks_of CROSS JOIN ${things}`;

export const MESSAGES_BY_SUBJECT: readonly Named[] = [
  {
    subject: "USER",
    ids: (userId) => sql`SELECT ${userId} AS id`,
    notices: ["bank-changed", "contact-added", "account-closed", "data-access"],
  },
  {
    subject: "PAYMENT",
    ids: (userId) => latest(sql`id`, sql`payments`, userId, sql`created_at_ms`),
    notices: ["payment-settled", "payment-refunding", "payment-underpaid", "payment-reversed"],
  },
  {
    subject: "WITHDRAWAL",
    ids: (userId) => latest(sql`id`, sql`withdrawals`, userId, sql`created_at_ms`),
    notices: [
      "withdrawal-requested",
      "withdrawal-warned",
      "withdrawal-paid",
      "withdrawal-rejected",
      "withdrawal-returned",
      "withdrawal-cancelled",
    ],
  },
  {
    subject: "CERTIFICATE",
    ids: (userId) =>
      sql`SELECT certificates.id FROM (SELECT id FROM stakes WHERE user_id = ${userId} ORDER BY purchased_at_ms DESC LIMIT ${LATEST}) AS held
        CROSS JOIN certificates ON certificates.stake_id = held.id`,
    notices: ["certificate-ready"],
  },
  {
    subject: "OFFER",
    ids: (userId) => latest(sql`id`, sql`offers`, userId, sql`created_at_ms`),
    notices: ["offer-made", "offer-sold", "offer-ended", "offer-undone", "proceeds-available"],
  },
  {
    subject: "CHANGE",
    ids: (userId) => latest(sql`id`, sql`contact_changes`, userId, sql`changed_at_ms`),
    notices: ["contact-changed"],
  },
  {
    subject: "CORRECTION",
    ids: (userId) => latest(sql`id`, sql`name_corrections`, userId, sql`created_at_ms`),
    notices: ["name-corrected"],
  },
  {
    subject: "CLOSING",
    ids: (userId) => sql`SELECT id FROM account_closings WHERE user_id = ${userId}`,
    notices: ["closing-asked"],
  },
  {
    subject: "REFERRED",
    ids: (userId) =>
      sql`SELECT referred_id AS id FROM referrals WHERE referrer_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${LATEST}`,
    notices: ["referral-earned"],
  },
  {
    subject: "REQUEST",
    ids: (userId) => sql`SELECT id FROM support_requests WHERE user_id = ${userId}`,
    notices: ["support-received"],
  },
  {
    subject: "ANSWER",
    ids: (userId) =>
      sql`SELECT support_answers.id FROM support_requests CROSS JOIN support_answers ON support_answers.request_id = support_requests.id
        WHERE support_requests.user_id = ${userId}`,
    notices: ["support-answered"],
  },
  {
    subject: "CASK:USER",
    ids: (userId) => sql`SELECT things.id || ':' || ${userId} AS id FROM (${casksOf(userId)}) AS things`,
    notices: ["return-ready", "cask-opens"],
  },
  {
    subject: "VALUATION:USER",
    ids: (userId) => about(userId, sql`valuations AS things ON things.cask_id = casks_of.id`),
    notices: ["new-valuation"],
  },
  {
    subject: "EXIT:USER",
    ids: (userId) => about(userId, sql`cask_exits AS things ON things.cask_id = casks_of.id`),
    notices: ["cask-sold"],
  },
  {
    subject: "BID:USER",
    ids: (userId) => about(userId, sql`bids AS things ON things.cask_id = casks_of.id`),
    notices: ["bid-opened", "bid-ending", "bid-counted", "bid-withdrawn"],
  },
  {
    subject: "MESSAGE:USER",
    ids: (userId) =>
      latest(sql`message_id || ':' || user_id AS id`, sql`message_recipients`, userId, sql`created_at_ms`),
    notices: ["holder-message"],
  },
];

const latest = (id: SQL, table: SQL, userId: string, order: SQL) =>
  sql`SELECT ${id} FROM ${table} WHERE user_id = ${userId} ORDER BY ${order} DESC LIMIT ${LATEST}`;

/**
 * Rows of the outbox that told this person something, as `sent`: a FROM clause for each kind of thing, for queries that say what they need. They
 * are kept for 30 days after they were done, those that were given up for longer (docs/data-retention.md).
 */
export const messagesOf = (userId: string): SQL[] =>
  MESSAGES_BY_SUBJECT.map(({ ids, notices }) => {
    const kinds = sql.raw(notices.map((notice) => `('${notice}')`).join(", "));
    return sql`(SELECT 'send-notice:' || kinds.column1 || ':' || named.id AS stem FROM (${ids(userId)}) AS named CROSS JOIN (VALUES ${kinds}) AS kinds) AS stems
      CROSS JOIN outbox AS sent ON sent.id >= stems.stem AND sent.id < stems.stem || ';'
        AND (sent.id = stems.stem OR substr(sent.id, length(stems.stem) + 1, 1) = ':')`;
  });

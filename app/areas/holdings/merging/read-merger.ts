import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { byUser } from "~/core/ledger/audit";
import { rewardsPendingIn, tokensIn, walletIn } from "~/core/ledger/accounts";
import { closesFrom } from "~/areas/accounts/closing/closing-wait";
import { holdsAnything } from "~/areas/accounts/closing/under-way";
import { type InTheWay, inTheWay } from "./in-the-way";
import { otherNames } from "./merge-accounts";

/** One that a page shows: of this account or into it, the newest first. */
export type Merger = {
  id: string;
  fromUserId: string;
  intoUserId: string;
  /** Of the account that is not at hand; null: it is closed, or has no name. */
  otherName: string | null;
  proposedAtMs: number;
  mergesFromMs: number;
  stoppedAtMs: number | null;
  confirmedAtMs: number | null;
  mergedAtMs: number | null;
  stakes: number | null;
  walletCents: number | null;
  pendingCents: number | null;
  tokens: number | null;
};

/** What would move now, if nothing changes until then. */
export type MergerPreview = {
  fromUserId: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
  stakes: number;
  walletCents: number;
  pendingCents: number;
  tokens: number;
  /** Certificates in another name, to be replaced. */
  certificates: number;
  watches: number;
  /** Open requests to support. */
  threads: number;
  /** The earliest time; null: at once, because the account holds nothing. */
  mergesFromMs: number | null;
  /** Whether the two names differ, so that documents have to be seen. */
  asksDocuments: boolean;
  hinders: Exclude<InTheWay, "documents"> | null;
};

const MOST = 5;

type MergerReview = { mergers: Merger[]; preview: MergerPreview | null };

/** @param otherId an account that was named; null: the one whose merger waits for a second operator, if there is one. */
export function readMergers(
  db: Database,
  { userId, otherId, nowMs }: { userId: string; otherId: string | null; nowMs: number },
): Work<MergerReview> {
  const query = db.all<Merger>(sql`SELECT account_mergers.id, from_user_id AS fromUserId, into_user_id AS intoUserId,
      (SELECT full_name FROM users WHERE users.id = iif(from_user_id = ${userId}, into_user_id, from_user_id)) AS otherName,
      proposed_at_ms AS proposedAtMs, merges_from_ms AS mergesFromMs, stopped_at_ms AS stoppedAtMs, confirmed_at_ms AS confirmedAtMs,
      merged_at_ms AS mergedAtMs, stakes, wallet_cents AS walletCents, pending_cents AS pendingCents, tokens
    FROM account_mergers WHERE from_user_id = ${userId} OR into_user_id = ${userId} ORDER BY proposed_at_ms DESC LIMIT ${MOST}`);
  return together({ mergers: rows(query), preview: preview(db, { userId, otherId, nowMs }) });
}

const waitingFrom = (
  userId: string,
  nowMs: number,
): SQL => sql`(SELECT waiting.from_user_id FROM change_proposals AS proposed
    JOIN account_mergers AS waiting ON waiting.id = proposed.becomes AND waiting.stopped_at_ms IS NULL
  WHERE proposed.subject = ${byUser(userId)} AND proposed.state = 'open' AND proposed.kind = 'merger' AND proposed.expires_at_ms > ${nowMs})`;

type Previewed = { userId: string; otherId: string | null; nowMs: number };
type PreviewRow = Omit<MergerPreview, "asksDocuments" | "hinders"> & {
  asks: InTheWay | null;
  hinders: MergerPreview["hinders"];
};

function preview(db: Database, { userId, otherId, nowMs }: Previewed): Work<MergerPreview | null> {
  // Under a name of its own: what is in the way is looked for in `users`.
  const from = sql`named.id`;
  const into = sql`${userId}`;
  const balance = (account: SQL) =>
    sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${account})`;
  const count = (what: SQL) => sql`(SELECT count(*) FROM ${what})`;
  const query =
    db.all<PreviewRow>(sql`SELECT named.id AS fromUserId, named.full_name AS fullName, named.email, named.phone,
      ${count(sql`stakes WHERE stakes.user_id = named.id AND stakes.state = 'active'`)} AS stakes,
      ${balance(walletIn(from))} AS walletCents, ${balance(rewardsPendingIn(from))} AS pendingCents, ${balance(tokensIn(from))} AS tokens,
      ${count(sql`(${otherNames({ from, into })})`)} AS certificates,
      ${count(sql`cask_watches WHERE cask_watches.user_id = named.id`)} AS watches,
      ${count(sql`support_requests WHERE support_requests.user_id = named.id AND support_requests.closed_at_ms IS NULL`)} AS threads,
      iif(${holdsAnything(from)}, max(${closesFrom(from, nowMs)}, ${closesFrom(into, nowMs)}), NULL) AS mergesFromMs,
      ${inTheWay({ from, into }, sql`0`, nowMs)} AS asks, ${inTheWay({ from, into }, sql`1`, nowMs)} AS hinders
    FROM users AS named WHERE named.id = ${otherId === null ? waitingFrom(userId, nowMs) : sql`${otherId}`} AND named.closed_at_ms IS NULL`);
  return mapWork(row(query), (found) => {
    if (!found) return null;
    const { asks, ...rest } = found;
    return { ...rest, asksDocuments: asks === "documents" };
  });
}

/** The account that an operator names by its number, mailbox or phone number; null: none, or closed. */
export function findAccount(db: Database, named: string): Work<string | null> {
  const digits = named.replaceAll(/\D/g, "");
  const query = db.all<{ id: string }>(sql`SELECT users.id FROM users WHERE users.closed_at_ms IS NULL
    AND (users.id = ${named} OR users.email = ${named.toLowerCase()} OR users.phone IN (${digits}, ${`91${digits}`})) LIMIT 1`);
  return mapWork(row(query), (found) => found?.id ?? null);
}

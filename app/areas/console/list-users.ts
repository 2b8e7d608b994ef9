import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows, type Work } from "~/db/work";
import { walletIn } from "~/core/ledger/accounts";
import { type After, afterRow, cutPage, type KeysetPage, PAGE_ROWS } from "~/core/lists/keyset-page";

// People, the newest first; those who asked to be closed by when they asked. Each filter has an index of its own.

export const USER_FILTERS = ["all", "activated", "suspended", "closing", "staff"] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

export const readUserFilter = (text: string | null): UserFilter => USER_FILTERS.find((one) => one === text) ?? "all";

export type ListedUser = {
  id: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
  role: "investor" | "operator" | "reader";
  activatedAtMs: number | null;
  suspendedAtMs: number | null;
  closedAtMs: number | null;
  /** Closing requested, but not closed yet. */
  closingAskedAtMs: number | null;
  walletCents: number;
  createdAtMs: number;
};

const FILTERS: Record<Exclude<UserFilter, "closing">, SQL> = {
  all: sql`1`,
  activated: sql`users.activated_at_ms IS NOT NULL`,
  suspended: sql`users.suspended_at_ms IS NOT NULL AND users.closed_at_ms IS NULL`,
  staff: sql`users.role <> 'investor'`,
};

export function listUsers(
  db: Database,
  { filter, after, pageRows = PAGE_ROWS }: { filter: UserFilter; after: After | null; pageRows?: number },
): Work<KeysetPage<ListedUser>> {
  const found = filter === "closing" ? closing(after) : people(FILTERS[filter], after);
  const query = db.all<ListedUser>(sql`${found} LIMIT ${pageRows + 1}`);
  return mapWork(rows(query), (found) =>
    cutPage(found, pageRows, (last) =>
      afterRow(filter === "closing" ? last.closingAskedAtMs : last.createdAtMs, last.id),
    ),
  );
}

const columns = sql`users.id, users.full_name AS fullName, users.email, users.phone, users.role,
  users.activated_at_ms AS activatedAtMs, users.suspended_at_ms AS suspendedAtMs, users.closed_at_ms AS closedAtMs,
  waiting.asked_at_ms AS closingAskedAtMs, users.created_at_ms AS createdAtMs,
  (SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${walletIn(sql`users.id`)}) AS walletCents`;

function people(where: SQL, after: After | null): SQL {
  const from = after ? sql`AND (users.created_at_ms, users.id) < (${after.ms}, ${after.id})` : sql``;
  return sql`SELECT ${columns} FROM users LEFT JOIN account_closings AS waiting
      ON waiting.user_id = users.id AND waiting.cancelled_at_ms IS NULL AND waiting.closed_at_ms IS NULL
    WHERE ${where} ${from} ORDER BY users.created_at_ms DESC, users.id DESC`;
}

function closing(after: After | null): SQL {
  const from = after ? sql`AND (waiting.asked_at_ms, waiting.user_id) < (${after.ms}, ${after.id})` : sql``;
  return sql`SELECT ${columns} FROM account_closings AS waiting JOIN users ON users.id = waiting.user_id
    WHERE waiting.cancelled_at_ms IS NULL AND waiting.closed_at_ms IS NULL ${from}
    ORDER BY waiting.asked_at_ms DESC, waiting.user_id DESC`;
}

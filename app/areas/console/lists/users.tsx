import { sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { sectionHref } from "~/content/console-sections";
import { userTexts as texts } from "~/content/console-user-texts";
import { walletIn } from "~/core/ledger/accounts";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import { formatUsd, plainDollars } from "~/domain/money";
import { Instant, RowLink } from "~/ui/console/cells";
import { UserBadges } from "~/ui/console/badges";
import { shownContact } from "../shown-contact";
import { defineList } from "./define-list";

type ListedUser = {
  id: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
  role: "investor" | "operator" | "reader";
  activatedAtMs: number | null;
  suspendedAtMs: number | null;
  closedAtMs: number | null;
  walletCents: number;
  createdAtMs: number;
};

const FILTERS = {
  all: sql`1`,
  suspended: sql`users.suspended_at_ms IS NOT NULL AND users.closed_at_ms IS NULL`,
  staff: sql`users.role <> 'investor'`,
};

/** Each filter has an index of its own. */
export const users = defineList({
  section: "users",
  states: { all: "All", suspended: "Suspended", staff: "Operators" },
  position: readAfter,
  query: (db, { state, after, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`AND (users.created_at_ms, users.id) < (${after.ms}, ${after.id})` : sql``;
    const found =
      db.all<ListedUser>(sql`SELECT users.id, users.full_name AS fullName, users.email, users.phone, users.role,
        users.activated_at_ms AS activatedAtMs, users.suspended_at_ms AS suspendedAtMs, users.closed_at_ms AS closedAtMs,
        users.created_at_ms AS createdAtMs,
        (SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${walletIn(sql`users.id`)}) AS walletCents
      FROM users
      WHERE ${FILTERS[state]} ${from} ORDER BY users.created_at_ms DESC, users.id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(found), (all) => cutPage(all, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  shown: (row, mayChange) => ({ ...row, ...shownContact(row, mayChange) }),
  columns: () => [
    { label: "Person", cell: Person },
    { label: "Contact", onPhone: "plain", cell: (row) => <Contact {...row} /> },
    { label: "State", isState: true, cell: (row) => <UserBadges {...row} /> },
    { label: "Wallet", right: "amount", cell: (row) => formatUsd(row.walletCents) },
    { label: "Joined", cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ],
  // Without addresses: they are on each person's page.
  csv: {
    id: (row) => row.id,
    name: (row) => row.fullName,
    role: (row) => row.role,
    joined_at: (row) => utc(row.createdAtMs),
    activated_at: (row) => utcOrNothing(row.activatedAtMs),
    suspended_at: (row) => utcOrNothing(row.suspendedAtMs),
    closed_at: (row) => utcOrNothing(row.closedAtMs),
    wallet_usd: (row) => plainDollars(row.walletCents),
  },
});

function Person({ id, fullName, closedAtMs }: ListedUser) {
  const name = fullName ?? (closedAtMs === null ? texts.noName : id);
  return (
    <RowLink href={`${sectionHref("users")}/${id}`}>
      <bdi>{name}</bdi>
    </RowLink>
  );
}

function Contact({ email, phone }: Pick<ListedUser, "email" | "phone">) {
  const known = [email, phone].filter((one) => one !== null);
  if (known.length === 0) return <>{texts.none}</>;
  return (
    <>
      {known.map((one) => (
        <bdi key={one} className="block">
          {one}
        </bdi>
      ))}
    </>
  );
}

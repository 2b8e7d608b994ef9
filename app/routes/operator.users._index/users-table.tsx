import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts } from "~/content/console-user-texts";
import { formatUsd } from "~/domain/money";
import type { ListedUser, UserFilter } from "~/areas/console/list-users";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { UserBadges } from "~/ui/console/user-badges";

export function UsersTable({ rows, filter }: { rows: ListedUser[]; filter: UserFilter }) {
  const columns: Column<ListedUser>[] = [
    { label: texts.columns.person, cell: Person },
    { label: texts.columns.contact, cell: (row) => <Contact {...row} /> },
    { label: texts.columns.state, cell: (row) => <UserBadges {...row} /> },
    { label: texts.columns.wallet, right: true, cell: (row) => formatUsd(row.walletCents) },
    filter === "closing"
      ? { label: texts.columns.asked, cell: (row) => <Instant atMs={row.closingAskedAtMs ?? row.createdAtMs} /> }
      : { label: texts.columns.joined, cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ];
  return <ConsoleTable label={sectionTitles.users} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

function Person({ id, fullName, closedAtMs }: ListedUser) {
  const name = fullName ?? (closedAtMs === null ? texts.noName : id);
  return (
    <a
      href={`${sectionHref("users")}/${id}`}
      className={`inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-6 ${
        fullName === null ? "text-peat-60" : "font-semibold text-copper"
      }`}
    >
      <bdi>{name}</bdi>
    </a>
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

import { type SQL, sql } from "drizzle-orm";
import { sectionHref } from "~/content/console-sections";
import { cutPage, PAGE_ROWS } from "~/core/lists";
import { caskStanding } from "~/db/schema/casks";
import { mapWork, rows } from "~/db/work";
import { type CalendarDate, dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import { RowLink } from "~/ui/console/cells";
import { StandingBadge } from "~/ui/console/badges";
import { defineList } from "./define-list";

const HREF = sectionHref("casks");

/** By their place in the index, from one. */
const STANDINGS = ["sold", "withdrawn", "published", "draft"] as const;

type ListedCask = {
  id: string;
  name: string;
  rank: number;
  closesOn: CalendarDate;
  endedOn: CalendarDate | null;
  costCents: number;
  total: number;
  sold: number;
  reserved: number;
  /** null: never published. */
  valueCents: number | null;
  valuedOn: CalendarDate | null;
  tier: "issue" | "measured" | "modelled" | "opinion" | null;
};

const standingOf = ({ rank }: ListedCask) => STANDINGS[rank - 1] ?? "draft";

const STATES = { all: "All", draft: "Drafts", published: "On sale", closed: "Closed", sold: "Sold" };

const isOnOffer = (today: CalendarDate) => sql`${caskStanding} = 3 AND closes_on >= ${today}`;

const whereOf = (today: CalendarDate): Record<keyof typeof STATES, SQL> => ({
  all: sql`1`,
  draft: sql`${caskStanding} = 4`,
  published: isOnOffer(today),
  closed: sql`${caskStanding} = 3 AND closes_on < ${today}`,
  sold: sql`${caskStanding} = 1`,
});

export const casks = defineList({
  section: "casks",
  states: STATES,
  position: (typed) => {
    const [, rank, closesOn, id] = /^([1-4])\.(\d{4}-\d\d-\d\d)\.(.+)$/s.exec(typed ?? "") ?? [];
    return rank && closesOn && id ? { rank: Number(rank), closesOn, id } : null;
  },
  query: (db, { state, after, nowMs, pageRows = PAGE_ROWS }) => {
    const today = dateOf(nowMs);
    const from = after
      ? sql`AND (${caskStanding}, closes_on, id) < (${after.rank}, ${after.closesOn}, ${after.id})`
      : sql``;
    const latest = (place: number) => sql`json_extract(counted_values, ${`$[#-1][${place}]`})`;
    const found =
      db.all<ListedCask>(sql`SELECT id, name, ${caskStanding} AS rank, closes_on AS closesOn, ended_on AS endedOn,
        cost_per_stake_cents AS costCents, total_stakes AS total, sold_stakes AS sold, reserved_stakes AS reserved,
        ${latest(1)} AS valueCents, ${latest(0)} AS valuedOn, ${latest(2)} AS tier
      FROM casks INDEXED BY casks_by_standing WHERE ${whereOf(today)[state]} ${from}
      ORDER BY ${caskStanding} DESC, closes_on DESC, id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(found), (all) => cutPage(all, pageRows, (last) => `${last.rank}.${last.closesOn}.${last.id}`));
  },
  columns: ({ nowMs }) => [
    { label: "Cask", cell: (row) => <RowLink href={`${HREF}/${row.id}`}>{row.name}</RowLink> },
    {
      label: "State",
      isState: true,
      short: true,
      cell: (row) => <StandingBadge standing={standingOf(row)} cask={row} today={dateOf(nowMs)} />,
    },
    {
      label: "Sold / reserved / all",
      right: true,
      short: true,
      cell: ({ sold, reserved, total }) => `${sold} / ${reserved} / ${total}`,
    },
    { label: "Price", right: "amount", short: true, cell: (row) => formatUsd(row.costCents) },
    { label: "Value per stake", right: true, short: true, cell: (row) => <Value cask={row} /> },
    {
      label: "Closes",
      right: true,
      short: true,
      cell: ({ closesOn, endedOn }) => (endedOn === null ? formatDate(closesOn) : `sold ${formatDate(endedOn)}`),
    },
  ],
  above: ({ mayChange }) =>
    mayChange && (
      <p>
        <ButtonLink href={`${HREF}/new`} wide={false}>
          New cask
        </ButtonLink>
      </p>
    ),
  csv: {
    id: (row) => row.id,
    cask: (row) => row.name,
    state: standingOf,
    sold: (row) => row.sold,
    reserved: (row) => row.reserved,
    stakes: (row) => row.total,
    price_usd: (row) => plainDollars(row.costCents),
    value_usd: (row) => (row.valueCents === null ? null : plainDollars(row.valueCents)),
    valued_on: (row) => row.valuedOn,
    tier: (row) => row.tier,
    closes_on: (row) => row.closesOn,
    sold_on: (row) => row.endedOn,
  },
});

function Value({ cask: { valueCents, valuedOn, tier } }: { cask: ListedCask }) {
  if (valueCents === null || valuedOn === null || tier === null) return "not valued yet";
  return (
    <>
      {formatUsd(valueCents)}
      <span className="block text-xs text-peat-60">{`${tier === "issue" ? "issue price" : tier}, ${formatDate(valuedOn)}`}</span>
    </>
  );
}

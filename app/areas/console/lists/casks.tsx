import { caskListTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import { RowLink } from "~/ui/console/row-link";
import { Short } from "~/ui/console/short";
import { StandingBadge } from "~/ui/console/standing-badge";
import { type ListedCask, listEveryCask, readAfterCask } from "../list-casks";
import { defineList } from "./define-list";

const HREF = sectionHref("casks");

export const casks = defineList({
  section: "casks",
  filters: {
    state: {
      label: "State",
      choices: {
        all: "All",
        draft: "Drafts",
        published: "On offer",
        closed: "Closed",
        withdrawn: "Withdrawn",
        sold: "Sold",
      },
    },
  },
  position: readAfterCask,
  query: (db, { filter, nowMs, ...asked }) =>
    listEveryCask(db, { filter: filter.state, today: dateOf(nowMs), ...asked }),
  columns: ({ nowMs }) => [
    { label: "Cask", cell: (row) => <RowLink href={`${HREF}/${row.id}`}>{row.name}</RowLink> },
    {
      label: "State",
      isState: true,
      cell: (row) => (
        <Short>
          <StandingBadge standing={row.standing} cask={row} today={dateOf(nowMs)} />
        </Short>
      ),
    },
    {
      label: "Sold / reserved / all",
      right: true,
      cell: ({ sold, reserved, total }) => <Short>{texts.stakes(sold, reserved, total)}</Short>,
    },
    { label: "Price", right: "amount", cell: (row) => <Short>{formatUsd(row.costCents)}</Short> },
    { label: "Value per stake", right: true, cell: (row) => <Value cask={row} /> },
    {
      label: "Closes",
      right: true,
      cell: ({ closesOn, endedOn }) => (
        <Short>{endedOn === null ? formatDate(closesOn) : texts.ended(formatDate(endedOn))}</Short>
      ),
    },
  ],
  draw: ({ filters, table, links, mayChange }) => (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {filters}
        {mayChange && (
          <ButtonLink href={`${HREF}/new`} wide={false}>
            {texts.create}
          </ButtonLink>
        )}
      </div>
      {table}
      {links}
    </>
  ),
  csv: {
    id: (row) => row.id,
    cask: (row) => row.name,
    state: (row) => row.standing,
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
  if (valueCents === null || valuedOn === null || tier === null) return texts.notValued;
  return (
    <Short>
      {formatUsd(valueCents)}
      <span className="block text-xs text-peat-60">{texts.valued(tier, formatDate(valuedOn))}</span>
    </Short>
  );
}

import { sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { consoleOfferTexts as texts } from "~/areas/resale/texts";
import type { OfferEnd, OfferState } from "~/domain/offers";
import { formatUsd, plainDollars } from "~/domain/money";
import { utc, utcOrNothing } from "~/core/lists/export-cells";
import { afterRow, cutPage, PAGE_ROWS, readAfter } from "~/core/lists/keyset-page";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Instant } from "~/ui/console/instant";
import { SubjectLink } from "~/ui/console/subject-link";
import { Field } from "~/ui/field";
import { defineList } from "./define-list";

type ListedOffer = {
  id: string;
  caskId: string;
  caskName: string;
  number: number;
  sellerId: string;
  paymentId: string | null;
  priceCents: number;
  valuedCents: number | null;
  state: OfferState;
  endReason: OfferEnd | null;
  createdAtMs: number;
  soldAtMs: number | null;
  payableFromMs: number | null;
  paidAtMs: number | null;
};

/** Stakes that investors offer or have sold to each other, the latest first. */
export const offers = defineList({
  section: "offers",
  states: { open: "Open", sold: "Sold", ended: "Ended", undone: "Undone" },
  position: readAfter,
  query: (db, { state, after, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`AND (offers.created_at_ms, offers.id) < (${after.ms}, ${after.id})` : sql``;
    const query =
      db.all<ListedOffer>(sql`SELECT offers.id, offers.cask_id AS caskId, casks.name AS caskName, stakes.number, offers.user_id AS sellerId,
        bought.payment_id AS paymentId, offers.price_cents AS priceCents, valued_cents AS valuedCents, offers.state, end_reason AS endReason,
        offers.created_at_ms AS createdAtMs, sold_at_ms AS soldAtMs, payable_from_ms AS payableFromMs, paid_at_ms AS paidAtMs
      FROM offers JOIN casks ON casks.id = offers.cask_id JOIN stakes ON stakes.id = offers.stake_id
        LEFT JOIN stakes AS bought ON bought.id = offers.new_stake_id
      WHERE offers.state = ${state} ${from} ORDER BY offers.created_at_ms DESC, offers.id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  columns: ({ mayChange }) => [
    { label: "Offered", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    {
      label: "Stake",
      cell: (row) => <SubjectLink subject={`cask:${row.caskId}`} name={texts.stake(row.number, row.caskName)} />,
    },
    { label: "Seller", cell: (row) => <SubjectLink subject={`user:${row.sellerId}`} name={row.sellerId} /> },
    { label: "Price", right: "amount", cell: (row) => formatUsd(row.priceCents) },
    {
      label: "Last valuation",
      right: true,
      cell: (row) => (row.valuedCents === null ? texts.notValued : formatUsd(row.valuedCents)),
    },
    { label: "State", isState: true, cell: (row) => <State row={row} mayChange={mayChange} /> },
  ],
  csv: {
    id: (row) => row.id,
    cask: (row) => row.caskId,
    stake: (row) => row.number,
    seller: (row) => row.sellerId,
    price_usd: (row) => plainDollars(row.priceCents),
    valued_usd: (row) => (row.valuedCents === null ? "" : plainDollars(row.valuedCents)),
    state: (row) => row.state,
    ended_because: (row) => row.endReason ?? "",
    offered_at: (row) => utc(row.createdAtMs),
    payment: (row) => row.paymentId ?? "",
    sold_at: (row) => utcOrNothing(row.soldAtMs),
    money_available_from: (row) => utcOrNothing(row.payableFromMs),
    money_credited_at: (row) => utcOrNothing(row.paidAtMs),
  },
});

function State({ row, mayChange }: { row: ListedOffer; mayChange: boolean }) {
  const { state, endReason, paymentId, payableFromMs, paidAtMs } = row;
  return (
    <>
      <Badge tone={state === "open" ? "attention" : "neutral"}>
        {endReason ? texts.ends[endReason] : texts.states[state]}
      </Badge>
      {paymentId && (
        <p className="mt-1 text-xs">
          <SubjectLink subject={`payment:${paymentId}`} name={texts.payment} />
          {state === "sold" && paidAtMs === null && payableFromMs !== null && (
            <>
              , {texts.onHold} <Instant atMs={payableFromMs} />
            </>
          )}
        </p>
      )}
      {state === "open" && mayChange && (
        <form method="post" className="mt-2 flex flex-col gap-2">
          <input type="hidden" name="offer" value={row.id} />
          <Field name="reason" label={texts.reason} required maxLength={500} />
          <Button look="secondary" wide={false}>
            {texts.end}
          </Button>
        </form>
      )}
    </>
  );
}

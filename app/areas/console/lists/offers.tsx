import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { endOfferOf } from "~/areas/resale/end-offer";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import { casks } from "~/db/schema/casks";
import { offers as table, stakes } from "~/db/schema/stakes";
import { mapWork, noWork, type ResultOf, rows } from "~/db/work";
import { formatUsd, plainDollars } from "~/domain/money";
import type { OfferEnd, OfferState } from "~/domain/offers";
import { Badge } from "~/ui/badge";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { ReasonForm } from "~/ui/console/form-parts";
import { defineList } from "./define-list";

const form = z.object({ offer: z.string().min(1).max(60), reason: z.string().trim().min(1).max(500) });
const bought = alias(stakes, "bought");
const states: Record<OfferState, string> = { open: "Open", sold: "Sold", ended: "Ended", undone: "Undone" };

/** Stakes that investors offer or have sold to each other, the latest first. */
export const offers = defineList({
  section: "offers",
  states,
  position: readAfter,
  query: (db, { state, after, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`AND (${table.createdAtMs}, ${table.id}) < (${after.ms}, ${after.id})` : sql``;
    const found = db
      .select({
        ...getTableColumns(table),
        caskName: casks.name,
        number: stakes.number,
        paymentId: sql<string | null>`${bought.paymentId}`.as("payment_id"),
      })
      .from(table)
      .innerJoin(casks, eq(casks.id, table.caskId))
      .innerJoin(stakes, eq(stakes.id, table.stakeId))
      .leftJoin(bought, eq(bought.id, table.newStakeId))
      .where(sql`${table.state} = ${state} ${from}`)
      .orderBy(desc(table.createdAtMs), desc(table.id))
      .limit(pageRows + 1);
    return mapWork(rows(found), (all) => cutPage(all, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  columns: ({ mayChange }) => [
    { label: "Offered", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    {
      label: "Stake",
      cell: (row) => <SubjectLink subject={`cask:${row.caskId}`} name={`${row.number} of ${row.caskName}`} />,
    },
    { label: "Seller", cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.userId} /> },
    { label: "Price", right: "amount", cell: (row) => formatUsd(row.priceCents) },
    {
      label: "Last valuation",
      right: true,
      cell: (row) => (row.valuedCents === null ? "None" : formatUsd(row.valuedCents)),
    },
    { label: "State", isState: true, cell: (row) => <State row={row} mayChange={mayChange} /> },
  ],
  csv: {
    id: (row) => row.id,
    cask: (row) => row.caskId,
    stake: (row) => row.number,
    seller: (row) => row.userId,
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
  refusals: {
    form: "Write why. The seller reads it.",
    "not-ended": "It is not open any more, or it is your own. Nothing was changed.",
  },
  act: (db, operator, fields) => {
    const { data } = form.safeParse(fields);
    if (!data) return noWork({ ok: false, code: "form" });
    const ended = endOfferOf(db, operator, { offerId: data.offer, reason: data.reason });
    return mapWork(ended, (done) => (done ? { ok: true } : { ok: false, code: "not-ended" }));
  },
});

type Row = ResultOf<ReturnType<typeof offers.query>>["rows"][number];

const endings: Record<OfferEnd, string> = {
  seller: "Ended by the seller",
  expired: "Ended: no one took it",
  valued: "Ended: valued again",
  bid: "Ended: a bid for the cask",
  "cask-sold": "Ended: the cask was sold",
  frozen: "Ended: stake or account on hold",
  operator: "Ended by us",
};

function State({ row, mayChange }: { row: Row; mayChange: boolean }) {
  const { state, endReason, paymentId, payableFromMs, paidAtMs } = row;
  const label = state === "undone" ? "Undone: the buyer's money went back" : states[state];
  return (
    <>
      <Badge tone={state === "open" ? "attention" : "neutral"}>{endReason ? endings[endReason] : label}</Badge>
      {paymentId && (
        <p className="mt-1 text-xs">
          <SubjectLink subject={`payment:${paymentId}`} name="Buyer’s payment" />
          {state === "sold" && paidAtMs === null && payableFromMs !== null && (
            <>
              , money on hold until <Instant atMs={payableFromMs} />
            </>
          )}
        </p>
      )}
      {state === "open" && mayChange && (
        <ReasonForm fields={{ offer: row.id }} hint="The seller reads it." button="End the offer" most={500} />
      )}
    </>
  );
}

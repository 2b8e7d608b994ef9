import * as z from "zod";
import { endOfferOf } from "~/areas/resale/end-offer";
import { type ListedOffer, offerList } from "~/areas/resale/list-offers";
import { mapWork, noWork } from "~/db/work";
import { formatUsd } from "~/domain/money";
import type { OfferEnd } from "~/domain/offers";
import { Badge } from "~/ui/badge";
import { ReasonForm } from "~/ui/console/form-parts";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { defineList } from "./define-list";

const form = z.object({ offer: z.string().min(1).max(60), reason: z.string().trim().min(1).max(500) });

export const offers = defineList({
  section: "offers",
  ...offerList,
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

const ended: Record<OfferEnd, string> = {
  seller: "Ended by the seller",
  expired: "Ended: no one took it",
  valued: "Ended: valued again",
  bid: "Ended: a bid for the cask",
  "cask-sold": "Ended: the cask was sold",
  frozen: "Ended: stake or account on hold",
  operator: "Ended by us",
};

function State({ row, mayChange }: { row: ListedOffer; mayChange: boolean }) {
  const { state, endReason, paymentId, payableFromMs, paidAtMs } = row;
  const label = state === "undone" ? "Undone: the buyer's money went back" : offerList.states[state];
  return (
    <>
      <Badge tone={state === "open" ? "attention" : "neutral"}>{endReason ? ended[endReason] : label}</Badge>
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

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { defineList } from "~/areas/console/lists/define-list";
import { ListPage } from "~/areas/console/lists/list-page";
import { endOfferOf } from "~/areas/resale/end-offer";
import { type ListedOffer, offerList } from "~/areas/resale/list-offers";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import type { OfferEnd } from "~/domain/offers";
import { readList } from "~/server/console-list";
import { noWork, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { savedAt } from "~/server/saved-at";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Instant } from "~/ui/console/instant";
import { SubjectLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";

export const handle: PageHandle = { console: true };

const list = defineList({
  section: "offers",
  ...offerList,
  columns: ({ mayChange }) => [
    { label: "Offered", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    {
      label: "Stake",
      cell: (row) => <SubjectLink subject={`cask:${row.caskId}`} name={`${row.number} of ${row.caskName}`} />,
    },
    { label: "Seller", cell: (row) => <SubjectLink subject={`user:${row.sellerId}`} name={row.sellerId} /> },
    { label: "Price", right: "amount", cell: (row) => formatUsd(row.priceCents) },
    {
      label: "Last valuation",
      right: true,
      cell: (row) => (row.valuedCents === null ? "None" : formatUsd(row.valuedCents)),
    },
    { label: "State", isState: true, cell: (row) => <State row={row} mayChange={mayChange} /> },
  ],
});

const ended: Record<OfferEnd, string> = {
  seller: "Ended by the seller",
  expired: "Ended: nobody took it",
  valued: "Ended: valued again",
  bid: "Ended: a bid for the cask",
  "cask-sold": "Ended: the cask was sold",
  closing: "Ended: the account closes",
  frozen: "Ended: stake or account frozen",
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
        <form method="post" className="mt-2 flex flex-col gap-2">
          <input type="hidden" name="offer" value={row.id} />
          <Field name="reason" label="Why it ends; the seller reads it" required maxLength={500} />
          <Button look="secondary" wide={false}>
            End the offer
          </Button>
        </form>
      )}
    </>
  );
}

export const meta = () => described(list.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, list);

const schema = z.object({ offer: z.string().min(1).max(60), reason: z.string().trim().min(1).max(500) });

export async function action(args: ActionFunctionArgs) {
  const { data } = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "offers", (operator) =>
    data ? endOfferOf(args.context.db, operator, { offerId: data.offer, reason: data.reason }) : noWork(false),
  );
  if (result) return savedAt(args, list.href);
  const error = data
    ? "It is not open any more, or it is your own. Nothing was changed."
    : "Write why. The seller reads it.";
  return json({ error }, { status: data ? 409 : 400 });
}

export default function Offers() {
  const refused = useActionData<typeof action>();
  return (
    <ListPage list={list} {...useLoaderData<typeof loader>()}>
      <ErrorSummary message={refused?.error} />
    </ListPage>
  );
}

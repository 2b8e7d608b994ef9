import { sql } from "drizzle-orm";
import { type After, afterRow, type Cell, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import type { Database } from "~/db/client";
import { mapWork, rows } from "~/db/work";
import { plainDollars } from "~/domain/money";
import type { OfferEnd, OfferState } from "~/domain/offers";

export type ListedOffer = {
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

const csv: Record<string, (row: ListedOffer) => Cell> = {
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
};

type Asked = { state: OfferState; after: After | null; pageRows?: number };

/** For operators: stakes that investors offer or have sold to each other, the latest first; page and file. */
export const offerList = {
  states: { open: "Open", sold: "Sold", ended: "Ended", undone: "Undone" } satisfies Record<OfferState, string>,
  position: readAfter,
  query: (db: Database, { state, after, pageRows = PAGE_ROWS }: Asked) => {
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
  csv,
};

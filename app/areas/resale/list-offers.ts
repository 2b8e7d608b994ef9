import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type After, afterRow, type Cell, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { offers, stakes } from "~/db/schema/stakes";
import { mapWork, type ResultOf, rows } from "~/db/work";
import { plainDollars } from "~/domain/money";
import type { OfferState } from "~/domain/offers";

type Asked = { state: OfferState; after: After | null; pageRows?: number };

const bought = alias(stakes, "bought");

function query(db: Database, { state, after, pageRows = PAGE_ROWS }: Asked) {
  const from = after ? sql`AND (${offers.createdAtMs}, ${offers.id}) < (${after.ms}, ${after.id})` : sql``;
  const found = db
    .select({
      ...getTableColumns(offers),
      ...{ caskName: casks.name, number: stakes.number },
      paymentId: sql<string | null>`${bought.paymentId}`.as("payment_id"),
    })
    .from(offers)
    .innerJoin(casks, eq(casks.id, offers.caskId))
    .innerJoin(stakes, eq(stakes.id, offers.stakeId))
    .leftJoin(bought, eq(bought.id, offers.newStakeId))
    .where(sql`${offers.state} = ${state} ${from}`)
    .orderBy(desc(offers.createdAtMs), desc(offers.id))
    .limit(pageRows + 1);
  return mapWork(rows(found), (all) => cutPage(all, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
}

export type ListedOffer = ResultOf<ReturnType<typeof query>>["rows"][number];

const csv: Record<string, (row: ListedOffer) => Cell> = {
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
};

/** For operators: stakes that investors offer or have sold to each other, the latest first; page and file. */
export const offerList = {
  states: { open: "Open", sold: "Sold", ended: "Ended", undone: "Undone" } satisfies Record<OfferState, string>,
  position: readAfter,
  query,
  csv,
};

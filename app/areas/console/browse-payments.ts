import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { listPayments, type ListedPayment, type PaymentFilter } from "./list-payments";
import type { After, KeysetPage } from "~/core/lists/keyset-page";
import { listWaitingPayments, type WaitingPayment } from "./waiting-payments";

type Asked = { needs: boolean; filter: PaymentFilter; after: After | null; nowMs: number };

/** All payments, a page of them, or those that need a person. */
export type Browsed = { waiting: WaitingPayment[]; page: null } | { waiting: null; page: KeysetPage<ListedPayment> };

export function browsePayments(db: Database, { needs, filter, after, nowMs }: Asked): Work<Browsed> {
  if (needs) return mapWork(listWaitingPayments(db, nowMs), (waiting): Browsed => ({ waiting, page: null }));
  return mapWork(listPayments(db, { filter, after }), (page): Browsed => ({ waiting: null, page }));
}

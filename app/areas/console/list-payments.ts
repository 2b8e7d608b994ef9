import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { PAYMENT_PROVIDERS, type PAYMENT_STATES } from "~/db/schema/names";
import { mapWork, rows, type Work } from "~/db/work";
import type { ProviderName } from "~/integrations/payments/port";
import { type After, afterRow, cutPage, type KeysetPage, newestFirst, PAGE_ROWS } from "~/core/lists/keyset-page";
import type { PaymentPurpose } from "~/areas/buying/started-payment";

// All payments, newest first. Each provider's are read in the order of an index and merged as they are read, so that a page reads the
// same number of rows however many payments there are.

export type PaymentState = (typeof PAYMENT_STATES)[number];

type PaymentFilter = { state: PaymentState | null; provider: ProviderName | null };

export type ListedPayment = {
  id: string;
  purpose: PaymentPurpose;
  productName: string;
  amountCents: number;
  provider: ProviderName;
  state: PaymentState;
  reason: string | null;
  buyerName: string | null;
  buyerId: string;
  createdAtMs: number;
};

export function listPayments(
  db: Database,
  { filter, after, pageRows = PAGE_ROWS }: { filter: PaymentFilter; after: After | null; pageRows?: number },
): Work<KeysetPage<ListedPayment>> {
  const providers = filter.provider ? [filter.provider] : PAYMENT_PROVIDERS;
  const each = providers.map((provider) => ofProvider({ provider, state: filter.state, after }));
  const query = db.all<ListedPayment>(sql`SELECT found.id, found.purpose, found.product_name AS productName,
      found.amount_cents AS amountCents, found.provider, found.state, found.reason, users.full_name AS buyerName,
      found.user_id AS buyerId, found.created_at_ms AS createdAtMs
    FROM (${sql.join(each, sql` UNION ALL `)} ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}) AS found
      JOIN users ON users.id = found.user_id`);
  return mapWork(rows(query), (found) =>
    cutPage(newestFirst(found), pageRows, (last) => afterRow(last.createdAtMs, last.id)),
  );
}

type OfProvider = { provider: ProviderName; state: PaymentState | null; after: After | null };

function ofProvider({ provider, state, after }: OfProvider): SQL {
  const inState = state ? sql`AND state = ${state}` : sql``;
  const from = after ? sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  return sql`SELECT * FROM payments WHERE provider = ${provider} ${inState} ${from}`;
}

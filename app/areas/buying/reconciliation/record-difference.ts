import { sql } from "drizzle-orm";
import type { DIFFERENCE_KINDS } from "~/db/schema/names";
import type { Deps } from "~/core/deps";
import type { ProviderBooks, ProviderName } from "~/integrations/payments/port";

export type ReconcileDeps = Deps & { books: Record<ProviderName, ProviderBooks> };

export type Counts = { sessionsRead: number; refundsRead: number; paymentsRead: number; repaired: number };

export async function* pagesOf<T>(
  read: (cursor: string | null) => Promise<{ rows: T[]; next: string | null }>,
): AsyncGenerator<T[]> {
  let cursor: string | null = null;
  do {
    const page = await read(cursor);
    yield page.rows;
    cursor = page.next;
  } while (cursor !== null);
}

export type Difference = {
  kind: (typeof DIFFERENCE_KINDS)[number];
  /** The id, the provider's or ours, of what differs. */
  subject: string;
  provider: ProviderName;
  paymentId?: string | null;
  detail?: string | null;
};

/**
 * Records a difference once, however often it is seen. One that was repaired or gone and comes back is reopened, and so is one that a
 * person has explained, if its figures are others now.
 */
export async function recordDifference(
  deps: Deps,
  { kind, subject, provider, paymentId, detail }: Difference,
  state: "open" | "repaired",
): Promise<void> {
  const nowMs = deps.nowMs();
  await deps.db
    .run(sql`INSERT INTO differences (id, kind, subject, provider, payment_id, detail, state, first_seen_ms, last_seen_ms)
    VALUES (${`${kind}:${subject}`}, ${kind}, ${subject}, ${provider}, ${paymentId ?? null}, ${detail ?? null}, ${state}, ${nowMs}, ${nowMs})
    ON CONFLICT (id) DO UPDATE SET state = iif(state = 'explained' AND detail IS excluded.detail, state, excluded.state), detail = excluded.detail, last_seen_ms = excluded.last_seen_ms`);
  deps.log("books-differ", { code: kind, state, provider, paymentId: paymentId ?? null });
}

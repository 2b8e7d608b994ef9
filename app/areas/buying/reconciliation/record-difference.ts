import { sql } from "drizzle-orm";
import type { DIFFERENCE_KINDS } from "~/db/schema/names";
import type { Deps } from "~/core/deps";
import type { ProviderName } from "~/integrations/payments/port";

export type Difference = {
  kind: (typeof DIFFERENCE_KINDS)[number];
  /** The id, the provider's or ours, of what differs. */
  subject: string;
  provider?: ProviderName;
  paymentId?: string | null;
  /** Figures only. */
  detail?: string | null;
};

/**
 * Records a difference once, however often it is seen. One that was repaired or gone and comes back is reopened, and so is one that a
 * person has explained, if its figures are others now.
 */
export async function recordDifference(
  deps: Pick<Deps, "db" | "nowMs" | "log">,
  { kind, subject, provider, paymentId, detail }: Difference,
  state: "open" | "repaired",
): Promise<void> {
  const nowMs = deps.nowMs();
  await deps.db
    .run(sql`INSERT INTO differences (id, kind, subject, provider, payment_id, detail, state, first_seen_ms, last_seen_ms)
    VALUES (${`${kind}:${subject}`}, ${kind}, ${subject}, ${provider ?? null}, ${paymentId ?? null}, ${detail ?? null}, ${state}, ${nowMs}, ${nowMs})
    ON CONFLICT (id) DO UPDATE SET state = iif(state = 'explained' AND detail IS excluded.detail, state, excluded.state), detail = excluded.detail, last_seen_ms = excluded.last_seen_ms`);
  deps.log("books-differ", { code: kind, state, provider: provider ?? null, paymentId: paymentId ?? null });
}

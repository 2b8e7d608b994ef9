import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { LOOK_PAUSES_MS, QUIET_MS, SLOWEST_LOOK_MS } from "~/domain/wait-schedule";

type LookAtPaymentDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">;

/**
 * The page that waits for a payment has its provider asked, and what is paid is settled there and then: no queue, no webhook and no
 * timer is needed for it. However many pages wait and however often they are loaded, the provider is asked once in each pause; D1
 * decides whose turn it is. A failure here uses up no try of the outbox.
 * @returns whether the payment was decided by this look
 */
export async function lookAtPayment(deps: LookAtPaymentDeps, paymentId: string): Promise<boolean> {
  if (!(await takeTurn(deps, paymentId))) return false;
  try {
    const { state } = await settlePayment(deps, { paymentId });
    return state === "settled" || state === "refunding";
  } catch (error) {
    deps.log("look-failed", { paymentId, error: error instanceof Error ? error.name : "unknown" });
    return false;
  }
}

/** A visitor who comes back after a while starts with short pauses again. */
async function takeTurn({ db, nowMs: clock }: LookAtPaymentDeps, paymentId: string): Promise<boolean> {
  const nowMs = clock();
  const looks = sql`iif(next_look_at_ms < ${nowMs - QUIET_MS}, 0, looks)`;
  const pauses = JSON.stringify(LOOK_PAUSES_MS);
  const taken = await db.all(sql`UPDATE payments SET looks = ${looks} + 1,
      next_look_at_ms = ${nowMs} + coalesce(json_extract(${pauses}, '$[' || (${looks}) || ']'), ${SLOWEST_LOOK_MS})
    WHERE id = ${paymentId} AND state IN ('created', 'open', 'paid', 'expired', 'cancelled')
      AND provider_session_id IS NOT NULL AND coalesce(next_look_at_ms, 0) <= ${nowMs} RETURNING id`);
  return taken.length > 0;
}

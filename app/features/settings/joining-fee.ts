import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { settings } from "~/db/schema/operations";

export function joiningFeeQuery(db: Database) {
  return db.select({ cents: settings.value }).from(settings).where(eq(settings.key, "joining_fee_cents"));
}

/** @throws Error when the setting is gone: nothing may be sold at a guessed price. */
export function joiningFeeCents(rows: { cents: number }[]): number {
  const [fee] = rows;
  if (!fee) throw new Error("the joining fee is not set");
  return fee.cents;
}

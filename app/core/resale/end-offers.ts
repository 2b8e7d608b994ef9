import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { OFFER_ENDS } from "~/db/schema/names";
import type { Statement } from "~/db/work";

type OfferEnd = { which: SQL; reason: (typeof OFFER_ENDS)[number]; note?: string; nowMs: number };

/** Belongs in the batch of the cause. */
export const endOffers = (db: Database, { which, reason, note, nowMs }: OfferEnd): Statement =>
  db.run(sql`UPDATE offers SET state = 'ended', end_reason = ${reason}, end_note = ${note ?? null}, ended_at_ms = ${nowMs}
    WHERE offers.state = 'open' AND ${which}`);

import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";

/** A round that is over, as everybody may see it. */
export type HeldRound = {
  /** 'YYYY-MM' */
  month: string;
  closesAtMs: number;
  /** 'stopped': its cask was sold first, and nothing is published of it. */
  outcome: "published" | "stopped";
  /** Null: nothing cleared. */
  priceCents: number | null;
  stakes: number;
};

/** The others are listed on the cask's page of the audit. */
const LATEST = 12;

/** Of one cask, the latest first. */
export const readHeldRounds = (db: Database, caskId: string): Work<HeldRound[]> =>
  rows(
    db.all<HeldRound>(sql`SELECT month, closes_at_ms AS closesAtMs, iif(state = 'stopped', 'stopped', 'published') AS outcome,
      price_cents AS priceCents, coalesce(volume, 0) AS stakes
    FROM resale_rounds WHERE cask_id = ${caskId} AND state IN ('cleared', 'settled', 'stopped') ORDER BY month DESC LIMIT ${LATEST}`),
  );

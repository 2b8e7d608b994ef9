import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

// What a cask business has to do by a day: papers and storage that end, values a year old, cycles of stakes that end, bids that
// close, disputes to answer. The timer lists it (list-due-dates), so that Overview and the daily mail read one row.

const DUE_KINDS = ["paper", "storage", "value", "cycle", "bid", "dispute"] as const;

const dueSchema = z.object({
  kind: z.enum(DUE_KINDS),
  /** Of the cask; of a dispute, of its payment. */
  id: z.string(),
  name: z.string(),
  /** The kind of paper, or how many stakes; else empty. */
  what: z.string(),
  /** By when; 'YYYY-MM-DD'. */
  on: z.string(),
});

/** By its day, the earliest first. */
export type DueDate = z.infer<typeof dueSchema>;

/** How far ahead. */
export const DUE_WITHIN_DAYS = 30;

/** As the timer listed it last. */
export const readDueDates = (db: Database): Work<{ listedAtMs: number; dates: DueDate[] }> =>
  mapWork(row(db.all<Kept>(sql`SELECT dates AS kept, listed_at_ms AS listedAtMs FROM due_dates`)), (found) => ({
    listedAtMs: found?.listedAtMs ?? 0,
    dates: z.array(dueSchema).parse(JSON.parse(found?.kept ?? "[]")),
  }));

type Kept = { kept: string; listedAtMs: number };

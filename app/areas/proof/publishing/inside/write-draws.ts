import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork, together } from "~/db/work";
import { canonicalJson } from "~/domain/audit/canonical-json";
import { type DrawFile, drawKey } from "~/domain/audit/audit-files";
import type { CalendarDate } from "~/domain/calendar-date";
import { utcTime } from "~/domain/instant";

type Deps = { db: Database; proof: Pick<R2Bucket, "put"> };
type Day = { date: CalendarDate; endMs: number; sinceMs: number };
type DrawRow = Pick<DrawFile, "cask" | "commitment" | "launches_on"> & {
  seed: string;
  tickets: string | null;
  drawnAtMs: number | null;
};

/** Draws of casks that are published and not yet launched, with their commitments, and what was drawn since the day before. One round trip. */
export async function writeDraws({ db, proof }: Deps, { date, endMs, sinceMs }: Day): Promise<void> {
  const drawsThat = (are: SQL) =>
    rows(
      db.all<DrawRow>(sql`SELECT casks.id AS cask, casks.draw_commitment AS commitment, casks.launches_on, launch_draws.seed,
          launch_draws.tickets, launch_draws.drawn_at_ms AS drawnAtMs
        FROM launch_draws CROSS JOIN casks ON casks.id = launch_draws.cask_id WHERE ${are} AND casks.state <> 'draft'`),
    );
  const { drawn, waiting } = await runWork(
    db,
    together({
      drawn: drawsThat(sql`launch_draws.drawn_at_ms >= ${sinceMs}`),
      waiting: drawsThat(sql`launch_draws.drawn_at_ms IS NULL AND casks.launches_on >= ${date}`),
    }),
  );
  for (const { seed, tickets, drawnAtMs, ...draw } of [...drawn, ...waiting]) {
    const isDrawn = drawnAtMs !== null && drawnAtMs < endMs;
    const file: DrawFile = {
      ...draw,
      drawn_at: isDrawn ? utcTime(drawnAtMs) : null,
      order: isDrawn ? (JSON.parse(tickets ?? "[]") as string[]) : [],
      seed: isDrawn ? seed : null,
      version: 1,
    };
    await proof.put(drawKey(draw.cask), canonicalJson(file), { httpMetadata: { contentType: "application/json" } });
  }
}

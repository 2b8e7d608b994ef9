import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";

/**
 * The draw of places among those who ask in the first minute of a cask. Chosen while the cask is a draft; its seed is secret until the
 * places are drawn, and the cask has its hash.
 */
export const launchDraws = sqliteTable(
  "launch_draws",
  {
    caskId: text("cask_id")
      .primaryKey()
      .references(() => casks.id),
    /** 32 random bytes, as hex digits. */
    seed: text("seed").notNull(),
    chosenAtMs: integer("chosen_at_ms").notNull(),
    drawnAtMs: integer("drawn_at_ms"),
    /** In the order that was drawn, as JSON; they name nobody (`domain/first-minute`). */
    tickets: text("tickets"),
  },
  (t) => [
    index("launch_draws_by_draw").on(t.drawnAtMs),
    check("launch_draws_seed", sql`length(${t.seed}) = 64`),
    check("launch_draws_drawn", sql`(${t.drawnAtMs} IS NULL) = (${t.tickets} IS NULL)`),
  ],
);

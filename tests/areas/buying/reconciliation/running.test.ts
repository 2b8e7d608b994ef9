import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runReconciliation } from "~/areas/buying/reconciliation/run-reconciliation";
import { openShop, type Shop } from "../../../support/shop";

const HOUR_MS = 3_600_000;

const run = (shop: Shop) => runReconciliation({ ...shop.settlement, books: shop.providers });

const runs = (shop: Shop) =>
  shop.context.db.all<{ finished: number | null; error: string | null }>(
    sql`SELECT finished_at_ms AS finished, error FROM reconciliations ORDER BY asked_at_ms`,
  );

describe("the timer's reconciliation", () => {
  it("runs once an hour or on request, one runner at a time, and again after a runner died", async () => {
    const shop = openShop();
    const both = await Promise.all([run(shop), run(shop)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await run(shop)).toBe(false);
    expect(await runs(shop)).toEqual([{ finished: shop.context.nowMs(), error: null }]);

    shop.context.clock.advance(HOUR_MS / 2);
    const nowMs = shop.context.nowMs();
    await shop.context.db.run(sql`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms, started_at_ms)
      VALUES ('rec_died', 'operator:usr_1', ${nowMs}, 0, ${nowMs})`);
    expect(await run(shop)).toBe(false);
    shop.context.clock.advance(HOUR_MS / 2.5);
    expect(await run(shop)).toBe(true);

    shop.context.clock.advance(HOUR_MS);
    shop.stripe.failures = ["unavailable"];
    expect(await run(shop)).toBe(true);
    expect((await runs(shop)).map(({ error }) => error)).toEqual([null, null, "not reached: stripe"]);
  });

  it("looks back to before the last run that reached everybody", async () => {
    const shop = openShop();
    await shop.context.db.run(sql`DELETE FROM reconciliations`);
    await run(shop);
    const reachedMs = shop.context.nowMs();
    const from = async () => {
      const [row] = await shop.context.db.all<{ ms: number }>(
        sql`SELECT from_ms AS ms FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 1`,
      );
      return row?.ms;
    };
    for (let day = 0; day < 5; day++) {
      shop.context.clock.advance(24 * HOUR_MS);
      shop.stripe.failures = ["unavailable"];
      expect(await run(shop)).toBe(true);
    }
    expect(await from()).toBe(reachedMs - 48 * HOUR_MS);
  });

  it("looks back to before the first run, if none has ever reached everybody", async () => {
    const shop = openShop();
    await shop.context.db.run(sql`DELETE FROM reconciliations`);
    const firstMs = shop.context.nowMs();
    for (let day = 0; day < 4; day++) {
      shop.stripe.failures = ["unavailable"];
      expect(await run(shop)).toBe(true);
      shop.context.clock.advance(24 * HOUR_MS);
    }
    const [last] = await shop.context.db.all<{ ms: number }>(
      sql`SELECT from_ms AS ms FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 1`,
    );
    expect(last?.ms).toBe(firstMs - 48 * HOUR_MS);
  });
});

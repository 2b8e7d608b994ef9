import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { giveBackLimits, type Limit, takeLimits } from "~/core/limits";

const db = createDatabase(env.DB);
const NOW = 1_790_000_000_000;
const short: Limit = { key: "short", most: 1, windowMs: 30_000 };
const long: Limit = { key: "long", most: 3, windowMs: 900_000 };

async function counts() {
  const { results } = await env.DB.prepare("SELECT key, count FROM counters ORDER BY key").all<{
    key: string;
    count: number;
  }>();
  return Object.fromEntries(results.map((row) => [row.key, row.count]));
}

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM counters").run();
});

describe("takeLimits", () => {
  it("lets only as many through as the limit allows when sixty ask at once", async () => {
    const five: Limit = { key: "five", most: 5, windowMs: 60_000 };
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => takeLimits(db, [five], NOW)));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(5);
    expect(await counts()).toEqual({ five: 5 });
  });

  it("gives a place back, but not in a window that has ended, and never below zero", async () => {
    await takeLimits(db, [short, long], NOW);
    await giveBackLimits(db, [short, long], NOW + 1);
    await giveBackLimits(db, [short, long], NOW + 1);
    expect(await counts()).toEqual({ short: 0, long: 0 });
    expect(await takeLimits(db, [short, long], NOW + 2)).toEqual({ ok: true });
    await giveBackLimits(db, [short, long], NOW + 60_000);
    expect(await counts()).toEqual({ short: 1, long: 0 });
  });
});

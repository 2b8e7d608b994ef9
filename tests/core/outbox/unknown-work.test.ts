import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS } from "~/core/outbox/run-outbox";
import { runOutboxRow } from "../../../workers/settlement/outbox";
import { openShop } from "../../support/shop";

// A kind or notice that a newer version wrote, or a typing error: it must never count as done.

const shop = openShop();
const { context, settlement } = shop;
const { db } = context;

async function tryUntilGivenUp(id: string): Promise<string[]> {
  const results: string[] = [];
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) results.push(await runOutboxRow(settlement, id));
  return results;
}

describe("work without a handler", () => {
  it.each([
    ["a kind", "next-year:1", "next-year", "1", null],
    ["a notice", "send-notice:next-year:1", "send-notice", "next-year:1", "next-year"],
    ["a notice that names nothing", "send-notice:bank-changed:", "send-notice", "bank-changed:", "bank-changed"],
    [
      "a reversal to another state",
      "send-notice:payment-reversed:p:x:1",
      "send-notice",
      "payment-reversed:p:x:1",
      "payment-reversed",
    ],
  ])("fails loudly and stays open: %s", async (_what, id, kind, subject, notice) => {
    await db.batch([
      db.run(sql`INSERT INTO outbox_kinds (name) VALUES ('next-year') ON CONFLICT DO NOTHING`),
      db.run(sql`INSERT INTO notice_kinds (name) VALUES ('next-year') ON CONFLICT DO NOTHING`),
      db.run(
        sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms) VALUES (${id}, ${kind}, ${subject}, ${notice}, 1, 1)`,
      ),
    ]);
    const results = await tryUntilGivenUp(id);
    expect(results).toEqual([...Array<string>(MAX_ATTEMPTS - 1).fill("failed"), "dead"]);
    expect(context.logged).toContainEqual({
      event: "outbox-failed",
      fields: { outboxId: id, count: MAX_ATTEMPTS, error: "UnknownWork" },
    });
    const letters = await db.all(
      sql`SELECT origin, error, resolved_at_ms FROM dead_letters WHERE id = ${`outbox:${id}`}`,
    );
    expect(letters).toEqual([{ origin: "outbox", error: "UnknownWork", resolved_at_ms: null }]);
    const [row] = await db.all<{ done: number | null; due: number }>(
      sql`SELECT done_at_ms AS done, available_at_ms AS due FROM outbox WHERE id = ${id}`,
    );
    expect(row?.done).toBeNull();
    expect(row?.due).toBeGreaterThan(context.nowMs());
    // It is tried again later, for a version that knows it.
    expect(await runOutboxRow(settlement, id)).toBe("dead");
    expect(context.mailer.sent).toEqual([]);
  });
});

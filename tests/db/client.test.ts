import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/count-round-trips";
import { payments } from "~/db/schema/payments";
import { settings } from "~/db/schema/operations";
import { users } from "~/db/schema/people";

describe("the database client", () => {
  it("accepts raw SQL with parameters in a batch, which drizzle alone does not", async () => {
    const db = createDatabase(env.DB);
    const [rows, fee] = await db.batch([
      db.all<{ one: number }>(sql`SELECT ${1} AS one`),
      db.select().from(settings).where(eq(settings.key, "joining_fee_cents")),
    ]);
    expect([rows[0]?.one, fee[0]?.value]).toEqual([1, 1000]);
  });

  it("refuses duplicate column names in a batch, because D1 would return only one of them", () => {
    const db = createDatabase(env.DB);
    const query = db
      .select({ user: users.id, payment: payments.id })
      .from(users)
      .innerJoin(payments, eq(payments.userId, users.id));
    expect(() => db.batch([query])).toThrow("need an alias: id");
    const aliased = db
      .select({ user: users.id, payment: sql<string>`${payments.id}`.as("payment_id") })
      .from(users)
      .innerJoin(payments, eq(payments.userId, users.id));
    expect(() => db.batch([aliased])).not.toThrow();
  });

  it("counts a batch as one round trip, and each single query as one", async () => {
    const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const db = createDatabase(countRoundTrips(env.DB, trips));
    await db.batch([db.select().from(settings), db.run(sql`SELECT ${1}`)]);
    expect(trips.count).toBe(1);
    await db.select().from(settings);
    await db.run(sql`SELECT ${1}`);
    expect(trips.count).toBe(3);
    expect(trips.rowsRead).toBeGreaterThan(0);
  });
});

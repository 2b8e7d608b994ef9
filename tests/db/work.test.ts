import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/count-round-trips";
import { leads } from "~/db/schema/support";
import { mapWork, nothing, row, rows, runWork, together, type Work, writes, writeThenRead } from "~/db/work";

const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
const db = createDatabase(countRoundTrips(env.DB, trips));

const add = (id: string, email = `${id}@example.com`) => db.insert(leads).values({ id, email, createdAtMs: 1 });
const number = (n: number) => db.all<{ n: number }>(sql`SELECT ${n} AS n`);
const emails = rows(db.select({ email: leads.email }).from(leads).orderBy(leads.id));

beforeEach(async () => {
  await db.delete(leads);
  trips.count = 0;
});

describe("pieces of work put together", () => {
  it("take one round trip, and return each answer under its own name, in any order", async () => {
    const pair = together({ one: row(number(1)), two: rows(number(2)) });
    const answers = await runWork(
      db,
      together({ added: writes(add("a"), add("b")), pair, three: row(number(3)), emails }),
    );
    expect(answers).toEqual({
      added: undefined,
      pair: { one: { n: 1 }, two: [{ n: 2 }] },
      three: { n: 3 },
      emails: [{ email: "a@example.com" }, { email: "b@example.com" }],
    });
    expect(trips.count).toBe(1);
  });

  it("run in the order they are named: a read after a write sees it, a read before it does not", async () => {
    const { before, after } = await runWork(db, together({ before: emails, added: writes(add("a")), after: emails }));
    expect([before.length, after.length]).toEqual([0, 1]);
    expect(
      await runWork(
        db,
        writeThenRead(
          [add("b"), add("c")],
          mapWork(emails, (all) => all.length),
        ),
      ),
    ).toBe(3);
  });

  it("are all or nothing", async () => {
    await expect(runWork(db, together({ first: writes(add("a")), second: writes(add("a")) }))).rejects.toThrow();
    expect(await runWork(db, emails)).toEqual([]);
  });

  it("query nothing when there are none", async () => {
    expect(await runWork(db, nothing)).toBeUndefined();
    expect(await runWork(db, together({ one: nothing, two: writes() }))).toEqual({ one: undefined, two: undefined });
    expect(trips.count).toBe(0);
  });
});

describe("a piece of work", () => {
  it("for one row answers undefined when there is none", async () => {
    expect(await runWork(db, row(db.select().from(leads)))).toBeUndefined();
  });

  it("can have its answer mapped, and fails as a whole if the mapping fails", async () => {
    const strict: Work<number> = mapWork(row(number(4)), (found) => {
      if (found?.n !== 5) throw new Error("not five");
      return found.n;
    });
    await expect(runWork(db, together({ strict }))).rejects.toThrow("not five");
  });
});

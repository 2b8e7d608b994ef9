import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { countRoundTrips, tryAgain } from "~/db/wrap-d1";
import { preparedOnce } from "~/db/prepared-once";
import { settings } from "~/db/schema/operations";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { leads } from "~/db/schema/support";
import { nothing, row, rows, runWork, together, writes } from "~/db/work";
import { createTestContext } from "../support/context";
import { putCask, signIn } from "../support/people";
import { openApp } from "../support/serve-app";

describe("the database client", () => {
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

it("a query prepared once is written as text where it must be, and takes null for a value", async () => {
  const context = createTestContext();
  const caskId = await putCask(context, { name: "Written" });
  const named = preparedOnce(["id", "name"], (db, { id, name }) =>
    db.all<{ caskName: string; given: string | null }>(sql`SELECT name AS caskName, ${name} AS given FROM casks
      WHERE id = ${id}`),
  );
  const db = createDatabase(env.DB);
  for (const name of ["a name", null])
    expect(await runWork(db, rows(named(db, { id: caskId, name })))).toEqual([{ caskName: "Written", given: name }]);
});

describe("pieces of work put together", () => {
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const db = createDatabase(countRoundTrips(env.DB, trips));

  const add = (id: string, email = `${id}@example.com`) => db.insert(leads).values({ id, email, createdAtMs: 1 });
  const number = (n: number) => db.all<{ n: number }>(sql`SELECT ${n} AS n`);
  const emails = rows(db.select({ email: leads.email }).from(leads).orderBy(leads.id));

  beforeEach(async () => {
    await db.delete(leads);
    trips.count = 0;
  });

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

  it("are all or nothing", async () => {
    await expect(runWork(db, together({ first: writes(add("a")), second: writes(add("a")) }))).rejects.toThrow();
    expect(await runWork(db, emails)).toEqual([]);
  });

  it("send no query when there are none", async () => {
    expect(await runWork(db, nothing)).toBeUndefined();
    expect(await runWork(db, together({ one: nothing, two: writes() }))).toEqual({ one: undefined, two: undefined });
    expect(trips.count).toBe(0);
  });
});

/** D1 that fails so often with these words, before the effect or after it. */
function failing(words: string, times: number, after = false) {
  let calls = 0;
  const call = async <T>(effect: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls > times) return effect();
    if (after) await effect();
    throw new Error(words);
  };
  const d1 = new Proxy(env.DB, {
    get(target, property) {
      if (property === "batch") return (statements: D1PreparedStatement[]) => call(() => target.batch(statements));
      if (property !== "prepare") return Reflect.get(target, property, target) as unknown;
      return (query: string) => {
        const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
          new Proxy(statement, {
            get(inner, name) {
              const value: unknown = Reflect.get(inner, name, inner);
              if (typeof value !== "function") return value;
              if (name === "bind") return (...values: unknown[]) => wrap(inner.bind(...values));
              return (...values: unknown[]) => call(async () => (await value.apply(inner, values)) as unknown);
            },
          });
        return wrap(target.prepare(query));
      };
    },
  });
  const waits: number[] = [];
  const db = createDatabase(tryAgain(d1, async (ms) => void waits.push(ms)));
  return { db, waits, calls: () => calls };
}

const LOST = "D1_ERROR: Network connection lost.";
const audit = (id: string) =>
  sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms) VALUES (${id}, 'system', 'x', 'y', 1) ON CONFLICT (id) DO NOTHING`;
const count = async (id: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE id = ?").bind(id).first("n");

describe("a write that D1 loses", () => {
  it.each([
    LOST,
    "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  ])("is retried, at most five times, with growing pauses: %s", async (words) => {
    const { db, waits } = failing(words, 4);
    await db.run(audit(`again:${words}`));
    expect(await count(`again:${words}`)).toBe(1);
    expect(waits).toEqual([50, 100, 200, 400]);
    const never = failing(words, 99);
    await expect(never.db.run(audit("never"))).rejects.toThrow();
    expect(never.calls()).toBe(5);
  });

  it("is written once though its answer was lost, alone and in a batch", async () => {
    const { db } = failing(LOST, 2, true);
    await db.batch([db.run(audit("batch:1")), db.run(audit("batch:2"))]);
    expect([await count("batch:1"), await count("batch:2")]).toEqual([1, 1]);
  });

  it.each([
    "D1_ERROR: CHECK constraint failed: casks_stock",
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  ])("is not retried when that cannot help: %s", async (words) => {
    const { db, calls } = failing(words, 1);
    await expect(db.run(audit("once"))).rejects.toThrow();
    expect(calls()).toBe(1);
  });
});

it("a database that is overloaded is reported with 503 and Retry-After, by page, by call and signs no one out", async () => {
  const person = await signIn(createTestContext());
  const overloaded = new Proxy(env.DB, {
    get(target, property) {
      if (property !== "batch" && property !== "prepare") return Reflect.get(target, property, target) as unknown;
      return (...of: [never]) => {
        if (property === "batch")
          return Promise.reject(new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."));
        return target.prepare(...of);
      };
    },
  });
  const app = openApp({ DB: overloaded });
  const headers = { Cookie: person.cookie, Accept: "text/html" };
  const page = await app.ask("/wallet", { headers });
  expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "30"]);
  expect(page.text).toContain("We are very busy");
  expect(page.cookies).toEqual([]);
  const post = await app.ask("/stripe-secure", {
    method: "POST",
    headers,
    body: new URLSearchParams({ paymentMode: "Bank", product: "joining-fee" }),
  });
  expect([post.status, post.headers.get("Retry-After")]).toEqual([503, "30"]);
  const call = await app.ask("/api/cask/get_casks", { headers: { Cookie: person.cookie } });
  expect([call.status, call.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(JSON.parse(call.text)).toMatchObject({ status: false });
});

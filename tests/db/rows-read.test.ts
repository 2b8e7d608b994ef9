import { env } from "cloudflare:test";
import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { createDatabase } from "~/db/client";
import { dateOf } from "~/domain/calendar-date";
import { fillData, VIEWER } from "../../scripts/data/fill.mjs";
import { sweptTables } from "../../workers/settlement/swept-tables";
import { sweepTables } from "../../workers/settlement/timer-jobs";
import { createTestContext } from "../support/context";
import { freshBindings } from "../support/fresh-bindings";
import { expectInvariants } from "../support/invariants";
import { putCask, signIn, signInAs } from "../support/people";
import { openApp } from "../support/serve-app";
import { openShop } from "../support/shop";
import { type Sent, watchStatements } from "../support/watch-statements";

describe("large books", () => {
  // How many rows every page reads, as D1 counts them: within a limit, and the same when there is five times as much of everything.

  const SIZES = [1_000, 5_000] as const;
  /** Twelve casks; fifty stakes of ten casks. */
  const VIEWED = { "/invest": 25, "/wallet": 80, "/stakes": 80 };
  /** Up to 20 rows for each kind of thing that waits, and the page of the list. */
  const LIST_BAR = 250;
  const LISTS = [
    "/operator",
    ...["due", "waiting", "paid", "rejected"].map((state) => `/operator/withdrawals?state=${state}`),
    "/operator/payments",
    "/operator/withdrawals/wdr_00000000",
    ...["state=settled", "state=needs-a-person"].map((query) => `/operator/payments?${query}`),
    "/operator/certificates",
    ...["state=pending", "state=issued"].map((query) => `/operator/certificates?${query}`),
    ...["", "?state=suspended"].map((query) => `/operator/users${query}`),
    ...["waiting", "answered", "closed"].map((state) => `/operator/support?state=${state}`),
    ...["", "?state=published", "?state=closed"].map((query) => `/operator/casks${query}`),
    ...["offers", "rewards", "trouble", "log", "leads", "settings"].map((name) => `/operator/${name}`),
    ...["asha", "cask", "person_00000003@example.com", "pay_00000007"].map((q) => `/operator/search?q=${q}`),
  ];
  /** Reads the whole ledger, and grows with it. */
  const BOOKS = `/operator/books/${dateOf(Date.now()).slice(0, 7)}`;
  /** Each reward of the page compares its two people by all that they have or had. */
  const OWN_BARS = { "/operator/rewards": 1_400, [BOOKS]: 45_000 };
  const SETTLING_BAR = 40;

  const quiet = vi.spyOn(console, "log");
  beforeAll(() => void quiet.mockReturnValue(undefined));
  afterAll(() => quiet.mockRestore());

  /** Rows by path, and of settling a payment. */
  async function measure(stakes: number): Promise<Record<string, number>> {
    await freshBindings();
    const context = createTestContext();
    await fillData(env.DB, stakes, context.nowMs());
    const sent: Sent[] = [];
    const app = openApp({ DB: watchStatements(env.DB, sent) });
    const took = () => sent.splice(0).reduce((sum, one) => sum + one.rowsRead, 0);
    const [viewer, { cookie: operator }] = [await signInAs(context, VIEWER), await signIn(context, { operator: true })];
    const found: Record<string, number> = {};
    for (const path of [...Object.keys(VIEWED), ...LISTS, BOOKS]) {
      const { status } = await app.ask(path, { headers: { Cookie: path.startsWith("/operator") ? operator : viewer } });
      expect([200, 303], path).toContain(status);
      found[path] = took();
    }
    const shop = openShop();
    const buyer = await signIn(shop.context);
    await shop.buy(buyer, { cask: await putCask(shop.context) });
    const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
    shop.stripe.pay(paymentId);
    const db = createDatabase(watchStatements(env.DB, sent));
    expect(await settlePayment({ ...shop.settlement, db }, { paymentId })).toEqual({ state: "settled" });
    // D1's answer to a single statement says nothing of its rows when drizzle asks for arrays: the payment itself.
    found.settling = took() + 1;
    return found;
  }

  describe("rows read", () => {
    const measured: Record<string, number>[] = [];

    it("stay within the bar of each page, list, search and settlement", async () => {
      for (const stakes of SIZES) measured.push(await measure(stakes));
      for (const found of measured) {
        const lists = { ...Object.fromEntries(LISTS.map((path) => [path, LIST_BAR])), ...OWN_BARS };
        const bars = { ...VIEWED, ...lists, settling: SETTLING_BAR };
        const over = Object.entries(bars).filter(([what, bar]) => !((found[what] ?? Number.NaN) <= bar));
        expect(over.map(([what, bar]) => `${what}: ${found[what]} > ${bar}`)).toEqual([]);
      }
    });

    it("are as many when there is five times as much", () => {
      const [few = {}, many = {}] = measured;
      // A search that ends at the end of an index reads one row less.
      const bounded = Object.keys(few).filter((what) => what !== BOOKS);
      const more = bounded.filter((what) => Math.abs((many[what] ?? 0) - (few[what] ?? 0)) > 1);
      expect(more.map((what) => `${what}: ${few[what]}, then ${many[what]}`)).toEqual([]);
    });
  });
});

async function planOf(query: string): Promise<string[]> {
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => null))
    .all<{ detail: string }>();
  return plan.results.map(({ detail }) => detail);
}

it("sweeping finds what is over by an index on its time, in every table", async () => {
  const sent: Sent[] = [];
  await sweepTables({ ...createTestContext(), db: createDatabase(watchStatements(env.DB, sent)), nowMs: () => 0 });
  const queries = new Set(sent.map(({ query }) => query));
  const plans = new Map(await Promise.all([...queries].map(async (query) => [query, await planOf(query)] as const)));
  expect(plans.size).toBe(sweptTables.length);
  for (const { key, over } of sweptTables) {
    const table = getTableName(key.table);
    const plan = [...plans].find(([query]) => query.startsWith(`DELETE FROM "${table}"`))?.[1] ?? [];
    for (const { column } of over)
      expect(plan.join("\n")).toMatch(new RegExp(`SEARCH ${table} USING (COVERING )?INDEX \\w+ \\(${column.name}<\\?`));
    expect(plan.filter((detail) => detail.startsWith(`SCAN ${table}`))).toEqual([]);
  }
});

it("the contacts of a person are found by indexes, the former ones too, as the triggers ask for them", async () => {
  const recent = "(until_ms IS NULL OR until_ms > 1)";
  const plan = await planOf(
    `SELECT channel, address FROM contacts WHERE user_id = 'usr_1' AND ${recent} GROUP BY channel, address`,
  );
  expect(plan.filter((detail) => detail.startsWith("SEARCH"))).toHaveLength(3);
  expect(plan.filter((detail) => /^SCAN (?!contacts$|\(subquery)/.test(detail))).toEqual([]);
});

describe("made-up data", () => {
  // The large books of `npm run bench -- --stakes N` are books that satisfy every rule of their own.

  const STAKES = 2_000;
  const { db, nowMs } = createTestContext();

  beforeAll(async () => {
    await freshBindings();
    await fillData(env.DB, STAKES, nowMs());
  });

  it("fills books of any size that break none of their rules", async () => {
    await expectInvariants(db);
    expect(await db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([]);
  });
});

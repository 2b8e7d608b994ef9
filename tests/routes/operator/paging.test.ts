import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { streamCsv } from "~/server/csv-answer";
import { mapWork, nothing } from "~/db/work";
import { copyOfCask, run } from "../../db/support/rows-in-states";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { routes } from "../../support/server-build";
import { requestBalance } from "../../support/withdrawals";

// Every list of the console from its first page to its last, and as a file: each row once, whatever its id looks like.

const app = openApp();
const context = createTestContext();
const { db } = context;
let operator: Person;
let holder: Person;

/** All of the same millisecond, so that the id alone says where a page begins. */
const AT_MS = 1_700_000_000_000;
const SHAPES = [
  ...["plain_1", "UPPER-Case", "with:colon:2", "exit:ext_1:proposed", "dotted.3.4", ".begins", "17.5", "two words"],
  ...["a/b?c&d=e#f", "%2F+%", "'quoted' <b>", "ünïcode", "スコッチ", "🥃", "line\nbreak", "x".repeat(190)],
];
/** More than two pages of them. */
const IDS = [...SHAPES, ...SHAPES.map((shape) => `2:${shape}`), ...SHAPES.map((shape) => `3:${shape}`)];
const json = JSON.stringify(IDS);
const each = sql`(SELECT value AS id, key AS n FROM json_each(${json}))`;

beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  [operator, holder] = [await signIn(context, { operator: true }), await signIn(context)];
  const caskId = await putCask(context, { totalStakes: 100 });
  await db.batch([
    db.run(sql`DELETE FROM leads`),
    db.run(
      sql`INSERT INTO leads (id, email, created_at_ms) SELECT id, 'lead-' || n || '@example.com', ${AT_MS} FROM ${each}`,
    ),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT id, 'system', 'one', 'paging', id, ${AT_MS} FROM ${each}`),
    db.run(sql`INSERT INTO users (id, email, referral_code, activated_at_ms, created_at_ms)
      SELECT id, 'paging-' || n || '@example.com', 'paging-' || n, 1, ${AT_MS} FROM ${each}`),
    db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
      SELECT id, id, 'Asha', 'asha@example.com', 'other', 'Help.', 'mark-' || n, ${AT_MS} FROM ${each}`),
    db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, state, created_at_ms)
      SELECT id, ${holder.userId}, 1500, 'inactive', ${AT_MS} FROM ${each}`),
    db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT id, id, 'joining-fee', 'Joining fee', 1200, iif(n % 2, 'Bank', 'Crypto'), iif(n % 2, 'stripe', 'copperx'), ${AT_MS}, ${AT_MS}, ${AT_MS}
      FROM ${each}`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = referred_id WHERE referrer_id = ${holder.userId}`),
    // More than one page of a file.
    db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT 'bulk:' || i, 'system', 'one', 'paging', 'bulk:' || i, ${AT_MS} FROM n`),
    db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO dead_letters (id, origin, body, created_at_ms) SELECT 'bulk:' || i, 'queue', '{}', ${AT_MS} FROM n`),
    db.run(
      sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) SELECT id, 'queue', '{}', ${AT_MS} FROM ${each}`,
    ),
  ]);
  for (const id of IDS) await run(copyOfCask(id.replaceAll("'", "''")));
  for (let i = 0; i < 35; i++) await giveStake(context, holder, caskId, { purchasedAtMs: AT_MS });
  for (const [i, shape] of IDS.slice(0, 30).entries()) {
    const person = await signIn(context);
    await creditWallet(context, person, 500);
    await requestBalance(context, { userId: person.userId, withdrawalId: shape, amountCents: 500 + 0 * i });
  }
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const ask = (path: string, as = operator) => app.ask(path, { headers: { Cookie: as.cookie } });

type Page = { next: string | null } & Record<string, unknown>;
/** What the page is drawn from. */
const dataOf = async (path: string, route: string): Promise<Page> => {
  const request = get(`http://localhost:8787${path}`, operator.cookie);
  const { loader } = routes[`routes/${route}`]?.module ?? {};
  const answer = await loader?.({
    request,
    params: { list: /^\/operator\/(\w+)/.exec(path)?.[1] },
    context: createTestContext(),
  });
  const page = answer as Page & { list?: Page; data?: Page };
  return page.data ?? page.list ?? page;
};

/** Follows the links from page to page. */
async function walk(path: string, route: string, key: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | null = null;
  for (let pages = 0; pages === 0 || next !== null; pages++) {
    if (pages > 100) throw new Error(`${path} has no last page`);
    const address: string =
      next === null ? path : `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(next)}`;
    const page = await dataOf(address, route);
    found.push(...(page.rows as Record<string, string>[]).map((row) => row[key] ?? ""));
    next = page.next;
  }
  return found;
}

const idsIn = async (query: string) => (await db.all<{ id: string }>(sql.raw(query))).map(({ id }) => id).sort();

type List = { path: string; route: string; key?: string; column?: string; all: string; inFile?: string };
const LISTS: List[] = [
  { path: "/operator/log", route: "operator.$list", column: "none", all: "SELECT id FROM audit_log" },
  {
    path: "/operator/log?of=paging",
    route: "operator.$list",
    column: "detail",
    all: "SELECT id FROM audit_log WHERE subject = 'paging'",
  },
  {
    path: "/operator/leads",
    route: "operator.$list",
    column: "email",
    all: "SELECT id FROM leads",
    inFile: "SELECT email AS id FROM leads",
  },
  { path: "/operator/users", route: "operator.$list", all: "SELECT id FROM users" },
  {
    path: "/operator/support",
    route: "operator.$list",
    column: "number",
    all: "SELECT id FROM support_requests",
  },
  {
    path: "/operator/rewards",
    route: "operator.$list",
    column: "referred_id",
    all: "SELECT referred_id AS id FROM referrals WHERE state IN ('held', 'pending')",
  },
  { path: "/operator/payments", route: "operator.$list", all: "SELECT id FROM payments" },
  { path: "/operator/certificates", route: "operator.$list", all: "SELECT id FROM certificates" },
  {
    path: "/operator/withdrawals?state=waiting",
    route: "operator.withdrawals._index",
    all: "SELECT id FROM withdrawals WHERE state = 'progress'",
  },
  { path: "/operator/casks", route: "operator.$list", all: "SELECT id FROM casks" },
];

describe("a list of the console", () => {
  it.each(LISTS)("has every row once from page to page: $path", async ({ path, route, key = "id", all }) => {
    const found = await walk(path, route, key);
    expect(found.length).toBeGreaterThan(15);
    expect(found.sort()).toEqual(await idsIn(all));
  });

  it.each(LISTS)("has every row once as a file: $path", async ({ path, column = "id", all, inFile = all }) => {
    const wanted = await idsIn(inFile);
    const { status, text } = await ask(path.replace(/(?=\?|$)/, ".csv"));
    expect(status).toBe(200);
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    // The log begins with the entry that it is being taken.
    expect(data).toHaveLength(wanted.length + (path === "/operator/log" ? 1 : 0));
    if (column !== "none")
      expect(data.map((row) => row[column]?.replace(/^'(?=[-=+@.\t])/, "")).sort()).toEqual(wanted);
  });

  it("that is asked for from no position that can be read begins at its first row, and is not there for strangers", async () => {
    const lists = [...new Set(LISTS.map(({ path }) => path.split("?")[0] ?? ""))];
    for (const path of lists)
      for (const after of ["", "x", "1", "1.", ".x", "1,5.x", "-1.x"]) {
        const address = `${path}?after=${encodeURIComponent(after)}`;
        expect([address, (await ask(address)).status]).toEqual([address, 200]);
        expect([address, (await ask(address, holder)).status]).toEqual([address, 404]);
      }
  });
});

describe("a list as a file", () => {
  it("has all that went wrong, however much of it there is", async () => {
    const { data } = Papa.parse<{ id: string }>((await ask("/operator/trouble.csv")).text, {
      header: true,
      skipEmptyLines: true,
    });
    const bare = data.map(({ id }) => id.replace(/^'(?=[-=+@.\t])/, ""));
    expect(bare.sort()).toEqual(await idsIn("SELECT id FROM dead_letters"));
  });

  it("breaks off where its position does not move, and says so, instead of going on for ever", async () => {
    let pages = 0;
    const page = () => mapWork(nothing, () => ({ rows: [() => [(pages += 1)]], next: pages < 50 ? "1.same" : null }));
    const first = { rows: [() => ["0"]], next: "1.same" };
    const stream = streamCsv(db, { columns: ["n"], page }, { first, mayChange: true });
    await expect(new Response(stream).text()).rejects.toThrow("does not move");
    expect(pages).toBe(1);
  });
});

import { type SQL, sql } from "drizzle-orm";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { EXPORTED_LISTS, type ExportedList } from "~/areas/console/list-export";
import { EXPORT_ROWS } from "~/core/lists";
import { mapWork, nothing } from "~/db/work";
import { streamCsv } from "~/server/csv-answer";
import { copyOfCask, run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { get as asked, putCask, signIn } from "../../support/people";
import { putOffer } from "../../support/resale";
import { routes } from "../../support/server-build";
import { requestBalance } from "../../support/withdrawals";
import { openConsole } from "./support/console";

// Every list of the console over rows of few moments, from its first page to its last, and as a file: each row once, in its order,
// whatever its id looks like.

const { context, people, get } = openConsole();
const { db } = context;

const AT_MS = 1_700_000_000_000;
const SHAPES = [
  "plain_1",
  "UPPER-Case",
  "with:colon:2",
  "exit:ext_1:proposed",
  "dotted.3.4",
  ".begins",
  "17.5",
  "two words",
  "a/b?c&d=e#f",
  "%2F+%",
  "'quoted' <b>",
  "ünïcode",
  "スコッチ",
  "🥃",
  "line\nbreak",
  "x".repeat(190),
];
/** More than two pages of them. */
const IDS = [...SHAPES, ...SHAPES.map((shape) => `2:${shape}`), ...SHAPES.map((shape) => `3:${shape}`)];
const json = JSON.stringify(IDS);
const each = sql`(SELECT value AS id, key AS n, ${AT_MS} + key % 3 AS at FROM json_each(${json}))`;
/** More than one page of a file, all at one moment. */
const bulk = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXPORT_ROWS + 100})`;
let caskId: string;

beforeAll(async () => {
  const holder = await signIn(context);
  caskId = await putCask(context, { totalStakes: 100 });
  const { userId } = holder;
  await db.batch([
    db.run(sql`DELETE FROM leads`),
    db.run(sql`INSERT INTO leads (id, email, created_at_ms) SELECT id, 'lead-' || n || '@example.com', at
      FROM ${each}`),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT id, 'system', 'one', 'paging', id, at FROM ${each}`),
    db.run(sql`INSERT INTO users (id, email, referral_code, activated_at_ms, created_at_ms)
      SELECT id, 'paging-' || n || '@example.com', 'paging-' || n, 1, at FROM ${each}`),
    db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
      SELECT id, id, 'Asha', 'asha@example.com', 'other', 'Help.', 'mark-' || n, at FROM ${each}`),
    db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, state, created_at_ms)
      SELECT id, ${userId}, 1500, 'inactive', at FROM ${each}`),
    db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT id, id, 'joining-fee', 'Joining fee', 1200, iif(n % 2, 'Bank', 'Crypto'), iif(n % 2, 'stripe', 'copperx'), at, at, at
      FROM ${each}`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = referred_id WHERE referrer_id = ${userId}`),
    db.run(sql`${bulk} INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      SELECT 'bulk:' || i, 'system', 'one', 'paging', 'bulk:' || i, ${AT_MS} FROM n`),
    db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) SELECT id, 'queue', '{}', at FROM ${each}`),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, attempts, last_error, failing_since_ms, available_at_ms, created_at_ms)
      SELECT 'check-payment:' || id, 'check-payment', id, 3, 'refused', at, at, at FROM ${each}
      WHERE true ON CONFLICT (id) DO UPDATE SET failing_since_ms = excluded.failing_since_ms`),
    // Later rows of the ledger have names that come first.
    db.run(sql`${bulk} INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'row-' || (90000 - i), 'house:promotions', 'house:bank', 1, 'USD', 'promotion', 'promotion:x', ${AT_MS} FROM n`),
  ]);
  for (const id of IDS) await run(copyOfCask(id.replaceAll("'", "''")));
  for (let nth = 0; nth < 35; nth++) {
    const atMs = AT_MS + (nth % 3);
    const { stakeId } = await giveStake(context, holder, caskId, { purchasedAtMs: atMs });
    await putOffer({ ...context, nowMs: () => atMs }, stakeId, 50_000);
  }
  for (const [nth, withdrawalId] of IDS.slice(0, 30).entries()) {
    const person = await signIn(context);
    await creditWallet(context, person, 500);
    await requestBalance(context, { userId: person.userId, withdrawalId, amountCents: 500 });
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${AT_MS + (nth % 3)} WHERE id = ${withdrawalId}`);
  }
});

type Page = { next: string | null } & Record<string, unknown>;
/** What the page is drawn from. */
async function dataOf(path: string): Promise<Page> {
  const list = /^\/operator\/(\w+)/.exec(path)?.[1];
  const name = list === "withdrawals" ? "operator.withdrawals._index" : "operator.$list";
  const request = asked(`http://localhost:8787${path}`, people.operator.cookie);
  const answer = await routes[`routes/${name}`]?.module.loader?.({
    request,
    params: { list },
    context: context.next(),
  });
  const page = answer as Page & { list?: Page; data?: Page };
  return page.data ?? page.list ?? page;
}

/** Follows the links from page to page. */
async function walk(path: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | null = null;
  for (let pages = 0; pages === 0 || next !== null; pages++) {
    if (pages > 100) throw new Error(`${path} has no last page`);
    const after: string = next === null ? "" : `${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(next)}`;
    const page = await dataOf(path + after);
    found.push(...(page.rows as { id: string }[]).map(({ id }) => id));
    next = page.next;
  }
  return found;
}

/** A list by its own columns; `query`: which part of it, `column`: what tells its rows apart in the file. */
type List = { query?: string; rows: SQL; column?: string; inFile?: SQL };
const latest = sql`ORDER BY created_at_ms DESC, id DESC`;
const LISTS: Record<Exclude<ExportedList, "settings">, List> = {
  withdrawals: { rows: sql`SELECT id FROM withdrawals WHERE state = 'progress' ORDER BY payable_from_ms, id` },
  casks: { rows: sql`SELECT id FROM casks ORDER BY state = 'draft' DESC, closes_on DESC, id DESC` },
  payments: { rows: sql`SELECT id FROM payments ${latest}` },
  users: { rows: sql`SELECT id FROM users ${latest}` },
  certificates: { rows: sql`SELECT id FROM certificates ${latest}` },
  offers: { rows: sql`SELECT id FROM offers ${latest}` },
  rewards: {
    rows: sql`SELECT referred_id AS id FROM referrals WHERE state = 'pending' ORDER BY created_at_ms, referred_id`,
    column: "referred_id",
  },
  support: { rows: sql`SELECT id FROM support_requests ORDER BY created_at_ms, id`, column: "number" },
  trouble: {
    rows: sql`SELECT id FROM (SELECT 0 AS rank, id, created_at_ms AS at FROM dead_letters
      UNION ALL SELECT 1, id, failing_since_ms FROM outbox WHERE failing_since_ms IS NOT NULL) ORDER BY rank, at, id`,
  },
  log: { query: "of=paging", rows: sql`SELECT id FROM audit_log WHERE subject = 'paging' ${latest}`, column: "detail" },
  leads: {
    rows: sql`SELECT id FROM leads ${latest}`,
    column: "email",
    inFile: sql`SELECT email AS id FROM leads ORDER BY created_at_ms DESC, leads.id DESC`,
  },
};
const cases = Object.entries(LISTS).map(([list, one]) => ({ list, ...one }));

const idsOf = async (rows: SQL) => (await db.all<{ id: string }>(rows)).map(({ id }) => id);
const parsed = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
/** Without the mark that keeps a spreadsheet from reading a formula. */
const bare = (cell = "") => cell.replace(/^'(?=[-=+@.\t])/, "");

describe("a list of the console", () => {
  it("is tried here, whichever can be taken away", () =>
    expect(["settings", ...Object.keys(LISTS)].sort()).toEqual([...EXPORTED_LISTS].sort()));

  it.each(cases)("has every row once and in order, from page to page and as a file: $list", async (one) => {
    const { list, query = "", rows, column = "id", inFile = rows } = one;
    const wanted = await idsOf(rows);
    expect(wanted.length).toBeGreaterThan(26);
    expect(await walk(`/operator/${list}?${query}`)).toEqual(wanted);
    const { text } = await get(`/operator/${list}.csv?${query}`, people.operator);
    expect(parsed(text).map((row) => bare(row[column]))).toEqual(await idsOf(inFile));
  });

  it.each(cases)("begins at its first row for a position that cannot be read: $list", async ({ list }) => {
    for (const after of ["", "x", "1", "1.", ".x", "1,5.x", "-1.x"]) {
      const address = `/operator/${list}?after=${encodeURIComponent(after)}`;
      expect([address, (await get(address, people.operator)).status]).toEqual([address, 200]);
    }
  });
});

it("rows of one moment of a month's journal come once each, in the order of the ledger, though it has more than a page", async () => {
  const month = new Date(AT_MS).toISOString().slice(0, 7);
  const { text } = await get(`/operator/books/${month}.csv`, people.operator);
  const ids = parsed(text).flatMap(({ id = "" }) => (id.startsWith("row-") ? [id] : []));
  expect(ids).toEqual(Array.from({ length: EXPORT_ROWS + 100 }, (_, nth) => `row-${89_999 - nth}`));
});

it("a file breaks off where its position does not move, and says so, instead of going on for ever", async () => {
  let pages = 0;
  const page = () => mapWork(nothing, () => ({ rows: [() => [(pages += 1)]], next: pages < 50 ? "1.same" : null }));
  const first = { rows: [() => ["0"]], next: "1.same" };
  const stream = streamCsv(db, { columns: ["n"], page }, { first, mayChange: true });
  await expect(new Response(stream).text()).rejects.toThrow("does not move");
  expect(pages).toBe(1);
});

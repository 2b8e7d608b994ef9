// Everything about one person, read back and compared with the database; and what must not be in it.
import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { dataParts } from "~/areas/holdings/read-my-data";
import { creditWallet, giveRipeStake, giveStake } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { fillEveryTable, type Filled } from "../../db/support/every-table";
import { putCask, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { BANK } from "../../support/wallet";

const app = openApp();
const context = createTestContext();
const { db } = context;

/** What is never handed out, and why. */
const LEFT_OUT = {
  "about logins in progress, for minutes, and only as marks": ["login_flows", "login_asks", "login_codes", "counters"],
  "work and books by ids, about nobody": [
    "outbox",
    "dead_letters",
    "provider_events",
    "reconciliations",
    "differences",
    "settings",
    "audits",
    "refusals",
    "timer_jobs",
  ],
  "their addresses once more, until a notice is sent": ["notice_recipients"],
  "what operators prepare": ["payout_proposals", "payout_runs", "payout_run_rows", "change_proposals"],
  "what the bank is told": ["bank_layouts", "bank_answers", "bank_answer_lines"],
  "casks, the same for everybody": ["casks", "valuations", "gauges", "evidence", "cask_exits", "bids"],
  "published with the audits, by register mark": ["bid_ballots"],
};

type Row = Record<string, string | number | null>;
let filled: Filled;
let stranger: Awaited<ReturnType<typeof signIn>>;
let everything: Record<string, Row[]>;
let raw: string;

const post = (cookie: string) =>
  app.raw("/my-data/archive", { method: "POST", headers: { Cookie: cookie, Origin: ORIGIN } });

beforeAll(async () => {
  filled = await fillEveryTable(context);
  const { person } = filled;
  const [bid] = await db.all<{ caskId: string }>(sql`SELECT cask_id AS caskId FROM bids WHERE id = 'bid_voted'`);
  await giveStake(context, person, bid?.caskId ?? "");
  await db.run(sql`INSERT INTO bid_votes (bid_id, user_id, choice, voted_at_ms)
    SELECT id, ${person.userId}, 'decline', published_at_ms FROM bids WHERE id = 'bid_voted'`);
  stranger = await signIn(context);
  await db.run(sql`UPDATE users SET full_name = 'Stranger Name', phone = '919000000001' WHERE id = ${stranger.userId}`);
  await giveRipeStake(context, stranger, await putCask(context, { name: "Their Cask" }));
  await creditWallet(context, stranger, 77_77);
  await app.submit("/bank-details", { ...BANK, branch_address: "=Lane 1" }, person);
  const answer = await post(person.cookie);
  const [type, cache] = [answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")];
  expect([answer.status, type, cache]).toEqual([200, "application/json; charset=utf-8", "private, no-store"]);
  raw = await answer.text();
  everything = JSON.parse(raw) as typeof everything;
});

const counted = async (table: string, where: string) =>
  (await db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)))[0]?.n ?? 0;

describe("the archive", () => {
  it("knows every table of the database: as a part, or as one that is left out for a reason", () => {
    const modules = import.meta.glob<Record<string, unknown>>(["../../../app/db/schema/*.ts", "!**/names*.ts"], {
      eager: true,
    });
    const tables = Object.values(modules)
      .flatMap((one) => Object.values(one))
      .filter((one) => is(one, SQLiteTable))
      .map((table) => getTableName(table));
    const known = [
      ...new Set(Object.values(dataParts).flatMap((part) => part.tables)),
      ...Object.values(LEFT_OUT).flat(),
    ];
    expect(known.sort()).toEqual(tables.sort());
  });

  it("has every row of the person, as it is in the database", async () => {
    const { userId } = filled.person;
    const own = `user_id = '${userId}'`;
    for (const [part, table] of [
      ["payments", "payments"],
      ["stakes", "stakes"],
      ["withdrawals", "withdrawals"],
      ["votes_on_bids", "bid_votes"],
      ["balances", "accounts"],
      ["logins", "sessions"],
      ["earlier_contacts", "contact_changes"],
      ["bank_details", "bank_details"],
    ] as const) {
      expect(everything[part]?.length, part).toBe(await counted(table, own));
      expect(everything[part]?.length, part).toBeGreaterThan(0);
    }
    const [user] = await db.all<Row>(sql`SELECT email, full_name, created_at_ms FROM users WHERE id = ${userId}`);
    expect(everything.account?.[0]).toMatchObject({
      email: user?.email,
      full_name: user?.full_name,
      created_at: new Date(Number(user?.created_at_ms)).toISOString(),
    });
    expect(everything.bank_details?.[0]).toMatchObject({
      account_number: BANK.account_number,
      holder_name: BANK.holder_name,
    });
    const paid = await db.all<Row>(sql`SELECT id, amount_cents, state FROM payments
      WHERE user_id = ${userId} ORDER BY created_at_ms`);
    expect(everything.payments?.map(({ id, amount_cents, state }) => ({ id, amount_cents, state }))).toEqual(paid);
    const balances = await db.all<Row>(sql`SELECT id, credits_total - debits_total AS held FROM accounts
      WHERE user_id = ${userId} AND currency = 'USD'`);
    for (const { id, held } of balances) {
      const sum = (column: string) =>
        (everything.bookings ?? [])
          .filter((row) => row[column] === id)
          .reduce((total, row) => total + Number(row.amount), 0);
      expect(sum("credit_account_id") - sum("debit_account_id"), String(id)).toBe(held);
    }
  });

  it("has nothing of anyone else, not even an id", async () => {
    const others = await db.all<{ id: string; email: string }>(sql`SELECT id, email FROM users
      WHERE id <> ${filled.person.userId}`);
    expect(others.length).toBeGreaterThan(3);
    for (const { id, email } of others) for (const text of [id, email]) expect(raw, text).not.toContain(text);
    for (const text of ["Stranger Name", "919000000001", "Their Cask"]) expect(raw, text).not.toContain(text);
    // Standing alone: an id may hold any four digits.
    expect(raw).not.toMatch(/\b7777\b/);
  });

  it("has no hash, no key, no code and no address that gives access", async () => {
    const { userId } = filled.person;
    const secrets = await db.all<{
      text: string | null;
    }>(sql`SELECT id_hash AS text FROM sessions WHERE user_id = ${userId}
      UNION SELECT account_number_sealed FROM bank_details WHERE user_id = ${userId} UNION SELECT account_mark FROM bank_details WHERE user_id = ${userId}
      UNION SELECT stop_token FROM withdrawals WHERE user_id = ${userId} UNION SELECT checkout_url FROM payments WHERE user_id = ${userId}`);
    for (const { text } of secrets) if (text !== null && text.length > 3) expect(raw).not.toContain(text);
    expect(raw).not.toMatch(/_hash"|sealed|key_id|session_epoch|stop_token|content_mark/);
  });
});

describe("who gets it", () => {
  it("only users who have just proved who they are, and it is recorded", async () => {
    const { cookie, userId } = stranger;
    const taken = () => counted("audit_log", `action = 'data-taken' AND actor = 'user:${userId}'`);
    await db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - 61 * 60_000} WHERE user_id = ${userId}`);
    const refused = await post(cookie);
    expect([refused.status, refused.headers.get("Location")]).toEqual([303, "/confirm-code?to=/my-data"]);
    expect((await app.ask("/my-data", { headers: { Cookie: cookie } })).location).toBe("/confirm-code?to=/my-data");
    expect(await taken()).toBe(0);
    await db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${userId}`);
    expect((await app.ask("/my-data", { headers: { Cookie: cookie } })).status).toBe(200);
    const given = await post(cookie);
    await given.arrayBuffer();
    expect([given.status, await taken()]).toEqual([200, 1]);
  });

  it("is cut nowhere: no part has a limit of its own", () => {
    for (const [name, part] of Object.entries(dataParts)) {
      const { sql: text } = db
        .all(part.rows("usr_x"))
        .getSQL()
        .toQuery({
          casing: undefined as never,
          escapeName: (one) => one,
          escapeParam: () => "?",
          escapeString: (one) => one,
        });
      expect(text, name).not.toMatch(/\bLIMIT\b/i);
    }
  });
});

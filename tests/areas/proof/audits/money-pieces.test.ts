// What an audit finds out about ledger, totals and rules: the same however small its pieces are.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FIRST_HEAD } from "~/domain/audit/chain-ledger";
import { accountsPiece } from "~/areas/proof/audits/inside/accounts-piece";
import { PIECE, type PieceSize } from "~/areas/proof/audits/audit-deps";
import {
  firstProgress,
  type LaterProgress,
  type LedgerProgress,
  type Progress,
} from "~/areas/proof/audits/inside/audit-progress";
import type { Leased } from "~/areas/proof/audits/inside/audit-row";
import { chainPiece } from "~/areas/proof/audits/inside/chain-piece";
import { rulesPiece } from "~/areas/proof/audits/inside/rules-piece";
import { auditDeps, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const deps = auditDeps(context);
const { db, clock } = context;
const END_MS = Date.parse("2026-05-05T00:00:00Z");
const DATE = "2026-05-04";
let person: Person;

const sized = (more: Partial<PieceSize>): PieceSize => ({ ...PIECE, ...more });

beforeAll(async () => {
  person = await signIn(context);
  for (let casks = 0; casks < 2; casks += 1) {
    const caskId = await putCask(context);
    for (let stakes = 0; stakes < 3; stakes += 1) await giveStake(context, person, caskId);
  }
});
beforeEach(() => Object.assign(clock, { nowMs: END_MS - 12 * 3_600_000 }));

describe("the ledger", () => {
  const leased = (endMs = END_MS): Leased => ({
    ...{ date: DATE, endMs, previousDate: null, previousHash: null, pieces: 0, lease: "l" },
    progress: firstProgress(null),
  });
  async function chain(size: Partial<PieceSize>, before: Parameters<typeof firstProgress>[0] = null, endMs = END_MS) {
    let progress: Progress = firstProgress(before);
    let pieces = 0;
    const kept: unknown[] = [];
    while (progress.step === "ledger") {
      const piece = await chainPiece(deps, leased(endMs), progress as LedgerProgress, sized(size));
      kept.push(...piece.statements);
      progress = piece.progress;
      pieces += 1;
    }
    return { ledger: (progress as LaterProgress<"accounts">).ledger, pieces, kept: kept.length };
  }

  beforeAll(async () => {
    for (let at = 0; at < 4; at += 1) await creditWallet(context, person, 100 + at);
  });

  it("is chained and added up the same, in pieces of any size", async () => {
    const whole = await chain({});
    expect(whole).toMatchObject({ pieces: 1, kept: 0, ledger: { reason: null } });
    const [counted] = await db.all<{
      rows: number;
      last: number;
      wallets: number;
    }>(sql`SELECT count(*) AS rows, max(seq) AS last,
      sum(iif(credit_account_id LIKE 'user:%:wallet', amount, 0)) - sum(iif(debit_account_id LIKE 'user:%:wallet', amount, 0)) AS wallets
      FROM transfers WHERE created_at_ms < ${END_MS}`);
    expect(whole.ledger).toMatchObject({
      rows: counted?.rows,
      lastSeq: counted?.last,
      sums: { wallets: counted?.wallets },
    });
    for (const size of [
      { rows: 1, transfers: 1 },
      { rows: 3, transfers: 7 },
      { rows: 4, transfers: 4 },
    ]) {
      const parts = await chain(size);
      expect(parts.ledger).toEqual(whole.ledger);
      expect(parts.pieces).toBeGreaterThan(Math.floor((counted?.rows ?? 0) / size.transfers) - 1);
    }
    const exact = await chain({ rows: counted?.rows ?? 0, transfers: counted?.rows ?? 0 });
    expect(exact.ledger).toEqual(whole.ledger);
  });

  it("adds up what is pending of rewards by itself", async () => {
    const { ledger } = await chain({});
    const move = (id: string, debit: string, credit: string, amount: number) =>
      db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES (${id}, ${debit}, ${credit}, ${amount}, 'USD', 'promotion', 'promotion:pending', ${clock.nowMs})`);
    const pending = `user:${person.userId}:rewards-pending`;
    await move("prm_pending", "house:promotions", pending, 70);
    await move("prm_paid", pending, `user:${person.userId}:wallet`, 20);
    const { sums } = (await chain({})).ledger;
    expect(sums.rewardsPending - ledger.sums.rewardsPending).toBe(50);
    expect(sums.wallets - ledger.sums.wallets).toBe(20);
  });

  it("has rows of later days only in the accounts of the house", async () => {
    const [first] = await db.all<{ ms: number }>(sql`SELECT min(created_at_ms) AS ms FROM transfers`);
    const none = await chain({}, null, first?.ms ?? 0);
    const all = await chain({});
    expect(none.ledger).toMatchObject({ head: FIRST_HEAD, rows: 0, lastSeq: 0, sums: { wallets: 0, house: {} } });
    expect(none.ledger.all).toEqual(all.ledger.all);
    // One of an investor would make what is kept between two pieces grow with every investor.
    const ofInvestors = [all.ledger.all, all.ledger.sums.house]
      .flatMap(Object.keys)
      .filter((id) => id.startsWith("user:"));
    expect(ofInvestors).toEqual([]);
  });

  it("is compared with the head of the day before, of the rows which that day had", async () => {
    const right = await chain({});
    const before = (expected: string, endMs = END_MS) => ({ date: "2026-05-03", endMs, expected });
    expect((await chain({ rows: 2 }, before(right.ledger.head))).ledger).toEqual(right.ledger);
    const wrong = await chain({}, before("x"));
    expect(wrong.ledger.reason).toBe("ledger: rows after 0 are not what was chained on 2026-05-03");
    expect((await chain({}, before(FIRST_HEAD, 0))).ledger.reason).toBeNull();
    expect((await chain({}, before(FIRST_HEAD))).ledger.reason).not.toBeNull();
  });
});

describe("the totals of accounts", () => {
  const from = (all: object): LaterProgress<"accounts"> => ({
    ...{ step: "accounts", after: "", wrong: 0, money: [] },
    ledger: { ...firstProgress(null), seq: 0, all } as unknown as LaterProgress<"accounts">["ledger"],
  });
  async function compare(accounts: number, ledger: Partial<LaterProgress<"accounts">["ledger"]> = {}) {
    let progress: Progress = from({});
    Object.assign((progress as LaterProgress<"accounts">).ledger, ledger);
    let pieces = 0;
    while (progress.step === "accounts") {
      progress = await accountsPiece(deps, progress as LaterProgress<"accounts">, sized({ accounts }));
      pieces += 1;
    }
    return { money: (progress as LaterProgress<"casks">).money, pieces, progress };
  }

  it("agree with the transfers, however few are compared at a time", async () => {
    const [many] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM accounts WHERE user_id IS NOT NULL`);
    for (const size of [1, 2, 1_000]) {
      const { money, pieces, progress } = await compare(size);
      expect(money).toEqual([]);
      expect(pieces).toBe(1 + Math.floor((many?.n ?? 0) / size) + 1);
      expect(progress).toMatchObject({
        step: "casks",
        after: "",
        counts: { casks: 0, stakes: 0, documents: 0, failed: [] },
      });
    }
  });

  it("of the house are what the ledger's pieces added up, and what came since", async () => {
    const [last] = await db.all<{ seq: number }>(sql`SELECT max(seq) AS seq FROM transfers`);
    const nothing = await compare(1_000, { seq: last?.seq ?? 0 });
    const moved = await db.all<{ id: string }>(
      sql`SELECT id FROM accounts WHERE user_id IS NULL AND (credits_total > 0 OR debits_total > 0) ORDER BY id`,
    );
    expect(nothing.money).toEqual(moved.map(({ id }) => `accounts: ${id} differs from its transfers`));
    expect(moved.length).toBeGreaterThan(1);
    const sides = Object.fromEntries(
      (
        await db.all<{ id: string; credits: number; debits: number }>(
          sql`SELECT id, credits_total AS credits, debits_total AS debits FROM accounts WHERE user_id IS NULL`,
        )
      ).map(({ id, ...both }) => [id, both]),
    );
    expect((await compare(1_000, { seq: last?.seq ?? 0, all: sides })).money).toEqual([]);
  });

  it("of investors that differ are counted, on either side, and none is named", async () => {
    const untouched = await signIn(context);
    const wrong = async (column: string, { userId } = person) => {
      const account = `user:${userId}:wallet`;
      await tamper(context, "accounts", `UPDATE accounts SET ${column} = ${column} + 1 WHERE id = '${account}'`);
      const found = await compare(2);
      await tamper(context, "accounts", `UPDATE accounts SET ${column} = ${column} - 1 WHERE id = '${account}'`);
      return found.money;
    };
    expect(await wrong("credits_total")).toEqual(["accounts: 1 of investors differ from their transfers"]);
    expect(await wrong("debits_total")).toEqual(["accounts: 1 of investors differ from their transfers"]);
    // Also of one without any transfer.
    expect(await wrong("credits_total", untouched)).toEqual(["accounts: 1 of investors differ from their transfers"]);
  });
});

describe("the rules of the books", () => {
  const start: LaterProgress<"rules"> = {
    ...{ step: "rules", table: 0, after: "", broken: {}, other: ["x"], money: [] },
    counts: { casks: 0, stakes: 0, documents: 0, failed: [] },
    ledger: { ...firstProgress(null), reason: null } as unknown as LaterProgress<"rules">["ledger"],
  };
  async function ask(size: Partial<PieceSize>) {
    let progress: Progress = start;
    let pieces = 0;
    while (progress.step === "rules") {
      progress = await rulesPiece(deps, progress as LaterProgress<"rules">, sized(size));
      pieces += 1;
    }
    return { other: (progress as LaterProgress<"books">).other, step: progress.step, pieces };
  }

  it("are asked of every row, in ranges of any size", async () => {
    const whole = await ask({});
    expect(whole).toMatchObject({ step: "books", other: ["x"] });
    const small = await ask({ ruled: 2, casks: 2 });
    expect(small.other).toEqual(["x"]);
    expect(small.pieces).toBeGreaterThan(whole.pieces);
    const heavy = await ask({ casks: 1 });
    expect(heavy.pieces).toBeGreaterThan(whole.pieces);
    const light = await ask({ ruled: 1 });
    expect(light.pieces).toBeGreaterThan(heavy.pieces);
    expect((await ask({ ruled: 1, casks: 1 })).pieces).toBe(light.pieces + heavy.pieces - whole.pieces);
  });

  it("that are broken are told with how often, wherever in a range the row stands", async () => {
    const ids = (await db.all<{ id: string }>(sql`SELECT id FROM stakes ORDER BY id`)).map(({ id }) => id);
    const chosen = [ids[0], ids[3], ids.at(-1)].map(String);
    const set = (by: string) =>
      chosen.map((id) => `UPDATE stakes SET price_cents = price_cents ${by} WHERE id = '${id}'`);
    await tamper(context, "stakes", set("+ 1"));
    const told = await Promise.all([ask({}), ask({ ruled: 2, casks: 2 }), ask({ ruled: 4, casks: 4 })]);
    await tamper(context, "stakes", set("- 1"));
    for (const { other } of told) {
      expect(other[0]).toBe("x");
      expect(other.slice(1).length).toBeGreaterThan(0);
      for (const one of other.slice(1)) expect(one).toMatch(/^\w+: 3 against the rule '/);
    }
  });

  it("are told of a hundred rows in a range at most, however many break them", async () => {
    const ids = Array.from({ length: 101 }, (_, at) => `pay_rule_${at}`);
    await tamper(
      context,
      "payments",
      ids.map(
        (
          id,
        ) => `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, state, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('${id}', '${person.userId}', 'stake', (SELECT min(id) FROM casks), 'p', 1000, 'Bank', 'stripe', 'settled', 1, 1, 1)`,
      ),
    );
    const { other } = await ask({});
    await tamper(
      context,
      "payments",
      ids.map((id) => `DELETE FROM payments WHERE id = '${id}'`),
    );
    expect(other.filter((one) => one.startsWith("payments: "))).toContain(
      "payments: 100 against the rule 'a payment's income, tokens and money are booked once, while it counts'",
    );
  });
});

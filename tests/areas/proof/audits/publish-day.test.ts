// What a day's file says when it is published, and what becomes of the row of its audit.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { takeAudit } from "~/areas/proof/audits/inside/audit-row";
import { publishDay } from "~/areas/proof/audits/inside/publish-day";
import { type AuditDay, dayKey } from "~/domain/audit/audit-files";
import { auditDeps, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { signIn } from "../../../support/people";

const NOW_MS = Date.parse("2026-05-05T03:00:00Z");
const context = createTestContext({ clock: new TestClock(NOW_MS) });
const deps = auditDeps(context);
const { db, clock } = context;
const DATE = "2026-05-04";

const taken = async (date = DATE) => (await takeAudit(deps, date)) ?? expect.fail("somebody else has it");
const publish = (date: string) =>
  db.run(sql`INSERT INTO audits (date, state, result, hash, ledger_head, ledger_right, progress, started_at_ms, finished_at_ms)
    VALUES (${date}, 'published', 'PASS', 'x', 'x', 1, '', 1, 1)`);

beforeEach(async () => {
  clock.nowMs = NOW_MS;
  for (const table of ["ledger_checkpoints", "audit_parts", "audits"]) {
    const many = await db.all<{ name: string; text: string }>(
      sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ${table}`,
    );
    for (const { name } of many) await db.run(sql.raw(`DROP TRIGGER ${name}`));
    await db.run(sql.raw(`DELETE FROM ${table}`));
    for (const { text } of many) await db.run(sql.raw(text));
  }
});

describe("a day that is published", () => {
  const money = { wallets: 0, rewardsPending: 0, house: {} };
  const ledger = {
    seq: 9,
    head: "a".repeat(64),
    rows: 3,
    lastSeq: 8,
    sums: money,
    all: {},
    reason: null as string | null,
  };
  const counts = { casks: 2, stakes: 5, documents: 4, failed: [] as string[] };
  const owed = { cents: 0, root: "0".repeat(64), wallets: 0 };
  const last = { step: "publish" as const, ledger, money: [], counts, other: [], bids: [], owed };
  const from = (more: object = {}) => ({ ...last, ...more });
  const state = async () =>
    (
      await db.all<Record<string, unknown>>(
        sql`SELECT state, result, reason, hash, ledger_head, ledger_rows, last_seq, ledger_right, casks, stakes, documents, progress,
          lease, leased_until_ms, finished_at_ms FROM audits WHERE date = ${DATE}`,
      )
    )[0];
  const fileOf = async (date = DATE) => ((await deps.proof.get(dayKey(date))) ?? expect.fail()).json<AuditDay>();
  const told = (userId: string) =>
    db.all(sql`SELECT subject_id FROM outbox WHERE notice = 'audit-failed' AND subject_id LIKE ${`%${userId}%`}`);

  it("is kept with all its figures, and nothing of how it was made", async () => {
    const operator = await signIn(context, { operator: true });
    const leased = await taken();
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, 0, '[]')`);
    await db.run(sql`INSERT INTO ledger_checkpoints (seq, head, date) VALUES (1, ${"a".repeat(64)}, ${DATE})`);
    expect(await publishDay(deps, leased, from())).toBe(true);
    expect(await state()).toEqual({
      ...{ state: "published", result: "PASS", reason: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      ...{ ledger_head: ledger.head, ledger_rows: 3, last_seq: 8, ledger_right: 1, casks: 2, stakes: 5, documents: 4 },
      ...{ progress: "", lease: null, leased_until_ms: null, finished_at_ms: clock.nowMs },
    });
    expect(await db.all(sql`SELECT date FROM audit_parts`)).toEqual([]);
    expect(await db.all(sql`SELECT seq FROM ledger_checkpoints`)).toEqual([{ seq: 1 }]);
    expect(await told(operator.userId)).toEqual([]);
  });

  it("is not by a run that lost it or was overtaken; its parts stay and no one is told", async () => {
    const operator = await signIn(context, { operator: true });
    const leased = await taken();
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, 0, '[]')`);
    for (const other of [{ lease: "another" }, { pieces: 3 }])
      expect(await publishDay(deps, { ...leased, ...other }, from({ other: ["x"] }))).toBe(false);
    expect(await state()).toMatchObject({ state: "running", lease: leased.lease });
    expect(await db.all(sql`SELECT date FROM audit_parts`)).toHaveLength(1);
    expect(await told(operator.userId)).toEqual([]);
  });

  it("as FAIL is told to every operator once, and keeps no heads of a ledger that is not right, but those of other days", async () => {
    const operator = await signIn(context, { operator: true });
    await publish("2026-05-01");
    const leased = await taken();
    for (const [seq, date] of [
      [1, "2026-05-01"],
      [2, DATE],
    ] as const)
      await db.run(sql`INSERT INTO ledger_checkpoints (seq, head, date) VALUES (${seq}, ${"a".repeat(64)}, ${date})`);
    const wrong = { ledger: { ...ledger, reason: "ledger: rows" }, money: ["m"], other: ["o"] };
    expect(await publishDay(deps, leased, from(wrong))).toBe(true);
    expect(await state()).toMatchObject({ result: "FAIL", reason: "ledger: rows; money: m; o", ledger_right: 0 });
    expect(await db.all(sql`SELECT seq FROM ledger_checkpoints`)).toEqual([{ seq: 1 }]);
    expect(await told(operator.userId)).toEqual([{ subject_id: `audit-failed:${operator.userId}:${DATE}` }]);
  });

  it("names five casks that are not right, and says that there are more", async () => {
    const cask = (id: string) => ({ id, result: "FAIL" });
    const publishWith = async (ids: string[]) => {
      const leased = await taken();
      const halves = [ids.slice(0, 2), ids.slice(2)];
      // Whichever was written first, the parts follow one another.
      for (const piece of [1, 0])
        await db.run(
          sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, ${piece}, ${JSON.stringify(halves[piece]?.map(cask))})`,
        );
      await publishDay(deps, leased, from({ counts: { ...counts, failed: ids.slice(0, 6) } }));
      return (await state())?.reason;
    };
    expect(await publishWith(["a", "b", "c", "d", "e"])).toBe("casks: 5 not right (a, b, c, d, e)");
    expect((await fileOf()).casks.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    await tamper(context, "audits", `DELETE FROM audits WHERE date = '${DATE}'`);
    expect(await publishWith(["a", "b", "c", "d", "e", "f", "g"])).toBe("casks: 7 not right (a, b, c, d, e, ...)");
  });

  it("adds up the day's money from the accounts that it says", async () => {
    const house = {
      ...{ "house:bank": { credits: 100, debits: 5_100 }, "house:stripe": { credits: 0, debits: 20_000 } },
      ...{ "house:copperx": { credits: 0, debits: 300 }, "house:cask-buyers": { credits: 0, debits: 4_000 } },
      ...{ "house:withdrawals": { credits: 900, debits: 200 }, "house:unsettled": { credits: 50, debits: 20 } },
      ...{ "house:cask-proceeds": { credits: 8, debits: 3 }, "house:resale": { credits: 70, debits: 4 } },
    };
    const sums = { wallets: 11, rewardsPending: 22, house };
    await publishDay(deps, await taken(), from({ ledger: { ...ledger, sums } }));
    expect((await fileOf()).money).toEqual({
      ...{ held_cents: 29_300, owed_cents: 834, wallets_cents: 77, rewards_pending_cents: 22 },
      ...{ withdrawals_open_cents: 700, unsettled_cents: 30, cask_proceeds_cents: 5, reason: null, result: "PASS" },
    });
  });

  it("has the bids in order of their ids, whichever was opened first", async () => {
    const bids = ["bid_b", "bid_c", "bid_a"].map((id) => ({ id }));
    await publishDay(deps, await taken(), from({ bids }) as Parameters<typeof publishDay>[2]);
    expect((await fileOf()).bids?.map(({ id }) => id)).toEqual(["bid_a", "bid_b", "bid_c"]);
  });
});

// Who works on the audit of a day, from where, and until when.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Progress } from "~/areas/proof/audits/inside/audit-progress";
import {
  dayEnd,
  dueDate,
  isOurs,
  keepPiece,
  leaveAudit,
  type Leased,
  takeAudit,
} from "~/areas/proof/audits/inside/audit-row";
import { auditDeps } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-05T03:00:00Z")) });
const deps = auditDeps(context);
const { db, clock } = context;
const [LEASE_MS, DATE] = [300_000, "2026-05-04"];

type Row = Record<"date" | "state" | "progress", string> & Record<"lease" | "until" | "pieces", string | number | null>;
const rowOf = async (date = DATE) =>
  (
    await db.all<Row>(
      sql`SELECT date, state, lease, leased_until_ms AS until, pieces, progress FROM audits WHERE date = ${date}`,
    )
  )[0];
const taken = async (date = DATE) => (await takeAudit(deps, date)) ?? expect.fail("somebody else has it");
const isStill = async (leased: Leased) =>
  (await db.all<{ ours: number }>(sql`SELECT ${isOurs(leased)} AS ours`))[0]?.ours === 1;

/** A day once it is published. */
const publish = (date: string, { hash = `hash of ${date}`, head = `head of ${date}`, right = 1 } = {}) =>
  db.run(sql`INSERT INTO audits (date, state, result, hash, ledger_head, ledger_right, progress, started_at_ms, finished_at_ms)
    VALUES (${date}, 'published', 'PASS', ${hash}, ${head}, ${right}, '', 1, 1)`);

beforeEach(async () => {
  for (const table of ["ledger_checkpoints", "audit_parts", "audits"]) {
    const triggers = await db.all<{ name: string; text: string }>(
      sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ${table}`,
    );
    for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER ${name}`));
    await db.run(sql.raw(`DELETE FROM ${table}`));
    for (const { text } of triggers) await db.run(sql.raw(text));
  }
});

describe("the day that is due", () => {
  it.each([
    ["2026-05-05T00:00:00.000Z", null],
    ["2026-05-05T00:14:59.999Z", null],
    ["2026-05-05T00:15:00.000Z", "2026-05-04"],
    ["2026-05-05T23:59:59.999Z", "2026-05-04"],
    ["2026-03-01T12:00:00.000Z", "2026-02-28"],
  ])("at %s: %s", (at, date) => {
    expect(dueDate(Date.parse(at))).toBe(date);
  });

  it("ends at the midnight after it", () => {
    expect(dayEnd("2026-02-28")).toBe(Date.parse("2026-03-01T00:00:00Z"));
  });
});

describe("an audit that is taken", () => {
  it("begins at the ledger's first row, after no day", async () => {
    const leased = await taken();
    expect(leased).toMatchObject({
      date: DATE,
      endMs: dayEnd(DATE),
      previousDate: null,
      previousHash: null,
      pieces: 0,
    });
    expect(leased.progress).toMatchObject({ step: "ledger", seq: Number.MIN_SAFE_INTEGER, rows: 0, before: null });
    expect(await rowOf()).toMatchObject({ state: "running", lease: leased.lease, until: clock.nowMs + LEASE_MS });
    expect(await isStill(leased)).toBe(true);
  });

  it("belongs to no other run for five minutes, and then no longer to the first", async () => {
    const first = await taken();
    clock.advance(LEASE_MS - 1);
    expect(await takeAudit(deps, DATE)).toBeNull();
    expect(await rowOf()).toMatchObject({ lease: first.lease });
    clock.advance(1);
    const second = await taken();
    expect(second.lease).not.toBe(first.lease);
    expect(await rowOf()).toMatchObject({ lease: second.lease, until: clock.nowMs + LEASE_MS });
    expect([await isStill(first), await isStill(second)]).toEqual([false, true]);
  });

  it("is taken at once after it was left, and only by its own lease", async () => {
    const first = await taken();
    await leaveAudit(deps, { ...first, lease: "another" });
    await leaveAudit(deps, { ...first, date: "2026-05-03" });
    expect(await takeAudit(deps, DATE)).toBeNull();
    await leaveAudit(deps, first);
    expect(await rowOf()).toMatchObject({ until: null });
    expect((await taken()).lease).not.toBe(first.lease);
  });

  it("is no other day's, though that one runs and nobody has it", async () => {
    const other = await taken("2026-05-05");
    await leaveAudit(deps, other);
    await taken();
    expect(await rowOf("2026-05-05")).toMatchObject({ lease: other.lease, until: null });
  });

  it("is begun by two at once, the slower of which clears away nothing of what the first has made", async () => {
    const first = await taken();
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, 0, '[]')`);
    let asked = 0;
    // It had looked before the first one began.
    const all = (query: Parameters<typeof db.all>[0]) => (asked++ === 0 ? Promise.resolve([]) : db.all(query));
    const late = Object.assign(Object.create(db) as typeof db, { all: all as typeof db.all });
    expect(await takeAudit({ ...deps, db: late }, DATE)).toBeNull();
    expect(asked).toBeGreaterThan(1);
    expect(await db.all(sql`SELECT piece FROM audit_parts WHERE date = ${DATE}`)).toEqual([{ piece: 0 }]);
    expect(await isStill(first)).toBe(true);
  });

  it("is asked for by two at once and given to one", async () => {
    await leaveAudit(deps, await taken());
    const both = await Promise.all([takeAudit(deps, DATE), takeAudit(deps, DATE)]);
    expect(both.filter((one) => one !== null)).toHaveLength(1);
  });

  it("is not given once it is published or given up", async () => {
    await publish(DATE);
    expect(await takeAudit(deps, DATE)).toBeNull();
    expect(await rowOf()).toMatchObject({ state: "published", lease: null, until: null });
    await taken("2026-05-05");
    await taken("2026-05-06");
    expect(await rowOf("2026-05-05")).toMatchObject({ state: "abandoned", progress: "", lease: null });
    expect(await takeAudit(deps, "2026-05-05")).toBeNull();
  });

  it("follows the newest day published before it, and the newest whose ledger was right", async () => {
    await publish("2026-05-01");
    await publish("2026-05-02");
    await publish("2026-05-03", { right: 0 });
    await publish("2026-05-09");
    const leased = await taken();
    expect(leased).toMatchObject({ previousDate: "2026-05-03", previousHash: "hash of 2026-05-03" });
    expect(leased.progress).toMatchObject({
      before: { date: "2026-05-02", endMs: dayEnd("2026-05-02"), expected: "head of 2026-05-02" },
    });
  });

  it("clears away what earlier days left: running ones, their parts and heads, and no others", async () => {
    await publish("2026-05-01");
    const old = await taken("2026-05-02");
    const part = (date: string) => db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${date}, 0, '[]')`);
    const head = (seq: number, date: string) =>
      db.run(sql`INSERT INTO ledger_checkpoints (seq, head, date) VALUES (${seq}, ${"a".repeat(64)}, ${date})`);
    await part("2026-05-02");
    await head(1, "2026-05-01");
    await head(2, "2026-05-02");
    const later = await taken("2026-05-07");
    await part("2026-05-07");
    await head(3, "2026-05-07");
    await taken("2026-05-06");
    const heads = await db.all<{ seq: number }>(sql`SELECT seq FROM ledger_checkpoints ORDER BY seq`);
    expect(heads.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(await db.all(sql`SELECT date FROM audit_parts`)).toEqual([{ date: "2026-05-07" }]);
    expect([await isStill(old), await isStill(later)]).toEqual([false, true]);
    expect(await rowOf("2026-05-01")).toMatchObject({ state: "published" });
    expect(await rowOf("2026-05-02")).toMatchObject({ state: "abandoned" });
  });
});

describe("a piece that was made", () => {
  const next = (leased: Leased): Progress => ({ ...leased.progress, step: "ledger", rows: 7 }) as Progress;

  it("is kept with where the next one begins, and the lease runs on from then", async () => {
    const first = await taken();
    clock.advance(1_000);
    const second = await keepPiece(deps, first, next(first), []);
    expect(second).toEqual({ ...first, pieces: 1, progress: next(first) });
    expect(await rowOf()).toMatchObject({ pieces: 1, lease: first.lease, until: clock.nowMs + LEASE_MS });
    expect(JSON.parse((await rowOf())?.progress ?? "")).toEqual(next(first));
    // The same piece is not kept twice.
    expect(await isStill(first)).toBe(false);
    await keepPiece(deps, first, { ...next(first), rows: 8 } as Progress, []);
    expect(JSON.parse((await rowOf())?.progress ?? "")).toEqual(next(first));
    expect(await rowOf()).toMatchObject({ pieces: 1 });
  });

  it("is not kept by a run that lost the audit, nor is what it found", async () => {
    const first = await taken();
    clock.advance(LEASE_MS);
    const second = await taken();
    const found = db.run(
      sql`INSERT INTO audit_parts (date, piece, body) SELECT ${DATE}, 0, '[]' WHERE ${isOurs(first)}`,
    );
    expect(await keepPiece(deps, first, next(first), [found])).toBeNull();
    expect(await rowOf()).toMatchObject({ pieces: 0, lease: second.lease });
    expect(await db.all(sql`SELECT date FROM audit_parts`)).toEqual([]);
    expect(await keepPiece(deps, second, next(second), [])).toMatchObject({ pieces: 1 });
    // Now that the other has kept as many.
    expect(await keepPiece(deps, first, next(first), [])).toBeNull();
  });

  it("changes no other day", async () => {
    const other = await taken("2026-05-05");
    // Both run at once only in this test.
    await db.run(sql`INSERT INTO audits (date, progress, started_at_ms, lease, leased_until_ms)
      VALUES (${DATE}, '{}', 1, ${other.lease}, 1)`);
    await keepPiece(deps, other, next(other), []);
    expect(await rowOf()).toMatchObject({ pieces: 0, progress: "{}", until: 1 });
    await leaveAudit(deps, other);
    expect(await rowOf()).toMatchObject({ until: 1 });
  });
});

// Where each piece of an audit ends, what it leaves alone, and that it writes nothing once another run has taken over.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runWork, type Statement, writes } from "~/db/work";
import { type AuditDay, dayKey, listKey } from "~/domain/audit/audit-files";
import { hashOfDay } from "~/domain/audit/hash-of-day";
import { PIECE, type PieceSize } from "~/areas/proof/audits/audit-deps";
import { firstProgress, type LaterProgress } from "~/areas/proof/audits/inside/audit-progress";
import { dropParts, keepPart, keepPiece, type Leased, readParts } from "~/areas/proof/audits/inside/audit-row";
import { booksPiece } from "~/areas/proof/audits/inside/books-piece";
import { casksPiece } from "~/areas/proof/audits/inside/casks-piece";
import { marksPiece } from "~/areas/proof/audits/inside/marks-piece";
import { owedPiece } from "~/areas/proof/audits/inside/owed-piece";
import { readWalletIndex, readWallets } from "~/areas/proof/audits/owed-files";
import { auditDeps, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const deps = auditDeps(context);
const { db } = context;
const END_MS = Date.parse("2026-05-05T00:00:00Z");
const [DATE, BEFORE, EARLIER] = ["2026-05-04", "2026-05-03", "2026-05-02"];
const PIECES = 3;
const leased: Leased = {
  ...{ date: DATE, endMs: END_MS, previousDate: BEFORE, previousHash: null, pieces: PIECES, lease: "ours" },
  progress: firstProgress(null),
};
const another = { ...leased, lease: "another" };
const sized = (more: Partial<PieceSize>): PieceSize => ({ ...PIECE, ...more });
const run = (statements: readonly Statement[]) => runWork(db, writes(...statements));

const counts = { casks: 0, stakes: 0, documents: 0, failed: [] as string[] };
const found = {
  ...{ counts, money: [] as string[], other: [] as string[] },
  ledger: { ...firstProgress(null), reason: null } as unknown as LaterProgress<"books">["ledger"],
};
let person: Person;

beforeAll(async () => {
  person = await signIn(context);
  for (const date of [EARLIER, BEFORE])
    await db.run(sql`INSERT INTO audits (date, state, result, hash, ledger_head, ledger_right, progress, started_at_ms, finished_at_ms)
      VALUES (${date}, 'published', 'PASS', 'x', 'x', 1, '', 1, 1)`);
  await db.run(sql`INSERT INTO audits (date, progress, lease, pieces, started_at_ms, leased_until_ms)
    VALUES (${DATE}, '{}', 'ours', ${PIECES}, 1, ${END_MS + 9})`);
});
beforeEach(async () => {
  await db.run(sql`DELETE FROM audit_parts`);
});

describe("the parts of a list", () => {
  const kept = async () =>
    (await db.all<{ piece: number }>(sql`SELECT piece FROM audit_parts ORDER BY piece`)).map(({ piece }) => piece);

  it("are kept and dropped by the run that has the audit, each once", async () => {
    await run([keepPart(deps, another, [{ a: 0 }])]);
    expect(await kept()).toEqual([]);
    await run([keepPart(deps, leased, [{ a: 1 }]), keepPart(deps, leased, [{ a: 2 }])]);
    expect(await readParts(deps, leased)).toEqual([{ a: 1 }]);
    for (const piece of [1, 2])
      await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, ${piece}, '[]')`);
    await run([dropParts(deps, another, 2)]);
    expect(await kept()).toEqual([1, 2, 3]);
    await run([dropParts(deps, leased, 2)]);
    expect(await kept()).toEqual([1]);
  });
});

describe("the books", () => {
  const day = { date: BEFORE, casks: [] } as unknown as AuditDay;
  const hash = hashOfDay(day, deps.sha256);
  const other = async (previousHash = hash) =>
    ((await booksPiece(deps, { ...leased, previousHash }, { step: "books", ...found })) as LaterProgress<"evidence">)
      .other;
  const put = (text: string) => context.proof.put(dayKey(BEFORE), text);
  const gone = [`previous_hash: the file of ${BEFORE} is gone or another`];

  it("are compared with the file of the day before, which has its own hash in it", async () => {
    expect(await other()).toEqual(gone);
    await put(JSON.stringify({ ...day, hash }));
    expect([await other(), await other("x")]).toEqual([[], gone]);
    for (const wrong of [
      { ...day, hash: "x" },
      { ...day, hash, extra: 1 },
    ]) {
      await put(JSON.stringify(wrong));
      expect(await other()).toEqual(gone);
    }
    await put("{");
    expect(await other()).toEqual(gone);
    await put(JSON.stringify({ ...day, hash }));
  });

  it("miss a cask that was sold of, and none that was not", async () => {
    const draft = { published: false };
    const [sold, unsold] = [await putCask(context, draft), await putCask(context, draft)];
    for (const [caskId, stakes] of [
      [sold, 1],
      [unsold, 0],
    ])
      await db.run(
        sql`INSERT INTO audited_casks (cask_id, date, result, stakes) VALUES (${caskId}, ${BEFORE}, 'PASS', ${stakes})`,
      );
    expect(await other()).toEqual([`casks: ${sold} is missing`]);
    await db.run(sql`DELETE FROM audited_casks`);
  });
});

describe("casks and their marks", () => {
  const start: LaterProgress<"casks"> = { step: "casks", after: "", ...found };
  let ids: string[];
  let stakes: Record<string, Awaited<ReturnType<typeof giveStake>>[]>;

  const examine = async (by = leased) => {
    const logged: string[] = [];
    const log = (event: string) => void logged.push(event);
    const { progress, statements } = await casksPiece({ ...deps, log }, by, start, sized({}));
    await run(statements);
    return { progress: progress as LaterProgress<"marks">, logged };
  };
  const rowOf = async (caskId: string) =>
    (await db.all<Record<string, unknown>>(sql`SELECT * FROM audited_casks WHERE cask_id = ${caskId}`))[0];
  const marked = async (from: Partial<LaterProgress<"marks">> = {}, size = {}, by = leased) => {
    const { progress, statements } = await marksPiece(
      deps,
      by,
      { step: "marks", part: -1, after: "", ...found, ...from },
      sized(size),
    );
    await run(statements);
    return progress as LaterProgress<"marks"> | LaterProgress<"rules">;
  };
  const missing = async () =>
    (
      await db.all<{ id: string }>(
        sql`SELECT certificate_id AS id FROM missing_marks WHERE date = ${DATE} ORDER BY certificate_id`,
      )
    ).map(({ id }) => id);
  /** Takes the marks out of the published list of a cask. */
  async function takeOut(caskId: string): Promise<void> {
    const key = listKey(String((await rowOf(caskId))?.list_sha256));
    const list = JSON.parse(await ((await context.proof.get(key)) ?? expect.fail()).text()) as { stakes: object[] };
    await context.proof.put(
      key,
      JSON.stringify({ ...list, stakes: list.stakes.map((one) => ({ ...one, mark: null })) }),
    );
  }

  beforeAll(async () => {
    ids = [await putCask(context), await putCask(context)].sort();
    stakes = {};
    for (const id of ids) stakes[id] = [await giveStake(context, person, id), await giveStake(context, person, id)];
  });
  beforeEach(async () => {
    await db.run(sql`DELETE FROM missing_marks`);
    await db.run(sql`DELETE FROM audited_casks`);
  });

  it("are kept by the run that has the audit, and again as they have become", async () => {
    const [first = "", second = ""] = ids;
    await examine(another);
    expect(await rowOf(first)).toBeUndefined();
    const { progress, logged } = await examine();
    expect([progress.counts.failed, logged]).toEqual([[], []]);
    expect(await rowOf(first)).toMatchObject({ date: DATE, result: "PASS", stakes: 2, list_date: DATE });
    await db.run(sql`UPDATE audited_casks SET stakes = 1, list_date = ${BEFORE}, date = ${BEFORE}`);
    await examine(another);
    expect(await rowOf(second)).toMatchObject({ stakes: 1, list_date: BEFORE });
    await examine();
    expect(await rowOf(second)).toMatchObject({ date: DATE, stakes: 2, list_date: DATE });
  });

  it("of which one failed have their documents read again", async () => {
    const [caskId = ""] = ids;
    const hash = "0".repeat(64);
    await db.run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
      VALUES ('evd_gone', ${caskId}, 'insurance', 'Test', '2026-01-02', 'public', 'evidence/gone', 'application/pdf', 3, ${hash}, 1)`);
    await db.run(
      sql`INSERT INTO audited_casks (cask_id, date, result, stakes) VALUES (${caskId}, ${BEFORE}, 'FAIL', 2)`,
    );
    const { progress, logged } = await examine();
    expect([progress.counts.failed, logged]).toEqual([[caskId], ["audit-cask-wrong"]]);
    const [entry] = await readParts<{ id: string; reason: string | null }>(deps, leased);
    expect(entry).toMatchObject({ id: caskId, reason: `documents: the file of ${hash} is gone or another` });
    await tamper(context, "evidence", "DELETE FROM evidence WHERE id = 'evd_gone'");
  });

  it("are looked for part by part, up to the last cask of each, in pages of any size", async () => {
    const [first = "", second = ""] = ids;
    await examine();
    const [one, two] = await readParts<{ id: string }>(deps, leased);
    await db.run(sql`UPDATE audit_parts SET body = ${JSON.stringify([one])}, piece = 1`);
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, 2, ${JSON.stringify([two])})`);
    await takeOut(first);
    await marked({}, {}, another);
    expect([await missing(), await rowOf(first)]).toMatchObject([[], { result: "PASS" }]);
    const reasonOf = async (part: number) =>
      (await readParts<{ reason: string | null }>(deps, leased, part))[0]?.reason;
    expect(await reasonOf(1)).toBeNull();
    for (const rows of [1, 2, 100]) {
      const named = ["a", "b", "c", "d", "e", "f"];
      const afterFirst = await marked({ counts: { ...counts, failed: named } }, { rows });
      expect(afterFirst).toMatchObject({ step: "marks", part: 1, after: first, counts: { failed: named } });
      expect(await missing()).toEqual(stakes[first]?.map(({ certificateId }) => certificateId).sort());
      const told = [1, 2].map((number) => `mark: stake ${number} has a certificate and is not in the list`);
      expect((await reasonOf(1))?.split("; ").filter((text) => text.startsWith("mark"))).toEqual(told);
      expect(await rowOf(first)).toMatchObject({ result: "FAIL" });
      const afterSecond = await marked({ part: 1, after: first }, { rows });
      expect(afterSecond).toMatchObject({ step: "rules", counts: { failed: [] }, other: [] });
      await db.run(sql`UPDATE audit_parts SET body = ${JSON.stringify([one])} WHERE piece = 1`);
    }
    await takeOut(second);
    await marked({ part: 1, after: first });
    expect(await missing()).toHaveLength(4);
  });

  it("are not missed where the stake or its certificate changed at the day's end", async () => {
    const caskId = await putCask(context);
    const [late, changed] = [await giveStake(context, person, caskId), await giveStake(context, person, caskId)];
    await tamper(context, "certificates", [
      `UPDATE certificates SET created_at_ms = ${END_MS}, issued_at_ms = ${END_MS} WHERE id = '${late.certificateId}'`,
    ]);
    await db.run(sql`INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
      VALUES (${changed.stakeId}, ${caskId}, 2, 'frozen', 'active', ${END_MS})`);
    await examine();
    await marked();
    const mine = [late, changed].map(({ certificateId }) => certificateId);
    expect((await missing()).filter((id) => mine.includes(id))).toEqual([]);
  });

  it("that were missing are remembered of the day before, and no longer", async () => {
    const certificate = stakes[ids[0] ?? ""]?.[0]?.certificateId ?? "";
    for (const date of [EARLIER, BEFORE])
      await db.run(sql`INSERT INTO missing_marks (certificate_id, date) VALUES (${certificate}, ${date})`);
    const dates = async () =>
      (await db.all<{ date: string }>(sql`SELECT date FROM missing_marks ORDER BY date`)).map(({ date }) => date);
    await examine();
    await marked({}, {}, another);
    expect(await dates()).toEqual([EARLIER, BEFORE]);
    await marked();
    expect(await dates()).toEqual([BEFORE]);
  });
});

describe("the tree of what is owed", () => {
  it("has the wallets of those who came before the day's end, so many to a part, and forgets older days", async () => {
    await creditWallet(context, person, 250);
    for (let more = 0; more < 4; more += 1) await signIn(context);
    context.clock.nowMs = END_MS;
    const late = await signIn(context);
    const wallets = await db.all<{ userId: string; cents: number }>(sql`SELECT users.id AS userId,
        accounts.credits_total - accounts.debits_total AS cents FROM users JOIN accounts ON accounts.id = 'user:' || users.id || ':wallet'
      WHERE users.id <> ${late.userId} ORDER BY accounts.id`);
    for (const date of [EARLIER, BEFORE]) await deps.certificates.put(`owed/${date}/0.json`, "[]");
    const made = async (walletsCents: number) => {
      const ledger = { ...found.ledger, sums: { ...found.ledger.sums, wallets: walletsCents } };
      let progress = { step: "owed", after: "user:", parts: [], bids: [], ...found, ledger } as { step: string };
      while (progress.step === "owed")
        progress = await owedPiece(deps, leased, progress as LaterProgress<"owed">, sized({ wallets: 2 }));
      return progress as LaterProgress<"publish">;
    };
    const published = await made(250);
    expect(published).toMatchObject({ money: [], owed: { cents: 250, wallets: wallets.length } });
    expect((await made(251)).money).toEqual(["wallets_cents: one by one they hold 250"]);
    const index = (await readWalletIndex(deps)) ?? expect.fail();
    const full = Math.floor(wallets.length / 2);
    expect([index.date, index.width]).toEqual([DATE, 2]);
    expect(index.parts.map(({ count }) => count)).toEqual([
      ...Array<number>(full).fill(2),
      ...(wallets.length % 2 ? [1] : []),
    ]);
    const read = await Promise.all(index.parts.map((_, part) => readWallets(deps, DATE, part)));
    expect(read.flat()).toEqual(wallets);
    const { objects } = await deps.certificates.list({ prefix: "owed/" });
    const folders = new Set(objects.map(({ key }) => key.split("/")[1]));
    expect([...folders].sort()).toEqual([BEFORE, DATE, "latest.json"]);
  });
});

it("a piece is kept once, by the run that has the audit", async () => {
  expect(await keepPiece(deps, another, leased.progress, [])).toBeNull();
  const next = (await keepPiece(deps, leased, leased.progress, [])) ?? expect.fail();
  expect(next.pieces).toBe(PIECES + 1);
  expect(await keepPiece(deps, next, leased.progress, [])).toMatchObject({ pieces: PIECES + 2 });
  expect(await keepPiece(deps, leased, leased.progress, [])).toBeNull();
});

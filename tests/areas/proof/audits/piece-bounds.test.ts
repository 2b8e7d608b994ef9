// Where each piece of an audit ends, what it leaves alone, and that it writes nothing once another run has taken over.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditDay, dayKey } from "~/domain/audit/audit-files";
import { hashOfDay } from "~/domain/audit/hash-of-day";
import { PIECE } from "~/areas/proof/audits/audit-deps";
import { firstProgress, type LaterProgress } from "~/areas/proof/audits/inside/audit-progress";
import { dropParts, keepPart, keepPiece, readParts } from "~/areas/proof/audits/inside/audit-row";
import { booksPiece } from "~/areas/proof/audits/inside/books-piece";
import { owedPiece } from "~/areas/proof/audits/inside/owed-piece";
import { readWalletIndex, readWallets } from "~/areas/proof/audits/owed-files";
import { creditWallet } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { BEFORE, DATE, EARLIER, END_MS, leaseDay, PIECES, sized } from "../../../support/leased-day";

const { context, db, deps, leased, another, run } = leaseDay();

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

it("a piece of the tree of what is owed is a power of two, so that a subtree ends with it", () => {
  expect(PIECE.wallets & (PIECE.wallets - 1)).toBe(0);
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
    const drafts = await Promise.all([1, 2, 3].map(() => putCask(context, { published: false })));
    const [first, unsold, last] = drafts.sort();
    for (const [caskId, date, stakes] of [
      [last, EARLIER, 2],
      [first, BEFORE, 1],
      [unsold, BEFORE, 0],
    ])
      await db.run(
        sql`INSERT INTO audited_casks (cask_id, date, result, stakes) VALUES (${caskId}, ${date}, 'PASS', ${stakes})`,
      );
    // In order of their ids, whichever was audited longer ago.
    expect(await other()).toEqual([`casks: ${first} is missing`, `casks: ${last} is missing`]);
    await db.run(sql`DELETE FROM audited_casks`);
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
    expect(Number.isInteger(Math.log2(PIECE.wallets)), "a part is a whole tree").toBe(true);
    const full = Math.floor(wallets.length / 2);
    expect([index.date, index.width]).toEqual([DATE, 2]);
    expect(index.parts.map(({ count }) => count)).toEqual([
      ...Array<number>(full).fill(2),
      ...(wallets.length % 2 ? [1] : []),
    ]);
    const read = await Promise.all(index.parts.map((_, part) => readWallets(deps, DATE, part)));
    expect(read.flat()).toEqual(wallets);
    // By whom a part begins with, owners find the one that they are in.
    expect(index.parts.map(({ first }) => first)).toEqual(read.map(([first]) => first?.userId));
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

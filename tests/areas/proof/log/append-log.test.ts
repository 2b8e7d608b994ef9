import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { appendLog } from "~/areas/proof/log/append-log";
import { LOG_PIECE } from "~/areas/proof/log/log-deps";
import { registerMark } from "~/domain/audit/register-mark";
import { hashLeaf } from "~/domain/log/merkle";
import { newTiles, tilePath } from "~/domain/log/tiles";
import { hashBytes, sha256 } from "~/server/sha256";
import { auditTomorrow } from "../../../support/audits";
import { openBids } from "../../../support/bids";
import { createTestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { LogTree } from "../../../support/log-tree";
import { type Person, putCask, signIn } from "../../../support/people";
import { logDeps, readEntries, readLogBytes, readSignedHead, signLog } from "../../../support/public-log";

const context = createTestContext();
const { db, clock } = context;
const deps = logDeps(context);
const SMALL = { ...LOG_PIECE, entries: 3, leaves: 2, calls: 8 };

let asha: Person;
let caskId: string;

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  clock.nowMs = Math.max(clock.nowMs, Date.UTC(2026, 10, 24, 9));
  asha = await signIn(context);
  caskId = await putCask(context, { totalStakes: 400 });
});

const markOf = async (stakeId: string) => {
  const [row] = await db.all<{ code: string; number: number }>(
    sql`SELECT certificates.code, stakes.number FROM certificates JOIN stakes ON stakes.id = certificates.stake_id
      WHERE stakes.id = ${stakeId} ORDER BY certificates.created_at_ms DESC LIMIT 1`,
  );
  return registerMark({ certificateCode: row?.code ?? "", stakeNumber: row?.number ?? 0, caskId }, sha256);
};

/** Everything published is what the entries make it, and the checkpoint is signed. */
async function expectWholeLog() {
  const head = await readSignedHead();
  expect(head).toMatchObject({ origin: "localhost:8787/log", isSigned: true });
  const entries = await readEntries(head.size);
  const tree = new LogTree().grow(head.size, (at) => new TextEncoder().encode(entries[at]));
  expect(entries).toHaveLength(head.size);
  expect([...tree.root()]).toEqual([...head.root]);
  for (const tile of newTiles(0, head.size))
    expect(await readLogBytes(tilePath(tile)), tilePath(tile)).toEqual(tree.tiles.get(tilePath(tile)));
  return { head, entries };
}

/** Without the roots of what is owed, of which there is one a day. */
const told = (entries: readonly string[]) =>
  entries.map((entry) => JSON.parse(entry) as Record<string, unknown>).filter(({ event }) => event !== "owed");

describe("the public log", () => {
  it("holds each certificate by its mark, and after them the day's audit; nothing of the day that is not over", async () => {
    const { stakeId } = await giveStake(context, asha, caskId);
    const day = await auditTomorrow(context);
    await giveStake(context, asha, caskId);
    expect(await signLog(deps)).toBe(day.date);
    const { entries } = await expectWholeLog();
    expect(told(entries).slice(-2)).toEqual([
      { day: day.date, event: "issued", mark: await markOf(stakeId) },
      { day: day.date, event: "audit", hash: day.hash },
    ]);
    for (const hidden of [asha.userId, asha.email, stakeId]) expect(entries.join()).not.toContain(hidden);
  });

  it("tells that a certificate became void, or that its stake was sold on, and says nothing twice", async () => {
    const [first, second] = [await giveStake(context, asha, caskId), await giveStake(context, asha, caskId)];
    await auditTomorrow(context);
    await signLog(deps);
    const before = (await expectWholeLog()).entries;
    await db.run(
      sql`UPDATE certificates SET state = 'void', voided_at_ms = ${clock.nowMs} WHERE stake_id = ${first.stakeId}`,
    );
    const day = await auditTomorrow(context);
    await signLog(deps);
    const after = (await expectWholeLog()).entries;
    expect(after.slice(0, before.length)).toEqual(before);
    expect(told(after.slice(before.length))).toEqual([
      { day: expect.any(String) as string, event: "void", mark: await markOf(first.stakeId) },
      { day: day.date, event: "audit", hash: day.hash },
    ]);
    expect(new Set(after).size).toBe(after.length);
    expect(after.join()).toContain(await markOf(second.stakeId));
  });

  it("holds the result of a bid once it is counted", async () => {
    const bids = await openBids(context);
    await bids.give(asha, caskId, 3);
    const bidId = await bids.opened(caskId);
    await bids.choose(asha.userId, bidId, "accept");
    await bids.close(bidId);
    await auditTomorrow(context);
    await signLog(deps);
    const { entries } = await expectWholeLog();
    expect(told(entries)).toContainEqual({
      ...{ day: expect.any(String) as string, event: "bid", bid: bidId },
      ...{ result: "accepted", issued: 3, accepted: 3, declined: 0 },
    });
  });

  it("is the same in small pieces, and each piece in which a call fails is made again", async () => {
    await giveMany(300);
    await auditTomorrow(context);
    let calls = 0;
    const failing = <F extends (...args: never[]) => Promise<unknown>>(call: F) =>
      (async (...args: Parameters<F>) => {
        calls += 1;
        if (calls % 11 === 0) throw new Error("this call fails");
        const answer = await call(...args);
        if (calls % 13 === 0) throw new Error("the answer is lost");
        return answer;
      }) as unknown as F;
    const proof = {
      get: failing(env.PROOF.get.bind(env.PROOF) as never),
      put: failing(env.PROOF.put.bind(env.PROOF) as never),
    } as never;
    let signed: string | null = null;
    for (let run = 0; run < 400 && signed === null; run++)
      signed = await appendLog({ ...deps, proof }, SMALL).catch(() => null);
    expect(signed).not.toBeNull();
    await expectWholeLog();
  });

  it("comes out the same whichever of two runs at once goes on", async () => {
    await giveMany(20);
    await auditTomorrow(context);
    for (let run = 0; run < 60; run++) await Promise.all([appendLog(deps, SMALL), appendLog(deps, SMALL)]);
    const { entries } = await expectWholeLog();
    expect(new Set(entries).size).toBe(entries.length);
  });

  it("signs nothing when what was signed before is no longer what it begins with", async () => {
    await giveMany(5);
    await auditTomorrow(context);
    await signLog(deps);
    const { head } = await expectWholeLog();
    const [tile] = newTiles(0, head.size)
      .filter(({ level }) => level === 0)
      .slice(-1);
    await db.run(sql`DROP TRIGGER log_entries_fixed`);
    await db.run(
      sql`UPDATE log_entries SET body = replace(body, '"issued"', '"resold"') WHERE place >= ${(tile?.index ?? 0) * 256}`,
    );
    await auditTomorrow(context);
    await expect(signLog(deps)).rejects.toThrow("are not those that were signed");
    expect((await readSignedHead()).size).toBe(head.size);
  });
});

describe("the database", () => {
  it.each([
    [
      "an entry left out",
      sql`INSERT INTO log_entries (place, cause, body) VALUES (1000000, 'x', '{}')`,
      "one after the other",
    ],
    [
      "the same told again",
      sql`INSERT INTO log_entries (place, cause, body) SELECT max(place) + 1, (SELECT cause FROM log_entries LIMIT 1), '{}' FROM log_entries`,
      "UNIQUE",
    ],
    ["an entry taken out", sql`DELETE FROM log_entries WHERE place = 0`, "never deleted"],
    [
      "a smaller checkpoint",
      sql`INSERT INTO log_heads (size, date, root, checkpoint, signed_at_ms) VALUES (1, '2030-01-01', '', '', 0)`,
      "more entries",
    ],
    [
      "a checkpoint of what is not there",
      sql`INSERT INTO log_heads (size, date, root, checkpoint, signed_at_ms) VALUES (1000000, '2030-01-01', '', '', 0)`,
      "more entries",
    ],
    ["another root for a size", sql`UPDATE log_heads SET root = 'x'`, "fixed"],
    ["a checkpoint taken out", sql`DELETE FROM log_heads`, "never deleted"],
  ])("refuses %s", async (_, statement, why) => {
    await giveStake(context, asha, caskId);
    await auditTomorrow(context);
    await signLog(deps).catch(() => null);
    await expect(db.run(statement)).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: expect.stringContaining(why) as string }) as Error,
      }) as Error,
    );
  });
});

async function giveMany(count: number) {
  for (let given = 0; given < count; given++) await giveStake(context, asha, caskId);
}

it("a leaf is what the standard hashes", () => {
  expect([...hashLeaf(new Uint8Array(), hashBytes)].slice(0, 4)).toEqual([0x6e, 0x34, 0x0b, 0x9c]);
});

// What an audit keeps of casks, and how it looks for their marks: by the run that has the audit, and of what was held at the day's end.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listKey } from "~/domain/audit/audit-files";
import { addDays } from "~/domain/calendar-date";
import { firstProgress, type LaterProgress } from "~/areas/proof/audits/inside/audit-progress";
import { readParts } from "~/areas/proof/audits/inside/audit-row";
import { casksPiece, isFilesDay } from "~/areas/proof/audits/inside/casks-piece";
import { marksPiece } from "~/areas/proof/audits/inside/marks-piece";
import { tamper } from "../../../support/audits";
import { openExits } from "../../../support/exits";
import { giveStake, value } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { BEFORE, DATE, EARLIER, END_MS, leaseDay, NOON_MS, sized } from "../../../support/leased-day";

const { context, db, deps, leased, another, run } = leaseDay();

const counts = { casks: 0, stakes: 0, documents: 0, failed: [] as string[] };
const found = {
  ...{ counts, money: [] as string[], other: [] as string[] },
  ledger: { ...firstProgress(null), reason: null } as unknown as LaterProgress<"books">["ledger"],
};
const NAMED = ["a", "b", "c", "d", "e", "f"];
let person: Person;

beforeAll(async () => {
  person = await signIn(context);
  for (const date of [EARLIER, BEFORE])
    await db.run(sql`INSERT INTO audits (date, state, result, hash, ledger_head, ledger_right, progress, started_at_ms, finished_at_ms)
      VALUES (${date}, 'published', 'PASS', 'x', 'x', 1, '', 1, 1)`);
  await db.run(sql`INSERT INTO audits (date, progress, lease, pieces, started_at_ms, leased_until_ms)
    VALUES (${DATE}, '{}', 'ours', 3, 1, ${END_MS + 9})`);
});
beforeEach(async () => {
  context.clock.nowMs = NOON_MS;
  await db.run(sql`DELETE FROM audit_parts`);
});

describe("casks and their marks", () => {
  const start: LaterProgress<"casks"> = { step: "casks", after: "", ...found };
  let ids: string[];
  let stakes: Record<string, Awaited<ReturnType<typeof giveStake>>[]>;

  const examine = async (by = leased, from: Partial<LaterProgress<"casks">> = {}) => {
    const logged: string[] = [];
    const log = (event: string) => void logged.push(event);
    const { progress, statements } = await casksPiece({ ...deps, log }, by, { ...start, ...from }, sized({}));
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
    await db.run(sql`UPDATE audited_casks SET result = 'FAIL'`);
    await examine();
    expect(await rowOf(second)).toMatchObject({ result: "PASS" });
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
    // No more than six are named.
    expect((await examine(another, { counts: { ...counts, failed: NAMED } })).progress.counts.failed).toEqual(NAMED);
    const [entry] = await readParts<{ id: string; reason: string | null }>(deps, leased);
    expect(entry).toMatchObject({ id: caskId, reason: `documents: the file of ${hash} is gone or another` });
    // One that did not fail has them read on its own day, once in four weeks.
    await db.run(sql`UPDATE audited_casks SET result = 'PASS'`);
    const days = Array.from({ length: 28 }, (_, day) => addDays(DATE, day));
    const due = days.find((date) => isFilesDay(caskId, date)) ?? expect.fail();
    const notDue = days.find((date) => !isFilesDay(caskId, date)) ?? expect.fail();
    const failedOn = async (date: string) => (await examine({ ...leased, date })).progress.counts.failed;
    // In this order: if the day of its files is the audit's own, what failed is kept, and they are read again on any day.
    expect([await failedOn(notDue), await failedOn(due)]).toEqual([[], [caskId]]);
    await tamper(context, "evidence", "DELETE FROM evidence WHERE id = 'evd_gone'");
  });

  it("are looked for part by part, up to the last cask of each, in pages of any size", async () => {
    const [first = "", second = ""] = ids;
    await examine();
    const [one, two] = await readParts<{ id: string }>(deps, leased);
    await db.run(sql`UPDATE audit_parts SET body = ${JSON.stringify([one])}, piece = 1`);
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${DATE}, 2, ${JSON.stringify([two])})`);
    await db.run(sql`INSERT INTO audit_parts (date, piece, body) VALUES (${BEFORE}, 1, 'of another day')`);
    await takeOut(first);
    await marked({}, {}, another);
    expect([await missing(), await rowOf(first)]).toMatchObject([[], { result: "PASS" }]);
    const reasonOf = async (part: number) =>
      (await readParts<{ reason: string | null }>(deps, leased, part))[0]?.reason;
    expect(await reasonOf(1)).toBeNull();
    for (const rows of [1, 2, 100]) {
      const afterFirst = await marked({ counts: { ...counts, failed: NAMED } }, { rows });
      expect(afterFirst).toMatchObject({ step: "marks", part: 1, after: first, counts: { failed: NAMED }, other: [] });
      expect(await missing()).toEqual(stakes[first]?.map(({ certificateId }) => certificateId).sort());
      const told = [1, 2].map((number) => `mark: stake ${number} has a certificate and is not in the list`);
      expect((await reasonOf(1))?.split("; ").filter((text) => text.startsWith("mark"))).toEqual(told);
      expect([await rowOf(first), await rowOf(second)]).toMatchObject([{ result: "FAIL" }, { result: "PASS" }]);
      const afterSecond = await marked({ part: 1, after: first }, { rows });
      expect(afterSecond).toMatchObject({ step: "rules", counts: { failed: [] }, other: [] });
      await db.run(sql`UPDATE audit_parts SET body = ${JSON.stringify([one])} WHERE date = ${DATE} AND piece = 1`);
    }
    await takeOut(second);
    await marked({ part: 1, after: first });
    expect(await missing()).toHaveLength(4);
    const others = await db.all(sql`SELECT body FROM audit_parts WHERE date = ${BEFORE}`);
    expect(others).toEqual([{ body: "of another day" }]);
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
    await marked({}, {}, { ...leased, previousDate: null });
    expect(await dates()).toEqual([]);
  });

  it("are another file where a single byte of the list differs, though no mark is missing in it", async () => {
    const [first = ""] = ids;
    await examine();
    const hash = String((await rowOf(first))?.list_sha256);
    const file = await context.proof.get(listKey(hash));
    await context.proof.put(listKey(hash), `${await file?.text()} `);
    const { counts: after, other } = await marked();
    expect([after.failed, other, await missing()]).toEqual([[first], [], []]);
    const parts = await readParts<{ id: string; reason: string | null }>(deps, leased);
    expect(parts.find(({ id }) => id === first)?.reason).toBe(`list_sha256: the file of ${hash} is gone or another`);
    await context.proof.delete(listKey(hash));
  });

  it("are found in pages that do not end with a cask, in no list at all, and told of six casks at most", async () => {
    const caskId = await putCask(context);
    for (let stakes = 0; stakes < 3; stakes += 1) await giveStake(context, person, caskId);
    const whole = await marked({ other: NAMED });
    expect(whole.other).toEqual(NAMED);
    const all = await missing();
    for (const rows of [1, 2]) {
      await db.run(sql`DELETE FROM missing_marks`);
      expect((await marked({}, { rows })).other).toContain(`casks: ${caskId} is not listed`);
      expect(await missing(), `${rows} rows`).toEqual(all);
    }
  });

  it("are missed of a stake that was frozen before, and not of one whose cask was sold", async () => {
    const [caskId, sold] = [await putCask(context), await putCask(context, { totalStakes: 10 })];
    const { stakeId, certificateId } = await giveStake(context, person, caskId);
    await db.run(sql`INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
      VALUES (${stakeId}, ${caskId}, 1, 'frozen', 'active', ${END_MS - 1})`);
    const ended = await giveStake(context, person, sold);
    const exits = await openExits(context);
    await exits.credit(await exits.confirmed(sold));
    expect(
      await db.all(sql`SELECT stakes.state, certificates.state AS certificate FROM stakes
      JOIN certificates ON stake_id = stakes.id WHERE stakes.id = ${ended.stakeId}`),
    ).toEqual([{ state: "ended", certificate: "issued" }]);
    await marked();
    const [of, not] = [certificateId, ended.certificateId];
    expect((await missing()).filter((id) => id === of || id === not)).toEqual([of]);
  });

  it("are kept with the list and the facts that they have become, as long as nothing is wrong with them", async () => {
    const caskId = await putCask(context);
    await giveStake(context, person, caskId);
    await examine();
    const before = await rowOf(caskId);
    await giveStake(context, person, caskId);
    await value(context, caskId, "2026-05-01", 61_234);
    await db.run(sql`DELETE FROM audit_parts`);
    await examine();
    const after = (await rowOf(caskId)) ?? {};
    const [entry] = (await readParts<{ id: string; list_sha256: string }>(deps, leased)).filter(
      ({ id }) => id === caskId,
    );
    expect(after).toMatchObject({ result: "PASS", stakes: 2, list_sha256: entry?.list_sha256 });
    expect(after.list_sha256).not.toBe(before?.list_sha256);
    expect([before?.facts, after.facts].map((facts) => String(facts).includes("61234"))).toEqual([false, true]);
  });
});

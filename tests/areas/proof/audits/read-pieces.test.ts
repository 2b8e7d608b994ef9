// What an audit reads of casks: all of it, however small its pieces are, and nothing that does not belong to the day.
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Audit, SLICE, type SliceSize } from "~/areas/proof/audit-steps";
import { auditCasks, listCasks, readCask } from "~/areas/proof/audit-casks";
import { auditDeps, DAY_MS, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { giveStake, value } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { buyOffer, putOffer } from "../../../support/resale";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const { db, clock } = context;
const END_MS = Date.parse("2026-05-05T00:00:00Z");
let person: Person;

const auditOf = (more: Partial<SliceSize> = {}, endMs = END_MS): Audit => ({
  ...auditDeps(context),
  ...{ date: "2026-05-04", endMs, size: { ...SLICE, ...more } },
});

beforeAll(async () => void (person = await signIn(context)));
beforeEach(() => Object.assign(clock, { nowMs: END_MS - 12 * 3_600_000 }));

describe("the casks of a day", () => {
  const chosen = (size: Partial<SliceSize> = {}, after = "") => listCasks(auditOf(size), after);
  const isListed = async (caskId: string) => (await chosen()).includes(caskId);
  const published = (caskId: string, atMs: number) =>
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      VALUES (${`p:${caskId}:${atMs}`}, 'system', 'cask-published', ${`cask:${caskId}`}, ${atMs})`);

  it("are those that were published by its end, and each with a stake, but no draft", async () => {
    const [open, draft] = [await putCask(context), await putCask(context, { published: false })];
    expect([await isListed(open), await isListed(draft)]).toEqual([true, false]);
    await published(open, END_MS - 1);
    const ended = await putCask(context);
    await tamper(
      context,
      "casks",
      `UPDATE casks SET state = 'withdrawn', ended_on = '2026-05-03' WHERE id = '${ended}'`,
    );
    expect(await isListed(ended), "ended").toBe(true);
    const late = await putCask(context);
    await db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      VALUES (${`b:${late}`}, 'system', 'cask-saved', ${`cask:${late}`}, ${END_MS - 1})`);
    await published(late, END_MS);
    expect(await isListed(late)).toBe(false);
    await published(late, END_MS - 1);
    expect(await isListed(late), "published again").toBe(true);
    const sold = await putCask(context);
    await giveStake(context, person, sold);
    await published(sold, END_MS + 5);
    expect(await isListed(sold), "with a stake").toBe(true);
    // Another cask's publication, or another action on this one, says nothing.
    const other = await putCask(context);
    await db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      VALUES (${`s:${other}`}, 'system', 'cask-saved', ${`cask:${other}`}, ${END_MS + 5})`);
    expect(await isListed(other)).toBe(true);
    const created = async (atMs: number) => {
      clock.nowMs = atMs;
      return isListed(await putCask(context));
    };
    expect([await created(END_MS - 1), await created(END_MS)]).toEqual([true, false]);
  });

  it("are read in order of their ids, and a slice ends with the cask that fills it", async () => {
    const all = await chosen();
    expect(all).toEqual([...all].sort());
    expect(await chosen({ casks: 2 })).toEqual(all.slice(0, 2));
    expect(await chosen({ casks: 2 }, all[1])).toEqual(all.slice(2, 4));
    const next = async (size: Partial<SliceSize>, after = "") =>
      (await auditCasks(auditOf(size), undefined, after)).next;
    expect(await next({ casks: all.length })).toBe(all.at(-1));
    expect(await next({ casks: all.length + 1 })).toBeNull();
    const full = await putCask(context, { totalStakes: 10 });
    for (let stakes = 0; stakes < 2; stakes += 1) await giveStake(context, person, full);
    const before = (await chosen()).filter((id) => id < full).at(-1) ?? "";
    await putCask(context);
    for (const stakes of [1, 2]) expect(await next({ stakes }, before)).toBe(full);
  });
});

describe("what is read of a cask", () => {
  let caskId: string;
  const read = () => readCask(auditOf(), caskId);

  beforeAll(async () => {
    clock.nowMs = END_MS - 12 * 3_600_000;
    // Another one has the same.
    for (const at of [1, 2]) {
      caskId = await putCask(context, { totalStakes: 9 });
      await value(context, caskId, "2026-02-01", 70_000);
      await value(context, caskId, "2026-01-01", 60_000);
      for (const [kind, issued, visibility, createdMs] of [
        ["insurance", "2026-01-02", "public", 1],
        ["insurance", "2026-01-01", "public", END_MS - 1],
        ["gauge", "2026-01-03", "public", 1],
        ["gauge", "2026-01-01", "public", END_MS],
        ["delivery-order", "2026-01-01", "holders", 1],
      ] as const)
        await db.run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
          VALUES (${`evd_${at}_${kind}_${issued}`}, ${caskId}, ${kind}, 'Test', ${issued}, ${visibility}, ${`evidence/${at}/${kind}/${issued}`}, 'application/pdf', 3,
            ${`${at}`.repeat(64)}, ${createdMs})`);
    }
  });

  it("has public documents and values of the day, in order", async () => {
    const { documents, valuations } = await read();
    const order = documents.map(({ kind, issued_on: on }) => `${kind} ${on}`);
    expect(order).toEqual([...order].sort());
    expect(order).toHaveLength(3);
    expect(valuations.map(({ valued_on: on }) => on)).toEqual(["2026-01-01", "2026-02-01"]);
    // Of the same day in order of their ids; what was entered at the day's end belongs to the next.
    for (const [id, atMs] of [
      ["val_b", END_MS - 1],
      ["val_a", END_MS - 1],
      ["val_c", END_MS],
    ] as const)
      await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
        VALUES (${id}, ${caskId}, '2026-03-01', 70000, 'measured', 'test', 'test', ${atMs})`);
    const later = (await read()).valuations.slice(2);
    expect(later.map(({ id }) => id)).toEqual(["val_a", "val_b"]);
  });

  it("has reservations as they stood at the day's end", async () => {
    const hold = async (name: string, createdMs: number, endedMs: number | null) => {
      const buyer = await signIn(context);
      await db.run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES (${name}, ${buyer.userId}, 'stake', ${caskId}, 'p', 50000, 'Bank', 'stripe', ${END_MS + 9}, ${createdMs}, ${createdMs})`);
      await db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
        VALUES (${name}, ${caskId}, ${createdMs})`);
      if (endedMs !== null)
        await db.run(sql`UPDATE payments SET state = 'cancelled', updated_at_ms = ${endedMs} WHERE id = ${name}`);
    };
    const then = async () => (await read()).cask;
    await hold("pay_stands", END_MS - 1, null);
    expect(await then()).toMatchObject({ reserved_then: 1 });
    await hold("pay_later", END_MS, null);
    expect(await then()).toMatchObject({ reserved_then: 1 });
    await hold("pay_ended_since", END_MS - 1, END_MS);
    expect(await then()).toMatchObject({ reserved_then: 2 });
    await hold("pay_ended_before", END_MS - 5, END_MS - 1);
    await hold("pay_came_and_went", END_MS, END_MS + 1);
    expect(await then()).toMatchObject({ reserved_then: 2 });
  });
});

const [BEFORE, AT, AFTER] = [END_MS - 1, END_MS, END_MS + 1];
const own = (set: string) => `UPDATE certificates SET ${set} WHERE id = 'CERTIFICATE'`;
const bought = (atMs: number) => `UPDATE stakes SET purchased_at_ms = ${atMs} WHERE id = 'STAKE'`;
const voided = (atMs: number | null, createdMs = BEFORE) =>
  own(`state = 'void', voided_at_ms = ${atMs}, created_at_ms = ${createdMs}`);
const made = (code: string, createdMs: number, voidedMs: number | null = null) =>
  `INSERT INTO certificates (id, stake_id, code, r2_key, sha256, state, created_at_ms, issued_at_ms, voided_at_ms) VALUES
      ('${code}-CASK', 'STAKE', '${code}', '${code}-CASK', 'x', '${voidedMs === null ? "issued" : "void"}', ${createdMs}, ${createdMs}, ${voidedMs})`;
const frozen = "UPDATE stakes SET state = 'frozen' WHERE id = 'STAKE'";
const changed = (was: string, atMs: number) =>
  `INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
      VALUES ('STAKE', 'CASK', 1, '${was}', 'frozen', ${atMs})`;
const [issued, free, ended] = ["issued own 1", "free null 0", "void own 1"];

it.each<[string, string, string[], (string | null)?]>([
  ["issued if it was bought in the day's last millisecond", issued, [bought(BEFORE)]],
  ["free, without its certificate, if it was bought as the day ended", free, [bought(AT)]],
  ["void if it was on hold", ended, [frozen, changed("active", BEFORE)], "state: stake # is in another"],
  ["as it was before its first change since", issued, [frozen, changed("active", AT), changed("frozen", AFTER)], "s"],
  ["void if it was so then", ended, [changed("frozen", AT), changed("active", AFTER)]],
  ["without a certificate if that was made after midnight", "issued null 0", [own(`created_at_ms = ${AT}`)]],
  ["with a certificate that is not valid before its file", "issued own 0", [own("state='pending',issued_at_ms=NULL")]],
  [
    "with a certificate that is not valid if its file was made as the day ended",
    "issued own 0",
    [own(`issued_at_ms = ${AT}`)],
  ],
  ["with its void certificate, not valid", "issued own 0", [voided(BEFORE)], "certificate: stake # has none"],
  ["with one that became void since, still valid", issued, [voided(AT)], "certificate: stake # has none"],
  ["with one void nobody knows when, not valid", "issued own 0", [voided(null)], "certificate: stake # has none"],
  ["with the newer of two, whenever that was made", "issued new1 1", [voided(BEFORE), made("new1", BEFORE - 5)]],
  [
    "with the latest of several that are void",
    "issued late 0",
    [voided(BEFORE, 1), made("late", BEFORE - 1, BEFORE), made("mid", BEFORE - 5, BEFORE)],
    "certificate: stake # has none",
  ],
  [
    "with the last of two made at once, both void",
    "issued zz 0",
    [voided(BEFORE), made("zz", BEFORE, BEFORE)],
    "certificate: stake # has none",
  ],
  ["right without one that an operator withholds", "issued own 0", [`${voided(BEFORE)}`, own("withheld = 1")]],
  ["wrong with two that are valid", "issued own 1", [made("two", BEFORE - 99_999_999)], "certificate: stake # has 2"],
])("a stake that is read is %s", async (_, expected, changes, wrong = null) => {
  clock.nowMs = END_MS - 12 * 3_600_000;
  const caskId = await putCask(context);
  const { stakeId, certificateId } = await giveStake(context, person, caskId);
  const named = (text: string) =>
    text.replaceAll("CERTIFICATE", certificateId).replaceAll("STAKE", stakeId).replaceAll("CASK", caskId);
  if (wrong?.endsWith("has 2")) await db.run(sql`DROP INDEX certificates_one_valid`);
  await tamper(context, ["stakes", "certificates", "stake_changes"], changes.map(named));
  const [stake] = (await readCask(auditOf(), caskId)).stakes;
  const code = stake?.code === certificateId ? "own" : (stake?.code ?? "null");
  expect(`${stake?.state} ${code} ${stake?.valid}`).toBe(expected);
  expect(stake?.wrong ?? null).toEqual(wrong === null ? null : expect.stringContaining(wrong));
});

describe("a stake that was sold on", () => {
  let [seller, buyer]: Person[] = [];
  let [caskId, resoldId] = ["", ""];
  let resoldMs = 0;
  let codes: string[];

  beforeAll(async () => {
    [seller, buyer] = [await signIn(context), await signIn(context)];
    caskId = await putCask(context, { totalStakes: 10 });
    const first = await giveStake(context, seller, caskId);
    const second = await giveStake(context, seller, caskId);
    const offerId = await putOffer(context, first.stakeId, 48_000);
    context.clock.advance(DAY_MS);
    resoldMs = context.nowMs();
    const now = await buyOffer(context, offerId, buyer);
    resoldId = now.stakeId;
    context.clock.advance(1_000);
    await giveStake(context, buyer, caskId);
    codes = [first.certificateId, second.certificateId, now.code];
  });

  const at = async (endMs: number) => {
    const { stakes } = await readCask(auditOf({}, endMs), caskId);
    return [stakes.map(({ number, wrong }) => [number, wrong?.split(":")[0] ?? null]), stakes.map(({ code }) => code)];
  };

  it("is held by one at any moment: by the seller up to the sale, by the buyer from then on", async () => {
    const [seller1, second, buyer1] = codes;
    // Each number once, also what was bought after that day; nothing is wrong with any.
    const numbers = [1, 2, 3].map((number) => [number, null]);
    expect(await at(resoldMs)).toEqual([numbers, [seller1, second, null]]);
    expect(await at(resoldMs + 1)).toEqual([numbers, [buyer1, second, null]]);
  });

  it("is compared with who bought it", async () => {
    const change = (userId = "") =>
      tamper(context, "stakes", `UPDATE stakes SET user_id = '${userId}' WHERE id = '${resoldId}'`);
    await change(seller?.userId);
    const [found] = await at(resoldMs + 1);
    await change(buyer?.userId);
    expect(found).toEqual([
      [1, "owner"],
      [2, null],
      [3, null],
    ]);
  });
});

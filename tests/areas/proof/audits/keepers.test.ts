// What warehouse keepers signed, as the day's audit, and the pages of proof tell it.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { statementKey } from "~/domain/audit/audit-files";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { publishChanges } from "~/areas/proof/publishing/publish-changes";
import {
  type CaskCounts,
  type CaskEvidence,
  evidenceKey,
  type KeeperList,
  PROOF_FILES,
  readProof,
} from "~/areas/proof/publishing/proof-files";
import { handInByLink } from "~/areas/casks/keepers/hand-in-statement";
import { keeperUrl } from "~/areas/casks/keepers/keeper-link";
import { auditTomorrow, readFile, tamper } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { openExits } from "../../../support/exits";
import { giveStake } from "../../../support/holdings";
import { line, makeKey, putNumbered, registerKey, sign, type TestKey } from "../../../support/keepers";
import { signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;
const DAY_MS = 86_400_000;

let serial = 0;
let [keeper, warehouse, caskId, other] = ["", "", "", ""];
let key: TestKey;
const today = () => dateOf(context.nowMs());

beforeEach(async () => {
  serial += 1;
  [keeper, warehouse] = [`audited-${serial}`, `Audited Bond ${serial}, Leith`];
  key = await makeKey();
  caskId = await putNumbered(context, warehouse, "1187");
  other = await putNumbered(context, warehouse, "1188");
  await registerKey(context, { keeper, warehouse, key });
  await db.run(sql`UPDATE keepers SET email = 'private@example.com' WHERE id = ${keeper}`);
});

async function state(date: CalendarDate, casks = [line("1187", { litres: 123 }), line("1188")]) {
  const url = await keeperUrl(context, { id: keeper, email: "private@example.com" });
  const text = await sign(key, { casks, date, keeper });
  const outcome = await handInByLink(context, { token: url.split("/").at(-1) ?? "", network: "a", text, take: true });
  if (!outcome.ok || !outcome.taken) throw new Error("not taken");
  return { id: outcome.judged.id, file: outcome.judged.file };
}

describe("a statement", () => {
  it("is in the day's audit, and published", async () => {
    const before = await auditTomorrow(context);
    expect(before.confirmed?.find(({ cask }) => cask === caskId)).toEqual({
      ...{ cask: caskId, confirmed_on: null, number: "1187", state: "never", statement: null },
    });
    const taken = today();
    const { id, file } = await state(taken);
    const day = await auditTomorrow(context);
    expect(day).toMatchObject({ version: 4, date: taken });
    expect(day.confirmed?.filter(({ cask }) => [caskId, other].includes(cask)).map((one) => [one.number, one])).toEqual(
      [["1187", caskId] as const, ["1188", other] as const]
        .sort(([, a], [, b]) => (a < b ? -1 : 1))
        .map(([number, cask]) => [number, { cask, confirmed_on: taken, number, state: "confirmed", statement: id }]),
    );
    expect(day.keepers?.find((one) => one.id === keeper)).toEqual({
      ...{ id: keeper, warehouse },
      keys: [{ key: key.publicKey, registered_on: expect.any(String) as string, retired_on: null }],
    });
    expect(await readFile(statementKey(id))).toBe(file);
    const later = await state(today());
    const next = await auditTomorrow(context);
    expect(next.confirmed?.find(({ cask }) => cask === caskId)?.statement).toBe(later.id);
  });

  it("that came after midnight is not in the audit of the day before", async () => {
    const dayBefore = today();
    const first = await state(dayBefore);
    // At midnight itself.
    context.clock.nowMs = (Math.floor(context.nowMs() / DAY_MS) + 1) * DAY_MS;
    await state(today());
    context.clock.nowMs -= DAY_MS;
    const day = await auditTomorrow(context);
    expect(day.date).toBe(dayBefore);
    expect(day.confirmed?.find(({ cask }) => cask === caskId)).toMatchObject({
      ...{ confirmed_on: dayBefore, statement: first.id },
    });
  });

  it("is late after 35 days, and the keeper's last word may be that a cask is not there", async () => {
    const [found, never] = [
      await putNumbered(context, warehouse, "1189"),
      await putNumbered(context, warehouse, "1190"),
    ];
    const absent = { present: false };
    await state(addDays(today(), -35), [line("1187"), line("1188"), line("1189", absent)]);
    await state(addDays(today(), -1), [line("1188", absent), line("1189"), line("1190", absent)]);
    const day = await auditTomorrow(context);
    const stateOf = (of: typeof day, id: string) => of.confirmed?.find(({ cask }) => cask === id)?.state;
    expect([stateOf(day, caskId), stateOf(day, other)]).toEqual(["confirmed", "absent"]);
    // Found again, and never seen at all.
    expect([stateOf(day, found), stateOf(day, never)]).toEqual(["confirmed", "absent"]);
    const next = await auditTomorrow(context);
    expect([stateOf(next, caskId), stateOf(next, other)]).toEqual(["late", "absent"]);
  });
});

describe("what a keeper said of a cask", () => {
  const wordOn = async () => (await auditTomorrow(context)).confirmed?.find(({ cask }) => cask === caskId);

  it("does not count under another number, at another warehouse, or for another cask", async () => {
    const { id } = await state(today());
    const word = await wordOn();
    expect(word).toMatchObject({ number: "1187", statement: id });
    const silent = { confirmed_on: null, state: "never", statement: null };
    const becomes = (column: string, was: string, id = caskId) =>
      tamper(context, "casks", `UPDATE casks SET ${column} = '${was}' WHERE id = '${id}'`);
    await becomes("cask_number", "1190");
    await becomes("cask_number", "1187", other);
    const { confirmed } = await auditTomorrow(context);
    expect(confirmed?.find(({ cask }) => cask === caskId)).toMatchObject({ number: "1190", ...silent });
    // What was said of this number was said of the cask that had it.
    expect(confirmed?.find(({ cask }) => cask === other)).toMatchObject({ number: "1187", ...silent });
    await becomes("cask_number", "1188", other);
    await becomes("cask_number", "1187");
    await becomes("warehouse", "Elsewhere Bond, Leith");
    expect(await wordOn()).toMatchObject({ number: "1187", ...silent });
    await becomes("warehouse", warehouse);
    expect(await wordOn()).toMatchObject({ confirmed_on: word?.confirmed_on, statement: id });
  });

  it("ends on the day on which the cask was sold, not the day before, and for that cask alone", async () => {
    const exits = await openExits(context);
    await state(today());
    const dayBefore = context.nowMs();
    context.clock.nowMs = (Math.floor(dayBefore / DAY_MS) + 1) * DAY_MS + 60_000;
    await giveStake(context, await signIn(context), caskId);
    await exits.confirmed(caskId);
    context.clock.nowMs = dayBefore;
    expect(await wordOn()).toMatchObject({ state: "confirmed" });
    const next = (await auditTomorrow(context)).confirmed?.map(({ cask }) => cask);
    expect([next?.includes(caskId), next?.includes(other)]).toEqual([false, true]);
  });
});

describe("the pages of proof", () => {
  const deps = { db, proof: env.PROOF, nowMs: context.nowMs };
  const evidence = async () => (await readProof<CaskEvidence>(env.PROOF, evidenceKey(caskId)))?.word;

  it("show it within a minute, with keys and without the mailbox", async () => {
    await auditTomorrow(context);
    expect(await evidence()).toMatchObject({ confirmedOn: null, keeper });
    const { id, file } = await state(today(), [line("1187", { litres: 90, note: "leaking stave" })]);
    context.clock.advance(1000);
    await publishChanges(deps);
    expect(await evidence()).toEqual({
      ...{ confirmedOn: today(), absentOn: null, keeper, lastOn: today() },
      named: { statement: id, on: today(), loaDecilitres: 900, note: "leaking stave", jump: { was: 1234, is: 900 } },
    });
    expect(await readFile(statementKey(id))).toBe(file);
    const list = JSON.parse(await readFile(PROOF_FILES.keepers)) as KeeperList;
    expect(list.keepers.find((one) => one.id === keeper)).toMatchObject({
      ...{ warehouse, last_statement: { date: today(), sha256: id } },
      keys: [{ key: key.publicKey, algorithm: "Ed25519", retired_on: null }],
    });
    const { objects } = await env.PROOF.list({ prefix: "proof/" });
    for (const { key: name } of objects) expect(await readFile(name), name).not.toContain("private@example.com");
  });

  it("keep a retired key, with its dates, and count the casks that were confirmed lately", async () => {
    await state(today());
    context.clock.advance(1000);
    await registerKey(context, { keeper, warehouse, key: await makeKey() });
    await auditTomorrow(context);
    const list = JSON.parse(await readFile(PROOF_FILES.keepers)) as KeeperList;
    expect(list.keepers.find((one) => one.id === keeper)?.keys.map(({ retired_on: on }) => on !== null)).toEqual([
      true,
      false,
    ]);
    const counts = await readProof<CaskCounts>(env.PROOF, PROOF_FILES.counts);
    const [count] = await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM casks WHERE state = 'published' AND ended_on IS NULL AND absent_on IS NULL AND confirmed_on >= ${addDays(today(), -35)}`,
    );
    expect(counts?.signed).toBe(count?.n);
    expect(count?.n).toBeGreaterThan(1);
  });
});

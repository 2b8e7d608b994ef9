// Making an audit: in slices of any size, by indexes, by Cloudflare's engine, and without a value of a person.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { createDatabase } from "~/db/client";
import { dayKey } from "~/domain/audit/audit-files";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createSettlementDeps } from "../../../../workers/settlement/deps";
import { auditDeps, auditTomorrow, DAY_MS, forgetAudit, makeAudit, readFile, tamper } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { freshBindings } from "../../../support/fresh-bindings";
import { creditWallet, giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { settlementTestConfig } from "../../../support/test-config";

describe("an audit in slices of any size", () => {
  const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
  const SIZES = [
    { rows: 1, transfers: 1, ruled: 1, casks: 1, stakes: 1 },
    { rows: 3, transfers: 7, ruled: 2, casks: 2, stakes: 3 },
    { rows: 4, transfers: 8, ruled: 4, casks: 4, stakes: 100 },
  ];

  beforeAll(async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    for (let casks = 0; casks < 3; casks += 1) {
      const caskId = await putCask(context);
      for (let stakes = 0; stakes < 3; stakes += 1) await giveStake(context, stakes === 1 ? other : person, caskId);
    }
    for (let at = 0; at < 6; at += 1) await creditWallet(context, at % 2 === 0 ? person : other, 100 + at);
  });

  it("says the same: how many rows break a rule, how many accounts differ", async () => {
    const ids = await context.db.all<{ id: string }>(sql`SELECT id FROM stakes ORDER BY id`);
    const chosen = [ids[0], ids[3], ids.at(-1)].map((one) => one?.id);
    const price = (by: string) =>
      chosen.map((id) => `UPDATE stakes SET price_cents = price_cents ${by} WHERE id = '${id}'`);
    const become = (state: string) => `UPDATE stakes SET state = '${state}' WHERE id = '${chosen[0]}'`;
    const total = (by: string) =>
      `UPDATE accounts SET debits_total = debits_total ${by} WHERE id = (SELECT max(id) FROM accounts WHERE id LIKE '%:wallet')`;
    await tamper(context, ["stakes", "accounts"], [...price("+ 1"), total("+ 1"), become("frozen")]);
    context.clock.advance(DAY_MS);
    const days = new Set<string>();
    for (const size of [{}, ...SIZES]) {
      const day = await makeAudit(auditDeps(context), { ...SLICE, ...size });
      days.add(JSON.stringify(day));
      await forgetAudit(day.date);
    }
    await tamper(context, ["stakes", "accounts"], [...price("- 1"), total("- 1"), become("active")]);
    const [reason, ...others] = days;
    expect(others).toEqual([]);
    expect(reason).toContain("accounts: 1 against the rule 'an investor's account is the sum of its transfers'");
    expect(reason).toContain("stakes: 3 against the rule 'no stake without its money'");
    expect(reason).toMatch(/casks: \d not right \(/);
  });
});

it("an audit finds every row by an index", async () => {
  const context = createTestContext();
  await giveStake(context, await signIn(context), await putCask(context));
  await auditTomorrow(context);
  const seen = new Set<string>();
  const d1 = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === "prepare") return (text: string) => (seen.add(text), target.prepare(text));
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  context.clock.advance(DAY_MS);
  await makeAudit({ ...auditDeps(context), db: createDatabase(d1) });
  expect(seen.size).toBeGreaterThan(20);
  const scans: string[] = [];
  for (const text of seen) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...Array.from({ length: (text.match(/\?/g) ?? []).length }, () => null))
      .all<{ detail: string }>();
    // Lists of values, answers of subqueries, the few operators, and one row per cask.
    const isFew = /^SCAN (CONSTANT|json_each|\(subquery|next|latest|chosen|held|users|cask_exits|\d)/;
    // What is under way now: indexes that hold nothing else.
    const isStanding = /USING (COVERING )?INDEX \w+_(open|refunding|waiting|sending|by_due)\b/;
    for (const { detail } of plan.results)
      if (detail.startsWith("SCAN ") && !isFew.test(detail) && !isStanding.test(detail))
        scans.push(`${detail} <- ${text.slice(0, 120)}`);
  }
  expect(scans).toEqual([]);
});

it("the engine makes an audit once however often it is started, and publishes what the steps alone publish", async () => {
  await freshBindings();
  // No day ends while the engine makes its audit.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 });
  onTestFinished(() => void vi.useRealTimers());
  const context = createTestContext();
  await giveStake(context, await signIn(context), await putCask(context));
  const { startAudit, signLink } = createSettlementDeps(env as never, settlementTestConfig as never);
  const date = addDays(dateOf(Date.now()), -1);
  const audit = () => env.AUDIT.get(date);
  expect(await Promise.all([startAudit(date), startAudit(date)])).toEqual(["running", "running"]);
  await expect.poll(async () => (await (await audit()).status()).status, { timeout: 60_000 }).toBe("complete");
  const published = await readFile(dayKey(date));
  expect(JSON.parse(published)).toMatchObject({ date, result: "PASS" });
  await forgetAudit(date);
  // A row that is gone: the engine begins again.
  expect(await startAudit(date)).toBe("stopped");
  await expect.poll(() => env.PROOF.head(dayKey(date)), { timeout: 60_000 }).not.toBeNull();
  expect(await readFile(dayKey(date))).toBe(published);
  await expect.poll(async () => (await (await audit()).status()).status, { timeout: 60_000 }).toBe("complete");
  await forgetAudit(date);
  expect(JSON.stringify(await makeAudit({ ...auditDeps(context), signLink }))).toBe(published);
});

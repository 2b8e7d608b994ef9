// An audit reports the day before as it was at midnight, whichever run makes it and however often it is interrupted.
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { type AuditDay, dayKey } from "~/domain/audit/audit-files";
import { registerMark } from "~/domain/audit/hashes";
import { payments } from "~/db/schema/payments";
import { runWork, writes } from "~/db/work";
import { type AuditDeps, yesterdayOf, SLICE } from "~/areas/proof/audit-steps";
import { auditDay, type RunStep, startAudit } from "~/areas/proof/audit-day";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { reversal } from "~/areas/buying/settlement/settle-reversal";
import { env } from "cloudflare:test";
import {
  auditDeps,
  auditTomorrow,
  DAY_MS,
  makeAudit,
  readFile,
  readLatest,
  readList,
  tamper,
} from "../../../support/audits";
import { createTestContext, TestClock, type TestContext } from "../../../support/context";
import { creditWallet, giveStake, value } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";

const MIDNIGHT = Date.parse("2026-05-05T00:00:00Z");
let midnight = MIDNIGHT;
let context: TestContext;

beforeEach(() => {
  // Each test has days of its own.
  midnight += 10 * DAY_MS;
  context = createTestContext({ clock: new TestClock(midnight - 12 * 3_600_000) });
});

const at = (atMs: number) => Object.assign(context.clock, { nowMs: atMs });
const caskOf = (day: AuditDay, id: string) => day.casks.find((cask) => cask.id === id);

describe("a day", () => {
  it("ends at midnight: what is bought, held, frozen, voided, valued and booked after it belongs to the next", async () => {
    const [person, waiting] = [await signIn(context), await signIn(context)];
    const caskId = await putCask(context, { totalStakes: 10 });
    const stays = await giveStake(context, person, caskId, { purchasedAtMs: midnight - 3_600_000 });
    const last = await giveStake(context, person, caskId, { purchasedAtMs: midnight - 1_000 });
    const alone = await giveStake(context, person, await putCask(context), { purchasedAtMs: midnight - 1_000 });
    await context.db
      .run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_held', ${waiting.userId}, 'stake', ${caskId}, 'p', 50000, 'Bank', 'stripe', ${midnight}, ${midnight - 2_000}, ${midnight - 2_000})`);
    await context.db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      VALUES ('pay_held', ${caskId}, ${midnight - 2_000})`);
    at(midnight + 60_000);
    await giveStake(context, person, caskId, { purchasedAtMs: midnight + 1_000 });
    await value(context, caskId, "2026-01-01", 70_000);
    await creditWallet(context, person, 700);
    // What ended after midnight was still so at midnight.
    await context.db.run(sql`UPDATE payments SET state = 'cancelled', updated_at_ms = ${midnight + 60_000}
      WHERE id = 'pay_held'`);
    for (const { paymentId } of [stays, alone]) {
      const [payment] = await context.db.select().from(payments).where(eq(payments.id, paymentId));
      if (!payment) throw new Error("no payment");
      await runWork(
        context.db,
        writes(
          ...reversal(context.db, payment, {
            because: "disputed",
            nowMs: midnight + 60_000,
            ...newCertificate(context),
          }),
        ),
      );
    }
    at(midnight + 3 * 3_600_000);
    const day = await makeAudit(auditDeps(context));
    expect(day).toMatchObject({
      date: new Date(midnight - 1).toISOString().slice(0, 10),
      result: "PASS",
      reason: null,
    });
    const cask = caskOf(day, caskId);
    expect(cask).toMatchObject({
      issued: 2,
      void: 0,
      reserved: 1,
      free: 7,
      total: 10,
      certificates_valid: 2,
      valuations: [],
    });
    const list = await readList(cask?.list_sha256 ?? "");
    expect(list.stakes).toHaveLength(10);
    expect(list.stakes.map(({ state }) => state)).toEqual([...Array(2).fill("issued"), ...Array(8).fill("free")]);
    expect(list.stakes[1]?.mark).toBe(registerMark({ certificateCode: last.certificateId, stakeNumber: 2, caskId }));
    const next = await auditTomorrow(context);
    expect(next).toMatchObject({ result: "PASS", reason: null, previous_hash: day.hash });
    expect(caskOf(next, caskId)).toMatchObject({ issued: 2, void: 1, reserved: 0, free: 7, certificates_valid: 2 });
    expect(caskOf(next, caskId)?.valuations).toMatchObject([{ value_cents: 70_000 }]);
    expect(next.money.wallets_cents - day.money.wallets_cents).toBe(700);
  });

  it("is started from a quarter past midnight on, until it is published, and the alarm is raised where it stops", async () => {
    await putCask(context);
    const asked: string[] = [];
    let state: "running" | "stopped" = "running";
    const start = () => startAudit({ ...context, startAudit: async (date) => (asked.push(date), state) });
    at(midnight + 15 * 60_000 - 1);
    await start();
    expect(asked).toEqual([]);
    at(midnight + 15 * 60_000);
    await start();
    state = "stopped";
    await expect(start()).rejects.toThrow();
    const day = await makeAudit(auditDeps(context));
    await start();
    expect(asked).toEqual([day.date, day.date]);
    expect(JSON.parse(await readLatest())).toEqual(day);
  });

  it("is left out if it had no audit, and the next one names the day before it", async () => {
    const before = await auditTomorrow(context);
    at(midnight + 3 * DAY_MS + 3_600_000);
    const day = await makeAudit(auditDeps(context));
    expect(day).toMatchObject({ previous_date: before.date, previous_hash: before.hash, result: "PASS" });
    expect(Date.parse(day.date) - Date.parse(before.date)).toBe(3 * DAY_MS);
  });

  it("is given up if it ended before its audit was published, and the next one is made", async () => {
    at(midnight + 3_600_000);
    const date = yesterdayOf(context.nowMs()).date;
    const run: RunStep = (name, step) => (name === "publish" && at(midnight + DAY_MS + 3_600_000), step());
    await auditDay(auditDeps(context), date, { run });
    expect(await env.PROOF.get(dayKey(date))).toBeNull();
    const day = await makeAudit(auditDeps(context));
    expect(day).toMatchObject({ result: "PASS" });
    expect(day.date > date).toBe(true);
  });
});

/** So small that each step takes several pieces. */
const SMALL = { ...SLICE, rows: 12, transfers: 24, ruled: 30, casks: 3, stakes: 4 };

it("the making of an audit by several runs at once publishes one audit, even if rows change meanwhile", async () => {
  await putCask(context);
  at(midnight + 3 * 3_600_000);
  const date = yesterdayOf(context.nowMs()).date;
  const files = new Set<string>();
  const off = (by: string) => `UPDATE accounts SET credits_total = credits_total ${by} WHERE id = 'house:stake-sales'`;
  let [steps, isBack] = [0, false];
  const run: RunStep = async (name, step) => {
    // What the one finds wrong is right again when the other looks.
    if (steps++ === 3) await tamper(context, "accounts", off("+ 5"));
    const found = await step();
    if (name.startsWith("rules") && !isBack) {
      isBack = true;
      await tamper(context, "accounts", off("- 5"));
    }
    if (name === "publish") files.add(await readFile(dayKey(date)));
    return found;
  };
  await Promise.all([1, 2, 3].map(() => auditDay(auditDeps(context), date, { size: SMALL, run })));
  expect(files.size).toBe(1);
  const rows = await context.db.all<{ hash: string }>(sql`SELECT hash FROM audits WHERE date = ${date}`);
  expect(rows).toEqual([{ hash: (JSON.parse([...files][0] ?? "") as AuditDay).hash }]);
});

describe("the files of an audit", () => {
  it("are read again if R2 does not answer, which is not the same as a file that is gone", async () => {
    await auditTomorrow(context);
    context.clock.advance(DAY_MS);
    const proof = { ...env.PROOF, get: () => Promise.reject(new Error("no answer")) } as unknown as R2Bucket;
    await expect(makeAudit({ ...auditDeps(context), proof })).rejects.toThrow("no answer");
    expect(await makeAudit(auditDeps(context))).toMatchObject({ result: "PASS" });
  });

  it("of lists are written once, until a list changes", async () => {
    const caskId = await putCask(context);
    await giveStake(context, await signIn(context), caskId);
    const first = await auditTomorrow(context);
    const written: string[] = [];
    const proof = {
      get: (key: string) => env.PROOF.get(key),
      put: (...args: Parameters<R2Bucket["put"]>) => {
        written.push(args[0]);
        return env.PROOF.put(...args);
      },
    } as unknown as AuditDeps["proof"];
    context.clock.advance(DAY_MS);
    const second = await makeAudit({ ...auditDeps(context), proof });
    expect(caskOf(second, caskId)?.list_sha256).toBe(caskOf(first, caskId)?.list_sha256);
    expect(written).toEqual([dayKey(second.date), "audit/latest.json", "audit/key"]);
  });
});

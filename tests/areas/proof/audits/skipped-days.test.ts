import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { asIfDue, finishAudit } from "~/areas/proof/audits/finish-audit";
import { dueDate, leaveAudit, takeAudit } from "~/areas/proof/audits/inside/audit-row";
import { runAudit } from "~/areas/proof/audits/run-audit";
import { auditDeps, DAY_MS } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { putCask } from "../../../support/people";

// The local clock skips days: each of them has its audit, though one run of the timer does not finish it.

const publishedDays = () =>
  createTestContext()
    .db.all<{ date: string }>(sql`SELECT date FROM audits WHERE state = 'published' ORDER BY date`)
    .then((rows) => rows.map(({ date }) => date));

it("one run of the timer does not finish an audit, and a skipped day is audited to its end", async () => {
  const context = createTestContext();
  for (let n = 0; n < 3; n++) await putCask(context);
  await env.DB.prepare("DELETE FROM audits")
    .run()
    .catch(() => undefined);
  const deps = { ...auditDeps(context), wait: () => Promise.resolve() };
  const midnightMs = Math.floor(context.clock.nowMs / DAY_MS) * DAY_MS;
  const days: string[] = [];
  // At noon, and at a time so soon after midnight that no audit would be due yet.
  for (const [day, atMs] of [
    [1, 12 * 3_600_000],
    [2, 12 * 3_600_000],
    [3, 5 * 60_000],
  ] as const) {
    context.clock.nowMs = midnightMs + day * DAY_MS + atMs;
    if (day === 1) {
      expect(await runAudit(deps, { pieces: 3 })).toBeNull();
      expect(await context.db.all(sql`SELECT pieces FROM audits WHERE state = 'running'`)).toEqual([{ pieces: 3 }]);
    }
    days.push(await finishAudit(deps));
  }
  expect(await publishedDays()).toEqual(days);
  expect(days).toEqual([0, 1, 2].map((n) => new Date(midnightMs + n * DAY_MS).toISOString().slice(0, 10)));
});

/** Noon of the next day, whose audit another worker has taken. */
async function takenByAnother(daysOn: number) {
  const context = createTestContext();
  const midnightMs = Math.floor(context.clock.nowMs / DAY_MS) * DAY_MS;
  context.clock.nowMs = midnightMs + daysOn * DAY_MS + 12 * 3_600_000;
  const deps = auditDeps(context);
  const date = dueDate(asIfDue(deps).nowMs()) ?? "";
  const leased = await takeAudit(deps, date);
  if (!leased) throw new Error("nobody has it");
  return { deps, date, leased };
}

it("waits while another worker has the audit, and is done once that one has published it", async () => {
  const { deps, date, leased } = await takenByAnother(5);
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    if (waits.length < 2) return;
    await leaveAudit(deps, leased);
    while (!(await runAudit(deps)));
  };
  expect(await finishAudit({ ...deps, wait })).toBe(date);
  expect(waits).toEqual([200, 200]);
});

it("gives up after a thousand tries, if another worker keeps the audit", async () => {
  const { deps } = await takenByAnother(6);
  let waits = 0;
  const finished = finishAudit({ ...deps, wait: async () => void (waits += 1) });
  await expect(finished).rejects.toThrow("the audit of a skipped day does not end");
  expect(waits).toBe(999);
});

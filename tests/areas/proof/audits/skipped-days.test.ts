import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { finishAudit } from "~/areas/proof/audits/finish-audit";
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
    if (day === 1) expect(await runAudit(deps, { pieces: 3 })).toBeNull();
    days.push(await finishAudit(deps));
  }
  expect(await publishedDays()).toEqual(days);
  expect(days).toEqual([0, 1, 2].map((n) => new Date(midnightMs + n * DAY_MS).toISOString().slice(0, 10)));
});

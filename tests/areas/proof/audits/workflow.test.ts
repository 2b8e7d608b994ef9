// Cloudflare's engine makes the audit of a day once, and publishes what the steps called one by one publish.
import { env } from "cloudflare:test";
import { expect, it, onTestFinished, vi } from "vitest";
import { dayKey } from "~/domain/audit/audit-files";
import { addDays, dateOf, DAY_MS } from "~/domain/calendar-date";
import { createSettlementDeps } from "../../../../workers/settlement/deps";
import { auditDeps, forgetAudit, makeAudit, readFile } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { settlementTestConfig } from "../../../support/test-config";

it("is made once however often it is started, and the same as without the engine", async () => {
  // Yesterday's audit is not due in the first minutes of a day.
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

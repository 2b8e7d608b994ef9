import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addLead } from "~/areas/support/leads/add-lead";
import { sweepTables } from "../../../../workers/settlement/sweeping/sweep-tables";
import { loginDeps } from "~/server/login-deps";
import { runScheduledWork } from "../../../../workers/settlement/run-timer";
import { createTestContext, TestClock, type TestContext } from "../../../support/context";

const AT = Date.parse("2024-02-29T12:00:00Z");
const MINUTE_MS = 60_000;

let context: TestContext;
beforeEach(async () => {
  context = createTestContext({ clock: new TestClock(AT) });
  await context.db.run(sql`DELETE FROM leads`);
});

const leave = (value: string, ip = "192.0.2.7") =>
  addLead(loginDeps(context), { address: { channel: "email", value }, ip });
const kept = async () =>
  (await context.db.all<{ email: string }>(sql`SELECT email FROM leads ORDER BY id`)).map(({ email }) => email);

describe("a lead", () => {
  it("is deleted after exactly 24 months, by the settlement Worker's timer", async () => {
    await leave("first@example.com");
    context.clock.advance(MINUTE_MS);
    await leave("second@example.com");
    const work = () =>
      runScheduledWork({
        ...context,
        certificates: env.CERTIFICATES,
        renderCertificate: () => Promise.reject(new Error("no certificate is due")),
      });
    context.clock.nowMs = Date.parse("2026-02-28T12:00:00Z");
    await work();
    expect(await kept()).toEqual(["first@example.com", "second@example.com"]);
    context.clock.nowMs = Date.parse("2026-03-01T12:00:30Z");
    await work();
    expect(await kept()).toEqual([]);
  });

  it("is swept oldest first, without reading the ones that stay", async () => {
    const old = AT - 800 * 86_400_000;
    const put = (count: number, atMs: number, name: string) =>
      context.db.run(sql`INSERT INTO leads (id, email, created_at_ms)
        SELECT 'led_' || printf('%015d', ${atMs}) || value, ${name} || value || '@example.com', ${atMs}
        FROM json_each(${JSON.stringify(Array.from({ length: count }, (_, i) => i))})`);
    await put(550, old, "old");
    await put(900, AT, "new");
    await sweepTables(context);
    expect(await kept()).toHaveLength(950);
    await sweepTables(context);
    expect((await kept()).filter((email) => email.startsWith("old"))).toEqual([]);
    expect(await kept()).toHaveLength(900);
    const last = context.next();
    await sweepTables(last);
    expect(last.trips.rowsRead).toBeLessThan(400);
    expect(await kept()).toHaveLength(900);
  });
});

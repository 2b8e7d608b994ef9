import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { startPayment } from "~/areas/buying/start-payment";
import { createTestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";

// In the first hour of a cask, new accounts of one network get so many stakes of it.

const DAY_MS = 86_400_000;
const context = createTestContext();
const midnightMs = Math.floor(context.nowMs() / DAY_MS) * DAY_MS;
const OPENING = midnightMs + 60_000;

async function cask() {
  const caskId = await putCask(context, { totalStakes: 50 });
  const today = new Date(midnightMs).toISOString().slice(0, 10);
  await context.db.run(sql`UPDATE casks SET launches_on = ${today} WHERE id = ${caskId}`);
  return caskId;
}

async function account(ageDays: number) {
  const { userId } = await signIn(context);
  await context.db.run(sql`UPDATE users SET created_at_ms = ${OPENING - ageDays * DAY_MS} WHERE id = ${userId}`);
  return userId;
}

let ids = 0;
async function start(caskId: string, userId: string, more: object = {}) {
  const input = {
    paymentId: `pay_hour_${(ids += 1)}`,
    userId,
    caskId,
    mode: "Bank" as const,
    network: "net",
    nowMs: OPENING,
    live: sql`true`,
  };
  const started = await runWork(context.db, startPayment(context.db, { ...input, ...more }));
  return started.ok ? "held" : started.code;
}

const limitTo = (most: number) => setSetting(context.db, "launch_accounts_per_network", most);

describe("in the first hour of a cask", () => {
  it("so many new accounts of one network get a stake, and those of a week and more as ever", async () => {
    await limitTo(2);
    const caskId = await cask();
    const young = await Promise.all([account(0), account(1), account(2)]);
    const told = [];
    for (const userId of young) told.push(await start(caskId, userId));
    expect(told).toEqual(["held", "held", "network-full"]);
    expect(await start(caskId, await account(8))).toBe("held");
    expect(await start(caskId, young[2] ?? "", { network: "other" })).toBe("held");
    expect(await start(caskId, await account(0), { network: null })).toBe("held");
  });

  it("an account counts once, whatever it does with its stake, and may pay in the other way", async () => {
    await limitTo(1);
    const caskId = await cask();
    const [one, other] = await Promise.all([account(0), account(0)]);
    expect(await start(caskId, one)).toBe("held");
    expect(await start(caskId, one, { mode: "Crypto" })).toBe("held");
    expect(await start(caskId, other)).toBe("network-full");
    const counted = await context.db.all<{ count: number }>(
      sql`SELECT count FROM counters WHERE key = ${`launch:${caskId}:net`}`,
    );
    expect(counted).toEqual([{ count: 1 }]);
  });

  it("ends with that hour, counts each cask for itself, and not at all with a setting of 0", async () => {
    await limitTo(1);
    const [caskId, second] = [await cask(), await cask()];
    const [one, other] = await Promise.all([account(0), account(0)]);
    expect([await start(caskId, one), await start(second, other)]).toEqual(["held", "held"]);
    expect(await start(caskId, other)).toBe("network-full");
    expect(await start(caskId, other, { nowMs: midnightMs + 3_600_000 })).toBe("held");
    await limitTo(0);
    expect(await start(caskId, await account(0))).toBe("held");
  });

  it("is no condition of a cask that was open before", async () => {
    await limitTo(1);
    const caskId = await putCask(context, { totalStakes: 5 });
    expect([await start(caskId, await account(0)), await start(caskId, await account(0))]).toEqual(["held", "held"]);
  });
});

import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { TIMER_JOBS } from "~/db/schema/names";
import { runWork } from "~/db/work";
import { storeResults, readTimer, runJobs, type TimerJob, type TimerJobName } from "~/core/timer/run-jobs";
import { answerHealth } from "~/server/health";
import { alarmOperators, DAILY_LANES, TIMER_LANES } from "../../../workers/settlement/timer-jobs";
import { signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";

// Each job of the timer by itself: one that throws or never ends keeps no other from its work, and is told of.

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

let shop: Shop;
let logged: { event: string; code?: unknown }[];

beforeEach(async () => {
  shop = openShop();
  logged = [];
  shop.settlement.log = (event, fields) => void logged.push({ event, code: fields?.code });
  await shop.context.db.run(sql`DELETE FROM timer_jobs`);
});

const names = (lanes: readonly (readonly TimerJob<never>[])[]) => lanes.flat().map(({ name }) => name);
const state = () => runWork(shop.context.db, readTimer(shop.context.db, shop.context.nowMs()));
const mailsTo = (address: string) => shop.context.mailer.sent.filter(({ to }) => to === address);

/** The same table with jobs that only say that they ran. */
function dummies(ran: TimerJobName[], how: Partial<Record<TimerJobName, () => Promise<unknown>>> = {}) {
  return TIMER_LANES.map((lane) =>
    lane.map(({ name }) => ({
      name,
      run: async () => {
        ran.push(name);
        await how[name]?.();
      },
    })),
  );
}

describe("the table of the timer's jobs", () => {
  it("has every name once", () => {
    expect(names(TIMER_LANES as never).sort()).toEqual([...TIMER_JOBS].sort());
    expect(names(DAILY_LANES as never).every((name) => names(TIMER_LANES as never).includes(name))).toBe(true);
  });

  it.each(names(TIMER_LANES as never))("runs all others when '%s' throws", async (broken) => {
    const ran: TimerJobName[] = [];
    const lanes = dummies(ran, { [broken]: () => Promise.reject(new TypeError("no such column")) });
    const results = await runJobs(shop.settlement, lanes);
    expect([...ran].sort()).toEqual(names(TIMER_LANES as never).sort());
    expect(results.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([broken]);
    expect(logged).toContainEqual({ event: "timer-job-failed", code: broken });
    const { jobs } = await state();
    expect(jobs.find(({ name }) => name === broken)).toMatchObject({ lastSuccessAtMs: null });
    expect(jobs.filter(({ lastSuccessAtMs }) => lastSuccessAtMs !== null)).toHaveLength(ran.length - 1);
  });

  it("goes on without a job that never ends", async () => {
    const ran: TimerJobName[] = [];
    const lanes = dummies(ran, { "tell-late-work": () => new Promise(() => undefined) });
    const results = await runJobs(shop.settlement, lanes, { patienceMs: 30 });
    expect(ran).toContain("sweep-tables");
    expect(results.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(["tell-late-work"]);
  });

  it("is kept by one statement, and a job's row is written at most once a minute", async () => {
    const run = () => storeResults(shop.settlement, [{ name: "sweep-tables", ok: true, durationMs: 5 }]);
    await run();
    const first = (await state()).jobs[0]?.lastSuccessAtMs;
    shop.context.clock.advance(20_000);
    await run();
    expect((await state()).jobs[0]?.lastSuccessAtMs).toBe(first);
    shop.context.clock.advance(40_000);
    await run();
    expect((await state()).jobs[0]?.lastSuccessAtMs).toBe((first ?? 0) + MINUTE_MS);
  });
});

describe("a job that has not gone well for an hour", () => {
  it("is logged and told to the operators, once an hour, though the outbox stands", async () => {
    const operator = await signIn(shop.context, { operator: true });
    const address = (operator as { email?: string }).email ?? "";
    const lanes = dummies([], { "count-bids": () => Promise.reject(new Error("no")) });
    const run = () => runJobs(shop.settlement, lanes);
    await run();
    await alarmOperators(shop.settlement);
    expect(logged.map(({ event }) => event)).not.toContain("work-waits");
    shop.context.clock.advance(HOUR_MS + MINUTE_MS);
    await run();
    await alarmOperators(shop.settlement);
    expect(logged.map(({ event }) => event)).toContain("work-waits");
    const [mail] = shop.context.mailer.sent.filter(({ text }) => text.includes("count-bids"));
    expect(mail).toBeDefined();
    const count = mailsTo(mail?.to ?? address).length;
    await alarmOperators(shop.settlement);
    expect(mailsTo(mail?.to ?? address)).toHaveLength(count);
    shop.context.clock.advance(HOUR_MS);
    await run();
    await alarmOperators(shop.settlement);
    expect(mailsTo(mail?.to ?? address)).toHaveLength(count + 1);
  });

  it("makes the health check fail", async () => {
    const fail = () => runJobs(shop.settlement, dummies([], { "run-audit": () => Promise.reject(new Error("no")) }));
    await fail();
    const bindings = { ...env, PAPERS: {}, STARTS: {}, SETTLEMENTS: {} } as never;
    const health = async () =>
      (await answerHealth(bindings, { ok: true, config: {} } as never, shop.context.nowMs)).status;
    expect(await health()).toBe(200);
    shop.context.clock.advance(HOUR_MS + 1);
    await fail();
    expect(await health()).toBe(503);
  });
});

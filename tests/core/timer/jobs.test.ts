import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { TIMER_JOBS } from "~/db/schema/names";
import { runWork } from "~/db/work";
import { readTimer } from "~/core/timer/read-timer";
import { keepResults, runJobs, type TimerJob, type TimerJobName } from "~/core/timer/run-jobs";
import { tellStandingJobs } from "../../../workers/settlement/timer-jobs";
import { answerHealth } from "~/server/health";
import { consumeNudges } from "../../../workers/settlement/consume-nudges";
import { keepDeadLetters } from "../../../workers/settlement/index";
import { DAILY_LANES, TIMER_LANES } from "../../../workers/settlement/timer-jobs";
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
  it("has every name once, except for the one that the consumer keeps", () => {
    expect([...names(TIMER_LANES as never), "consume-nudges"].sort()).toEqual([...TIMER_JOBS].sort());
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
    const run = () => keepResults(shop.settlement, [{ name: "sweep-tables", ok: true, durationMs: 5 }]);
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
    expect(await tellStandingJobs(shop.settlement)).toBe(0);
    shop.context.clock.advance(HOUR_MS + MINUTE_MS);
    await run();
    expect(await tellStandingJobs(shop.settlement)).toBe(1);
    expect(logged.map(({ event }) => event)).toContain("timer-stands");
    const [mail] = shop.context.mailer.sent.filter(({ text }) => text.includes("count-bids"));
    expect(mail).toBeDefined();
    const count = mailsTo(mail?.to ?? address).length;
    await tellStandingJobs(shop.settlement);
    expect(mailsTo(mail?.to ?? address)).toHaveLength(count);
    shop.context.clock.advance(HOUR_MS);
    await run();
    await tellStandingJobs(shop.settlement);
    expect(mailsTo(mail?.to ?? address)).toHaveLength(count + 1);
  });

  it("is named by the health check, which is then not ok", async () => {
    await runJobs(shop.settlement, dummies([], { "run-audit": () => Promise.reject(new Error("no")) }));
    const health = async () => {
      const request = new Request("https://app.test/healthz", { headers: { "X-Health-Key": "key" } });
      const bindings = { ...env, PAPERS: {}, STARTS: {}, SETTLEMENTS: {} } as never;
      const checked = { ok: true, config: { HEALTH_KEY: "key" } } as never;
      const answer = await answerHealth(bindings, checked, { request, nowMs: shop.context.nowMs });
      return { status: answer.status, body: await answer.json<{ standing_for_an_hour: string[] }>() };
    };
    expect(await health()).toMatchObject({ status: 200, body: { standing_for_an_hour: [] } });
    shop.context.clock.advance(HOUR_MS + 1);
    await runJobs(shop.settlement, dummies([], { "run-audit": () => Promise.reject(new Error("no")) }));
    expect(await health()).toMatchObject({ status: 503, body: { standing_for_an_hour: ["run-audit"] } });
  });
});

describe("nudges", () => {
  const message = (outboxId: string) => {
    const seen = { acked: 0, retried: 0 };
    return {
      id: "m",
      body: { outboxId },
      ack: () => void (seen.acked += 1),
      retry: () => void (seen.retried += 1),
      seen,
    };
  };

  it("are known to arrive by one that the timer sends: when the queue stands, that is said within minutes", async () => {
    const sent: string[] = [];
    const deps = { ...shop.settlement, nudge: async (ids: string[]) => void sent.push(...ids) };
    const probe = TIMER_LANES.flat().filter(({ name }) => name === "send-nudge");
    const run = () => runJobs(deps as never, [probe] as never);
    await run();
    expect((await state()).nudges).toBe("not-known");
    const probed = message(sent[0] ?? "");
    await consumeNudges(deps, [probed]);
    expect(probed.seen).toEqual({ acked: 1, retried: 0 });
    expect((await state()).nudges).toBe("ok");
    // The queue takes them and delivers none.
    for (let minute = 0; minute < 5; minute++) {
      shop.context.clock.advance(MINUTE_MS);
      await run();
    }
    expect((await state()).nudges).toBe("not-consumed");
    await consumeNudges(deps, [message(sent[0] ?? "")]);
    expect((await state()).nudges).toBe("ok");
  });

  it("that were never consumed at all are noticed too", async () => {
    const probe = TIMER_LANES.flat().filter(({ name }) => name === "send-nudge");
    const deps = { ...shop.settlement, nudge: async () => undefined };
    for (let minute = 0; minute < 5; minute++) {
      await runJobs(deps as never, [probe] as never);
      shop.context.clock.advance(MINUTE_MS);
    }
    expect((await state()).nudges).toBe("not-consumed");
  });

  it("leave no dead letter for a person when the probe is given up", async () => {
    await keepDeadLetters(shop.settlement, [message("probe:nudges")]);
    expect(await shop.context.db.all(sql`SELECT id FROM dead_letters WHERE origin = 'queue'`)).toEqual([]);
  });
});

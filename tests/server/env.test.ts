import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { checkAppEnv, checkSettlementEnv } from "~/server/env";
import { answerHealth } from "~/server/health";
import { createTestContext, settlementTestConfig, testConfig } from "../support/context";

const bindings = { DB: {}, SESSIONS: {}, CERTIFICATES: {}, PROOF: {}, SETTLEMENTS: {}, PAPERS: {}, STARTS: {} };
const KEY = "a-key-for-the-monitor";
const whole = { ...testConfig, ...bindings };
const settlement = { ...settlementTestConfig, ...bindings, AUDIT: {} };
const live = { ...whole, ENVIRONMENT: "production", STRIPE_SECRET_KEY: `sk_live_${"a".repeat(24)}` };
const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

describe("the environment", () => {
  it("is accepted when everything is set", () => {
    expect(checkAppEnv(whole)).toMatchObject({ ok: true });
    expect(checkSettlementEnv(settlement)).toMatchObject({ ok: true });
  });

  it.each([...Object.keys(testConfig), ...Object.keys(bindings)])(
    "is refused without %s, naming it and no value",
    (name) => {
      const checked = checkAppEnv(without(name));
      expect(checked.ok).toBe(false);
      if (checked.ok) return;
      expect(checked.problems.join()).toContain(name);
      for (const value of Object.values(testConfig)) expect(checked.problems.join()).not.toContain(value);
    },
  );

  it.each([
    ["SESSION_SECRET", "short"],
    ["BANK_DETAILS_KEY", "not base64 of 32 bytes"],
    ["STRIPE_SECRET_KEY", "pk_live_0123456789abcdef"],
    ["APP_ORIGIN", "https://dunnage.example/path"],
    ["ENVIRONMENT", "staging"],
  ])("is refused when %s is malformed, without quoting it", (name, value) => {
    const checked = checkAppEnv({ ...whole, [name]: value });
    expect(checked).toMatchObject({ ok: false });
    if (!checked.ok) expect(checked.problems).toEqual([`${name}: has not the right form`]);
  });

  it("knows Cloudflare Access as a whole, or not at all", () => {
    const access = { ACCESS_TEAM_ORIGIN: "https://team.cloudflareaccess.com", ACCESS_AUDIENCE: "a".repeat(64) };
    expect(checkAppEnv({ ...whole, ...access })).toMatchObject({ ok: true });
    for (const name of ["ACCESS_TEAM_ORIGIN", "ACCESS_AUDIENCE"] as const) {
      const half = checkAppEnv({ ...whole, ...access, [name]: undefined });
      expect(half).toEqual({ ok: false, problems: ["ACCESS_AUDIENCE: has not the right form"] });
    }
  });

  it("is refused in production with the sandbox bound", () => {
    expect(checkAppEnv({ ...live })).toMatchObject({ ok: true });
    const checked = checkAppEnv({ ...live, SANDBOX: {} });
    expect(checked).toEqual({ ok: false, problems: ["SANDBOX: must not be bound in production"] });
  });

  it("is refused in production with a key of Stripe's test mode, with which nobody pays", () => {
    for (const check of [checkAppEnv, checkSettlementEnv]) {
      const problems = ["STRIPE_SECRET_KEY: must be of live mode in production"];
      expect(check({ ...settlement, ENVIRONMENT: "production" })).toEqual({ ok: false, problems });
      expect(check({ ...settlement, ...live })).toMatchObject({ ok: true });
    }
  });
});

describe("/healthz", () => {
  it("answers 503 and says what is missing or failing", async () => {
    const failing = {
      prepare: () => {
        throw new Error("down");
      },
    };
    const working = { get: () => Promise.resolve(null), head: () => Promise.resolve(null) };
    const checked = checkAppEnv(without("RESEND_API_KEY"));
    const answer = await answerHealth(
      { DB: failing, SESSIONS: working, CERTIFICATES: working, PROOF: working } as never,
      checked,
    );
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "failing",
      bindings: {
        database: "failing",
        sessions: "ok",
        certificates: "ok",
        proof: "ok",
        papers: "missing",
        starts: "missing",
        settlements: "missing",
        timer: "ok",
      },
      problems: ["RESEND_API_KEY: is missing"],
    });
  });

  it("tells everybody the lines only, from the memory of ten seconds, however often it is asked", async () => {
    const asked: string[] = [];
    const DB = { prepare: (query: string) => (asked.push(query), { first: () => Promise.resolve({ one: 1 }) }) };
    const works = { get: () => Promise.resolve(null), head: () => Promise.resolve(null) };
    const own = { ...bindings, DB, SESSIONS: works, CERTIFICATES: works, PROOF: works } as never;
    let now = 1_000_000;
    const ask = async (headers: Record<string, string> = {}) => {
      const request = new Request("https://app.test/healthz", { headers });
      const answer = await answerHealth(own, checkAppEnv(whole), { request, nowMs: () => now });
      return answer.json<Record<string, unknown>>();
    };
    const said = {
      database: "ok",
      sessions: "ok",
      certificates: "ok",
      proof: "ok",
      papers: "ok",
      starts: "ok",
      settlements: "ok",
      timer: "ok",
    };
    for (let n = 0; n < 50; n++) expect(await ask({ "X-Health-Key": "" })).toEqual({ status: "ok", bindings: said });
    expect(await ask({ "X-Health-Key": KEY })).toEqual({ status: "ok", bindings: said });
    const once = asked.length;
    expect(asked.filter((query) => query === "SELECT 1")).toHaveLength(1);
    expect(new Set(asked).size).toBe(2);
    now += 10_000;
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toHaveLength(2 * once);
  });

  it("tells more only to callers with the key", async () => {
    const DB = { prepare: () => ({ first: () => Promise.resolve(null) }) };
    const checked = checkAppEnv({ ...whole, HEALTH_KEY: KEY });
    const ask = async (sent: string) => {
      const request = new Request("https://app.test/healthz", { headers: { "X-Health-Key": sent } });
      return (await answerHealth({ ...bindings, DB } as never, checked, { request })).json<object>();
    };
    for (const wrong of ["x", `${KEY}x`, KEY.slice(1)])
      expect(await ask(wrong)).not.toHaveProperty("waiting_over_an_hour");
    expect(await ask(KEY)).toHaveProperty("waiting_over_an_hour", null);
  });

  it("counts the work that waits for more than an hour", async () => {
    const { db } = createTestContext();
    const works = { get: () => Promise.resolve(null), head: () => Promise.resolve(null) };
    const bindings = { DB: env.DB, SESSIONS: works, CERTIFICATES: works, SETTLEMENTS: {} };
    const waiting = async () => {
      const checked = checkAppEnv({ ...whole, HEALTH_KEY: KEY });
      const request = new Request("https://app.test/healthz", { headers: { "X-Health-Key": KEY } });
      const answer = await answerHealth(bindings as never, checked, { request });
      return (await answer.json<{ status: string; waiting_over_an_hour: unknown }>()).waiting_over_an_hour;
    };
    expect(await waiting()).toEqual({ all: 0, urgent: 0 });
    for (const [kind, minutes] of [
      ["refund-payment", 61],
      ["check-payment", 61],
      ["refund-payment", 59],
    ] as const)
      await db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
        VALUES (${`${kind}:${minutes}`}, ${kind}, ${String(minutes)}, ${Date.now() - minutes * 60_000}, 0)`);
    expect(await waiting()).toEqual({ all: 2, urgent: 1 });
  });
});

import { describe, expect, it } from "vitest";
import { checkAppEnv, checkSettlementEnv } from "~/server/env";
import { answerHealth } from "~/server/health";
import { settlementTestConfig, testConfig } from "../support/context";

const bindings = { DB: {}, SESSIONS: {}, CERTIFICATES: {}, PROOF: {}, SETTLEMENTS: {}, PAPERS: {}, STARTS: {} };
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

  it("tells everybody the lines, from the memory of ten seconds, however often it is asked", async () => {
    const asked: string[] = [];
    const DB = { prepare: (query: string) => (asked.push(query), { first: () => Promise.resolve({ one: 1 }) }) };
    const works = { get: () => Promise.resolve(null), head: () => Promise.resolve(null) };
    const own = { ...bindings, DB, SESSIONS: works, CERTIFICATES: works, PROOF: works } as never;
    let now = 1_000_000;
    const ask = async () => {
      const answer = await answerHealth(own, checkAppEnv(whole), () => now);
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
    for (let n = 0; n < 50; n++) expect(await ask()).toEqual({ status: "ok", bindings: said });
    const once = asked.length;
    expect(asked.filter((query) => query === "SELECT 1")).toHaveLength(1);
    expect(new Set(asked).size).toBe(2);
    now += 10_000;
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toHaveLength(2 * once);
  });
});

import { describe, expect, it } from "vitest";
import { checkAppEnv, checkSettlementEnv } from "~/server/env";
import { answerHealth } from "~/server/health";
import { settlementTestConfig, testConfig } from "../support/context";

const bindings = { DB: {}, SESSIONS: {}, CERTIFICATES: {}, PROOF: {}, SETTLEMENTS: {}, PAPERS: {}, STARTS: {} };
const KEY = testConfig.BANK_DETAILS_KEY;
const whole = { ...testConfig, ...bindings };
const settlement = { ...settlementTestConfig, ...bindings, AUDIT: {} };
const live = { ...whole, ENVIRONMENT: "production", STRIPE_SECRET_KEY: `sk_live_${"a".repeat(24)}` };
const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

describe("the environment", () => {
  it("is accepted when everything is set, with one key or several", () => {
    for (const BANK_DETAILS_KEY of [KEY, `${KEY},${KEY}`])
      expect(checkAppEnv({ ...whole, BANK_DETAILS_KEY })).toMatchObject({ ok: true });
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
    ...["not base64 of 32 bytes", ",", `${KEY},`, `,${KEY}`, `${KEY} ${KEY}`, `${KEY},short`].map(
      (keys): [string, string] => ["BANK_DETAILS_KEY", keys],
    ),
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
  const working = { get: () => Promise.resolve(null), head: () => Promise.resolve(null) };
  const LINES = ["database", "sessions", "certificates", "proof", "papers", "starts", "settlements", "timer"];
  const allOk = Object.fromEntries(LINES.map((line) => [line, "ok"]));

  it("answers 503 and says what is missing or failing", async () => {
    const failing = {
      prepare: () => {
        throw new Error("down");
      },
    };
    const bound = { DB: failing, SESSIONS: working, CERTIFICATES: working, PROOF: working } as never;
    const answer = await answerHealth(bound, checkAppEnv(without("RESEND_API_KEY")));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "failing",
      bindings: { ...allOk, database: "failing", papers: "missing", starts: "missing", settlements: "missing" },
      problems: ["RESEND_API_KEY: is missing"],
    });
  });

  it("tells everybody the lines, from the memory of ten seconds, however often it is asked", async () => {
    const asked: string[] = [];
    const DB = { prepare: (query: string) => (asked.push(query), { first: () => Promise.resolve({ one: 1 }) }) };
    const own = { ...bindings, DB, SESSIONS: working, CERTIFICATES: working, PROOF: working } as never;
    let now = 1_000_000;
    const ask = async () => (await answerHealth(own, checkAppEnv(whole), () => now)).json<object>();
    for (let n = 0; n < 50; n++) expect(await ask()).toEqual({ status: "ok", bindings: allOk });
    const once = asked.length;
    expect(asked.filter((query) => query === "SELECT 1")).toHaveLength(1);
    expect(new Set(asked).size).toBe(2);
    now += 10_000;
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toHaveLength(2 * once);
  });
});

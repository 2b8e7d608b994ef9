import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCOUNT_LIMITS } from "~/core/limits";
import { offenders, sourceFiles } from "./project/source-files";

// The generator of large books and the kill test write and read in plain SQL, bypassing the product on purpose.
const code = sourceFiles(["app", "workers", "scripts"], /\.(tsx?|mjs)$/).filter(
  ({ path }) => !["app/core/ledger/", "scripts/data/", "scripts/kill-test/"].some((folder) => path.startsWith(folder)),
);

const writes = /\b(INSERT|REPLACE)\b[^;`]{0,20}\bINTO\s+["'`]?(transfers|audit_log|dead_letters|accounts)\b/i;
const builds = /\.insert\(\s*(transfers|auditLog|deadLetters|accounts)\b/;
const names = /\bhouse:[a-z$]|:(wallet|rewards-pending|tokens)\b/;

describe("the ledger's tables and accounts", () => {
  it("are written only by the ledger module", () => {
    expect(code.length).toBeGreaterThan(200);
    expect(offenders(code, ({ text }) => writes.test(text) || builds.test(text))).toEqual([]);
  });

  it("have ids that no other module names", () => expect(offenders(code, ({ text }) => names.test(text))).toEqual([]));
});

// Whatever a signed-in account writes is limited: by a row of ACCOUNT_LIMITS, or by what is said here. Operators are not.

const WRITES: Record<string, keyof typeof ACCOUNT_LIMITS | { because: string }> = {
  "areas/buying/read-payment.ts": { because: "ends one of the account's three open checkouts" },
  "areas/buying/start-payment.ts": { because: "areas/buying/read-wanted counts what was begun" },
  "areas/accounts/users/close-account.ts": { because: "an account is closed once" },
  "areas/holdings/read-my-data.ts": "my-data",
  "areas/accounts/profile/change-contact.ts": {
    because: "each needs a code, and areas/accounts/login/login-limits counts those",
  },
  "areas/accounts/profile/save-bank-details.ts": "bank-details",
  "areas/accounts/profile/save-personal-details.ts": "personal-details",
  "areas/market/vote.ts": "voting",
  "areas/resale/offer-stake.ts": "offers",
  "areas/resale/end-offer.ts": { because: "only an offer that was made can be ended" },
  "areas/payouts/withdrawals/cancel-withdrawal.ts": { because: "only what was asked for can be taken back" },
  "areas/payouts/withdrawals/request-withdrawal.ts": {
    because: "areas/holdings/payout-rules counts what was asked for",
  },
};

const writers = ["core", "areas"]
  .flatMap((part) => readdirSync(`app/${part}`, { recursive: true, encoding: "utf8" }).map((file) => `${part}/${file}`))
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => {
    const text = readFileSync(`app/${file}`, "utf8");
    return /\bsession\.write\b/.test(text) && !/\bguarded\(|\bOperatorSession\b/.test(text);
  })
  .filter((file) => file !== "core/limits.ts");

describe("what a signed-in account writes", () => {
  it("is in the table of limits, or is limited otherwise", () =>
    expect(Object.keys(WRITES).sort()).toEqual(writers.sort()));

  it("names every limit of the table", () => {
    const named = Object.values(WRITES).filter((one) => typeof one === "string");
    expect(named.sort()).toEqual(Object.keys(ACCOUNT_LIMITS).sort());
  });
});

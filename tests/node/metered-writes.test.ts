import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCOUNT_LIMITS } from "~/features/limits/account-limits";

// Whatever a signed-in account writes is limited: by a row of ACCOUNT_LIMITS, or by what is said here. Operators are not.

const WRITES: Record<string, keyof typeof ACCOUNT_LIMITS | { because: string }> = {
  "beneficiary/beneficiary.ts": "beneficiary",
  "buying/read-payment.ts": { because: "ends one of the account's three open checkouts" },
  "buying/start-checkout.ts": { because: "buying/checkout-limits counts what was begun" },
  "calendar/make-feed.ts": "calendar",
  "closing/close-account.ts": "closing",
  "kept-form/kept-form.ts": "kept-forms",
  "my-data/read-my-data.ts": "my-data",
  "notices/notice-choices.ts": "notices",
  "profile/change-contact.ts": { because: "each needs a code, and login/login-limits counts those" },
  "profile/save-bank-details.ts": "bank-details",
  "profile/save-personal-details.ts": "personal-details",
  "push/device-push.ts": "devices",
  "watching/watch-cask.ts": "watching",
  "withdrawals/cancel-withdrawal.ts": { because: "only what was asked for can be taken back" },
  "withdrawals/request-withdrawal.ts": { because: "withdrawals/payout-limits counts what was asked for" },
};

const FEATURES = "app/features";
const writers = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => {
    const text = readFileSync(`${FEATURES}/${file}`, "utf8");
    return /\bsession\.write\b/.test(text) && !/\bguarded\(|\bOperatorSession\b/.test(text);
  })
  .filter((file) => file !== "limits/account-limits.ts");

describe("what a signed-in account writes", () => {
  it("is in the table of limits, or is limited otherwise", () => {
    expect(Object.keys(WRITES).sort()).toEqual(writers.sort());
  });

  it("names every limit of the table, but that of support, which is open to strangers too", () => {
    const named = Object.values(WRITES).filter((one) => typeof one === "string");
    expect([...named, "support"].sort()).toEqual(Object.keys(ACCOUNT_LIMITS).sort());
  });
});

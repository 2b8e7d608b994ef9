// What mutants are made of, and the tests that must notice them.

/** By Stryker, with tests in Node. Files or folders, and how the names of others begin that are not meant. */
export const NODE_AREAS = {
  domain: {
    mutate: ["app/domain"],
    tests: ["tests/domain", "tests/node/fees.test.ts"],
    without: ["app/domain/pictures/", "app/domain/cask-shape.ts", "tests/domain/pictures/"],
  },
  pictures: {
    mutate: ["app/domain/pictures", "app/domain/cask-shape.ts"],
    tests: ["tests/domain/pictures"],
  },
  verifier: {
    mutate: ["public/verify-audit.mjs"],
    tests: ["tests/node/verify-audit", "tests/node/witness.test.ts"],
    without: ["tests/node/verify-audit-long.test.ts"],
  },
};

/** By `make-mutants.mjs`, with tests of workerd. Files or folders. */
export const GENERATED_AREAS = {
  outbox: {
    mutate: ["app/core/outbox"],
    tests: ["tests/core/outbox", "tests/areas/console/dead-letters"],
  },
  audits: {
    mutate: ["app/areas/proof/audits"],
    tests: [
      "tests/areas/proof/audits",
      "tests/routes/audit",
      "tests/integrations/time-stamps",
      "tests/properties/resold-in-the-audit.test.ts",
      "tests/areas/buying/settlement/selling-again.test.ts",
    ],
  },
  sessions: {
    mutate: ["app/core/session", "app/server/session"],
    tests: [
      "tests/core/session",
      "tests/security/sessions.test.ts",
      "tests/areas/accounts/users",
      "tests/routes/casks/launching.test.ts",
      "tests/routes/api/access.test.ts",
    ],
  },
  withdrawals: {
    mutate: ["app/areas/payouts", "app/areas/holdings/payout-rules"],
    tests: [
      "tests/areas/payouts",
      "tests/routes/wallet",
      "tests/routes/stakes/withdraw-return.test.ts",
      "tests/routes/operator/withdrawals.test.ts",
      "tests/routes/operator/payouts-at-bank.test.ts",
      "tests/routes/operator/payouts-by-whom.test.ts",
      "tests/routes/operator/payout-runs.test.ts",
      "tests/properties/withdrawals.test.ts",
    ],
  },
};

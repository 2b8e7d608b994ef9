// What mutants are made of, and the tests that must notice them.

/** By Stryker, in Node. */
export const NODE_AREAS = {
  domain: {
    mutate: ["app/domain/**/*.ts", "!app/domain/pictures/**", "!app/domain/cask-shape.ts"],
    tests: ["tests/domain/**/*.test.ts", "!tests/domain/pictures/**", "tests/node/fees.test.ts"],
  },
  pictures: {
    mutate: ["app/domain/pictures/**/*.ts", "app/domain/cask-shape.ts"],
    tests: ["tests/domain/pictures/**/*.test.ts"],
  },
  verifier: {
    mutate: ["public/verify-audit.mjs"],
    tests: ["tests/node/verify-audit*.test.ts", "!tests/node/verify-audit-long.test.ts"],
  },
};

/** By `make-mutants.mjs`, in workerd. Files or folders. */
export const WORKERD_AREAS = {
  outbox: {
    mutate: ["app/features/outbox"],
    tests: ["tests/features/outbox", "tests/features/dead-letters"],
  },
  audits: {
    mutate: ["app/features/audits"],
    tests: ["tests/features/audits", "tests/routes/audit"],
  },
  sessions: {
    mutate: ["app/features/session", "app/server/session"],
    tests: ["tests/features/session", "tests/security/sessions.test.ts", "tests/features/users"],
  },
  withdrawals: {
    mutate: ["app/features/withdrawals"],
    tests: ["tests/features/withdrawals", "tests/routes/wallet", "tests/properties/withdrawals.test.ts"],
  },
};

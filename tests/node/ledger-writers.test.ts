import { describe, expect, it } from "vitest";
import { offenders, sourceFiles } from "./project/source-files";

// The kill test, the generator of large books and the audit's measurement write their load in plain SQL, bypassing the product on purpose.
const code = sourceFiles(["app", "workers", "scripts"], /\.(tsx?|mjs)$/).filter(
  ({ path }) => !["app/core/ledger/", "scripts/kill-test/", "scripts/data/"].some((folder) => path.startsWith(folder)),
);

const writes = /\b(INSERT|REPLACE)\b[^;`]{0,20}\bINTO\s+["'`]?(transfers|audit_log|dead_letters|accounts)\b/i;
const builds = /\.insert\(\s*(transfers|auditLog|deadLetters|accounts)\b/;
const names = /\bhouse:[a-z$]|:(wallet|rewards-pending|tokens)\b/;

describe("the ledger's tables and accounts", () => {
  it("are written only by the ledger module", () => {
    expect(code.length).toBeGreaterThan(200);
    expect(offenders(code, ({ text }) => writes.test(text) || builds.test(text))).toEqual([]);
  });

  it("have ids that no other module names", () => {
    expect(offenders(code, ({ text }) => names.test(text))).toEqual([]);
  });

  it("would be noticed elsewhere", () => {
    expect("db.run(sql`INSERT INTO transfers (id)").toMatch(writes);
    expect("INSERT OR IGNORE INTO\n  audit_log (id)").toMatch(writes);
    expect("db\n  .insert(deadLetters)\n  .values").toMatch(builds);
    for (const name of ["'house:bank'", "`house:${provider}`", "`user:${id}:wallet`"]) expect(name).toMatch(names);
  });
});

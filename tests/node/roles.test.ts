import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "sql.js";
import { beforeEach, describe, expect, it } from "vitest";
import { roleStatements } from "~/core/ledger/role-statements";
import { ChangedStatements } from "../sim/mutants/change-statements";
import { applyRules } from "../sim/sqlite-d1";
import { root } from "./project/source-files";

const folder = join(root, "migrations");
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => readFileSync(join(folder, name), "utf8"));
const NOW = Date.UTC(2026, 10, 22);

let database: Database;
let auditIds = 0;
const rowsOf = (sql: string) => database.exec(sql)[0]?.values ?? [];
const change = (email: string, role: "operator" | "reader" | "investor") =>
  roleStatements({ auditId: `t${auditIds++}`, email, role, nowMs: NOW }).map(
    (statement) => database.exec(statement)[0]?.values ?? [],
  );
const logged = () => rowsOf("SELECT action, subject, detail FROM audit_log ORDER BY rowid");

beforeEach(async () => {
  database = await applyRules(migrations, new ChangedStatements([]));
  database.run(`INSERT INTO users (id, email, referral_code, created_at_ms) VALUES
    ('usr_a', 'ada@example.com', 'AAAA2222', 1), ('usr_b', 'bo@example.com', 'BBBB2222', 1)`);
});

describe("granting and revoking a role", () => {
  it("changes one person's role, once, and writes it into the log", () => {
    expect(change("ada@example.com", "operator")).toEqual([[], [["usr_a"]]]);
    expect(change("ada@example.com", "operator")).toEqual([[], []]);
    expect(rowsOf("SELECT role, session_epoch FROM users ORDER BY id")).toEqual([
      ["operator", 0],
      ["investor", 0],
    ]);
    expect(logged()).toEqual([["role-changed", "user:usr_a", "investor -> operator"]]);
  });

  it("signs out a user who loses rights", () => {
    change("ada@example.com", "operator");
    change("ada@example.com", "reader");
    change("ada@example.com", "investor");
    expect(rowsOf("SELECT role, session_epoch FROM users WHERE id = 'usr_a'")).toEqual([["investor", 2]]);
    expect(logged().map(([, , detail]) => detail)).toEqual([
      "investor -> operator",
      "operator -> reader",
      "reader -> investor",
    ]);
  });

  it("does nothing for an address that no user has, whatever it contains", () => {
    expect(change("x' OR 1=1 --@example.com", "operator")).toEqual([[], []]);
    expect(logged()).toEqual([]);
  });
});

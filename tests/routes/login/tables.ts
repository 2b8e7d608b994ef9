import { env } from "cloudflare:test";

const EMPTIED = [
  ...["audit_log", "referrals", "sessions", "login_flows", "login_codes", "login_asks", "counters"],
  ...["stake_changes", "audited_casks"],
  ...["outbox", "transfers", "certificates", "stakes", "reservations", "payments", "valuations", "casks"],
];

/** The triggers of append-only tables refuse a DELETE: they are dropped and restored. */
export async function emptyTables(): Promise<void> {
  const triggers = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '% DELETE ON %'",
  ).all<{
    name: string;
    sql: string;
  }>();
  const inOneText = (statements: readonly string[]) => env.DB.prepare(statements.join(";\n"));
  await env.DB.batch([
    inOneText(triggers.results.map(({ name }) => `DROP TRIGGER ${name}`)),
    inOneText([
      ...EMPTIED.map((table) => `DELETE FROM ${table}`),
      "DELETE FROM accounts WHERE user_id IS NOT NULL",
      "DELETE FROM users",
    ]),
    inOneText(triggers.results.map(({ sql }) => sql)),
  ]);
}

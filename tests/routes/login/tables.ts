import { env } from "cloudflare:test";

/** The triggers of append-only tables refuse a DELETE: they are dropped and restored. */
export async function emptyTables(): Promise<void> {
  const triggers = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all<{
    name: string;
    sql: string;
  }>();
  await env.DB.batch([
    ...triggers.results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...["audit_log", "referrals", "sessions", "login_flows", "login_codes", "login_asks", "counters"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
    ...["stake_changes", "missing_marks", "audited_casks"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...["outbox", "transfers", "certificates", "stakes", "reservations", "payments", "valuations", "casks"].map(
      (table) => env.DB.prepare(`DELETE FROM ${table}`),
    ),
    env.DB.prepare("DELETE FROM accounts WHERE user_id IS NOT NULL"),
    env.DB.prepare("DELETE FROM user_jobs"),
    env.DB.prepare("DELETE FROM users"),
    ...triggers.results.map(({ sql }) => env.DB.prepare(sql)),
  ]);
}

import { sql } from "drizzle-orm";
import { identityChecks } from "~/db/schema/account-states";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { namesDiffer } from "~/domain/holder-name";

export type IdentitySettled = "unknown-session" | "foreign-session" | "open" | "verified" | "failed" | "canceled";

/**
 * What the provider answers when asked decides, never the event. Passed once, it stays passed; a check by hand that failed after it was
 * started outweighs it.
 * @throws ProviderError
 */
export async function settleIdentity(
  { db, identity, nowMs: clock, signLink }: Deps,
  providerSessionId: string,
): Promise<IdentitySettled> {
  const found = await db.all<{ id: string; userId: string; fullName: string | null }>(
    sql`SELECT identity_sessions.id, user_id AS userId, full_name AS fullName
      FROM identity_sessions JOIN users ON users.id = user_id WHERE provider_session_id = ${providerSessionId}`,
  );
  const [known] = found;
  if (!known) return "unknown-session";
  const { userId, status, name, document } = await identity.read(providerSessionId);
  if (userId !== known.userId) return "foreign-session";
  if (status === "open") return "open";
  const nowMs = clock();
  const verifiedName = name !== null && namesDiffer(known.fullName, name) === false ? known.fullName : name;
  const documentMark = document === null ? null : await signLink(`identity-document:${document}`);
  const ended = sql`id = ${known.id} AND state = 'verified'`;
  await runWork(
    db,
    writes(
      db.run(sql`UPDATE identity_sessions SET state = ${status}, changed_at_ms = ${nowMs}, verified_name = ${verifiedName}, document_mark = ${documentMark}
        WHERE id = ${known.id} AND state NOT IN ('verified', ${status})`),
      db.run(sql`INSERT INTO identity_checks (id, user_id, session_id, outcome, checked_at_ms)
        SELECT id, user_id, id, 'passed', ${nowMs} FROM identity_sessions AS passed WHERE ${ended}
          AND NOT EXISTS (SELECT 1 FROM identity_checks WHERE identity_checks.user_id = passed.user_id
            AND outcome = 'failed' AND checked_at_ms >= passed.started_at_ms)
        ON CONFLICT (id) DO NOTHING`),
      recordAudit(
        db,
        {
          id: `identity-check:${known.id}`,
          actor: "system",
          action: "identity-checked",
          subject: byUser(known.userId),
          detail: "passed",
          nowMs,
        },
        { from: identityChecks, where: sql`id = ${known.id}` },
      ),
    ),
  );
  return status;
}

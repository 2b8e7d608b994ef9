import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { byUser, recordAudit } from "~/features/ledger/audit";
import { authenticateFlow } from "~/features/login/authenticate-flow";
import type { LoginDeps } from "~/features/login/login-deps";
import { type Failed, failed } from "~/features/login/login-failure";
import { openFlow } from "~/features/login/login-flow";
import { guessLimits } from "~/features/login/login-limits";
import { giveBackLimits, takeLimits } from "~/features/limits/take-limits";

// A new email address counts once its own code was entered by the person who asked for it. It is sent and checked like a
// login's code, with the same tries and limits, but opens no session: what follows is one guarded UPDATE.

type Change = {
  flowId: string | null;
  code: string;
  ip: string;
  userId: string;
  /** The session that stays; all others of this user end. */
  keptIdHash: string;
  /** True while that session is alive. */
  live: SQL;
};

export type EmailChanged = { ok: true } | { ok: false; failure: { code: "email-taken" } } | Failed;

/** Five round trips; a wrong code takes three. */
export async function changeEmail(deps: LoginDeps, change: Change): Promise<EmailChanged> {
  const held = await openFlow(deps, change.flowId);
  if (!held || held.flow.channel !== "email") return failed({ code: "no-flow" });
  const email = held.flow.address;
  const guesses = await guessLimits(deps, change.ip);
  const taken = await takeLimits(deps.db, guesses, deps.nowMs());
  if (!taken.ok) return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  let changed = false;
  const checked = await authenticateFlow(deps, held, { code: change.code }, async () => {
    const rows = await deps.db.batch([
      ...changeStatements(deps.db, { ...change, email, auditId: deps.newId("aud"), nowMs: deps.nowMs() }),
      deps.db.run(sql`DELETE FROM login_flows WHERE id_hash = ${held.idHash}`),
      giveBackLimits(deps.db, guesses, deps.nowMs()),
      deps.db.all<{ mine: number }>(
        sql`SELECT count(*) AS mine FROM users WHERE id = ${change.userId} AND email = ${email}`,
      ),
    ]);
    changed = rows[5][0]?.mine === 1;
  });
  if (!checked.ok) return checked;
  if (!changed) return { ok: false, failure: { code: "email-taken" } };
  deps.log("email-changed", { userId: change.userId });
  return { ok: true };
}

function changeStatements(
  db: Database,
  { userId, keptIdHash, live, email, auditId, nowMs }: Change & { email: string; auditId: string; nowMs: number },
) {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users AS others WHERE others.email = ${email} AND others.id <> ${userId})`;
  return [
    db.run(sql`UPDATE users SET email = ${email} WHERE id = ${userId} AND ${isFree} AND ${live}`),
    db.run(sql`UPDATE sessions SET revoked_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND id_hash <> ${keptIdHash} AND revoked_at_ms IS NULL AND ${isFree} AND ${live}`),
    recordAudit(
      db,
      { id: auditId, actor: byUser(userId), action: "email-changed", subject: `user:${userId}`, nowMs },
      { where: sql`${isFree} AND ${live}` },
    ),
  ] as const;
}

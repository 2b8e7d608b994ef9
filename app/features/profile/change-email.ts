import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, together, type Work, writes, writeThenRead } from "~/db/work";
import { byUser, recordAudit } from "~/features/ledger/audit";
import { giveBackLimits, takeLimits } from "~/features/limits/take-limits";
import { authenticateFlow } from "~/features/login/authenticate-flow";
import type { LoginDeps } from "~/features/login/login-deps";
import { type Failed, failed } from "~/features/login/login-failure";
import { endFlow, findFlow } from "~/features/login/login-flow";
import { guessLimits } from "~/features/login/login-limits";
import { sameTry } from "~/features/login/one-time-codes";
import type { Access } from "~/features/session/access";
import type { Session } from "~/features/session/session";

// A new email address counts once the viewer has entered the code sent to it. The code is sent and verified like a login
// code, with the same tries and limits, but opens no session: what follows is one guarded UPDATE.

type Change = { flowId: string; code: string };

export type EmailChanged = { ok: true } | { ok: false; failure: { code: "email-taken" } } | Failed;

/** Keeps this session and ends all others of this user. Five round trips; three for a wrong code. */
export async function changeEmail(deps: LoginDeps, session: Session, change: Change): Promise<EmailChanged> {
  const found = await findFlow(deps, change.flowId);
  if (!found || found.held.flow.channel !== "email") return failed({ code: "no-flow" });
  const { held } = found;
  held.attempt = await deps.hash(`email-change:${change.flowId}:${change.code}`);
  // A second tap on the button.
  if (sameTry(held.code, held.attempt, deps.nowMs()) === "right") return { ok: true };
  if (found.state !== "live") return failed({ code: "no-flow" });
  const email = held.flow.address;
  const guesses = await guessLimits(deps, change.flowId);
  const taken = await takeLimits(deps.db, guesses, deps.nowMs());
  if (!taken.ok) return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  let changed = false;
  const checked = await authenticateFlow(deps, held, { code: change.code }, async () => {
    const { result } = await session.write((access) =>
      together({
        isMine: replaceEmail(deps.db, access, email, deps.newId("aud")),
        ended: writes(endFlow(deps.db, held.idHash, access.nowMs), giveBackLimits(deps.db, guesses, access.nowMs)),
      }),
    );
    changed = result.isMine;
  });
  if (!checked.ok) return checked;
  if (!changed) return { ok: false, failure: { code: "email-taken" } };
  deps.log("email-changed", { userId: session.claim.userId });
  return { ok: true };
}

/** @returns whether the address is now this user's */
function replaceEmail(
  db: Database,
  { userId, idHash, nowMs, live }: Access,
  email: string,
  auditId: string,
): Work<boolean> {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users AS others WHERE others.email = ${email} AND others.id <> ${userId})`;
  const statements = [
    db.run(sql`UPDATE users SET email = ${email},
      contact_changed_at_ms = iif(email IS ${email}, contact_changed_at_ms, ${nowMs}) WHERE id = ${userId} AND ${isFree} AND ${live}`),
    db.run(sql`UPDATE sessions SET revoked_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND id_hash <> ${idHash} AND revoked_at_ms IS NULL AND ${isFree} AND ${live}`),
    recordAudit(
      db,
      { id: auditId, actor: byUser(userId), action: "email-changed", subject: byUser(userId), nowMs },
      { where: sql`${isFree} AND ${live}` },
    ),
  ];
  const isMine = row(
    db.all<{ mine: number }>(sql`SELECT count(*) AS mine FROM users WHERE id = ${userId} AND email = ${email}`),
  );
  return mapWork(writeThenRead(statements, isMine), (found) => found?.mine === 1);
}

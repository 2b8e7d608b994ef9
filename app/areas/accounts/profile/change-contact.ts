import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, together, type Work, writes, writeThenRead } from "~/db/work";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { giveBackLimits, takeLimits } from "~/core/limits";
import { authenticateFlow } from "~/areas/accounts/login/authenticate-flow";
import { failed, type Failed, type LoginDeps } from "~/areas/accounts/login/login-deps";
import { endFlow, findFlow } from "~/areas/accounts/login/login-flow";
import { guessLimits, ofNetwork } from "~/areas/accounts/login/login-limits";
import { sameTry } from "~/areas/accounts/login/one-time-codes";
import type { LoginAddress } from "~/areas/accounts/login/read-address";
import type { Access } from "~/core/session/access";
import type { Session } from "~/core/session/session";

type Change = { channel: LoginAddress["channel"]; flowId: string; code: string; nextIdHash: string };

export type ContactChanged =
  { ok: true; again: boolean; address: LoginAddress } | { ok: false; failure: { code: "address-taken" } } | Failed;

/** The session of `nextIdHash` replaces the one that asked, and expires when that would have. */
export async function changeContact(deps: LoginDeps, session: Session, change: Change): Promise<ContactChanged> {
  const found = await findFlow(deps, change.flowId);
  if (found?.held.flow.channel !== change.channel) return failed({ code: "no-flow" });
  const { held } = found;
  const address: LoginAddress = { channel: change.channel, value: held.flow.address };
  held.attempt = await deps.hash(`contact-change:${change.flowId}:${change.code}`);
  if (sameTry(held.code, held.attempt, deps.nowMs()) === "right") return { ok: true, again: true, address };
  if (found.state !== "live") return failed({ code: "no-flow" });
  const guesses = await guessLimits(deps, change.flowId);
  const taken = await takeLimits(deps.db, guesses, deps.nowMs());
  if (!taken.ok) return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  let changed = false;
  const checked = await authenticateFlow(deps, held, { code: change.code }, async () => {
    const auditId = deps.newId("aud");
    const { result } = await session.write((access) =>
      together({
        isMine: replaceAddress(deps.db, access, { address, auditId, nextIdHash: change.nextIdHash }),
        ended: writes(
          endFlow(deps.db, held.idHash, access.nowMs),
          giveBackLimits(deps.db, [...guesses, ...ofNetwork(held.flow.counted).map((key) => ({ key }))], access.nowMs),
        ),
      }),
    );
    changed = result.isMine;
  });
  if (!checked.ok) return checked;
  if (!changed) return { ok: false, failure: { code: "address-taken" } };
  deps.log("contact-changed", { userId: session.claim.userId, code: change.channel });
  return { ok: true, again: false, address };
}

type Replacement = { address: LoginAddress; auditId: string; nextIdHash: string };

const ACTIONS = { email: "email-changed", sms: "phone-changed" } as const;

function replaceAddress(
  db: Database,
  { userId, idHash, nowMs, live }: Access,
  { address: { channel, value }, auditId, nextIdHash }: Replacement,
): Work<boolean> {
  const column = channel === "email" ? sql.raw("email") : sql.raw("phone");
  const isFree = sql`NOT EXISTS (SELECT 1 FROM users AS others WHERE others.${column} = ${value} AND others.id <> ${userId})`;
  const statements = [
    db.run(sql`UPDATE users SET ${column} = ${value},
      contact_changed_at_ms = iif(${column} IS ${value}, contact_changed_at_ms, ${nowMs}) WHERE id = ${userId} AND ${isFree} AND ${live}`),
    recordAudit(
      db,
      { id: auditId, actor: byUser(userId), action: ACTIONS[channel], subject: byUser(userId), nowMs },
      { where: sql`${isFree} AND ${live}` },
    ),
    db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
      SELECT ${nextIdHash}, user_id, epoch, ${nowMs}, expires_at_ms, proved_at_ms FROM sessions
      WHERE id_hash = ${idHash} AND ${isFree} AND ${live} ON CONFLICT DO NOTHING`),
    // Last, because it ends the session that the others ask for.
    db.run(sql`UPDATE sessions SET revoked_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND id_hash <> ${nextIdHash} AND revoked_at_ms IS NULL
        AND EXISTS (SELECT 1 FROM sessions AS next WHERE next.id_hash = ${nextIdHash} AND next.user_id = ${userId})`),
  ];
  const isMine = row(
    db.all<{ mine: number }>(sql`SELECT count(*) AS mine FROM users WHERE id = ${userId} AND ${column} = ${value}`),
  );
  return mapWork(writeThenRead(statements, isMine), (found) => found?.mine === 1);
}

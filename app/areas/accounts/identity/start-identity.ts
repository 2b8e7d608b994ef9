import { sql } from "drizzle-orm";
import { row, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { ProviderError } from "~/integrations/payments/port";
import { isIdentityKnown } from "./read-identity";
import { settleIdentity } from "./settle-identity";

export type IdentityStarted = { ok: true; url: string } | { ok: false; code: "known" | "unavailable" | "by-hand" };

/**
 * The form's own id is the key there and here, so two taps start one check.
 * @param limited the session: each start may cost money
 */
export async function startIdentity(
  deps: Deps,
  { session, limited, sessionId }: { session: Session; limited: Session; sessionId: string },
): Promise<IdentityStarted> {
  const { db, identity, origin } = deps;
  const { viewer, result } = await limited.write(({ userId }) =>
    row(db.all<{ known: number }>(sql`SELECT ${isIdentityKnown(userId)} AS known`)),
  );
  if (result?.known === 1) return { ok: false, code: "known" };
  try {
    const returnUrl = `${origin}/identity`;
    const { providerSessionId, url } = await identity.start({ sessionId, userId: viewer.id, returnUrl });
    await session.write(({ userId, nowMs, live }) =>
      writes(
        db.run(sql`INSERT INTO identity_sessions (id, user_id, provider_session_id, started_at_ms, changed_at_ms)
          SELECT ${sessionId}, ${userId}, ${providerSessionId}, ${nowMs}, ${nowMs} WHERE ${live} ON CONFLICT DO NOTHING`),
      ),
    );
    return { ok: true, url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log("identity-not-started", { userId: viewer.id, code: error.code });
    return { ok: false, code: error.code === "rejected" ? "by-hand" : "unavailable" };
  }
}

/** An event may have got lost. */
export async function lookAtIdentity(deps: Deps, session: Session): Promise<void> {
  const { result } = await session.write(({ userId }) =>
    row(
      deps.db.all<{ id: string }>(sql`SELECT provider_session_id AS id FROM identity_sessions
        WHERE user_id = ${userId} ORDER BY started_at_ms DESC LIMIT 1`),
    ),
  );
  if (!result) return;
  await settleIdentity(deps, result.id).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    deps.log("identity-not-read", { code: error.code });
  });
}

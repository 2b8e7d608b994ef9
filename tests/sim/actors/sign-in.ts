import { runWork, together } from "~/db/work";
import { accessOf, type SessionClaim } from "~/core/session/access";
import { type OperatorSession, operatorSession } from "~/core/session/guarded";
import type { Session, SessionResult } from "~/core/session/session";
import { readViewer } from "~/core/session/viewer";
import type { Shop } from "../shop";

// Sessions as they stand in D1, confirmed and guarded by the product's own conditions. Cookies and KV are left out: they only
// ever end a session sooner.

const DAY_MS = 86_400_000;

type Deps = ReturnType<Shop["deps"]>;

/** Where the route would lead to the landing page. */
class SignedOut extends Error {}

export function signIn({ store, world }: Shop, userId: string, provedAgoMs = 0): SessionClaim {
  const idHash = world.newId("session");
  const { nowMs } = world;
  store.execute(
    `INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
    SELECT ?1, id, session_epoch, ?2, ?3, ?4 FROM users WHERE id = ?5`,
    [idHash, nowMs - provedAgoMs, nowMs + 30 * DAY_MS, nowMs - provedAgoMs, userId],
  );
  return { idHash, userId };
}

/** In another browser: 'log out everywhere'. */
export function signOutEverywhere({ store, world }: Shop, userId: string): void {
  store.execute("UPDATE sessions SET revoked_at_ms = ? WHERE user_id = ? AND revoked_at_ms IS NULL", [
    world.nowMs,
    userId,
  ]);
}

/** @throws SignedOut where the session is over */
function sessionOf({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">, claim: SessionClaim): Session {
  const run: Session["read"] = async <T>(make: Parameters<Session["read"]>[0]) => {
    const nowMs = clock();
    const access = accessOf(claim, nowMs);
    const work = together({ viewer: readViewer(db, access), result: make(access) });
    const { viewer, result } = await runWork(db, work);
    if (!viewer) throw new SignedOut();
    return { viewer, nowMs, result } as SessionResult<T>;
  };
  return { claim, read: run, write: run };
}

/** One press in this session, which may be over. */
export const pressIn = <T>(
  shop: Shop,
  what: string,
  claim: SessionClaim,
  act: (deps: Deps, session: Session) => Promise<T>,
) =>
  shop.world.invoke<T | "signed out">(what, async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      return await act(deps, sessionOf(deps, claim));
    } catch (error) {
      if (error instanceof SignedOut) return "signed out";
      throw error;
    }
  });

/** One press of an operator's, who has just signed in. */
export const pressAs = <T>(
  shop: Shop,
  what: string,
  operatorId: string,
  act: (deps: Deps, session: OperatorSession) => Promise<T>,
) =>
  shop.world.invoke(what, (invocation) => {
    const deps = shop.deps(invocation);
    return act(deps, operatorSession(deps.db, sessionOf(deps, signIn(shop, operatorId))));
  });

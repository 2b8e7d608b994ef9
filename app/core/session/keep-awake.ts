import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "~/db/schema/people";
import type { Deps } from "~/core/deps";
import type { SessionClaim } from "./access";

/** A token unused for this long has ended, whatever time it has left. */
export const TOKEN_IDLE_MS = 12 * 3_600_000;
const MOVED_EVERY_MS = 3_600_000;

/** If it fails, the next call does it. */
export function keepAwake({ db, nowMs }: Deps, claim: SessionClaim, idleEndsAtMs: number | null): Promise<void> | null {
  const next = nowMs() + TOKEN_IDLE_MS;
  if (idleEndsAtMs === null || next - idleEndsAtMs < MOVED_EVERY_MS) return null;
  return db
    .update(sessions)
    .set({ idleEndsAtMs: next })
    .where(and(eq(sessions.idHash, claim.idHash), isNull(sessions.revokedAtMs)))
    .then(
      () => undefined,
      () => undefined,
    );
}

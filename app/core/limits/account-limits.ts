import { and, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { together, type Work } from "~/db/work";
import type { Access } from "~/core/session/access";
import type { Session, SessionResult } from "~/core/session/session";
import { isRoomFor, limitWork } from "./take-limits";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How often one account may do what sends mail, costs work or fills a table. Not in here, because they are counted in rows of their
 * own: checkouts (areas/buying/read-wanted), requests for payouts (areas/holdings/payout-rules), codes (areas/accounts/login/login-limits), and papers
 * that are only drawn (server/drawn-paper).
 */
export const ACCOUNT_LIMITS = {
  "bank-details": { most: 10, windowMs: HOUR_MS, needs: "fresh" },
  "personal-details": { most: 30, windowMs: HOUR_MS, needs: "live" },
  support: { most: 10, windowMs: HOUR_MS, needs: "live" },
  notices: { most: 60, windowMs: HOUR_MS, needs: "live" },
  /** Choices are kept for ever: changed freely, not endlessly. Counted together with those made by the link in an email. */
  voting: { most: 60, windowMs: HOUR_MS, needs: "live" },
  offers: { most: 20, windowMs: HOUR_MS, needs: "live" },
  identity: { most: 10, windowMs: DAY_MS, needs: "live" },
  "my-data": { most: 10, windowMs: DAY_MS, needs: "fresh" },
} as const satisfies Record<string, { most: number; windowMs: number; needs: "live" | "fresh" }>;

export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

export const accountKey = (name: AccountLimit, userId: string) => `account-${name}:${userId}`;

type TooOften = { ok: false; retryAtMs: number; nowMs: number };

type Within<T> = SessionResult<T> & { ok: true };

/**
 * `session.write` for what an account may do only so often: `live` and `fresh` are false while it may not. Only what a live (or
 * fresh) session sends is counted, so no one can use up another user's allowance. The same one round trip.
 */
export async function writeWithin<T>(
  db: Database,
  session: Session,
  name: AccountLimit,
  make: (access: Access) => Work<T>,
): Promise<Within<T> | TooOften> {
  const { needs, ...limit } = ACCOUNT_LIMITS[name];
  const { viewer, nowMs, result } = await session.write((access) => {
    const limits = [{ key: accountKey(name, access.userId), ...limit }];
    const room = isRoomFor(db, limits, access.nowMs);
    const within = (condition: SQL) => and(room, condition) as SQL;
    return together({
      made: make({ ...access, live: within(access.live), fresh: within(access.fresh) }),
      limited: limitWork(db, { limits, nowMs: access.nowMs, onlyIf: access[needs] }),
    });
  });
  const { made, limited } = result;
  return limited.ok ? { ok: true, viewer, nowMs, result: made } : { ok: false, retryAtMs: limited.retryAtMs, nowMs };
}

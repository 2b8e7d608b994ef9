import { sql, type SQL } from "drizzle-orm";
import { row } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { setting } from "~/core/settings/setting";

export const isIdentityKnown = (userId: SQL | string): SQL =>
  sql`((SELECT outcome FROM identity_checks WHERE identity_checks.user_id = ${userId}
    ORDER BY checked_at_ms DESC, id DESC LIMIT 1) IS 'passed')`;

export type IdentityView = {
  isKnown: boolean;
  state: "started" | "verified" | "failed" | "canceled" | null;
  startedAtMs: number | null;
  firstAboveCents: number;
  totalAboveCents: number;
};

export async function readIdentity({ db }: Deps, session: Session): Promise<IdentityView> {
  const { result } = await session.read(({ userId }) =>
    row(
      db.all<Omit<IdentityView, "isKnown"> & { known: number }>(sql`SELECT ${isIdentityKnown(userId)} AS known,
        latest.state, latest.started_at_ms AS startedAtMs,
        ${setting("identity_first_payout_above_cents", 0)} AS firstAboveCents,
        ${setting("identity_total_above_cents", 0)} AS totalAboveCents
      FROM (SELECT 1) LEFT JOIN (SELECT state, started_at_ms FROM identity_sessions WHERE user_id = ${userId}
        ORDER BY started_at_ms DESC LIMIT 1) AS latest`),
    ),
  );
  if (!result) throw new Error("a row is always there");
  const { known, ...view } = result;
  return { ...view, isKnown: known === 1 };
}

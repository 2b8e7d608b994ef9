import { sql } from "drizzle-orm";
import { row, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";

export type GiveUpCarryOutcome =
  | { ok: true; caskId: string }
  /** It has been placed again already: that order can be withdrawn. */
  | { ok: false; code: "placed"; caskId: string }
  | { ok: false; code: "no-such-order" };

/**
 * Has what an order does not fill, or did not fill, not placed again; the order itself stands. It needs no open market. Again: nothing
 * changes. One round trip.
 */
export async function giveUpCarry(
  { db }: Pick<Deps, "db">,
  session: Session,
  number: number,
): Promise<GiveUpCarryOutcome> {
  const { result } = await session.write(({ userId, nowMs, live }) => {
    const own = sql`number = ${number} AND user_id = ${userId} AND carries_over = 1`;
    return writeThenRead(
      [
        db.run(sql`UPDATE resale_orders SET carry_end = 'given-up', carry_ended_at_ms = ${nowMs}
          WHERE ${own} AND carry_end IS NULL AND state IN ('open', 'ended') AND ${live}`),
      ],
      row(
        db.all<{ caskId: string; carryEnd: string | null }>(
          sql`SELECT cask_id AS caskId, carry_end AS carryEnd FROM resale_orders WHERE ${own}`,
        ),
      ),
    );
  });
  if (!result) return { ok: false, code: "no-such-order" };
  const { caskId, carryEnd } = result;
  return carryEnd === "placed" ? { ok: false, code: "placed", caskId } : { ok: true, caskId };
}

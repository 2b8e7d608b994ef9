import { sql } from "drizzle-orm";
import { row, together, writes } from "~/db/work";
import { lastWithdrawal } from "~/domain/auction/rounds";
import type { Deps } from "~/core/deps";
import { freeReserved } from "~/core/ledger/free-reserved";
import type { Session } from "~/core/session/session";

export type WithdrawOrderOutcome =
  | { ok: true; caskId: string }
  /** 'too-late': the last day has begun. 'ended': its round has closed. */
  | { ok: false; code: "too-late" | "ended"; caskId: string }
  | { ok: false; code: "no-such-order" };

/** How long before the close is the last moment, in SQL. */
const LAST_DAY_MS = -lastWithdrawal(0);

/**
 * Takes an order back, with the money or the stakes that it holds; withdrawn twice it is withdrawn once. It needs no open market, so that
 * nobody's money is stuck where the market was closed. One round trip.
 */
export async function withdrawOrder(
  { db }: Pick<Deps, "db">,
  session: Session,
  number: number,
): Promise<WithdrawOrderOutcome> {
  const { result, nowMs: now } = await session.write(({ userId, nowMs, live }) => {
    const own = sql`resale_orders.number = ${number} AND resale_orders.user_id = ${userId}`;
    return together({
      withdrawn: writes(
        db.run(sql`UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = ${nowMs} WHERE ${own} AND resale_orders.state = 'open'
          AND EXISTS (SELECT 1 FROM resale_rounds WHERE resale_rounds.id = resale_orders.round_id AND resale_rounds.state = 'open'
            AND resale_rounds.closes_at_ms - ${LAST_DAY_MS} >= ${nowMs}) AND ${live}`),
        freeReserved(db, { which: sql`${own} AND resale_orders.state = 'withdrawn' AND ${live}`, nowMs }),
      ),
      found: row(
        db.all<{
          state: string;
          caskId: string;
          closesAtMs: number;
        }>(sql`SELECT resale_orders.state, resale_orders.cask_id AS caskId,
          closes_at_ms AS closesAtMs FROM resale_orders JOIN resale_rounds ON resale_rounds.id = resale_orders.round_id WHERE ${own}`),
      ),
    });
  });
  const { found } = result;
  if (!found) return { ok: false, code: "no-such-order" };
  const { caskId } = found;
  if (found.state === "withdrawn") return { ok: true, caskId };
  const isOver = found.state !== "open" || found.closesAtMs <= now;
  return { ok: false, code: isOver ? "ended" : "too-late", caskId };
}

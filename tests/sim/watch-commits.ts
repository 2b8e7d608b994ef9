import { dateOf } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import type { Shop } from "./shop";

// Looks at the database right after a batch, while nothing else has happened since: what was decided on facts that change
// again can only be judged then.

const JUST_NOW = "payments.updated_at_ms = ?1";

const AFTER_REFUSING = {
  "no money is sent back while a stake is free": `SELECT payments.id FROM payments JOIN casks ON casks.id = cask_id
    WHERE state = 'refunding' AND reason = 'no-stake-left' AND ${JUST_NOW} AND sold_stakes + reserved_stakes < total_stakes`,
  "a fee is sent back only if another one counts": `SELECT id FROM payments WHERE state = 'refunding' AND reason = 'already-activated' AND ${JUST_NOW}
    AND NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.user_id = payments.user_id AND others.purpose = 'joining-fee' AND others.state = 'settled')`,
};

export function watchCommits({ store, world }: Shop, sql: string): void {
  if (sql.includes("SET state = 'refunding'")) {
    for (const [rule, query] of Object.entries(AFTER_REFUSING))
      for (const row of store.rows(query, [world.nowMs])) world.violate(rule, row);
  }
  if (sql.startsWith("INSERT INTO payments")) judgeStart();

  function judgeStart() {
    const started = store.rows<{ id: string; activated: number; inWindow: number; open: number; fee: number }>(
      `SELECT payments.id, users.activated_at_ms IS NOT NULL AS activated, purpose = 'joining-fee' AS fee,
        coalesce((SELECT launches_on <= ?2 AND closes_on >= ?2 FROM casks WHERE casks.id = cask_id), 0) AS inWindow,
        (SELECT count(*) FROM payments AS others WHERE others.user_id = payments.user_id AND others.state IN ('created', 'open')
          AND others.expires_at_ms > ?1) AS open
      FROM payments JOIN users ON users.id = user_id WHERE payments.created_at_ms = ?1 AND state = 'created'`,
      [world.nowMs, dateOf(world.nowMs)],
    );
    for (const { id, activated, inWindow, open, fee } of started) {
      if (fee === activated) world.violate("stakes are for active accounts, the fee for others", id);
      if (fee === 0 && inWindow === 0) world.violate("stakes are sold in their window only", id);
      if (open > MAX_OPEN_CHECKOUTS) world.violate("at most so many checkouts are open", id);
    }
  }
}

import { DAY_MS } from "./contact-book";
import type { Shop } from "./shop";

type Closed = { id: string; userId: string; askedAtMs: number; closedAtMs: number; cancelled: number; gaveUp: number };

const CLOSED = `SELECT closings.id, closings.user_id AS userId, asked_at_ms AS askedAtMs, closed_at_ms AS closedAtMs,
    cancelled_at_ms IS NOT NULL AS cancelled,
    EXISTS (SELECT 1 FROM transfers WHERE refers_to = 'closing:' || closings.user_id)
      OR EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = closings.user_id AND exit_id IS NULL AND state_at_ms = closed_at_ms)
      OR EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = closings.user_id AND currency = 'TOKEN' AND credits_total > debits_total) AS gaveUp
  FROM account_closings AS closings WHERE closed_at_ms IS NOT NULL`;

/** Judges each closing right after the batch that carried it out. */
export class ClosingWatch {
  readonly #judged = new Set<string>();

  constructor(readonly shop: Shop) {}

  committed(sql: string): void {
    if (!sql.startsWith("UPDATE account_closings AS asked SET closed_at_ms")) return;
    const { store, world, book, stoppedClosings } = this.shop;
    for (const { id, userId, askedAtMs, closedAtMs, cancelled, gaveUp } of store.rows<Closed>(CLOSED)) {
      if (this.#judged.has(id)) continue;
      this.#judged.add(id);
      world.count("account closed");
      const changedMs = book.changedMs(userId);
      const isChanged = changedMs > askedAtMs - 30 * DAY_MS && changedMs <= askedAtMs;
      const waitsMs = (isChanged ? 14 : 7) * DAY_MS;
      if (gaveUp && closedAtMs < askedAtMs + waitsMs) world.violate("nothing is given up before its wait is over", id);
      if (cancelled || stoppedClosings.has(id)) world.violate("a stopped closing stays stopped", id);
      book.expect(userId, "account-closed:", 30);
    }
  }
}

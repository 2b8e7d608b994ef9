import { dateOf } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import type { Shop } from "./shop";
import { ClosingWatch } from "./watch-closings";
import { WithdrawalWatch } from "./watch-withdrawals";

// Looks at the database right after a batch, before anything else happens: a decision based on facts that change again
// can only be judged then.

type Started = {
  place: number;
  id: string;
  activated: number;
  inWindow: number;
  open: number;
  fee: number;
  stake: number;
};
type Refused = { id: string; reason: string; free: number; other: number };

const STARTED = `SELECT payments.rowid AS place, payments.id, users.activated_at_ms IS NOT NULL AS activated, purpose = 'joining-fee' AS fee, purpose = 'stake' AS stake,
    offer_id IS NOT NULL OR coalesce((SELECT launches_on <= ?2 AND closes_on >= ?2 AND ended_on IS NULL FROM casks WHERE casks.id = cask_id), 0) AS inWindow,
    (SELECT count(*) FROM payments AS others WHERE others.user_id = payments.user_id AND others.state IN ('created', 'open')
      AND others.expires_at_ms > payments.created_at_ms) AS open
  FROM payments JOIN users ON users.id = user_id WHERE payments.rowid > ?1 ORDER BY payments.rowid`;

const REFUSED = `SELECT payments.id, reason, coalesce(sold_stakes + reserved_stakes < total_stakes, 0) AS free,
    EXISTS (SELECT 1 FROM payments AS others WHERE others.user_id = payments.user_id AND others.purpose = 'joining-fee'
      AND others.state = 'settled' AND others.id <> payments.id) AS other
  FROM payments LEFT JOIN casks ON casks.id = cask_id AND offer_id IS NULL WHERE payments.state = 'refunding'`;

export class Watch {
  #lastPlace = 0;
  readonly #judged = new Set<string>();
  readonly #withdrawals: WithdrawalWatch;
  readonly #closings: ClosingWatch;

  constructor(readonly shop: Shop) {
    this.#withdrawals = new WithdrawalWatch(shop);
    this.#closings = new ClosingWatch(shop);
    const [last] = shop.store.rows<{ place: number | null }>("SELECT max(rowid) AS place FROM payments");
    this.#lastPlace = last?.place ?? 0;
  }

  committed(sql: string): void {
    if (/^insert into "?payments/i.test(sql)) this.#judgeStarted();
    if (sql.includes("SET state = 'refunding'")) this.#judgeRefused();
    this.#withdrawals.committed(sql);
    this.#closings.committed(sql);
  }

  #judgeStarted(): void {
    const { store, world } = this.shop;
    for (const one of store.rows<Started>(STARTED, [this.#lastPlace, dateOf(world.nowMs)])) {
      this.#lastPlace = one.place;
      if (one.fee === one.activated) world.violate("stakes are for active accounts, the fee for others", one.id);
      if (one.stake === 1 && one.inWindow === 0 && !this.#atMidnight())
        world.violate("stakes are sold in their window only", one.id);
      if (one.open > MAX_OPEN_CHECKOUTS) world.violate("only so many checkouts are open", one.id);
    }
  }

  #judgeRefused(): void {
    const { store, world } = this.shop;
    for (const { id, reason, free, other } of store.rows<Refused>(REFUSED)) {
      if (this.#judged.has(id)) continue;
      this.#judged.add(id);
      if (reason === "no-stake-left" && free === 1) world.violate("no money is sent back while a stake is free", id);
      if (reason === "already-activated" && other === 0)
        world.violate("a fee is sent back only if another one counts", id);
    }
  }

  /** A click just before midnight may be recorded just after it. */
  #atMidnight(): boolean {
    return this.shop.world.nowMs % 86_400_000 < 60_000;
  }
}

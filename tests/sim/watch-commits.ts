import { dateOf } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { wrongReturn } from "./check/returns";
import { DAY_MS } from "./contact-book";
import type { Shop } from "./shop";
import { LIMITS } from "./template-plan";

const CLOSED = `SELECT id, EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = users.id AND state = 'active')
    OR EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = users.id AND currency = 'USD' AND credits_total > debits_total)
    OR EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.user_id = users.id AND state IN ('progress', 'sending'))
    OR EXISTS (SELECT 1 FROM payments WHERE payments.user_id = users.id AND state IN ('created', 'open', 'paid', 'refunding')) AS held
  FROM users WHERE closed_at_ms IS NOT NULL`;

/** Judges each closing right after the batch that carried it out. */
class ClosingWatch {
  readonly #judged = new Set<string>();

  constructor(readonly shop: Shop) {}

  committed(sql: string): void {
    if (!sql.startsWith("UPDATE users SET email")) return;
    const { store, world, book } = this.shop;
    for (const { id, held } of store.rows<{ id: string; held: number }>(CLOSED)) {
      if (this.#judged.has(id)) continue;
      this.#judged.add(id);
      world.count("account closed");
      if (held === 1) world.violate("an account that is closed holds nothing", id);
      book.expect(id, "account-closed:", 30);
    }
  }
}

// Looks at each withdrawal right after the batch that made it or paid it, when what it was based on still stands.

const HOUR_MS = 3_600_000;

const HOLD_MS = 48 * HOUR_MS;

type Made = {
  place: number;
  id: string;
  userId: string;
  stakeId: string | null;
  cycle: number;
  amount: number;
  calculated: number;
  last4: string;
  payableFromMs: number;
  createdAtMs: number;
  activated: number;
  stakeState: string | null;
  contactMs: number;
  bankMs: number;
  paidBefore: number;
  asked: number;
  accounts: number;
  isOver: number;
};

const MADE = `SELECT made.rowid AS place, made.id, made.user_id AS userId, stake_id AS stakeId, cycle_number AS cycle, amount_cents AS amount,
    reckoned_to_cents AS calculated, made.account_last4 AS last4, payable_from_ms AS payableFromMs, over_limit IS NOT NULL AS isOver, made.created_at_ms AS createdAtMs,
    activated_at_ms IS NOT NULL AS activated, stakes.state AS stakeState, coalesce(contact_changed_at_ms, 0) AS contactMs,
    coalesce(bank_details.changed_at_ms, 0) AS bankMs,
    EXISTS (SELECT 1 FROM withdrawals AS paid WHERE paid.user_id = made.user_id AND paid.state = 'paid' AND paid.account_last4 = made.account_last4) AS paidBefore,
    (SELECT count(*) FROM withdrawals AS lately WHERE lately.user_id = made.user_id AND lately.created_at_ms > made.created_at_ms - ${DAY_MS}) AS asked,
    (SELECT count(DISTINCT lately.account_last4) FROM withdrawals AS lately WHERE lately.user_id = made.user_id AND lately.created_at_ms > made.created_at_ms - ${30 * DAY_MS}) AS accounts
  FROM withdrawals AS made JOIN users ON users.id = made.user_id LEFT JOIN stakes ON stakes.id = stake_id LEFT JOIN bank_details ON bank_details.user_id = made.user_id
  WHERE made.rowid > ?1 ORDER BY made.rowid`;

type Paid = {
  key: string;
  id: string;
  payableFromMs: number;
  disputed: number;
  frozen: number;
  leftCents: number;
  identity: string | null;
  unclear: number;
};

/** What left alone or with two, and what left in a payout run: in that it leaves when the run is made, whatever comes up later. */
const LEFT = `SELECT paid.id || coalesce(sent_at_ms, '') AS key, paid.id, payable_from_ms AS payableFromMs, over_limit IS NOT NULL AND cleared_at_ms IS NULL AS unclear,
    EXISTS (SELECT 1 FROM payments WHERE payments.user_id = paid.user_id AND payments.state = 'disputed') AS disputed,
    EXISTS (SELECT 1 FROM stakes WHERE stakes.id = stake_id AND stakes.state = 'frozen') AS frozen,
    (SELECT sum(amount_cents) FROM withdrawals AS gone WHERE gone.user_id = paid.user_id AND gone.state IN ('sending', 'paid')) AS leftCents,
    (SELECT outcome FROM identity_checks WHERE identity_checks.user_id = paid.user_id ORDER BY checked_at_ms DESC, id DESC LIMIT 1) AS identity
  FROM withdrawals AS paid
  WHERE (paid.state = 'paid' AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = paid.id AND released_at_ms IS NULL))
    OR (paid.state = 'sending' AND EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = paid.id AND released_at_ms IS NULL))`;

class WithdrawalWatch {
  #lastPlace = 0;
  readonly #judged = new Set<string>();

  constructor(readonly shop: Shop) {
    const [last] = shop.store.rows<{ place: number | null }>("SELECT max(rowid) AS place FROM withdrawals");
    this.#lastPlace = last?.place ?? 0;
    for (const { key } of shop.store.rows<Paid>(LEFT)) this.#judged.add(key);
  }

  committed(sql: string): void {
    if (/^insert into withdrawals/i.test(sql)) this.#judgeMade();
    if (/^UPDATE withdrawals SET state = '(paid|sending)'/.test(sql)) this.#judgeLeft();
  }

  #judgeMade(): void {
    const { store, world } = this.shop;
    for (const made of store.rows<Made>(MADE, [this.#lastPlace])) {
      this.#lastPlace = made.place;
      this.shop.book.expect(made.userId, "withdrawal-", 7);
      const wrong = this.#wrongWith(made);
      if (wrong) world.violate(`a withdrawal is asked for rightly: ${wrong}`, made.id);
    }
  }

  #wrongWith(made: Made): string | null {
    if (!made.activated) return "the account is not active";
    if (!this.#askedInSession(made)) return "its session is over or its code is old";
    if (made.asked > LIMITS.requestsPerDay) return "too many in a day";
    if (made.accounts > LIMITS.accountsPerMonth && !made.isOver) return "too many accounts in a month";
    const waits = [made.contactMs, made.bankMs, ...(made.paidBefore ? [] : [made.createdAtMs])];
    const fromMs = Math.max(made.createdAtMs, ...waits.map((since) => since + HOLD_MS));
    if (made.payableFromMs !== fromMs) return "it does not wait as long as it must";
    if (fromMs > made.createdAtMs) this.shop.world.count("withdrawal waits");
    else this.shop.world.count("withdrawal does not wait");
    if (made.stakeId === null) return null;
    if (made.stakeState !== "active") return "the stake is not active";
    this.shop.world.count(made.cycle === 1 ? "return of the first cycle" : "return of a later cycle");
    return wrongReturn(this.shop, { ...made, stakeId: made.stakeId, on: dateOf(made.createdAtMs) });
  }

  #askedInSession({ id, createdAtMs }: Made): boolean {
    const claim = this.shop.claims.get(id);
    const live = `SELECT 1 FROM sessions WHERE id_hash = ? AND revoked_at_ms IS NULL AND expires_at_ms > ? AND proved_at_ms > ?`;
    return this.shop.store.rows(live, [claim?.idHash ?? "", createdAtMs, createdAtMs - HOUR_MS]).length === 1;
  }

  #judgeLeft(): void {
    const { store, world } = this.shop;
    for (const paid of store.rows<Paid>(LEFT)) {
      if (this.#judged.has(paid.key)) continue;
      this.#judged.add(paid.key);
      if (paid.payableFromMs > world.nowMs) world.violate("nothing is paid out before its time", paid.id);
      if (paid.disputed) world.violate("nothing is paid out to somebody with a dispute", paid.id);
      if (paid.frozen) world.violate("nothing is paid out for a frozen stake", paid.id);
      if (paid.unclear) world.violate("what is over a limit is reviewed before it is paid", paid.id);
      if (paid.leftCents > LIMITS.identityAboveCents && paid.identity !== "passed")
        world.violate("much is paid only to people who were identified", paid.id);
    }
  }
}

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

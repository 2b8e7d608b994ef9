-- Rows that the product begins with, and the rules that concern several rows, written by hand. The rules of single rows are in 0001_rules.sql.

-- drizzle-kit splits an expression at its commas.
CREATE INDEX users_by_surname ON users (substr(full_name, length(rtrim(full_name, replace(full_name, ' ', ''))) + 1) COLLATE NOCASE) WHERE full_name IS NOT NULL;
--> statement-breakpoint
-- Work for later. `urgent`: done before the rest, as app/core/outbox/kinds.ts says; a test compares.
INSERT INTO outbox_kinds (name, urgent) VALUES
  ('handle-event', 0), ('check-payment', 0), ('expire-session', 0), ('refund-payment', 1), ('issue-certificate', 1),
  ('erase-certificates', 0), ('send-notice', 0), ('credit-exit', 1), ('reread-payment', 0),
  ('tell-bid', 0);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES
  ('payment-settled', 0), ('payment-refunding', 0), ('payment-reversed', 0), ('withdrawal-requested', 1), ('withdrawal-paid', 0),
  ('withdrawal-rejected', 0), ('withdrawal-returned', 0), ('withdrawal-cancelled', 1), ('withdrawal-warned', 1), ('bank-changed', 1), ('contact-changed', 1),
  ('work-waits', 1), ('codes-alarm', 0), ('cask-sold', 0), ('new-valuation', 0), ('certificate-ready', 0), ('referral-earned', 0),
  ('daily-summary', 0), ('support-received', 0), ('support-answered', 0),
  ('audit-failed', 1), ('change-proposed', 1), ('contact-added', 1), ('account-closed', 1),
  ('bid-opened', 0), ('bid-ending', 0), ('bid-counted', 0), ('bid-withdrawn', 0), ('offer-made', 0), ('offer-sold', 0),
  ('offer-ended', 0), ('offer-undone', 0), ('proceeds-available', 0), ('return-ready', 0),
  ('data-access', 1);
--> statement-breakpoint
-- The house's own accounts; the cask accounts hold what buyers pay, what is not shared out yet, the house's own part, and what rounding leaves.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:stripe', 'USD', 1), ('house:copperx', 'USD', 1), ('house:promotions', 'USD', 1), ('house:token-issue', 'TOKEN', 1),
  ('house:unsettled', 'USD', 0), ('house:joining-fees', 'USD', 0), ('house:stake-sales', 'USD', 0), ('house:returns', 'USD', 1),
  ('house:withdrawals', 'USD', 0), ('house:bank', 'USD', 1), ('house:cask-buyers', 'USD', 1),
  ('house:cask-proceeds', 'USD', 0), ('house:own-stakes', 'USD', 1), ('house:rounding', 'USD', 0), ('house:resale', 'USD', 0),
  ('house:resale-fees', 'USD', 0), ('house:owed-by-investors', 'USD', 1);
--> statement-breakpoint
-- The initial settings: the joining fee, the limits on payouts, and the fee of a resale (1.5 %). Resale is open nowhere.
INSERT INTO settings (key, value, updated_at_ms) VALUES
  ('joining_fee_cents', 1000, 0), ('withdrawal_requests_per_day', 30, 0), ('payouts_per_day', 10, 0), ('payouts_per_month', 50, 0),
  ('payout_cents_per_day', 1000000, 0), ('payout_cents_per_month', 2500000, 0), ('payout_accounts_per_month', 3, 0),
  ('identity_first_payout_above_cents', 100000, 0), ('identity_total_above_cents', 1000000, 0), ('second_operator_above_cents', 1000000, 0), ('operator_cents_per_day', 5000000, 0),
  ('resale_fee_basis_points', 150, 0), ('proceeds_hold_days_card', 60, 0), ('proceeds_hold_days_crypto', 2, 0);
--> statement-breakpoint
INSERT INTO settings (key, value, text, updated_at_ms) VALUES ('market_countries', 0, '', 0);
--> statement-breakpoint
-- The rules of money, enforced by the database itself, and the figures it keeps. Remote D1 takes triggers of one statement: what a table
-- refuses on an event stands in one, a column of its SELECT each.
CREATE TRIGGER payments_free_their_stake AFTER UPDATE OF state ON payments
WHEN NEW.state IN ('expired', 'cancelled', 'failed', 'refunding')
BEGIN UPDATE reservations SET state = 'expired' WHERE payment_id = NEW.id AND state = 'held'; END;
--> statement-breakpoint
-- Who buys what: of a published cask, in good standing.
CREATE TRIGGER payments_may_start BEFORE INSERT ON payments
BEGIN SELECT
  iif(NEW.offer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM offers JOIN users AS buyers ON buyers.id = NEW.user_id
  WHERE offers.id = NEW.offer_id AND offers.state = 'open' AND offers.cask_id = NEW.cask_id AND offers.expires_at_ms > NEW.created_at_ms
    AND offers.price_cents + offers.fee_cents = NEW.amount_cents AND offers.user_id <> NEW.user_id AND buyers.role = 'investor'),
    RAISE(ABORT, 'another investor must pay the price of an open offer, and the fee'), 0),
  iif(EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL),
    RAISE(ABORT, 'a suspended person cannot buy'), 0),
  iif(NEW.cask_id IS NOT NULL AND NEW.offer_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published'),
    RAISE(ABORT, 'a stake must be bought from a published cask'), 0);
END;
--> statement-breakpoint
-- Less than the price arrived by crypto: owed to its buyer from the end of the checkout on, until it is sent back.
CREATE TRIGGER payments_may_change AFTER UPDATE OF state, reason ON payments
BEGIN SELECT
  iif((NEW.state IS NOT OLD.state OR NEW.reason IS NOT OLD.reason) AND (NEW.reason = 'underpaid' AND (NEW.state NOT IN ('refunding', 'refunded') OR NEW.received_cents IS NULL OR NEW.received_cents = 0 OR NEW.received_cents >= NEW.amount_cents)),
    RAISE(ABORT, 'an underpaid payment must say the amount, while that is owed or sent back'), 0),
  iif(NEW.state = 'settled' AND OLD.state = 'paid' AND NEW.received_cents < NEW.amount_cents,
    RAISE(ABORT, 'a payment must settle in full'), 0);
END;
--> statement-breakpoint
-- When a dispute began. A comparison with the provider marks the payment as changed, so that another takes its turn: its age was lost.
CREATE TRIGGER payments_disputes_have_an_age AFTER UPDATE OF state ON payments WHEN NEW.state = 'disputed' AND OLD.state <> 'disputed'
BEGIN UPDATE payments SET disputed_since_ms = NEW.updated_at_ms WHERE id = NEW.id; END;
--> statement-breakpoint
-- What providers told us, money received twice, and differences between their books and ours.
-- Reservations: each takes one stake of its cask out of stock, and returns it once.
CREATE TRIGGER reservations_may_start BEFORE INSERT ON reservations
BEGIN SELECT
  iif(EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL),
    RAISE(ABORT, 'stakes of a sold cask cannot be sold'), 0),
  iif(NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND cask_id = NEW.cask_id AND offer_id IS NULL AND state = 'created'),
    RAISE(ABORT, 'a reservation must belong to a new payment for the same cask'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER reservations_take_place AFTER INSERT ON reservations
BEGIN UPDATE casks SET reserved_stakes = reserved_stakes + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
-- As with payments, the change of every purchase is known without asking.
CREATE TRIGGER reservations_may_change AFTER UPDATE OF state ON reservations
BEGIN SELECT
  iif(NEW.state = 'paid' AND OLD.state = 'expired' AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published'),
    RAISE(ABORT, 'a late payment must be for a stake of a published cask'), 0),
  iif(NEW.state = 'paid' AND OLD.state <> 'paid' AND NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'paid'),
    RAISE(ABORT, 'a reservation must be paid by its own payment'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER reservations_give_place_back AFTER UPDATE OF state ON reservations
WHEN OLD.state = 'held' AND NEW.state <> 'held'
BEGIN UPDATE casks SET reserved_stakes = reserved_stakes - 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
-- The payment whose change ends a hold is written first, in the same batch. Settlement says itself when the hold ended.
CREATE TRIGGER reservations_tell_their_end AFTER UPDATE OF state ON reservations
WHEN OLD.state = 'held' AND NEW.state <> 'held' AND NEW.released_at_ms IS NULL
BEGIN UPDATE reservations SET released_at_ms = (SELECT updated_at_ms FROM payments WHERE id = NEW.payment_id) WHERE payment_id = NEW.payment_id; END;
--> statement-breakpoint
-- Stakes: only for a paid reservation, only with a number the cask has, never changed, never deleted.
-- The return of a stake starts from the highest value that was ever paid or counted for it: a cheap sale brings no return.
CREATE TRIGGER stakes_may_start BEFORE INSERT ON stakes
BEGIN SELECT
  iif(NEW.mark_cents <> iif(NEW.holder_number = 1, 0, (SELECT max(sold.price_cents, sold.mark_cents,
    coalesce((SELECT max(reckoned_to_cents) FROM withdrawals WHERE stake_id = sold.id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned')), 0))
  FROM payments JOIN offers ON offers.id = payments.offer_id JOIN stakes AS sold ON sold.id = offers.stake_id WHERE payments.id = NEW.payment_id)),
    RAISE(ABORT, 'a resold stake must keep its mark'), 0),
  iif(NEW.holder_number <> 1 AND NOT EXISTS (
  SELECT 1 FROM payments JOIN offers ON offers.id = payments.offer_id AND offers.state = 'open' JOIN stakes AS sold ON sold.id = offers.stake_id
    JOIN casks ON casks.id = sold.cask_id
  WHERE payments.id = NEW.payment_id AND payments.state = 'paid' AND payments.user_id = NEW.user_id AND offers.price_cents = NEW.price_cents
    AND sold.cask_id = NEW.cask_id AND sold.number = NEW.number AND sold.sale_number = NEW.sale_number AND sold.holder_number < NEW.holder_number
    AND sold.resold_at_ms = NEW.purchased_at_ms AND casks.ended_on IS NULL),
    RAISE(ABORT, 'a stake must be resold to the person who paid for its offer'), 0),
  iif(NEW.holder_number = 1 AND NEW.sale_number <> 1 AND NOT EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND number = NEW.number
  AND sale_number = NEW.sale_number - 1 AND freed_at_ms IS NOT NULL AND sold_again_at_ms IS NULL),
    RAISE(ABORT, 'a number cannot be sold again before it is freed'), 0),
  iif(NEW.holder_number = 1 AND NOT EXISTS (
  SELECT 1 FROM payments JOIN reservations ON reservations.payment_id = payments.id
  WHERE payments.id = NEW.payment_id AND payments.state = 'paid' AND payments.user_id = NEW.user_id AND payments.cask_id = NEW.cask_id
    AND payments.amount_cents = NEW.price_cents AND reservations.state = 'paid'),
    RAISE(ABORT, 'a stake must have its own paid payment'), 0);
END;
--> statement-breakpoint
-- The cask's size and end are checked on the row that is counted.
CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes
WHEN NEW.holder_number = 1
BEGIN UPDATE casks SET sold_stakes = iif(NEW.number > total_stakes OR ended_on IS NOT NULL,
  RAISE(ABORT, 'a stake must have a number of its cask, and the cask must be unsold'), sold_stakes + 1) WHERE id = NEW.cask_id; END;
--> statement-breakpoint
-- A stake comes back to its seller only when the sale is undone.
CREATE TRIGGER stakes_may_change BEFORE UPDATE OF state, exit_id, freed_at_ms, sold_again_at_ms, resold_at_ms ON stakes
BEGIN SELECT
  iif(NEW.resold_at_ms IS NOT OLD.resold_at_ms AND (NEW.resold_at_ms IS NOT NULL AND (OLD.resold_at_ms IS NOT NULL OR OLD.state <> 'active' OR NEW.state <> 'ended' OR NEW.exit_id IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM offers JOIN payments ON payments.offer_id = offers.id AND payments.state = 'paid'
      WHERE offers.stake_id = NEW.id AND offers.state = 'open'))
  OR NEW.resold_at_ms IS NULL AND OLD.resold_at_ms IS NOT NULL AND NEW.state = 'ended'),
    RAISE(ABORT, 'a stake must be resold once, by an offer that was paid for'), 0),
  iif(NEW.sold_again_at_ms IS NOT OLD.sold_again_at_ms AND (OLD.sold_again_at_ms IS NOT NULL OR NOT EXISTS (SELECT 1 FROM offers WHERE new_stake_id = NEW.id AND state = 'undone') AND NOT EXISTS (SELECT 1 FROM stakes AS next WHERE next.cask_id = NEW.cask_id AND next.number = NEW.number
  AND next.sale_number = NEW.sale_number + 1 AND next.holder_number = 1 AND next.purchased_at_ms = NEW.sold_again_at_ms)),
    RAISE(ABORT, 'a freed number cannot be sold again twice'), 0),
  iif(NEW.freed_at_ms IS NOT OLD.freed_at_ms AND (OLD.freed_at_ms IS NOT NULL OR OLD.state = 'ended' OR NOT (EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'refunded')
  OR EXISTS (SELECT 1 FROM offers WHERE new_stake_id = NEW.id AND state = 'undone' AND undone_at_ms = NEW.freed_at_ms AND NEW.sold_again_at_ms = NEW.freed_at_ms))),
    RAISE(ABORT, 'a number must be freed once, after the refund of its payment'), 0),
  iif(NEW.exit_id IS NOT OLD.exit_id AND (OLD.exit_id IS NOT NULL OR OLD.state <> 'active' OR NEW.state <> 'ended'
  OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE id = NEW.exit_id AND cask_id = NEW.cask_id AND state IN ('confirmed', 'done'))),
    RAISE(ABORT, 'a stake must end once, with its own cask'), 0),
  iif(OLD.state = 'ended' AND NEW.state = 'active' AND NOT (OLD.resold_at_ms IS NOT NULL AND NEW.resold_at_ms IS NULL
  AND EXISTS (SELECT 1 FROM offers WHERE stake_id = NEW.id AND state = 'undone' AND undone_at_ms = NEW.state_at_ms)),
    RAISE(ABORT, 'a stake must come back when its sale is undone'), 0);
END;
--> statement-breakpoint
-- What was refunded in full is nobody's: its certificate is void, and its number is sold to the next buyer. Of a cask that has ended nothing
-- is sold any more; there the stake is decided with its exit. Of a sale whose seller was not paid the stake goes back to them instead, in
-- the same batch (take-back).
CREATE TRIGGER payments_refunded_free_their_number AFTER UPDATE OF state ON payments
WHEN NEW.state = 'refunded' AND OLD.state <> 'refunded' AND NEW.purpose = 'stake'
BEGIN
UPDATE stakes SET state = 'ended', state_at_ms = NEW.updated_at_ms, freed_at_ms = NEW.updated_at_ms
WHERE payment_id = NEW.id AND state IN ('active', 'frozen')
  AND EXISTS (SELECT 1 FROM casks WHERE casks.id = stakes.cask_id AND ended_on IS NULL)
  AND NOT (OLD.state <> 'refunding' AND EXISTS (SELECT 1 FROM offers JOIN stakes AS sold ON sold.id = offers.stake_id
    JOIN payments AS first ON first.id = sold.payment_id WHERE offers.new_stake_id = stakes.id AND offers.state = 'sold' AND offers.paid_at_ms IS NULL AND first.state = 'settled'));
END;
--> statement-breakpoint
CREATE TRIGGER stakes_freed_prove_nothing AFTER UPDATE OF freed_at_ms ON stakes
BEGIN UPDATE certificates SET state = 'void', voided_at_ms = NEW.freed_at_ms WHERE stake_id = NEW.id AND state <> 'void'; END;
--> statement-breakpoint
-- One that went back to its seller is sold still.
CREATE TRIGGER stakes_freed_are_counted AFTER UPDATE OF freed_at_ms ON stakes
WHEN NEW.sold_again_at_ms IS NULL
BEGIN UPDATE casks SET sold_stakes = sold_stakes - 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER stakes_sold_again_are_noted AFTER INSERT ON stakes
WHEN NEW.holder_number = 1 AND NEW.sale_number <> 1
BEGIN
UPDATE stakes SET sold_again_at_ms = NEW.purchased_at_ms
WHERE cask_id = NEW.cask_id AND number = NEW.number AND freed_at_ms IS NOT NULL AND sold_again_at_ms IS NULL;
END;
--> statement-breakpoint
-- How each stake came to the state it is in. Each statement that changes the state says when, in `state_at_ms`.
CREATE TRIGGER stakes_changes_are_kept AFTER UPDATE OF state ON stakes
WHEN NEW.state <> OLD.state
BEGIN
INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
VALUES (NEW.id, NEW.cask_id, NEW.number, OLD.state, NEW.state, coalesce(NEW.state_at_ms, NEW.purchased_at_ms));
END;
--> statement-breakpoint
-- A stake knows its latest certificate.
CREATE TRIGGER certificates_are_noted AFTER INSERT ON certificates
BEGIN
UPDATE stakes SET certificate_id = NEW.id, certificate_code = NEW.code, certificate_state = NEW.state, certificate_at_ms = NEW.created_at_ms
WHERE id = NEW.stake_id;
END;
--> statement-breakpoint
CREATE TRIGGER certificates_changes_are_noted AFTER UPDATE OF state ON certificates
BEGIN UPDATE stakes SET certificate_state = NEW.state WHERE id = NEW.stake_id AND certificate_id = NEW.id; END;
--> statement-breakpoint
-- Casks: each starts as an unsold draft. Nobody buys of one that is not published, and one with a stake taken cannot be withdrawn.
-- Price and size are fixed while a stake is reserved and once one was sold, be it given back since; the issue price, and what we paid, from the first publication.
CREATE TRIGGER casks_may_change BEFORE UPDATE OF state, cost_per_stake_cents, bought_for_cents, total_stakes, name, kind, cask_type, distillery, cask_number, filled_on, vintage_year, ended_on ON casks
BEGIN SELECT
  iif(OLD.ended_on IS NOT NULL AND NEW.state <> OLD.state,
    RAISE(ABORT, 'a sold cask cannot be withdrawn or offered again'), 0),
  iif(NEW.ended_on IS NOT OLD.ended_on AND (OLD.ended_on IS NOT NULL OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.id AND state = 'confirmed' AND sold_on = NEW.ended_on)),
    RAISE(ABORT, 'a cask must end once, by a confirmed exit'), 0),
  iif((OLD.reserved_stakes > 0 OR EXISTS (SELECT 1 FROM stakes WHERE cask_id = OLD.id))
  AND (NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.cask_type <> OLD.cask_type OR NEW.distillery <> OLD.distillery
    OR (OLD.cask_number IS NOT NULL AND NEW.cask_number IS NOT OLD.cask_number)
    OR (OLD.filled_on IS NOT NULL AND NEW.filled_on IS NOT OLD.filled_on)
    OR (OLD.vintage_year <> 0 AND NEW.vintage_year <> OLD.vintage_year)),
    RAISE(ABORT, 'the facts of a cask cannot change once a stake is taken'), 0),
  iif(NEW.cost_per_stake_cents <> OLD.cost_per_stake_cents AND EXISTS (SELECT 1 FROM valuations WHERE cask_id = OLD.id AND tier = 'issue'),
    RAISE(ABORT, 'the price of a published cask must stay as in its terms'), 0),
  iif(OLD.bought_for_cents IS NOT NULL AND NEW.bought_for_cents IS NOT OLD.bought_for_cents AND EXISTS (SELECT 1 FROM valuations WHERE cask_id = OLD.id AND tier = 'issue'),
    RAISE(ABORT, 'what was paid for a cask cannot change once it has been published'), 0),
  iif((OLD.reserved_stakes > 0 OR EXISTS (SELECT 1 FROM stakes WHERE cask_id = OLD.id))
  AND (NEW.cost_per_stake_cents <> OLD.cost_per_stake_cents OR NEW.total_stakes <> OLD.total_stakes),
    RAISE(ABORT, 'the terms of a cask cannot change once a stake is taken'), 0),
  iif(NEW.state = 'withdrawn' AND OLD.state <> 'withdrawn' AND OLD.sold_stakes + OLD.reserved_stakes > 0,
    RAISE(ABORT, 'a cask cannot be withdrawn once a stake is taken'), 0);
END;
--> statement-breakpoint
-- The latest regauge says what is in the cask; of two with the same date the later entry counts.
CREATE TRIGGER gauges_tell_the_cask AFTER INSERT ON gauges
WHEN NOT EXISTS (SELECT 1 FROM gauges AS later WHERE later.cask_id = NEW.cask_id AND later.gauged_on > NEW.gauged_on)
BEGIN UPDATE casks SET loa_decilitres = NEW.loa_decilitres, abv_tenths = NEW.abv_tenths, version = version + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
-- Valuations are append-only. A correction takes the place of one entry of the same cask, and never of the issue price.
-- Who recorded one holds no stake of the cask. Alone they neither date it back nor raise the value by more than a tenth: not above
-- the last one that two had seen, and not above the lowest since, so that small steps add up. The issue price, and what comes with
-- the deployment (demo data, an import), names nobody.
CREATE TRIGGER valuations_may_start BEFORE INSERT ON valuations
BEGIN SELECT
  iif(NEW.proposal_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE id = NEW.proposal_id AND kind = 'valuation' AND state = 'confirmed'
  AND subject = 'cask:' || NEW.cask_id AND decided_by = NEW.recorded_by AND decided_at_ms = NEW.created_at_ms
  AND json_extract(becomes, '$.valued_on') = NEW.valued_on AND json_extract(becomes, '$.value_per_stake') = NEW.value_cents
  AND json_extract(becomes, '$.tier') = NEW.tier AND json_extract(becomes, '$.method') = NEW.method AND json_extract(becomes, '$.source') = NEW.source
  AND json_extract(becomes, '$.author') IS NEW.author AND json_extract(becomes, '$.reason') IS NEW.reason
  AND json_extract(becomes, '$.supersedes') IS NEW.supersedes_id),
    RAISE(ABORT, 'a valuation must be what two operators confirmed'), 0),
  iif(NEW.recorded_by IS NOT NULL AND NEW.proposal_id IS NULL AND (
  NEW.valued_on < (SELECT max(valued_on) FROM valuations WHERE cask_id = NEW.cask_id)
  OR NEW.value_cents * 10 > 11 * coalesce((SELECT min(value_cents) FROM valuations AS entry WHERE entry.cask_id = NEW.cask_id
      AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
      AND NOT EXISTS (SELECT 1 FROM valuations AS seen WHERE seen.cask_id = NEW.cask_id
        AND (seen.recorded_by IS NULL OR seen.proposal_id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = seen.id)
        AND (seen.valued_on, seen.created_at_ms, seen.id) > (entry.valued_on, entry.created_at_ms, entry.id))),
    (SELECT cost_per_stake_cents FROM casks WHERE id = NEW.cask_id))),
    RAISE(ABORT, 'this valuation must be confirmed by a second operator'), 0),
  iif(EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.recorded_by AND cask_id = NEW.cask_id AND state <> 'ended'),
    RAISE(ABORT, 'operators cannot value a cask of which they hold stakes'), 0),
  iif(EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL),
    RAISE(ABORT, 'a sold cask cannot be valued'), 0),
  iif(NEW.supersedes_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM valuations WHERE id = NEW.supersedes_id AND cask_id = NEW.cask_id AND tier <> 'issue'),
    RAISE(ABORT, 'a correction must be for a valuation of the same cask'), 0);
END;
--> statement-breakpoint
-- A cask knows its valuations that count.
CREATE TRIGGER valuations_are_counted AFTER INSERT ON valuations
BEGIN
UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source) ORDER BY valued_on, created_at_ms, id)
  FROM valuations WHERE cask_id = NEW.cask_id AND NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id)) WHERE id = NEW.cask_id;
END;
--> statement-breakpoint
-- The end of a cask: two people decide, neither of them for a cask of their own, and their figures are fixed.
-- The sale of a cask: not while its holders vote, and as they accepted it.
CREATE TRIGGER cask_exits_may_start BEFORE INSERT ON cask_exits
BEGIN SELECT
  iif(NEW.bid_id IS NOT (SELECT id FROM bids WHERE cask_id = NEW.cask_id AND state = 'accepted')
  OR EXISTS (SELECT 1 FROM bids WHERE id = NEW.bid_id AND (bidder_kind <> NEW.buyer_kind OR gross_cents <> NEW.gross_cents OR fees_cents <> NEW.fees_cents)),
    RAISE(ABORT, 'the sale of an accepted bid must have its figures'), 0),
  iif(EXISTS (SELECT 1 FROM bids WHERE cask_id = NEW.cask_id AND state = 'open'),
    RAISE(ABORT, 'a sale cannot be proposed while holders vote'), 0),
  iif(NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id),
    RAISE(ABORT, 'an exit must be for all stakes of its cask'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_may_change BEFORE UPDATE OF state ON cask_exits
BEGIN SELECT
  iif(NEW.state = 'done' AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND state = 'active'),
    RAISE(ABORT, 'an exit cannot be done before every stake is credited'), 0),
  iif(NEW.state = 'confirmed' AND NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id),
    RAISE(ABORT, 'an exit must be for all stakes of its cask'), 0),
  iif(OLD.state = 'proposed' AND NEW.state = 'confirmed'
  AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND user_id = NEW.confirmed_by AND state <> 'ended'),
    RAISE(ABORT, 'operators cannot decide about a cask of which they hold stakes'), 0),
  iif(OLD.state = 'proposed' AND NEW.state = 'confirmed' AND (NEW.confirmed_by IS NULL OR NEW.confirmed_at_ms IS NULL OR NEW.confirmed_by = NEW.proposed_by),
    RAISE(ABORT, 'the operator who proposed an exit cannot confirm it'), 0);
END;
--> statement-breakpoint
-- From then on nothing of the cask is sold, and no return of it is requested.
CREATE TRIGGER cask_exits_end_cask AFTER UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
BEGIN UPDATE casks SET ended_on = NEW.sold_on WHERE id = NEW.cask_id; END;
--> statement-breakpoint
-- Ledger: append-only, one currency per transfer; triggers keep the totals and check the currency on the same row.
CREATE TRIGGER transfers_credit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET credits_total = iif(currency = NEW.currency, credits_total + NEW.amount, RAISE(ABORT, 'a transfer must keep to one currency')) WHERE id = NEW.credit_account_id; END;
--> statement-breakpoint
CREATE TRIGGER transfers_debit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET debits_total = iif(currency = NEW.currency, debits_total + NEW.amount, RAISE(ABORT, 'a transfer must keep to one currency')) WHERE id = NEW.debit_account_id; END;
--> statement-breakpoint
-- A return paid before the sale of its cask is an advance on it: what is taken off goes back to where returns come from.
CREATE TRIGGER transfers_may_start AFTER INSERT ON transfers
BEGIN SELECT
  iif(NEW.reason IN ('cask-sale', 'provider-buy-back') AND (SELECT sum(amount) FROM transfers WHERE refers_to = NEW.refers_to AND reason IN ('cask-sale', 'provider-buy-back'))
  > (SELECT max(exits.net_per_stake_cents - (SELECT coalesce(sum(advances.amount_cents), 0) FROM withdrawals AS advances
      WHERE advances.stake_id = stakes.id AND advances.state NOT IN ('rejected', 'cancelled', 'returned')), 0)
    FROM stakes JOIN cask_exits AS exits ON exits.cask_id = stakes.cask_id AND exits.state <> 'withdrawn' AND exits.state IN ('confirmed', 'done')
    WHERE stakes.id = substr(NEW.refers_to, 7)),
    RAISE(ABORT, 'a stake cannot bring its holder more than its net'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER referrals_decided_by_others BEFORE INSERT ON audit_log
WHEN NEW.action IN ('reward-paid', 'reward-released', 'reward-dropped') AND EXISTS (SELECT 1 FROM referrals
  WHERE referred_id = substr(NEW.subject, 10) AND NEW.actor IN ('operator:' || referrer_id, 'operator:' || referred_id))
BEGIN SELECT RAISE(ABORT, 'operators cannot decide about their own rewards'); END;
--> statement-breakpoint
-- Withdrawals: of the user's own active stake, or of the wallet's balance.
CREATE TRIGGER withdrawals_may_start BEFORE INSERT ON withdrawals
BEGIN SELECT
  iif(NEW.stake_id IS NOT NULL AND EXISTS (SELECT 1 FROM offers WHERE stake_id = NEW.stake_id AND state = 'open'),
    RAISE(ABORT, 'the return of a stake on offer cannot be requested'), 0),
  iif(EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL),
    RAISE(ABORT, 'a suspended person cannot withdraw'), 0),
  iif(EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.id = NEW.stake_id AND casks.ended_on IS NOT NULL),
    RAISE(ABORT, 'a return cannot be requested after its cask was sold'), 0),
  iif(NEW.stake_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM accounts WHERE id = 'user:' || NEW.user_id || ':wallet' AND credits_total - debits_total >= NEW.amount_cents),
    RAISE(ABORT, 'a withdrawal of the balance cannot exceed the wallet'), 0),
  iif(NEW.stake_id IS NOT NULL AND NEW.cycle_number IS NOT NULL AND NEW.interest_basis_points IS NOT NULL AND NEW.reckoned_to_cents IS NULL,
    RAISE(ABORT, 'a return must say the value it was counted to'), 0),
  iif(NEW.stake_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stakes WHERE id = NEW.stake_id AND user_id = NEW.user_id AND state = 'active'),
    RAISE(ABORT, 'a return must be withdrawn from an active stake of its own user'), 0);
END;
--> statement-breakpoint
-- What the bank was sent, in a payout run or by a proposal, is taken back only by an operator who calls it back: the money may be gone.
-- A large one is paid only under the reference that an operator proposed. What a payout run holds was small and its person in good
-- standing when the bank was sent it: that it was paid is a fact by now.
-- What the bank sent back after it was paid: a large one by two.
CREATE TRIGGER withdrawals_may_change BEFORE UPDATE OF state, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, account_mark ON withdrawals
BEGIN SELECT
  iif(NEW.state IS NOT OLD.state AND (NEW.state = 'returned' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
  AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'withdrawal:' || NEW.id AND kind = 'return' AND state = 'confirmed'
    AND decided_at_ms = NEW.returned_at_ms AND json_extract(becomes, '$.reference') = NEW.return_reference AND json_extract(becomes, '$.reason') = NEW.return_reason)),
    RAISE(ABORT, 'a returned large payout must be confirmed by a second operator'), 0),
  iif(NEW.state = 'paid' AND OLD.state <> 'paid' AND EXISTS (SELECT 1 FROM payments WHERE user_id = NEW.user_id AND state IN ('refunding', 'refunded', 'disputed')
    AND (state = 'disputed' AND NOT (reason IS 'dispute-lost' AND EXISTS (SELECT 1 FROM dispute_lifts WHERE payment_id = payments.id))
      OR (SELECT sum(iif(debit_account_id = 'house:owed-by-investors', amount, -amount)) FROM transfers
        WHERE refers_to = 'payment:' || payments.id AND 'house:owed-by-investors' IN (debit_account_id, credit_account_id)) > 0))
  AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL),
    RAISE(ABORT, 'a person who owes us, or whose payment is disputed, cannot be paid'), 0),
  iif(NEW.state = 'paid' AND OLD.state <> 'paid' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL),
    RAISE(ABORT, 'a suspended person cannot be paid'), 0),
  iif(NEW.state IS NOT OLD.state AND (NEW.state = 'paid' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
  AND NOT EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND bank_reference = NEW.bank_reference AND called_back_at_ms IS NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)),
    RAISE(ABORT, 'a large payout must be proposed before it is paid'), 0),
  iif(NEW.state = 'progress' AND OLD.state = 'sending'
  AND (EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
  OR EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND called_back_at_ms IS NULL)),
    RAISE(ABORT, 'a request in a payout run or a proposal must wait until that is called back'), 0),
  iif(NEW.state = 'sending' AND OLD.state = 'progress' AND (NEW.sent_at_ms IS NULL
  OR NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND called_back_at_ms IS NULL)),
    RAISE(ABORT, 'a request sent to the bank must be in a payout run or proposed'), 0),
  iif((NEW.holder_name IS NOT OLD.holder_name OR NEW.bank_name IS NOT OLD.bank_name OR NEW.ifsc_code IS NOT OLD.ifsc_code OR NEW.account_number_sealed IS NOT OLD.account_number_sealed OR NEW.account_last4 IS NOT OLD.account_last4 OR NEW.key_id IS NOT OLD.key_id OR NEW.account_mark IS NOT OLD.account_mark) AND (NEW.holder_name || NEW.bank_name || NEW.ifsc_code || NEW.account_number_sealed || NEW.account_last4 || NEW.key_id <> '' OR NEW.account_mark IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL)),
    RAISE(ABORT, 'the facts of a withdrawal cannot change, except to be blanked with its account'), 0),
  iif(NEW.state = 'cancelled' AND OLD.state = 'progress' AND NEW.cancelled_by IS NULL,
    RAISE(ABORT, 'a cancelled withdrawal must say who cancelled it'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_of_waiting BEFORE INSERT ON payout_run_rows
WHEN NEW.released_at_ms IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM payout_runs WHERE id = NEW.run_id AND called_back_at_ms IS NULL AND row_count >= NEW.place)
  OR NOT EXISTS (SELECT 1 FROM withdrawals WHERE id = NEW.withdrawal_id AND state = 'progress'
    AND amount_cents <= (SELECT value FROM settings WHERE key = 'second_operator_above_cents'))
BEGIN SELECT RAISE(ABORT, 'a payout run must take waiting requests below the limit'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_decisions_end_proposals AFTER UPDATE OF state ON withdrawals
WHEN OLD.state IN ('progress', 'sending') AND NEW.state NOT IN ('progress', 'sending')
BEGIN UPDATE payout_proposals SET decided_at_ms = NEW.updated_at_ms WHERE withdrawal_id = NEW.id AND decided_at_ms IS NULL; END;
--> statement-breakpoint
-- People: every user gets three accounts when the row is created, and is never deleted.
CREATE TRIGGER users_have_accounts AFTER INSERT ON users
BEGIN
INSERT INTO accounts (id, user_id, currency) VALUES
  ('user:' || NEW.id || ':wallet', NEW.id, 'USD'), ('user:' || NEW.id || ':rewards-pending', NEW.id, 'USD'), ('user:' || NEW.id || ':tokens', NEW.id, 'TOKEN');
END;
--> statement-breakpoint
-- How a person is reached, and was before: withdrawals wait after a change. The application writes its time; where it does not, the
-- database does.
CREATE TRIGGER users_contact_change_is_dated AFTER UPDATE OF email, phone ON users
WHEN (NEW.email IS NOT OLD.email OR NEW.phone IS NOT OLD.phone) AND NEW.contact_changed_at_ms IS OLD.contact_changed_at_ms
BEGIN
UPDATE users SET contact_changed_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_old_contact_is_kept AFTER UPDATE OF email, phone ON users
WHEN NEW.closed_at_ms IS NULL AND (NEW.email IS NOT OLD.email OR NEW.phone IS NOT OLD.phone)
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
SELECT 'cch_' || lower(hex(randomblob(12))), NEW.id, channel, was, becomes,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER))
FROM (SELECT 'email' AS channel, OLD.email AS was, NEW.email AS becomes UNION ALL SELECT 'sms', OLD.phone, NEW.phone)
WHERE was IS NOT NULL AND becomes IS NOT was;
END;
--> statement-breakpoint
-- A closed account held nothing. It keeps its id and the books, and nothing that says whose it was.
CREATE TRIGGER users_may_change BEFORE UPDATE OF id, email, phone, full_name, name_on_certificate, address, role, referral_code, suspended_at_ms, closed_at_ms ON users
BEGIN SELECT
  iif(OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
  AND EXISTS (SELECT 1 FROM offers WHERE user_id = NEW.id AND (state = 'open' OR (state = 'sold' AND paid_at_ms IS NULL))),
    RAISE(ABORT, 'an account cannot be closed before its offers have ended and are paid'), 0),
  iif(OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
  AND (EXISTS (SELECT 1 FROM accounts WHERE user_id = NEW.id AND currency = 'USD' AND credits_total > debits_total)
    OR EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.id AND state = 'active')),
    RAISE(ABORT, 'an account that holds stakes or money cannot be closed'), 0),
  iif(OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL AND (NEW.email IS NOT NEW.id || '@closed.invalid' OR NEW.phone IS NOT NULL OR NEW.full_name IS NOT NULL
  OR NEW.name_on_certificate IS NOT NULL OR NEW.address IS NOT NULL OR NEW.referral_code <> 'closed:' || NEW.id OR NEW.suspended_at_ms IS NULL),
    RAISE(ABORT, 'a closed account cannot name its person'), 0),
  iif(OLD.closed_at_ms IS NOT NULL, RAISE(ABORT, 'a closed account cannot be opened again'), 0);
END;
--> statement-breakpoint
-- A change is proposed and confirmed by operators who entered a code within the last half hour.
CREATE TRIGGER change_proposals_may_start BEFORE INSERT ON change_proposals
BEGIN SELECT
  iif(NEW.kind = 'valuation' AND EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.proposed_by AND cask_id = substr(NEW.subject, 6) AND state <> 'ended'),
    RAISE(ABORT, 'operators cannot propose a change about themselves'), 0),
  iif(NOT EXISTS (SELECT 1 FROM users JOIN sessions ON sessions.user_id = users.id AND sessions.epoch = users.session_epoch
  WHERE users.id = NEW.proposed_by AND users.role = 'operator' AND users.suspended_at_ms IS NULL AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > NEW.proposed_at_ms AND sessions.proved_at_ms > NEW.proposed_at_ms - 1800000),
    RAISE(ABORT, 'a change must be proposed by an operator with a fresh code'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_may_change BEFORE UPDATE OF state ON change_proposals
BEGIN SELECT
  iif(NEW.kind = 'valuation' AND NEW.state = 'confirmed'
  AND EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.decided_by AND cask_id = substr(NEW.subject, 6) AND state <> 'ended'),
    RAISE(ABORT, 'operators cannot decide about themselves'), 0),
  iif(NEW.state = 'confirmed' AND NEW.decided_at_ms >= NEW.expires_at_ms,
    RAISE(ABORT, 'a proposal that is over cannot be confirmed'), 0),
  iif(NEW.state = 'confirmed' AND NEW.decided_by = NEW.proposed_by,
    RAISE(ABORT, 'the operator who proposed a change cannot confirm it'), 0),
  iif(NEW.state = 'confirmed' AND NOT EXISTS (SELECT 1 FROM users JOIN sessions ON sessions.user_id = users.id AND sessions.epoch = users.session_epoch
  WHERE users.id = NEW.decided_by AND users.role = 'operator' AND users.suspended_at_ms IS NULL AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > NEW.decided_at_ms AND sessions.proved_at_ms > NEW.decided_at_ms - 1800000),
    RAISE(ABORT, 'a change must be confirmed by an operator with a fresh code'), 0);
END;
--> statement-breakpoint
-- Settings: each change is one that was confirmed at that moment, from that value to that one.
CREATE TRIGGER settings_may_change BEFORE UPDATE OF value, text ON settings
BEGIN SELECT
  iif(NEW.text IS NOT OLD.text AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'setting:' || OLD.key AND kind = 'setting' AND state = 'confirmed'
  AND decided_at_ms = NEW.updated_at_ms AND was = OLD.text AND becomes = NEW.text),
    RAISE(ABORT, 'a list in the settings must be changed by two operators'), 0),
  iif(NEW.value <> OLD.value AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'setting:' || OLD.key AND kind = 'setting' AND state = 'confirmed'
  AND decided_at_ms = NEW.updated_at_ms AND was = CAST(OLD.value AS TEXT) AND becomes = CAST(NEW.value AS TEXT)),
    RAISE(ABORT, 'a setting must be changed by two operators'), 0);
END;
--> statement-breakpoint
-- What an operator's batch begins with puts a row into `refusals` unless the session may do what follows. No row ever gets in: the whole
-- batch fails, and the message says why.
CREATE TRIGGER refusals_may_start BEFORE INSERT ON refusals
BEGIN SELECT
  iif(NEW.reason = 'reader', RAISE(ABORT, 'readers cannot change anything'), 0),
  iif(NEW.reason = 'old-code', RAISE(ABORT, 'an operator must have a fresh code'), 0),
  iif(NEW.reason = 'stranger', RAISE(ABORT, 'people outside the staff cannot do this'), 0),
  iif(NEW.reason = 'ended', RAISE(ABORT, 'an operator must be logged in'), 0);
END;
--> statement-breakpoint
-- A bid is for all stakes of its cask. Its figures and its rule are fixed from the draft on.
CREATE TRIGGER bids_of_whole_cask BEFORE INSERT ON bids
WHEN NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id AND ended_on IS NULL)
BEGIN SELECT RAISE(ABORT, 'a bid must be for all stakes of an unsold cask'); END;
--> statement-breakpoint
-- Published by a second operator; neither holds a stake of the cask.
-- Counted once, after its close, by its own rule, from one ballot for each stake issued.
-- Withdrawn before its close or after its count, so that no result is averted; never under a sale.
CREATE TRIGGER bids_may_change BEFORE UPDATE OF state, result, counted_at_ms, issued_stakes, accepted_stakes, declined_stakes ON bids
BEGIN SELECT
  iif(OLD.state = 'accepted' AND NEW.state = 'withdrawn' AND EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.cask_id AND state <> 'withdrawn'),
    RAISE(ABORT, 'a bid cannot be withdrawn while its sale is proposed'), 0),
  iif(OLD.state = 'open' AND NEW.state = 'withdrawn' AND NEW.withdrawn_at_ms >= NEW.closes_at_ms,
    RAISE(ABORT, 'a bid that has closed must be counted first'), 0),
  iif(OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND NEW.state IS NOT iif(NEW.accepted_stakes + NEW.declined_stakes = 0
    OR (NEW.accepted_stakes + NEW.declined_stakes) * NEW.voted_whole < NEW.issued_stakes * NEW.voted_parts, 'expired',
  iif(NEW.accepted_stakes * NEW.accepted_whole >= (NEW.accepted_stakes + NEW.declined_stakes) * NEW.accepted_parts, 'accepted', 'refused')),
    RAISE(ABORT, 'the result of a bid must follow from its rule'), 0),
  iif(OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND (NEW.issued_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id)
  OR NEW.accepted_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id AND choice = 'accept')
  OR NEW.declined_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id AND choice = 'decline')),
    RAISE(ABORT, 'the count of a bid must be that of its ballots'), 0),
  iif(OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND (NEW.counted_at_ms IS NULL OR NEW.counted_at_ms < NEW.closes_at_ms OR NEW.result IS NOT NEW.state),
    RAISE(ABORT, 'a bid cannot be counted before its close'), 0),
  iif((NEW.result IS NOT OLD.result OR NEW.counted_at_ms IS NOT OLD.counted_at_ms OR NEW.issued_stakes IS NOT OLD.issued_stakes OR NEW.accepted_stakes IS NOT OLD.accepted_stakes OR NEW.declined_stakes IS NOT OLD.declined_stakes) AND OLD.counted_at_ms IS NOT NULL,
    RAISE(ABORT, 'the count of a bid cannot change'), 0),
  iif(OLD.state = 'draft' AND NEW.state = 'open' AND (NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id AND ended_on IS NULL)
  OR EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.cask_id AND state <> 'withdrawn')),
    RAISE(ABORT, 'a bid must be for an unsold cask without a proposed sale'), 0),
  iif(OLD.state = 'draft' AND NEW.state = 'open' AND NEW.closes_on NOT BETWEEN date(NEW.published_at_ms / 1000, 'unixepoch', '+7 days') AND date(NEW.published_at_ms / 1000, 'unixepoch', '+30 days'),
    RAISE(ABORT, 'a bid must be open for 7 to 30 days'), 0),
  iif(OLD.state = 'draft' AND NEW.state = 'open' AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND user_id IN (NEW.drafted_by, NEW.published_by) AND state <> 'ended'),
    RAISE(ABORT, 'operators cannot publish a bid for a cask of which they hold stakes'), 0),
  iif(OLD.state = 'draft' AND NEW.state = 'open' AND (NEW.published_by IS NULL OR NEW.published_by = NEW.drafted_by),
    RAISE(ABORT, 'the operator who drafted a bid cannot publish it'), 0);
END;
--> statement-breakpoint
-- Votes: while the bid is open, by holders of the cask in good standing who are not staff.
CREATE TRIGGER bid_votes_may_start BEFORE INSERT ON bid_votes
BEGIN SELECT
  iif(NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'investor' AND suspended_at_ms IS NULL AND closed_at_ms IS NULL),
    RAISE(ABORT, 'staff and suspended users cannot vote'), 0),
  iif(NOT EXISTS (SELECT 1 FROM stakes JOIN bids ON bids.cask_id = stakes.cask_id WHERE bids.id = NEW.bid_id AND stakes.user_id = NEW.user_id AND stakes.state <> 'ended'),
    RAISE(ABORT, 'a vote must come from a holder of the cask'), 0),
  iif(NOT EXISTS (SELECT 1 FROM bids WHERE id = NEW.bid_id AND state = 'open' AND NEW.voted_at_ms >= published_at_ms AND NEW.voted_at_ms < closes_at_ms),
    RAISE(ABORT, 'votes must be cast while the bid is open'), 0);
END;
--> statement-breakpoint
-- Offers: of a stake that stands and is its seller's; sold once, by a payment for it; undone while nobody was paid.
CREATE TRIGGER offers_may_start BEFORE INSERT ON offers
BEGIN SELECT
  iif(EXISTS (SELECT 1 FROM withdrawals WHERE stake_id = NEW.stake_id AND state IN ('progress', 'sending')),
    RAISE(ABORT, 'a stake cannot be offered while its return is requested'), 0),
  iif(NOT EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id JOIN users ON users.id = stakes.user_id
  WHERE stakes.id = NEW.stake_id AND stakes.user_id = NEW.user_id AND stakes.cask_id = NEW.cask_id AND stakes.state = 'active'
    AND casks.ended_on IS NULL AND users.role = 'investor' AND users.activated_at_ms IS NOT NULL AND users.suspended_at_ms IS NULL),
    RAISE(ABORT, 'an offer must be for an active stake of an investor in good standing'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER offers_may_change BEFORE UPDATE OF new_stake_id, advanced_cents, credit_cents, sold_at_ms, payable_from_ms, paid_at_ms, state ON offers
BEGIN SELECT
  iif(NEW.state IS NOT OLD.state AND (NEW.state = 'undone' AND (NEW.paid_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = stakes.payment_id
  WHERE stakes.id = NEW.new_stake_id AND payments.state = 'settled'))),
    RAISE(ABORT, 'a resale cannot be undone after the seller was paid, or while its payment stands'), 0),
  iif(NEW.paid_at_ms IS NOT OLD.paid_at_ms AND (OLD.paid_at_ms IS NOT NULL OR NEW.state <> 'sold' OR NEW.paid_at_ms IS NULL OR NEW.paid_at_ms < NEW.payable_from_ms
  OR EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = stakes.payment_id
    WHERE stakes.id = NEW.new_stake_id AND payments.state = 'disputed' AND payments.reason = 'disputed')),
    RAISE(ABORT, 'a seller must be paid once, after the hold, and not during a dispute'), 0),
  iif((NEW.new_stake_id IS NOT OLD.new_stake_id OR NEW.advanced_cents IS NOT OLD.advanced_cents OR NEW.credit_cents IS NOT OLD.credit_cents OR NEW.sold_at_ms IS NOT OLD.sold_at_ms OR NEW.payable_from_ms IS NOT OLD.payable_from_ms) AND (OLD.state <> 'open' OR NEW.state <> 'sold' OR NEW.payable_from_ms < NEW.sold_at_ms
  OR NEW.advanced_cents <> min(NEW.price_cents - NEW.fee_cents, (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
    WHERE stake_id = NEW.stake_id AND state NOT IN ('rejected', 'cancelled', 'returned')))
  OR NOT EXISTS (SELECT 1 FROM stakes AS sold JOIN stakes AS bought ON bought.id = NEW.new_stake_id JOIN payments ON payments.id = bought.payment_id
    WHERE sold.id = NEW.stake_id AND sold.resold_at_ms = NEW.sold_at_ms AND payments.offer_id = NEW.id
      AND bought.cask_id = sold.cask_id AND bought.number = sold.number)),
    RAISE(ABORT, 'an offer must be sold once, to its own payment'), 0);
END;
--> statement-breakpoint
-- What a bank's answer pays is marked once, above the limit by another operator.
CREATE TRIGGER bank_answers_marked_by_two BEFORE UPDATE OF marked_by, marked_at_ms ON bank_answers
WHEN NEW.marked_by = NEW.handed_in_by AND (SELECT coalesce(sum(withdrawals.amount_cents), 0) FROM bank_answer_lines
    JOIN withdrawals ON withdrawals.id = bank_answer_lines.withdrawal_id AND withdrawals.state = 'sending'
    WHERE bank_answer_lines.answer_id = NEW.id AND bank_answer_lines.problem IS NULL)
  > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
BEGIN SELECT RAISE(ABORT, 'the operator who handed in a large bank answer cannot mark it'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_of_amount BEFORE INSERT ON bank_answer_lines
WHEN NEW.problem IS NULL AND NOT EXISTS (SELECT 1 FROM withdrawals JOIN payout_run_rows ON payout_run_rows.withdrawal_id = withdrawals.id
    AND payout_run_rows.released_at_ms IS NULL
  WHERE withdrawals.id = NEW.withdrawal_id AND withdrawals.state = 'sending' AND withdrawals.amount_cents = NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a line must match what the bank has, to the cent'); END;

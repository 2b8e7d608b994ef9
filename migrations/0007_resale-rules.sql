-- Resale between investors: names, accounts and rules.
INSERT INTO resale_sides (name) VALUES ('buy'), ('sell');
--> statement-breakpoint
INSERT INTO resale_round_states (name, may_start) VALUES ('open', 1), ('rooted', 0), ('cleared', 0), ('settled', 0), ('stopped', 0);
--> statement-breakpoint
INSERT INTO resale_round_state_changes (was, becomes) VALUES
  ('open', 'rooted'), ('open', 'stopped'), ('rooted', 'cleared'), ('rooted', 'stopped'), ('cleared', 'settled');
--> statement-breakpoint
INSERT INTO resale_order_states (name, may_start) VALUES ('open', 1), ('withdrawn', 0), ('ended', 0);
--> statement-breakpoint
INSERT INTO resale_order_state_changes (was, becomes) VALUES ('open', 'withdrawn'), ('open', 'ended');
--> statement-breakpoint
INSERT INTO resale_fill_states (name, may_start) VALUES ('due', 1), ('settled', 0), ('failed', 0);
--> statement-breakpoint
INSERT INTO resale_fill_state_changes (was, becomes) VALUES ('due', 'settled'), ('due', 'failed');
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES ('run-rounds');
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES ('resale-reserved'), ('resale-freed'), ('resale-fee'), ('resale-advance'), ('resale-proceeds');
--> statement-breakpoint
INSERT INTO accounts (id, currency, may_overdraw) VALUES ('house:resale', 'USD', 0), ('house:resale-fees', 'USD', 0);
--> statement-breakpoint
CREATE TRIGGER resale_sides_fixed BEFORE UPDATE OF name ON resale_sides BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_sides_are_kept BEFORE DELETE ON resale_sides BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_states_fixed BEFORE UPDATE OF name ON resale_round_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_states_are_kept BEFORE DELETE ON resale_round_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_state_changes_fixed BEFORE UPDATE ON resale_round_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_state_changes_are_kept BEFORE DELETE ON resale_round_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_states_fixed BEFORE UPDATE OF name ON resale_order_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_states_are_kept BEFORE DELETE ON resale_order_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_state_changes_fixed BEFORE UPDATE ON resale_order_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_state_changes_are_kept BEFORE DELETE ON resale_order_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_states_fixed BEFORE UPDATE OF name ON resale_fill_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_states_are_kept BEFORE DELETE ON resale_fill_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_state_changes_fixed BEFORE UPDATE ON resale_fill_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_state_changes_are_kept BEFORE DELETE ON resale_fill_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint

-- Rounds: times and fee are fixed; root, price and volume are written once, in this order.
CREATE TRIGGER resale_rounds_start BEFORE INSERT ON resale_rounds
WHEN NOT EXISTS (SELECT 1 FROM resale_round_states WHERE name = NEW.state AND may_start = 1)
  OR NEW.root IS NOT NULL OR NEW.price_cents IS NOT NULL OR NEW.volume IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a round starts open and without a result'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_facts_fixed BEFORE UPDATE OF id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points ON resale_rounds
BEGIN SELECT RAISE(ABORT, 'the facts of a round are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_state_graph BEFORE UPDATE OF state ON resale_rounds
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM resale_round_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of round state'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_rooted_at_close BEFORE UPDATE OF root, reference_cents, rooted_at_ms ON resale_rounds
WHEN OLD.state <> 'open' OR NEW.state <> 'rooted' OR NEW.root IS NULL OR NEW.rooted_at_ms IS NULL OR NEW.rooted_at_ms < NEW.closes_at_ms
BEGIN SELECT RAISE(ABORT, 'the root of a round is written once, after its close'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_cleared_once BEFORE UPDATE OF price_cents, volume, cleared_at_ms ON resale_rounds
WHEN OLD.state <> 'rooted' OR NEW.state <> 'cleared' OR NEW.volume IS NULL OR NEW.cleared_at_ms IS NULL
BEGIN SELECT RAISE(ABORT, 'the price of a round is written once, after its root'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_settled_whole BEFORE UPDATE OF state ON resale_rounds
WHEN NEW.state = 'settled' AND (EXISTS (SELECT 1 FROM resale_fills WHERE round_id = NEW.id AND state = 'due')
  OR EXISTS (SELECT 1 FROM resale_orders WHERE round_id = NEW.id AND state = 'open'))
BEGIN SELECT RAISE(ABORT, 'a round is settled once nothing of it is due'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_are_kept BEFORE DELETE ON resale_rounds
BEGIN SELECT RAISE(ABORT, 'rounds are never deleted'); END;
--> statement-breakpoint

-- Orders: in an open round, of people in good standing who are no staff; never changed.
CREATE TRIGGER resale_orders_start BEFORE INSERT ON resale_orders
WHEN NOT EXISTS (SELECT 1 FROM resale_order_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'an order may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_in_open_round BEFORE INSERT ON resale_orders
WHEN NOT EXISTS (SELECT 1 FROM resale_rounds JOIN casks ON casks.id = resale_rounds.cask_id
  WHERE resale_rounds.id = NEW.round_id AND resale_rounds.cask_id = NEW.cask_id AND resale_rounds.state = 'open' AND casks.ended_on IS NULL
    AND NEW.created_at_ms >= opens_at_ms AND NEW.created_at_ms < closes_at_ms)
BEGIN SELECT RAISE(ABORT, 'an order belongs to an open round of its cask'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_of_investors BEFORE INSERT ON resale_orders
WHEN NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'investor' AND activated_at_ms IS NOT NULL
  AND suspended_at_ms IS NULL AND closed_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'an order is placed by an activated investor in good standing'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_facts_fixed BEFORE UPDATE OF number, round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt, carries_over, reserved_cents, created_at_ms ON resale_orders
BEGIN SELECT RAISE(ABORT, 'an order is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_state_graph BEFORE UPDATE OF state ON resale_orders
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM resale_order_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of order state'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_withdrawn_in_time BEFORE UPDATE OF state ON resale_orders
WHEN NEW.state = 'withdrawn' AND EXISTS (SELECT 1 FROM resale_rounds WHERE id = NEW.round_id AND (state <> 'open' OR NEW.ended_at_ms > closes_at_ms - 86400000))
BEGIN SELECT RAISE(ABORT, 'an order is withdrawn 24 hours before the close at the latest'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_are_kept BEFORE DELETE ON resale_orders
BEGIN SELECT RAISE(ABORT, 'orders are never deleted'); END;
--> statement-breakpoint

-- A stake on offer: the seller's own, standing, with nothing asked for of it; held until its order ends.
CREATE TRIGGER resale_offered_stakes_stand BEFORE INSERT ON resale_offered_stakes
WHEN NEW.released_at_ms IS NOT NULL OR NOT EXISTS (SELECT 1 FROM resale_orders JOIN stakes ON stakes.id = NEW.stake_id
  WHERE resale_orders.number = NEW.order_number AND side = 'sell' AND resale_orders.state = 'open' AND stakes.state = 'active'
    AND stakes.user_id = resale_orders.user_id AND stakes.cask_id = resale_orders.cask_id AND NEW.position BETWEEN 1 AND quantity)
BEGIN SELECT RAISE(ABORT, 'a stake on offer is an active one of its seller'); END;
--> statement-breakpoint
CREATE TRIGGER resale_offered_stakes_unasked BEFORE INSERT ON resale_offered_stakes
WHEN EXISTS (SELECT 1 FROM withdrawals WHERE stake_id = NEW.stake_id AND state IN ('progress', 'sending'))
BEGIN SELECT RAISE(ABORT, 'a stake is not offered while a return of it is asked for'); END;
--> statement-breakpoint
CREATE TRIGGER resale_offered_stakes_fixed BEFORE UPDATE ON resale_offered_stakes
WHEN OLD.released_at_ms IS NOT NULL OR NEW.released_at_ms IS NULL OR NEW.order_number <> OLD.order_number OR NEW.position <> OLD.position OR NEW.stake_id <> OLD.stake_id
BEGIN SELECT RAISE(ABORT, 'a stake on offer is released once'); END;
--> statement-breakpoint
CREATE TRIGGER resale_offered_stakes_are_kept BEFORE DELETE ON resale_offered_stakes
BEGIN SELECT RAISE(ABORT, 'what was offered is kept'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_release AFTER UPDATE OF state ON resale_orders
WHEN NEW.state <> 'open' AND OLD.state = 'open' AND NEW.side = 'sell'
BEGIN UPDATE resale_offered_stakes SET released_at_ms = NEW.ended_at_ms WHERE order_number = NEW.number AND released_at_ms IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_not_on_offer BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND EXISTS (SELECT 1 FROM resale_offered_stakes WHERE stake_id = NEW.stake_id AND released_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'no return of a stake is asked for while it is on offer'); END;
--> statement-breakpoint

-- Fills: between two orders of a round whose price is known, at that price, within both limits; settled once.
CREATE TRIGGER resale_fills_start BEFORE INSERT ON resale_fills
WHEN NEW.state <> 'due' OR NEW.settled_at_ms IS NOT NULL OR NEW.paid_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a fill starts due'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_of_round BEFORE INSERT ON resale_fills
WHEN NOT EXISTS (SELECT 1 FROM resale_rounds JOIN resale_orders AS selling ON selling.number = NEW.sell_number JOIN resale_orders AS buying ON buying.number = NEW.buy_number
  JOIN resale_offered_stakes ON order_number = NEW.sell_number AND stake_id = NEW.stake_id AND released_at_ms IS NULL
  WHERE resale_rounds.id = NEW.round_id AND resale_rounds.state = 'cleared' AND price_cents = NEW.price_cents
    AND selling.round_id = NEW.round_id AND buying.round_id = NEW.round_id AND selling.side = 'sell' AND buying.side = 'buy'
    AND selling.state = 'open' AND buying.state = 'open' AND selling.user_id <> buying.user_id
    AND selling.limit_cents <= NEW.price_cents AND buying.limit_cents >= NEW.price_cents
    AND NEW.fee_cents = NEW.price_cents * fee_basis_points / 10000)
BEGIN SELECT RAISE(ABORT, 'a fill is between two orders of its round, at its price'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_within_orders BEFORE INSERT ON resale_fills
WHEN (SELECT count(*) FROM resale_fills WHERE buy_number = NEW.buy_number) >= (SELECT quantity FROM resale_orders WHERE number = NEW.buy_number)
BEGIN SELECT RAISE(ABORT, 'an order is filled up to its quantity'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_advances BEFORE INSERT ON resale_fills
WHEN NEW.advanced_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE stake_id = NEW.stake_id AND state NOT IN ('rejected', 'cancelled'))
BEGIN SELECT RAISE(ABORT, 'returns advanced on a stake are paid back out of its price'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_facts_fixed BEFORE UPDATE OF round_id, stake_id, sell_number, buy_number, price_cents, fee_cents, advanced_cents, credit_cents ON resale_fills
BEGIN SELECT RAISE(ABORT, 'the facts of a fill are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_state_graph BEFORE UPDATE OF state ON resale_fills
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM resale_fill_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of fill state'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_settled_once BEFORE UPDATE OF new_stake_id, settled_at_ms, payable_from_ms ON resale_fills
WHEN OLD.state <> 'due' OR NEW.state <> 'settled' OR NEW.payable_from_ms < NEW.settled_at_ms + 7 * 86400000
  OR NOT EXISTS (SELECT 1 FROM stakes AS sold JOIN stakes AS bought ON bought.id = NEW.new_stake_id
    WHERE sold.id = NEW.stake_id AND sold.resold_at_ms = NEW.settled_at_ms AND bought.cask_id = sold.cask_id AND bought.number = sold.number
      AND bought.holder_number = sold.holder_number + 1)
BEGIN SELECT RAISE(ABORT, 'a fill is settled once, by the holding that follows'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_failed_because BEFORE UPDATE OF state ON resale_fills
WHEN NEW.state = 'failed' AND EXISTS (SELECT 1 FROM stakes WHERE id = NEW.stake_id AND state = 'active')
  AND EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.id = NEW.stake_id AND casks.ended_on IS NULL)
BEGIN SELECT RAISE(ABORT, 'a fill fails only where its stake no longer stands'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_paid_in_time BEFORE UPDATE OF paid_at_ms ON resale_fills
WHEN OLD.paid_at_ms IS NOT NULL OR NEW.state <> 'settled' OR NEW.paid_at_ms IS NULL OR NEW.paid_at_ms < NEW.payable_from_ms
BEGIN SELECT RAISE(ABORT, 'a seller is paid once, after the days of waiting'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fills_are_kept BEFORE DELETE ON resale_fills
BEGIN SELECT RAISE(ABORT, 'fills are never deleted'); END;
--> statement-breakpoint

-- A holding that follows another, instead of a payment of its own; it takes no further stake of its cask.
DROP TRIGGER stakes_are_paid_for;
--> statement-breakpoint
CREATE TRIGGER stakes_are_paid_for BEFORE INSERT ON stakes
WHEN NEW.holder_number = 1 AND NOT EXISTS (
  SELECT 1 FROM payments JOIN reservations ON reservations.payment_id = payments.id
  WHERE payments.id = NEW.payment_id AND payments.state = 'paid' AND payments.user_id = NEW.user_id AND payments.cask_id = NEW.cask_id
    AND payments.amount_cents = NEW.price_cents AND reservations.state = 'paid')
BEGIN SELECT RAISE(ABORT, 'a stake needs its own paid payment'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_sold_on BEFORE INSERT ON stakes
WHEN NEW.holder_number <> 1 AND NOT EXISTS (
  SELECT 1 FROM stakes AS sold JOIN resale_fills ON resale_fills.stake_id = sold.id AND resale_fills.state = 'due'
    JOIN resale_orders AS buying ON buying.number = resale_fills.buy_number JOIN casks ON casks.id = sold.cask_id
  WHERE sold.cask_id = NEW.cask_id AND sold.number = NEW.number AND sold.holder_number = NEW.holder_number - 1
    AND sold.payment_id = NEW.payment_id AND sold.resold_at_ms = NEW.purchased_at_ms
    AND buying.user_id = NEW.user_id AND resale_fills.price_cents = NEW.price_cents AND casks.ended_on IS NULL)
BEGIN SELECT RAISE(ABORT, 'a stake is sold on to whom its round says'); END;
--> statement-breakpoint
DROP TRIGGER stakes_are_counted;
--> statement-breakpoint
CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes
WHEN NEW.holder_number = 1
BEGIN UPDATE casks SET sold_stakes = iif(NEW.number > total_stakes OR ended_on IS NOT NULL,
  RAISE(ABORT, 'the cask has no stake of that number, or has ended'), sold_stakes + 1) WHERE id = NEW.cask_id; END;
--> statement-breakpoint
DROP TRIGGER stakes_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER stakes_facts_fixed BEFORE UPDATE OF id, cask_id, number, holder_number, user_id, payment_id, price_cents, purchased_at_ms ON stakes
BEGIN SELECT RAISE(ABORT, 'the facts of a stake are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_sold_on_once BEFORE UPDATE OF resold_at_ms ON stakes
WHEN OLD.resold_at_ms IS NOT NULL OR OLD.state <> 'active' OR NEW.state <> 'ended' OR NEW.exit_id IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM resale_fills WHERE stake_id = NEW.id AND state = 'due')
BEGIN SELECT RAISE(ABORT, 'a stake is sold on once, by a fill that is due'); END;

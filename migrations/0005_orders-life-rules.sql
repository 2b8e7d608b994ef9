-- The life of an order of resale beyond its round: names and rules.
INSERT INTO resale_carry_ends (name) VALUES ('placed'), ('filled'), ('given-up'), ('market-off'), ('account'), ('cask-ending'), ('already-ordered'),
  ('limit-too-high'), ('limit-too-low'), ('too-many-stakes'), ('not-enough-money'), ('no-such-stake'), ('stake-not-offered');
--> statement-breakpoint
CREATE TRIGGER resale_carry_ends_fixed BEFORE UPDATE OF name ON resale_carry_ends BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_carry_ends_are_kept BEFORE DELETE ON resale_carry_ends BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
INSERT INTO resale_order_states (name, may_start) VALUES ('left-out', 0);
--> statement-breakpoint
INSERT INTO resale_order_state_changes (was, becomes) VALUES ('open', 'left-out');
--> statement-breakpoint
INSERT INTO dead_letter_origins (name) VALUES ('resale');
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('order-ended', 0), ('order-carried', 0), ('order-not-carried', 0), ('proceeds-credited', 0);
--> statement-breakpoint

-- Orders that go on in the next round.
DROP TRIGGER resale_orders_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER resale_orders_facts_fixed BEFORE UPDATE OF number, round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt, carries_over, follows, reserved_cents, created_at_ms ON resale_orders
BEGIN SELECT RAISE(ABORT, 'an order is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_only_carried BEFORE INSERT ON resale_orders
WHEN NEW.carry_end IS NOT NULL OR (NEW.carries_over = 0 AND (NEW.follows IS NOT NULL OR NEW.country IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'only an order that carries over follows another one'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_follow BEFORE INSERT ON resale_orders
WHEN NEW.follows IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resale_orders AS before JOIN resale_rounds ON resale_rounds.id = before.round_id
  WHERE before.number = NEW.follows AND before.state = 'ended' AND before.carries_over = 1 AND before.carry_end IS NULL
    AND before.user_id = NEW.user_id AND before.cask_id = NEW.cask_id AND before.side = NEW.side AND before.limit_cents = NEW.limit_cents
    AND closes_at_ms <= NEW.created_at_ms AND NEW.quantity = before.quantity - (SELECT count(*) FROM resale_fills
      WHERE resale_fills.state = 'settled' AND before.number IN (sell_number, buy_number)))
BEGIN SELECT RAISE(ABORT, 'what is placed again is the rest of an order that waits for it, at its limit'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_carried_once BEFORE UPDATE OF carry_end, carry_ended_at_ms ON resale_orders
WHEN (NEW.carry_end, NEW.carry_ended_at_ms) IS NOT (OLD.carry_end, OLD.carry_ended_at_ms) AND (OLD.carry_end IS NOT NULL OR NEW.carries_over = 0
  OR NEW.carry_end IS NULL OR NEW.carry_ended_at_ms IS NULL
  OR (NEW.carry_end <> 'given-up' AND NEW.state = 'open')
  OR (NEW.carry_end = 'placed' AND NOT EXISTS (SELECT 1 FROM resale_orders AS next WHERE next.follows = NEW.number)))
BEGIN SELECT RAISE(ABORT, 'whether an order is placed again is decided after its round, and fixed then'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_country_goes BEFORE UPDATE OF country ON resale_orders
WHEN NEW.country IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the country of an order is only forgotten'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_forget_country AFTER UPDATE OF state, carry_end ON resale_orders
WHEN NEW.country IS NOT NULL AND (NEW.carry_end IS NOT NULL OR NEW.state IN ('withdrawn', 'left-out'))
BEGIN UPDATE resale_orders SET country = NULL WHERE number = NEW.number; END;
--> statement-breakpoint

-- Of other orders the graph of their states says that they are not withdrawn.
DROP TRIGGER resale_orders_withdrawn_in_time;
--> statement-breakpoint
CREATE TRIGGER resale_orders_withdrawn_in_time BEFORE UPDATE OF state ON resale_orders
WHEN OLD.state = 'open' AND NEW.state = 'withdrawn' AND EXISTS (SELECT 1 FROM resale_rounds WHERE id = NEW.round_id AND (state <> 'open' OR NEW.ended_at_ms > closes_at_ms - 86400000))
BEGIN SELECT RAISE(ABORT, 'an order is withdrawn 24 hours before the close at the latest'); END;
--> statement-breakpoint

-- Accounts that are suspended or closed.
CREATE TRIGGER resale_orders_left_out BEFORE UPDATE OF state ON resale_orders
WHEN OLD.state = 'open' AND NEW.state = 'left-out' AND (NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
  OR NOT EXISTS (SELECT 1 FROM resale_rounds WHERE id = NEW.round_id AND state = 'open' AND closes_at_ms <= NEW.ended_at_ms))
BEGIN SELECT RAISE(ABORT, 'an order is left out at the close, if its account is suspended'); END;
--> statement-breakpoint
CREATE TRIGGER resale_rounds_rooted_without_suspended BEFORE UPDATE OF state ON resale_rounds
WHEN NEW.state = 'rooted' AND EXISTS (SELECT 1 FROM resale_orders JOIN users ON users.id = user_id
  WHERE round_id = NEW.id AND state = 'open' AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'orders of suspended accounts take no part in a round'); END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_not_closing BEFORE INSERT ON resale_orders
WHEN EXISTS (SELECT 1 FROM account_closings WHERE user_id = NEW.user_id AND cancelled_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'an account that is to be closed places no order'); END;
--> statement-breakpoint
CREATE TRIGGER account_closings_without_orders BEFORE INSERT ON account_closings
WHEN EXISTS (SELECT 1 FROM resale_orders JOIN resale_rounds ON resale_rounds.id = round_id WHERE user_id = NEW.user_id
  AND ((resale_orders.state = 'open' AND resale_rounds.state = 'open' AND closes_at_ms - 86400000 >= NEW.asked_at_ms)
    OR (carries_over = 1 AND carry_end IS NULL AND resale_orders.state IN ('open', 'ended'))))
BEGIN SELECT RAISE(ABORT, 'what can be withdrawn of the orders of an account is withdrawn before its closing is asked for'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_without_orders BEFORE UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
  AND EXISTS (SELECT 1 FROM resale_orders WHERE user_id = NEW.id AND (state = 'open' OR (state = 'ended' AND (carries_over = 1 AND carry_end IS NULL
    OR EXISTS (SELECT 1 FROM resale_fills WHERE sell_number = number AND resale_fills.state = 'settled' AND paid_at_ms IS NULL)))))
BEGIN SELECT RAISE(ABORT, 'an account is closed once its orders have ended and are paid'); END;
--> statement-breakpoint

-- What their people are told.
CREATE TRIGGER resale_orders_ends_are_told AFTER UPDATE OF state ON resale_orders
WHEN OLD.state = 'open' AND NEW.state IN ('ended', 'left-out')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:order-ended:' || NEW.number, 'send-notice', 'order-ended:' || NEW.number, 'order-ended', NEW.ended_at_ms, NEW.ended_at_ms)
ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER resale_orders_carried_are_told AFTER INSERT ON resale_orders
WHEN NEW.follows IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:order-carried:' || NEW.number, 'send-notice', 'order-carried:' || NEW.number, 'order-carried', NEW.created_at_ms, NEW.created_at_ms)
ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Not what its owner gave up, nor what the notice of its end tells already.
CREATE TRIGGER resale_orders_not_carried_are_told AFTER UPDATE OF carry_end ON resale_orders
WHEN OLD.state = 'ended' AND OLD.carry_end IS NULL AND NEW.carry_end NOT IN ('placed', 'given-up')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:order-not-carried:' || NEW.number, 'send-notice', 'order-not-carried:' || NEW.number, 'order-not-carried',
  NEW.carry_ended_at_ms, NEW.carry_ended_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Once for all stakes of an order.
CREATE TRIGGER resale_fills_paid_are_told AFTER UPDATE OF paid_at_ms ON resale_fills
WHEN NEW.paid_at_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resale_fills AS others
  WHERE others.sell_number = NEW.sell_number AND others.state IN ('due', 'settled') AND others.paid_at_ms IS NULL)
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:proceeds-credited:' || NEW.sell_number, 'send-notice', 'proceeds-credited:' || NEW.sell_number, 'proceeds-credited',
  NEW.paid_at_ms, NEW.paid_at_ms) ON CONFLICT DO NOTHING;
END;

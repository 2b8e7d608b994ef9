-- The rules of money as the database itself holds them. One statement in each trigger, its condition in WHEN.

-- Payments: who, what and how much never change; states follow the one graph there is.
CREATE TRIGGER payments_are_kept BEFORE DELETE ON payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payments_start_created BEFORE INSERT ON payments WHEN NEW.state <> 'created'
BEGIN SELECT RAISE(ABORT, 'a payment starts as created'); END;
--> statement-breakpoint
CREATE TRIGGER payments_facts_fixed BEFORE UPDATE OF id, user_id, purpose, cask_id, amount_cents, mode, provider, created_at_ms ON payments
BEGIN SELECT RAISE(ABORT, 'the facts of a payment are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER payments_session_fixed BEFORE UPDATE OF provider_session_id ON payments
WHEN OLD.provider_session_id IS NOT NULL AND NEW.provider_session_id IS NOT OLD.provider_session_id
BEGIN SELECT RAISE(ABORT, 'a payment keeps its provider session'); END;
--> statement-breakpoint
CREATE TRIGGER payments_state_graph BEFORE UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN (
  'created>open', 'created>paid', 'created>expired', 'created>cancelled', 'created>failed',
  'open>paid', 'open>expired', 'open>cancelled', 'open>failed',
  'expired>paid', 'cancelled>paid', 'failed>paid',
  'paid>settled', 'paid>refunding', 'refunding>refunded',
  'settled>refunded', 'settled>disputed', 'disputed>settled', 'disputed>refunded')
BEGIN SELECT RAISE(ABORT, 'forbidden change of payment state'); END;
--> statement-breakpoint
CREATE TRIGGER payments_free_their_stake AFTER UPDATE OF state ON payments
WHEN NEW.state IN ('expired', 'cancelled', 'failed', 'refunding')
BEGIN UPDATE reservations SET state = 'expired' WHERE payment_id = NEW.id AND state = 'held'; END;
--> statement-breakpoint

-- What must happen later is written with its cause.
CREATE TRIGGER payments_open_are_checked AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NEW.state = 'open'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('check-payment:' || NEW.id, 'check-payment', NEW.id, NEW.updated_at_ms + 120000, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_ended_close_session AFTER UPDATE OF state ON payments
WHEN OLD.state IN ('created', 'open') AND NEW.state IN ('cancelled', 'expired') AND NEW.provider_session_id IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('expire-session:' || NEW.id, 'expire-session', NEW.id, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_refunds_are_sent AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NEW.state = 'refunding'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('refund-payment:' || NEW.id, 'refund-payment', NEW.id, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_outcome_is_told AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NEW.state IN ('settled', 'refunding')
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:' || NEW.id || ':' || NEW.state, 'send-notice', NEW.id || ':' || NEW.state, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER provider_events_are_handled AFTER INSERT ON provider_events
WHEN NEW.concerns <> 'nothing'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('handle-event:' || NEW.id, 'handle-event', NEW.id, NEW.received_at_ms, NEW.received_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER certificates_are_issued AFTER INSERT ON certificates
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('issue-certificate:' || NEW.id, 'issue-certificate', NEW.id, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER provider_events_fixed BEFORE UPDATE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider events are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER provider_events_are_kept BEFORE DELETE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider events are append-only'); END;
--> statement-breakpoint

-- Reservations: each takes one place of its cask, and gives it back once.
CREATE TRIGGER reservations_start_held BEFORE INSERT ON reservations WHEN NEW.state <> 'held'
BEGIN SELECT RAISE(ABORT, 'a reservation starts as held'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_match_payment BEFORE INSERT ON reservations
WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND cask_id = NEW.cask_id AND state = 'created')
BEGIN SELECT RAISE(ABORT, 'a reservation belongs to a new payment for the same cask'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_take_place AFTER INSERT ON reservations
BEGIN UPDATE casks SET reserved_stakes = reserved_stakes + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER reservations_facts_fixed BEFORE UPDATE OF payment_id, cask_id, created_at_ms ON reservations
BEGIN SELECT RAISE(ABORT, 'the facts of a reservation are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_state_graph BEFORE UPDATE OF state ON reservations
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('held>paid', 'held>expired', 'expired>paid')
BEGIN SELECT RAISE(ABORT, 'forbidden change of reservation state'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_paid_by_payment BEFORE UPDATE OF state ON reservations
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'paid')
BEGIN SELECT RAISE(ABORT, 'a reservation is paid only by its payment'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_give_place_back AFTER UPDATE OF state ON reservations
WHEN OLD.state = 'held' AND NEW.state <> 'held'
BEGIN UPDATE casks SET reserved_stakes = reserved_stakes - 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER reservations_are_kept BEFORE DELETE ON reservations
BEGIN SELECT RAISE(ABORT, 'reservations are never deleted'); END;
--> statement-breakpoint

-- Stakes: only for a paid reservation, only numbers the cask has, never changed, never deleted.
CREATE TRIGGER stakes_are_paid_for BEFORE INSERT ON stakes
WHEN NOT EXISTS (
  SELECT 1 FROM payments JOIN reservations ON reservations.payment_id = payments.id
  WHERE payments.id = NEW.payment_id AND payments.state = 'paid' AND payments.user_id = NEW.user_id AND payments.cask_id = NEW.cask_id
    AND payments.amount_cents = NEW.price_cents AND reservations.state = 'paid')
BEGIN SELECT RAISE(ABORT, 'a stake needs its own paid payment'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_number_exists BEFORE INSERT ON stakes
WHEN NEW.number > (SELECT total_stakes FROM casks WHERE id = NEW.cask_id)
BEGIN SELECT RAISE(ABORT, 'the cask has no stake of that number'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_start_active BEFORE INSERT ON stakes WHEN NEW.state <> 'active'
BEGIN SELECT RAISE(ABORT, 'a stake starts as active'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes
BEGIN UPDATE casks SET sold_stakes = sold_stakes + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER stakes_facts_fixed BEFORE UPDATE OF id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms ON stakes
BEGIN SELECT RAISE(ABORT, 'the facts of a stake are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_state_graph BEFORE UPDATE OF state ON stakes
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('active>frozen', 'frozen>active', 'active>ended', 'frozen>ended')
BEGIN SELECT RAISE(ABORT, 'forbidden change of stake state'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_kept BEFORE DELETE ON stakes
BEGIN SELECT RAISE(ABORT, 'stakes are never deleted'); END;
--> statement-breakpoint

-- Casks: price and size are fixed once the first stake is taken.
CREATE TRIGGER casks_terms_fixed BEFORE UPDATE OF cost_per_stake_cents, total_stakes ON casks
WHEN OLD.sold_stakes + OLD.reserved_stakes > 0
  AND (NEW.cost_per_stake_cents <> OLD.cost_per_stake_cents OR NEW.total_stakes <> OLD.total_stakes)
BEGIN SELECT RAISE(ABORT, 'the terms of a cask are fixed once a stake is taken'); END;
--> statement-breakpoint
CREATE TRIGGER casks_are_kept BEFORE DELETE ON casks
BEGIN SELECT RAISE(ABORT, 'casks are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER casks_start_unsold BEFORE INSERT ON casks WHEN NEW.sold_stakes <> 0 OR NEW.reserved_stakes <> 0
BEGIN SELECT RAISE(ABORT, 'a cask starts unsold'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_fixed BEFORE UPDATE ON valuations
BEGIN SELECT RAISE(ABORT, 'valuations are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_are_kept BEFORE DELETE ON valuations
BEGIN SELECT RAISE(ABORT, 'valuations are append-only'); END;
--> statement-breakpoint

-- Certificates: pending, issued once, or void; the hash never changes.
CREATE TRIGGER certificates_state_graph BEFORE UPDATE OF state ON certificates
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('pending>issued', 'pending>void', 'issued>void')
BEGIN SELECT RAISE(ABORT, 'forbidden change of certificate state'); END;
--> statement-breakpoint
CREATE TRIGGER certificates_facts_fixed BEFORE UPDATE OF id, stake_id, code, r2_key, created_at_ms ON certificates
BEGIN SELECT RAISE(ABORT, 'the facts of a certificate are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER certificates_hash_fixed BEFORE UPDATE OF sha256 ON certificates
WHEN OLD.sha256 IS NOT NULL AND NEW.sha256 IS NOT OLD.sha256
BEGIN SELECT RAISE(ABORT, 'the hash of a certificate is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER certificates_are_kept BEFORE DELETE ON certificates
BEGIN SELECT RAISE(ABORT, 'certificates are never deleted'); END;
--> statement-breakpoint

-- Ledger: append-only, one currency a transfer, totals follow by themselves.
CREATE TRIGGER transfers_fixed BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_one_currency BEFORE INSERT ON transfers
WHEN EXISTS (SELECT 1 FROM accounts WHERE id IN (NEW.debit_account_id, NEW.credit_account_id) AND currency <> NEW.currency)
BEGIN SELECT RAISE(ABORT, 'a transfer keeps to one currency'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_credit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET credits_total = credits_total + NEW.amount WHERE id = NEW.credit_account_id; END;
--> statement-breakpoint
CREATE TRIGGER transfers_debit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET debits_total = debits_total + NEW.amount WHERE id = NEW.debit_account_id; END;
--> statement-breakpoint
CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts WHEN NEW.credits_total <> 0 OR NEW.debits_total <> 0
BEGIN SELECT RAISE(ABORT, 'an account starts empty'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_facts_fixed BEFORE UPDATE OF id, user_id, currency, may_overdraw ON accounts
BEGIN SELECT RAISE(ABORT, 'the facts of an account are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_totals_only_grow BEFORE UPDATE OF credits_total, debits_total ON accounts
WHEN NEW.credits_total < OLD.credits_total OR NEW.debits_total < OLD.debits_total
BEGIN SELECT RAISE(ABORT, 'account totals only grow'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_are_kept BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
--> statement-breakpoint

-- Referrals and withdrawals: one way through their states, facts fixed.
CREATE TRIGGER referrals_state_graph BEFORE UPDATE OF state ON referrals
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('inactive>pending', 'pending>paid', 'pending>reversed', 'paid>reversed')
BEGIN SELECT RAISE(ABORT, 'forbidden change of referral state'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_facts_fixed BEFORE UPDATE OF referred_id, referrer_id, reward_cents, created_at_ms ON referrals
BEGIN SELECT RAISE(ABORT, 'the facts of a referral are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_are_kept BEFORE DELETE ON referrals
BEGIN SELECT RAISE(ABORT, 'referrals are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_own_stake BEFORE INSERT ON withdrawals
WHEN NEW.state <> 'progress' OR NOT EXISTS (SELECT 1 FROM stakes WHERE id = NEW.stake_id AND user_id = NEW.user_id AND state = 'active')
BEGIN SELECT RAISE(ABORT, 'a withdrawal starts in progress, for an active stake of its own user'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_state_graph BEFORE UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('progress>paid', 'progress>rejected')
BEGIN SELECT RAISE(ABORT, 'forbidden change of withdrawal state'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name, bank_name, ifsc_code, account_number_sealed, created_at_ms ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are never deleted'); END;
--> statement-breakpoint

-- The log of who did what is only ever added to; people and dead letters stay.
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER users_are_kept BEFORE DELETE ON users
BEGIN SELECT RAISE(ABORT, 'users are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER dead_letters_are_kept BEFORE DELETE ON dead_letters
BEGIN SELECT RAISE(ABORT, 'dead letters are never deleted'); END;
--> statement-breakpoint

-- Every user has their three accounts from the start.
CREATE TRIGGER users_have_accounts AFTER INSERT ON users
BEGIN
INSERT INTO accounts (id, user_id, currency) VALUES
  ('user:' || NEW.id || ':wallet', NEW.id, 'USD'), ('user:' || NEW.id || ':rewards-pending', NEW.id, 'USD'), ('user:' || NEW.id || ':tokens', NEW.id, 'TOKEN');
END;
--> statement-breakpoint

-- The house's own accounts and the first joining fee.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:stripe', 'USD', 1), ('house:copperx', 'USD', 1), ('house:promotions', 'USD', 1), ('house:token-issue', 'TOKEN', 1),
  ('house:unsettled', 'USD', 0), ('house:joining-fees', 'USD', 0), ('house:stake-sales', 'USD', 0),
  ('house:returns', 'USD', 1), ('house:withdrawals', 'USD', 0), ('house:bank', 'USD', 1);
--> statement-breakpoint
INSERT INTO settings (key, value, updated_at_ms) VALUES ('joining_fee_cents', 1000, 0);

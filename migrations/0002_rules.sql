-- The rules of money, enforced by the database itself. Each trigger has one statement, with its condition in WHEN.

-- Payments: user, subject and amount never change; states change only as payment_state_changes allows.
CREATE TRIGGER payments_are_kept BEFORE DELETE ON payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payments_start BEFORE INSERT ON payments
WHEN NOT EXISTS (SELECT 1 FROM payment_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a payment may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER payments_facts_fixed BEFORE UPDATE OF id, user_id, purpose, cask_id, amount_cents, mode, provider, created_at_ms ON payments
BEGIN SELECT RAISE(ABORT, 'the facts of a payment are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER payments_session_fixed BEFORE UPDATE OF provider_session_id ON payments
WHEN OLD.provider_session_id IS NOT NULL AND NEW.provider_session_id IS NOT OLD.provider_session_id
BEGIN SELECT RAISE(ABORT, 'a payment keeps its provider session'); END;
--> statement-breakpoint
CREATE TRIGGER payments_state_graph BEFORE UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM payment_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of payment state'); END;
--> statement-breakpoint
CREATE TRIGGER payments_free_their_stake AFTER UPDATE OF state ON payments
WHEN NEW.state IN ('expired', 'cancelled', 'failed', 'refunding')
BEGIN UPDATE reservations SET state = 'expired' WHERE payment_id = NEW.id AND state = 'held'; END;
--> statement-breakpoint
CREATE TRIGGER provider_events_fixed BEFORE UPDATE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider events are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER provider_events_are_kept BEFORE DELETE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider events are append-only'); END;
--> statement-breakpoint

-- Reservations: each takes one stake of its cask out of stock, and returns it once.
CREATE TRIGGER reservations_start BEFORE INSERT ON reservations
WHEN NOT EXISTS (SELECT 1 FROM reservation_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a reservation may not start in this state'); END;
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
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM reservation_state_changes WHERE was = OLD.state AND becomes = NEW.state)
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

-- Stakes: only for a paid reservation, only with a number the cask has, never changed, never deleted.
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
CREATE TRIGGER stakes_start BEFORE INSERT ON stakes
WHEN NOT EXISTS (SELECT 1 FROM stake_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a stake may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes
BEGIN UPDATE casks SET sold_stakes = sold_stakes + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER stakes_facts_fixed BEFORE UPDATE OF id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms ON stakes
BEGIN SELECT RAISE(ABORT, 'the facts of a stake are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_state_graph BEFORE UPDATE OF state ON stakes
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM stake_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of stake state'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_kept BEFORE DELETE ON stakes
BEGIN SELECT RAISE(ABORT, 'stakes are never deleted'); END;
--> statement-breakpoint

-- Casks: price and size are fixed once the first stake is reserved or sold.
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
CREATE TRIGGER certificates_start BEFORE INSERT ON certificates
WHEN NOT EXISTS (SELECT 1 FROM certificate_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a certificate may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER certificates_state_graph BEFORE UPDATE OF state ON certificates
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM certificate_state_changes WHERE was = OLD.state AND becomes = NEW.state)
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

-- Ledger: append-only, one currency per transfer; triggers keep the totals.
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

-- Referrals: states change in one direction, and the other columns are fixed.
CREATE TRIGGER referrals_start BEFORE INSERT ON referrals
WHEN NOT EXISTS (SELECT 1 FROM referral_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a referral may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_state_graph BEFORE UPDATE OF state ON referrals
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM referral_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of referral state'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_facts_fixed BEFORE UPDATE OF referred_id, referrer_id, reward_cents, created_at_ms ON referrals
BEGIN SELECT RAISE(ABORT, 'the facts of a referral are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_are_kept BEFORE DELETE ON referrals
BEGIN SELECT RAISE(ABORT, 'referrals are never deleted'); END;
--> statement-breakpoint

-- Withdrawals: of the user's own active stake, or of the wallet's balance.
CREATE TRIGGER withdrawals_start BEFORE INSERT ON withdrawals
WHEN NOT EXISTS (SELECT 1 FROM withdrawal_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a withdrawal may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_own_stake BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stakes WHERE id = NEW.stake_id AND user_id = NEW.user_id AND state = 'active')
BEGIN SELECT RAISE(ABORT, 'a return is withdrawn from an active stake of its own user'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_returns_are_reckoned BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND NEW.cycle_number IS NOT NULL AND NEW.interest_basis_points IS NOT NULL AND NEW.reckoned_to_cents IS NULL
BEGIN SELECT RAISE(ABORT, 'a return says the value it was reckoned to'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_within_balance BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM accounts WHERE id = 'user:' || NEW.user_id || ':wallet' AND credits_total - debits_total >= NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a balance is withdrawn from what the wallet holds'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_state_graph BEFORE UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM withdrawal_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of withdrawal state'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_cancelled_by_someone BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'cancelled' AND OLD.state = 'progress' AND NEW.cancelled_by IS NULL
BEGIN SELECT RAISE(ABORT, 'a cancelled withdrawal says who cancelled it'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, created_at_ms, reckoned_to_cents, stop_token, holder_differs, over_limit ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_bank_blanked_only BEFORE UPDATE OF holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, account_mark ON withdrawals
WHEN NEW.holder_name || NEW.bank_name || NEW.ifsc_code || NEW.account_number_sealed || NEW.account_last4 || NEW.key_id <> '' OR NEW.account_mark IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed, but for being blanked with its account'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are never deleted'); END;
--> statement-breakpoint

-- Money received twice, and differences between the providers' books and ours.
CREATE TRIGGER stray_receipts_start BEFORE INSERT ON stray_receipts
WHEN NOT EXISTS (SELECT 1 FROM stray_receipt_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a receipt may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_facts_fixed BEFORE UPDATE OF session_id, provider, payment_id, received_cents, created_at_ms ON stray_receipts
BEGIN SELECT RAISE(ABORT, 'the facts of a receipt are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_state_graph BEFORE UPDATE OF state ON stray_receipts
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM stray_receipt_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of receipt state'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_are_kept BEFORE DELETE ON stray_receipts
BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_are_second BEFORE INSERT ON stray_receipts
WHEN EXISTS (SELECT 1 FROM payments WHERE provider_payment_id = NEW.provider_payment_id)
BEGIN SELECT RAISE(ABORT, 'the money of a payment is no stray'); END;
--> statement-breakpoint
CREATE TRIGGER differences_are_kept BEFORE DELETE ON differences
BEGIN SELECT RAISE(ABORT, 'differences are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER manual_refunds_fixed BEFORE UPDATE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual refunds are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER manual_refunds_are_kept BEFORE DELETE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual refunds are append-only'); END;
--> statement-breakpoint

-- How a person is reached, and was before: withdrawals wait after a change. The application writes its time; where it does not, the
-- database does.
CREATE TRIGGER users_contact_change_is_dated AFTER UPDATE OF email, phone ON users
WHEN (NEW.email IS NOT OLD.email OR NEW.phone IS NOT OLD.phone) AND NEW.contact_changed_at_ms IS OLD.contact_changed_at_ms
BEGIN
UPDATE users SET contact_changed_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_old_email_is_kept AFTER UPDATE OF email ON users
WHEN OLD.email IS NOT NULL AND NEW.email IS NOT OLD.email AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'email', OLD.email, NEW.email,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint
CREATE TRIGGER users_old_phone_is_kept AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'sms', OLD.phone, NEW.phone,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_fixed BEFORE UPDATE OF id, user_id, channel, changed_at_ms ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_blanked_only BEFORE UPDATE OF old_value, new_value ON contact_changes
WHEN NEW.old_value <> '' OR NEW.new_value IS NOT NULL OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only, but for being blanked with their account'); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_are_kept BEFORE DELETE ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only'); END;
--> statement-breakpoint

-- Marks that turn the direction of writing (Bidi_Control of Unicode) could make a name read as another one. U+061C, U+200E, U+200F, U+202A to
-- U+202E and U+2066 to U+2069, named by number because they are invisible.
CREATE TRIGGER users_names_read_one_way BEFORE INSERT ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '')
  GLOB '*[' || char(1564, 8206, 8207, 8234) || '-' || char(8238, 8294) || '-' || char(8297) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name must not change the direction of writing'); END;
--> statement-breakpoint
CREATE TRIGGER users_names_stay_one_way BEFORE UPDATE OF full_name, name_on_certificate ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '')
  GLOB '*[' || char(1564, 8206, 8207, 8234) || '-' || char(8238, 8294) || '-' || char(8297) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name must not change the direction of writing'); END;
--> statement-breakpoint

-- Whether a person was compared with an identity document.
CREATE TRIGGER identity_checks_fixed BEFORE UPDATE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity checks are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_are_kept BEFORE DELETE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity checks are append-only'); END;
--> statement-breakpoint

-- Closing an account: it waits until nothing is left. Then it keeps its id and the books, and nothing that says whose it was.
CREATE TRIGGER account_closings_are_kept BEFORE DELETE ON account_closings
BEGIN SELECT RAISE(ABORT, 'closings are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER account_closings_facts_fixed BEFORE UPDATE OF id, user_id, asked_at_ms ON account_closings
BEGIN SELECT RAISE(ABORT, 'the facts of a closing are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER account_closings_end_once BEFORE UPDATE ON account_closings
WHEN OLD.closed_at_ms IS NOT NULL OR OLD.cancelled_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closing ends once'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_stay_closed BEFORE UPDATE OF id, email, phone, full_name, name_on_certificate, address, role, referral_code, suspended_at_ms, closed_at_ms ON users
WHEN OLD.closed_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed account stays closed'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_are_blank BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND (NEW.email IS NOT NEW.id || '@closed.invalid' OR NEW.phone IS NOT NULL OR NEW.full_name IS NOT NULL
  OR NEW.name_on_certificate IS NOT NULL OR NEW.address IS NOT NULL OR NEW.referral_code <> 'closed:' || NEW.id OR NEW.suspended_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'a closed account says nothing of its person'); END;
--> statement-breakpoint

-- The audit log is append-only; users and dead letters are never deleted.
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

-- Every user gets three accounts when the row is created.
CREATE TRIGGER users_have_accounts AFTER INSERT ON users
BEGIN
INSERT INTO accounts (id, user_id, currency) VALUES
  ('user:' || NEW.id || ':wallet', NEW.id, 'USD'), ('user:' || NEW.id || ':rewards-pending', NEW.id, 'USD'), ('user:' || NEW.id || ':tokens', NEW.id, 'TOKEN');
END;
--> statement-breakpoint

-- The house's own accounts, the initial joining fee, and the initial limits on payouts of one person.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:stripe', 'USD', 1), ('house:copperx', 'USD', 1), ('house:promotions', 'USD', 1), ('house:token-issue', 'TOKEN', 1),
  ('house:unsettled', 'USD', 0), ('house:joining-fees', 'USD', 0), ('house:stake-sales', 'USD', 0),
  ('house:returns', 'USD', 1), ('house:withdrawals', 'USD', 0), ('house:bank', 'USD', 1), ('house:given-up', 'USD', 0);
--> statement-breakpoint
INSERT INTO settings (key, value, updated_at_ms) VALUES
  ('joining_fee_cents', 1000, 0), ('withdrawal_requests_per_day', 30, 0), ('payouts_per_day', 10, 0), ('payouts_per_month', 50, 0),
  ('payout_cents_per_day', 1000000, 0), ('payout_cents_per_month', 2500000, 0), ('payout_accounts_per_month', 3, 0),
  ('identity_check_above_cents', 1000000, 0), ('second_operator_above_cents', 1000000, 0);
--> statement-breakpoint
-- What buyers pay, what is not shared out yet, the house's own part, and what rounding leaves.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:cask-buyers', 'USD', 1), ('house:cask-proceeds', 'USD', 0), ('house:own-stakes', 'USD', 0), ('house:rounding', 'USD', 0);
--> statement-breakpoint
-- Two people decide, neither of them for a cask of their own, and their figures are fixed.
CREATE TRIGGER cask_exits_start BEFORE INSERT ON cask_exits
WHEN NOT EXISTS (SELECT 1 FROM exit_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'the end of a cask may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_state_graph BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM exit_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of exit state'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_facts_fixed BEFORE UPDATE OF id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, proposed_by, proposed_at_ms ON cask_exits
BEGIN SELECT RAISE(ABORT, 'the figures of an exit are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_decision_fixed BEFORE UPDATE OF confirmed_by, confirmed_at_ms, withdrawn_by, ended_at_ms ON cask_exits
WHEN OLD.state IN ('done', 'withdrawn')
  OR (OLD.state = 'confirmed' AND (NEW.confirmed_by IS NOT OLD.confirmed_by OR NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms OR NEW.withdrawn_by IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'who decided about an exit is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_by_two BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed' AND (NEW.confirmed_by IS NULL OR NEW.confirmed_at_ms IS NULL OR NEW.confirmed_by = NEW.proposed_by)
BEGIN SELECT RAISE(ABORT, 'an exit is confirmed by somebody else than who proposed it'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_by_others BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
  AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND user_id = NEW.confirmed_by AND state <> 'ended')
BEGIN SELECT RAISE(ABORT, 'nobody decides about a cask of their own'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_of_whole_cask BEFORE INSERT ON cask_exits
WHEN NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id)
BEGIN SELECT RAISE(ABORT, 'an exit is of all stakes of its cask'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_still_whole BEFORE UPDATE OF state ON cask_exits
WHEN NEW.state = 'confirmed' AND NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id)
BEGIN SELECT RAISE(ABORT, 'an exit is of all stakes of its cask'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_share_all BEFORE UPDATE OF state ON cask_exits
WHEN NEW.state = 'done' AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND state = 'active')
BEGIN SELECT RAISE(ABORT, 'an exit is done once every stake is credited'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_are_kept BEFORE DELETE ON cask_exits
BEGIN SELECT RAISE(ABORT, 'exits are never deleted'); END;
--> statement-breakpoint
-- From then on nothing of the cask is sold, and no return of it is asked for.
CREATE TRIGGER cask_exits_end_cask AFTER UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
BEGIN UPDATE casks SET ended_on = NEW.sold_on WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER casks_start_without_end BEFORE INSERT ON casks WHEN NEW.ended_on IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a cask starts without an end'); END;
--> statement-breakpoint
CREATE TRIGGER casks_end_once BEFORE UPDATE OF ended_on ON casks
WHEN OLD.ended_on IS NOT NULL OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.id AND state <> 'withdrawn' AND state = 'confirmed' AND sold_on = NEW.ended_on)
BEGIN SELECT RAISE(ABORT, 'a cask ends once, by an exit that was confirmed'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_of_standing_cask BEFORE INSERT ON reservations
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'nothing is sold of a cask that has ended'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_of_standing_cask BEFORE INSERT ON stakes
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'nothing is sold of a cask that has ended'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_standing_cask BEFORE INSERT ON withdrawals
WHEN EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.id = NEW.stake_id AND casks.ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'what an ended cask brought replaces its later returns'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_end_with_cask BEFORE UPDATE OF exit_id ON stakes
WHEN OLD.exit_id IS NOT NULL OR OLD.state <> 'active' OR NEW.state <> 'ended'
  OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE id = NEW.exit_id AND cask_id = NEW.cask_id AND state IN ('confirmed', 'done'))
BEGIN SELECT RAISE(ABORT, 'a stake ends once, with its own cask'); END;
--> statement-breakpoint
-- A cask starts as a draft. Nobody buys of one that is not published, and one with a stake taken cannot be withdrawn.
CREATE TRIGGER casks_start BEFORE INSERT ON casks
WHEN NOT EXISTS (SELECT 1 FROM cask_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a cask may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER casks_state_graph BEFORE UPDATE OF state ON casks
WHEN OLD.state IS NOT NEW.state AND NOT EXISTS (SELECT 1 FROM cask_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of cask state'); END;
--> statement-breakpoint
CREATE TRIGGER casks_taken_stay_published BEFORE UPDATE OF state ON casks
WHEN NEW.state = 'withdrawn' AND OLD.state <> 'withdrawn' AND OLD.sold_stakes + OLD.reserved_stakes > 0
BEGIN SELECT RAISE(ABORT, 'a cask is withdrawn only while no stake is taken'); END;
--> statement-breakpoint
CREATE TRIGGER payments_of_published_casks BEFORE INSERT ON payments
WHEN NEW.cask_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published')
BEGIN SELECT RAISE(ABORT, 'a stake is bought of a published cask'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_of_published_casks BEFORE UPDATE OF state ON reservations
WHEN NEW.state = 'paid' AND OLD.state = 'expired' AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published')
BEGIN SELECT RAISE(ABORT, 'a late payment takes a stake of a published cask'); END;
--> statement-breakpoint
-- The issue price is the first valuation, written when the cask is published.
CREATE TRIGGER casks_price_issued BEFORE UPDATE OF cost_per_stake_cents ON casks
WHEN NEW.cost_per_stake_cents <> OLD.cost_per_stake_cents AND EXISTS (SELECT 1 FROM valuations WHERE cask_id = OLD.id AND tier = 'issue')
BEGIN SELECT RAISE(ABORT, 'the terms of a cask hold its price once it has been published'); END;
--> statement-breakpoint
CREATE TRIGGER casks_identity_fixed BEFORE UPDATE OF name, kind, cask_type, distillery, cask_number, filled_on, vintage_year ON casks
WHEN OLD.sold_stakes + OLD.reserved_stakes > 0
  AND (NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.cask_type <> OLD.cask_type OR NEW.distillery <> OLD.distillery
    OR (OLD.cask_number IS NOT NULL AND NEW.cask_number IS NOT OLD.cask_number)
    OR (OLD.filled_on IS NOT NULL AND NEW.filled_on IS NOT OLD.filled_on)
    OR (OLD.vintage_year <> 0 AND NEW.vintage_year <> OLD.vintage_year))
BEGIN SELECT RAISE(ABORT, 'what a cask is, is fixed once a stake is taken'); END;
--> statement-breakpoint
-- A correction takes the place of one entry of the same cask, and never of the issue price.
CREATE TRIGGER valuations_correct_their_own BEFORE INSERT ON valuations
WHEN NEW.supersedes_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM valuations WHERE id = NEW.supersedes_id AND cask_id = NEW.cask_id AND tier <> 'issue')
BEGIN SELECT RAISE(ABORT, 'a correction is of a valuation of the same cask'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_replaces_its_own BEFORE INSERT ON evidence
WHEN NEW.supersedes_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM evidence WHERE id = NEW.supersedes_id AND cask_id = NEW.cask_id AND kind = NEW.kind)
BEGIN SELECT RAISE(ABORT, 'a document takes the place of one of the same cask and kind'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_fixed BEFORE UPDATE ON gauges
BEGIN SELECT RAISE(ABORT, 'regauges are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_are_kept BEFORE DELETE ON gauges
BEGIN SELECT RAISE(ABORT, 'regauges are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_fixed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
--> statement-breakpoint
-- The latest regauge says what is in the cask; of two with the same date the later entry counts.
CREATE TRIGGER gauges_tell_the_cask AFTER INSERT ON gauges
WHEN NOT EXISTS (SELECT 1 FROM gauges AS later WHERE later.cask_id = NEW.cask_id AND later.gauged_on > NEW.gauged_on)
BEGIN UPDATE casks SET loa_decilitres = NEW.loa_decilitres, abv_tenths = NEW.abv_tenths, version = version + 1 WHERE id = NEW.cask_id; END;
--> statement-breakpoint

-- Payouts: a large one is paid only under the reference that an operator proposed, and what was decided keeps its proposal.
CREATE TRIGGER withdrawals_large_proposed BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
  AND NOT EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND bank_reference = NEW.bank_reference)
BEGIN SELECT RAISE(ABORT, 'a large payout is proposed before it is paid'); END;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_of_open BEFORE UPDATE ON payout_proposals
WHEN (SELECT state FROM withdrawals WHERE id = OLD.withdrawal_id) <> 'progress'
BEGIN SELECT RAISE(ABORT, 'a decided payout keeps its proposal'); END;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_are_kept BEFORE DELETE ON payout_proposals
BEGIN SELECT RAISE(ABORT, 'proposals of payouts are never deleted'); END;
--> statement-breakpoint

-- What an ended cask brought is its last word.
CREATE TRIGGER casks_ended_stay BEFORE UPDATE OF state ON casks WHEN OLD.ended_on IS NOT NULL AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a cask that has ended is neither withdrawn nor offered again'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_of_standing_cask BEFORE INSERT ON valuations
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a cask that has ended is valued no more'); END;
--> statement-breakpoint
-- The reason is what an operator wrote; it goes when the account is closed.
CREATE TRIGGER suspensions_facts_fixed BEFORE UPDATE OF id, user_id, operator_id, suspended_at_ms ON suspensions
BEGIN SELECT RAISE(ABORT, 'the facts of a suspension are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER suspensions_end_once BEFORE UPDATE OF restored_by, restored_at_ms ON suspensions
WHEN OLD.restored_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a suspension ends once'); END;
--> statement-breakpoint
CREATE TRIGGER suspensions_are_kept BEFORE DELETE ON suspensions
BEGIN SELECT RAISE(ABORT, 'suspensions are never deleted'); END;
--> statement-breakpoint
-- What comes in from a suspended person is still settled; nothing is begun, and nothing goes out.
CREATE TRIGGER payments_of_people_in_good_standing BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person buys nothing'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_people_in_good_standing BEFORE INSERT ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person withdraws nothing'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_paid_in_good_standing BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person is paid nothing'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_fixed BEFORE UPDATE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'what was lifted is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_are_kept BEFORE DELETE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'what was lifted is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_of_lost BEFORE INSERT ON dispute_lifts
WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'disputed' AND reason = 'dispute-lost' AND user_id <> NEW.operator_id)
BEGIN SELECT RAISE(ABORT, 'only what a lost dispute holds back is lifted, and by somebody else'); END;
--> statement-breakpoint
CREATE TRIGGER support_requests_facts_fixed BEFORE UPDATE OF id, number, user_id, name, email, phone, kind, message, content_mark, created_at_ms ON support_requests
BEGIN SELECT RAISE(ABORT, 'the facts of a support request are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER support_requests_stay_closed BEFORE UPDATE OF answered_at_ms, closed_at_ms ON support_requests
WHEN OLD.closed_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed support request is never reopened'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_fixed BEFORE UPDATE ON support_answers
BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;
--> statement-breakpoint
-- They go with their request, and never alone.
CREATE TRIGGER support_answers_are_kept BEFORE DELETE ON support_answers
WHEN EXISTS (SELECT 1 FROM support_requests WHERE id = OLD.request_id)
BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_to_open BEFORE INSERT ON support_answers
WHEN EXISTS (SELECT 1 FROM support_requests WHERE id = NEW.request_id AND (closed_at_ms IS NOT NULL OR user_id = NEW.operator_id))
BEGIN SELECT RAISE(ABORT, 'an answer is to an open request of somebody else'); END;

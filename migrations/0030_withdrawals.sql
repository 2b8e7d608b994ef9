CREATE TABLE `kept_forms` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`values_sealed` text NOT NULL,
	`key_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at_ms`);
--> statement-breakpoint

-- What a return was reckoned to stays with it: later ones count from the highest of these.
ALTER TABLE `withdrawals` ADD `reckoned_to_cents` integer;
--> statement-breakpoint
UPDATE withdrawals SET reckoned_to_cents = amount_cents + (SELECT price_cents FROM stakes WHERE stakes.id = stake_id) WHERE stake_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER withdrawals_returns_are_reckoned BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND NEW.cycle_number IS NOT NULL AND NEW.interest_basis_points IS NOT NULL AND NEW.reckoned_to_cents IS NULL
BEGIN SELECT RAISE(ABORT, 'a return says the value it was reckoned to'); END;
--> statement-breakpoint

-- An investor cancels a request, or whoever reads its mail stops it; either frees its cycle or the balance again.
CREATE TABLE `withdrawal_cancellers` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO withdrawal_cancellers (name) VALUES ('investor'), ('stop-link');
--> statement-breakpoint
CREATE TRIGGER withdrawal_cancellers_fixed BEFORE UPDATE OF name ON withdrawal_cancellers BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_cancellers_are_kept BEFORE DELETE ON withdrawal_cancellers BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
INSERT INTO withdrawal_states (name) VALUES ('cancelled');
--> statement-breakpoint
INSERT INTO withdrawal_state_changes (was, becomes) VALUES ('progress', 'cancelled');
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `cancelled_by` text REFERENCES withdrawal_cancellers(name);
--> statement-breakpoint
CREATE TRIGGER withdrawals_cancelled_by_someone BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'cancelled' AND OLD.state = 'progress' AND NEW.cancelled_by IS NULL
BEGIN SELECT RAISE(ABORT, 'a cancelled withdrawal says who cancelled it'); END;
--> statement-breakpoint
DROP INDEX `withdrawals_one_per_cycle`;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_per_cycle` ON `withdrawals` (`stake_id`,`cycle_number`) WHERE state IN ('progress', 'paid');
--> statement-breakpoint

-- Which account a request names, as a keyed hash: whether it was paid to before is asked without opening its number.
ALTER TABLE `withdrawals` ADD `account_mark` text;
--> statement-breakpoint
ALTER TABLE `bank_details` ADD `account_mark` text;
--> statement-breakpoint
-- Named by the link in the mail about the request.
ALTER TABLE `withdrawals` ADD `stop_token` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_by_stop_token` ON `withdrawals` (`stop_token`);
--> statement-breakpoint

-- Withdrawals wait after any change of how a person is reached, also after the first phone number of somebody with a mailbox. The
-- application writes the time; where it does not, the database does.
ALTER TABLE `users` ADD `contact_changed_at_ms` integer;
--> statement-breakpoint
UPDATE users SET contact_changed_at_ms = (SELECT max(changed_at_ms) FROM contact_changes WHERE user_id = users.id);
--> statement-breakpoint
CREATE TRIGGER users_contact_change_is_dated AFTER UPDATE OF email, phone ON users
WHEN (NEW.email IS NOT OLD.email OR NEW.phone IS NOT OLD.phone) AND NEW.contact_changed_at_ms IS OLD.contact_changed_at_ms
BEGIN
UPDATE users SET contact_changed_at_ms = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE id = NEW.id;
END;
--> statement-breakpoint
DROP TRIGGER users_old_email_is_kept;
--> statement-breakpoint
CREATE TRIGGER users_old_email_is_kept AFTER UPDATE OF email ON users
WHEN OLD.email IS NOT NULL AND NEW.email IS NOT OLD.email
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'email', OLD.email, NEW.email,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint
DROP TRIGGER users_old_phone_is_kept;
--> statement-breakpoint
CREATE TRIGGER users_old_phone_is_kept AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'sms', OLD.phone, NEW.phone,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint

-- For a week after a change of mailbox the former one is told of a withdrawal as well.
INSERT INTO notice_kinds (name, urgent) VALUES ('withdrawal-warned', 1), ('withdrawal-cancelled', 1);
--> statement-breakpoint
CREATE TRIGGER withdrawals_former_mailboxes_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:withdrawal-warned:' || NEW.id || ':' || contact_changes.id, 'send-notice', 'withdrawal-warned:' || NEW.id || ':' || contact_changes.id, 'withdrawal-warned',
  NEW.created_at_ms, NEW.created_at_ms
FROM contact_changes WHERE user_id = NEW.user_id AND channel = 'email' AND changed_at_ms > NEW.created_at_ms - 604800000 ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_decisions_are_told;
--> statement-breakpoint
CREATE TRIGGER withdrawals_decisions_are_told AFTER UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND NEW.state IN ('paid', 'rejected', 'cancelled')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-' || NEW.state || ':' || NEW.id, 'send-notice', 'withdrawal-' || NEW.state || ':' || NEW.id, 'withdrawal-' || NEW.state,
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Whether the account's holder is another name than the profile's: shown to whoever decides.
ALTER TABLE `withdrawals` ADD `holder_differs` integer CHECK (`holder_differs` IN (0, 1));
--> statement-breakpoint

-- Limits on payouts, of one person.
INSERT INTO setting_keys (name) VALUES ('withdrawal_requests_per_day'), ('payouts_per_day'), ('payouts_per_month'), ('payout_cents_per_day'),
  ('payout_cents_per_month'), ('payout_accounts_per_month'), ('identity_check_above_cents');
--> statement-breakpoint
INSERT INTO settings (key, value, updated_at_ms) VALUES ('withdrawal_requests_per_day', 30, 0), ('payouts_per_day', 10, 0), ('payouts_per_month', 50, 0),
  ('payout_cents_per_day', 1000000, 0), ('payout_cents_per_month', 2500000, 0), ('payout_accounts_per_month', 3, 0), ('identity_check_above_cents', 1000000, 0);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `over_limit` text REFERENCES setting_keys(name);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `cleared_at_ms` integer CHECK (`cleared_at_ms` IS NULL OR `over_limit` IS NOT NULL);
--> statement-breakpoint
CREATE TABLE `identity_outcomes` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO identity_outcomes (name) VALUES ('passed'), ('failed');
--> statement-breakpoint
CREATE TRIGGER identity_outcomes_fixed BEFORE UPDATE OF name ON identity_outcomes BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER identity_outcomes_are_kept BEFORE DELETE ON identity_outcomes BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TABLE `identity_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`outcome` text NOT NULL,
	`checked_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`outcome`) REFERENCES `identity_outcomes`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `identity_checks_by_user` ON `identity_checks` (`user_id`,`checked_at_ms`);
--> statement-breakpoint
CREATE TRIGGER identity_checks_fixed BEFORE UPDATE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity checks are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_are_kept BEFORE DELETE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity checks are append-only'); END;
--> statement-breakpoint
DROP TRIGGER withdrawals_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, created_at_ms, reckoned_to_cents, account_mark, stop_token, holder_differs, over_limit ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;

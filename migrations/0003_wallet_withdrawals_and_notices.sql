CREATE TABLE `contact_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`old_value` text NOT NULL,
	`new_value` text,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_changes_channel" CHECK("contact_changes"."channel" IN ('email', 'sms'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_changes_by_user` ON `contact_changes` (`user_id`,`changed_at_ms`);--> statement-breakpoint

-- Withdrawals of a wallet's balance: no stake, no cycle. The table is made anew, with every row it has. D1 runs migrations with
-- foreign keys on and without a way to turn them off; nothing refers to this table, so they hold at the end.
PRAGMA defer_foreign_keys = on;--> statement-breakpoint
CREATE TABLE `__new_withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stake_id` text,
	`cycle_number` integer,
	`amount_cents` integer NOT NULL,
	`interest_basis_points` integer,
	`mode` text NOT NULL,
	`holder_name` text NOT NULL,
	`bank_name` text NOT NULL,
	`ifsc_code` text NOT NULL,
	`account_number_sealed` text NOT NULL,
	`account_last4` text NOT NULL,
	`key_id` text NOT NULL,
	`state` text DEFAULT 'progress' NOT NULL,
	`payable_from_ms` integer NOT NULL,
	`bank_reference` text,
	`reject_reason` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_amount" CHECK("amount_cents" > 0),
	CONSTRAINT "withdrawals_cycle" CHECK("cycle_number" >= 1),
	CONSTRAINT "withdrawals_cycle_or_balance" CHECK(("stake_id" IS NULL) = ("cycle_number" IS NULL) AND ("stake_id" IS NULL) = ("interest_basis_points" IS NULL)),
	CONSTRAINT "withdrawals_mode" CHECK("mode" IN ('Bank', 'Crypto')),
	CONSTRAINT "withdrawals_state" CHECK("state" IN ('progress', 'paid', 'rejected')),
	CONSTRAINT "withdrawals_paid" CHECK("state" <> 'paid' OR "bank_reference" IS NOT NULL),
	CONSTRAINT "withdrawals_rejected" CHECK("state" <> 'rejected' OR "reject_reason" IS NOT NULL)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_withdrawals`("id", "user_id", "stake_id", "cycle_number", "amount_cents", "interest_basis_points", "mode", "holder_name", "bank_name", "ifsc_code", "account_number_sealed", "account_last4", "key_id", "state", "payable_from_ms", "bank_reference", "reject_reason", "created_at_ms", "updated_at_ms") SELECT "id", "user_id", "stake_id", "cycle_number", "amount_cents", "interest_basis_points", "mode", "holder_name", "bank_name", "ifsc_code", "account_number_sealed", "account_last4", "key_id", "state", "payable_from_ms", "bank_reference", "reject_reason", "created_at_ms", "updated_at_ms" FROM `withdrawals`;--> statement-breakpoint
DROP TABLE `withdrawals`;--> statement-breakpoint
ALTER TABLE `__new_withdrawals` RENAME TO `withdrawals`;--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_per_cycle` ON `withdrawals` (`stake_id`,`cycle_number`) WHERE state <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_open_balance` ON `withdrawals` (`user_id`) WHERE stake_id IS NULL AND state = 'progress';--> statement-breakpoint
CREATE INDEX `withdrawals_by_stake` ON `withdrawals` (`stake_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_user` ON `withdrawals` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_open` ON `withdrawals` (`created_at_ms`) WHERE state = 'progress';--> statement-breakpoint

-- Dropping the table dropped its rules with it.
CREATE TRIGGER withdrawals_start_in_progress BEFORE INSERT ON withdrawals WHEN NEW.state <> 'progress'
BEGIN SELECT RAISE(ABORT, 'a withdrawal starts in progress'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_own_stake BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stakes WHERE id = NEW.stake_id AND user_id = NEW.user_id AND state = 'active')
BEGIN SELECT RAISE(ABORT, 'a return is withdrawn from an active stake of its own user'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_within_balance BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM accounts WHERE id = 'user:' || NEW.user_id || ':wallet' AND credits_total - debits_total >= NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a balance is withdrawn from what the wallet holds'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_state_graph BEFORE UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('progress>paid', 'progress>rejected')
BEGIN SELECT RAISE(ABORT, 'forbidden change of withdrawal state'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, created_at_ms ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are never deleted'); END;
--> statement-breakpoint

-- Addresses an account had before. The time is the database's own: a change of address carries none.
CREATE TRIGGER users_old_email_is_kept AFTER UPDATE OF email ON users
WHEN OLD.email IS NOT NULL AND NEW.email IS NOT OLD.email
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'email', OLD.email, NEW.email, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER users_old_phone_is_kept AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'sms', OLD.phone, NEW.phone, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_fixed BEFORE UPDATE ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_are_kept BEFORE DELETE ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only'); END;
--> statement-breakpoint

-- Who is told of what: the notice is written with its cause and names a row, never an address.
CREATE TRIGGER contact_changes_are_told AFTER INSERT ON contact_changes
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:contact-changed:' || NEW.id, 'send-notice', 'contact-changed:' || NEW.id, NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_new_are_told AFTER INSERT ON bank_details
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'send-notice', 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_changes_are_told AFTER UPDATE OF changed_at_ms ON bank_details
WHEN NEW.changed_at_ms <> OLD.changed_at_ms
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'send-notice', 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_requests_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-requested:' || NEW.id, 'send-notice', 'withdrawal-requested:' || NEW.id, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_decisions_are_told AFTER UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-' || NEW.state || ':' || NEW.id, 'send-notice', 'withdrawal-' || NEW.state || ':' || NEW.id, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_reversals_are_told AFTER UPDATE OF state ON payments
WHEN OLD.state || '>' || NEW.state IN ('settled>refunded', 'disputed>refunded', 'settled>disputed', 'disputed>settled')
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-reversed:' || NEW.id || ':' || NEW.state || ':' || NEW.updated_at_ms, 'send-notice', 'payment-reversed:' || NEW.id || ':' || NEW.state || ':' || NEW.updated_at_ms, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;

-- Sessions of tokens end when they are not used.
ALTER TABLE sessions ADD COLUMN idle_ends_at_ms integer;
--> statement-breakpoint

-- Closing an account: what is to become of what it holds, and whether it is done. It waits until nothing is left.
CREATE TABLE `account_closings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL REFERENCES `users`(`id`),
	`give_up_stakes` integer NOT NULL,
	`give_up_balance` integer NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`cancelled_at_ms` integer,
	`closed_at_ms` integer,
	CONSTRAINT "account_closings_choices" CHECK("give_up_stakes" IN (0, 1) AND "give_up_balance" IN (0, 1)),
	CONSTRAINT "account_closings_end" CHECK("cancelled_at_ms" IS NULL OR "closed_at_ms" IS NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_closings_one_open` ON `account_closings` (`user_id`) WHERE cancelled_at_ms IS NULL;
--> statement-breakpoint
CREATE INDEX `account_closings_waiting` ON `account_closings` (`asked_at_ms`) WHERE cancelled_at_ms IS NULL AND closed_at_ms IS NULL;
--> statement-breakpoint
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

-- A closed account keeps its id and the books, and nothing that says whose it was.
ALTER TABLE users ADD COLUMN closed_at_ms integer;
--> statement-breakpoint
CREATE TRIGGER users_closed_stay_closed BEFORE UPDATE OF id, email, phone, full_name, address, role, referral_code, suspended_at_ms, closed_at_ms ON users
WHEN OLD.closed_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed account stays closed'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_are_blank BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND (NEW.email IS NOT NEW.id || '@closed.invalid' OR NEW.phone IS NOT NULL OR NEW.full_name IS NOT NULL
  OR NEW.address IS NOT NULL OR NEW.referral_code <> 'closed:' || NEW.id OR NEW.suspended_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'a closed account says nothing of its person'); END;
--> statement-breakpoint
DROP TRIGGER users_old_email_is_kept;
--> statement-breakpoint
CREATE TRIGGER users_old_email_is_kept AFTER UPDATE OF email ON users
WHEN OLD.email IS NOT NULL AND NEW.email IS NOT OLD.email AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'email', OLD.email, NEW.email,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint
DROP TRIGGER users_old_phone_is_kept;
--> statement-breakpoint
CREATE TRIGGER users_old_phone_is_kept AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NOT NULL AND NEW.phone IS NOT OLD.phone AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
VALUES ('cch_' || lower(hex(randomblob(12))), NEW.id, 'sms', OLD.phone, NEW.phone,
  iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)));
END;
--> statement-breakpoint
DROP TRIGGER contact_changes_fixed;
--> statement-breakpoint
CREATE TRIGGER contact_changes_fixed BEFORE UPDATE OF id, user_id, channel, changed_at_ms ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_blanked_only BEFORE UPDATE OF old_value, new_value ON contact_changes
WHEN NEW.old_value <> '' OR NEW.new_value IS NOT NULL OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'contact changes are append-only, but for being blanked with their account'); END;
--> statement-breakpoint
DROP TRIGGER withdrawals_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, created_at_ms, reckoned_to_cents, stop_token, holder_differs, over_limit ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_bank_blanked_only BEFORE UPDATE OF holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, account_mark ON withdrawals
WHEN NEW.holder_name || NEW.bank_name || NEW.ifsc_code || NEW.account_number_sealed || NEW.account_last4 || NEW.key_id <> '' OR NEW.account_mark IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed, but for being blanked with its account'); END;
--> statement-breakpoint

-- The files of certificates hold a name: they go a little later, when nobody is writing one any more.
INSERT INTO outbox_kinds (name) VALUES ('erase-certificates');
--> statement-breakpoint
CREATE TRIGGER users_closed_lose_files AFTER UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('erase-certificates:' || NEW.id, 'erase-certificates', NEW.id, NEW.closed_at_ms + 600000, NEW.closed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES ('given-up');
--> statement-breakpoint
INSERT INTO accounts (id, currency, may_overdraw) VALUES ('house:given-up', 'USD', 0);

-- Work that waits: since when it has been failing, and whether it goes before the rest. Which kinds are urgent is said by
-- app/features/outbox/kinds.ts; a test compares.
ALTER TABLE outbox_kinds ADD COLUMN urgent integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE notice_kinds ADD COLUMN urgent integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE outbox_kinds SET urgent = 1 WHERE name IN ('refund-payment', 'issue-certificate');
--> statement-breakpoint
UPDATE notice_kinds SET urgent = 1 WHERE name IN ('withdrawal-requested', 'bank-changed', 'contact-changed');
--> statement-breakpoint
INSERT INTO notice_kinds (name) VALUES ('work-waits');
--> statement-breakpoint
ALTER TABLE outbox ADD COLUMN urgent integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE outbox ADD COLUMN failing_since_ms integer;
--> statement-breakpoint
ALTER TABLE outbox ADD COLUMN leased_until_ms integer;
--> statement-breakpoint
DROP INDEX outbox_due;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`urgent`,`available_at_ms`) WHERE done_at_ms IS NULL;
--> statement-breakpoint
CREATE INDEX `outbox_failing` ON `outbox` (`failing_since_ms`) WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1)
  OR EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1)
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;
--> statement-breakpoint
CREATE INDEX `users_operators` ON `users` (`id`) WHERE role = 'operator';
--> statement-breakpoint

-- A payment that was taken back can count again, and be taken back again: each time has a number of its own.
ALTER TABLE payments ADD COLUMN reversals integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES ('restored');
--> statement-breakpoint
INSERT INTO payment_reasons (name) VALUES ('dispute-lost');
--> statement-breakpoint
INSERT INTO payment_state_changes (was, becomes) VALUES ('disputed', 'refunding');
--> statement-breakpoint
INSERT INTO referral_state_changes (was, becomes) VALUES ('reversed', 'held'), ('reversed', 'pending'), ('reversed', 'paid');
--> statement-breakpoint
INSERT INTO dead_letter_origins (name) VALUES ('reward');
--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`updated_at_ms`) WHERE state = 'disputed' AND reason = 'disputed';
--> statement-breakpoint
CREATE INDEX `payments_refunding` ON `payments` (`received_cents`) WHERE state = 'refunding';
--> statement-breakpoint

-- The rules of the books are checked in ranges: how far that has come, and the sums so far.
CREATE TABLE `book_marks` (
	`rule` text PRIMARY KEY NOT NULL,
	`after_key` text DEFAULT '' NOT NULL,
	`through_seq` integer DEFAULT 0 NOT NULL,
	`pass` integer DEFAULT 1 NOT NULL,
	`covered_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_sums` (
	`account_id` text PRIMARY KEY NOT NULL,
	`pass` integer NOT NULL,
	`credits` integer NOT NULL,
	`debits` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint

-- Money that was sent back by hand, with the reference by which the transfer is found.
CREATE TABLE `manual_refunds` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`operator_id` text NOT NULL,
	`recorded_at_ms` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `manual_refunds_reference_unique` ON `manual_refunds` (`reference`);
--> statement-breakpoint
CREATE TRIGGER manual_refunds_fixed BEFORE UPDATE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual refunds are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER manual_refunds_are_kept BEFORE DELETE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual refunds are append-only'); END;

CREATE TABLE `bank_answer_lines` (
	`answer_id` text NOT NULL,
	`line` integer NOT NULL,
	`reference` text NOT NULL,
	`bank_reference` text NOT NULL,
	`amount_cents` integer,
	`booked_on` text,
	`withdrawal_id` text,
	`problem` text,
	PRIMARY KEY(`answer_id`, `line`),
	FOREIGN KEY (`answer_id`) REFERENCES `bank_answers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_answer_lines_match" CHECK("bank_answer_lines"."problem" IS NOT NULL OR "bank_answer_lines"."withdrawal_id" IS NOT NULL),
	CONSTRAINT "bank_answer_lines_problem" CHECK("bank_answer_lines"."problem" IN ('no-reference', 'no-such-row', 'currency', 'amount-differs', 'not-with-bank', 'returned', 'twice', 'paid-already'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answer_lines_match_once` ON `bank_answer_lines` (`withdrawal_id`) WHERE problem IS NULL;--> statement-breakpoint
CREATE INDEX `bank_answer_lines_by_withdrawal` ON `bank_answer_lines` (`withdrawal_id`);--> statement-breakpoint
CREATE TABLE `bank_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`sha256` text NOT NULL,
	`format` text NOT NULL,
	`handed_in_by` text NOT NULL,
	`handed_in_at_ms` integer NOT NULL,
	`other_lines` integer NOT NULL,
	`marked_by` text,
	`marked_at_ms` integer,
	FOREIGN KEY (`handed_in_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`marked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_answers_format" CHECK("bank_answers"."format" IN ('camt', 'csv')),
	CONSTRAINT "bank_answers_marked" CHECK(("bank_answers"."marked_by" IS NULL) = ("bank_answers"."marked_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answers_number_unique` ON `bank_answers` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answers_sha256_unique` ON `bank_answers` (`sha256`);
--> statement-breakpoint
INSERT INTO dead_letter_origins (name) VALUES ('bank');
--> statement-breakpoint
INSERT INTO setting_keys (name) VALUES ('payout_account');
--> statement-breakpoint
INSERT INTO settings (key, value, text, updated_at_ms) VALUES ('payout_account', 0, '', 0);
--> statement-breakpoint
-- A bank's answer says what happened: it is kept as it came, and what it pays is marked once, above the limit by another operator.
CREATE TRIGGER bank_answers_fixed BEFORE UPDATE OF id, number, sha256, format, handed_in_by, handed_in_at_ms, other_lines ON bank_answers
BEGIN SELECT RAISE(ABORT, 'a bank answer is kept as it came'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_start_unmarked BEFORE INSERT ON bank_answers
WHEN NEW.marked_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a bank answer is handed in before it is marked'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_marked_once BEFORE UPDATE OF marked_by, marked_at_ms ON bank_answers
WHEN OLD.marked_at_ms IS NOT NULL OR NEW.marked_at_ms IS NULL
BEGIN SELECT RAISE(ABORT, 'a bank answer is marked once'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_marked_by_two BEFORE UPDATE OF marked_by, marked_at_ms ON bank_answers
WHEN NEW.marked_by = NEW.handed_in_by AND (SELECT coalesce(sum(withdrawals.amount_cents), 0) FROM bank_answer_lines
    JOIN withdrawals ON withdrawals.id = bank_answer_lines.withdrawal_id AND withdrawals.state = 'sending'
    WHERE bank_answer_lines.answer_id = NEW.id AND bank_answer_lines.problem IS NULL)
  > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
BEGIN SELECT RAISE(ABORT, 'a large bank answer is marked by another operator than the one who handed it in'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_are_kept BEFORE DELETE ON bank_answers
BEGIN SELECT RAISE(ABORT, 'bank answers are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_of_amount BEFORE INSERT ON bank_answer_lines
WHEN NEW.problem IS NULL AND NOT EXISTS (SELECT 1 FROM withdrawals JOIN payout_run_rows ON payout_run_rows.withdrawal_id = withdrawals.id
    AND payout_run_rows.released_at_ms IS NULL
  WHERE withdrawals.id = NEW.withdrawal_id AND withdrawals.state = 'sending' AND withdrawals.amount_cents = NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a line matches what the bank has, to the cent'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_fixed BEFORE UPDATE ON bank_answer_lines
BEGIN SELECT RAISE(ABORT, 'a bank answer is kept as it came'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_are_kept BEFORE DELETE ON bank_answer_lines
BEGIN SELECT RAISE(ABORT, 'bank answers are never deleted'); END;

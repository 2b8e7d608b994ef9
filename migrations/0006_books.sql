CREATE TABLE `book_balances` (
	`month` text NOT NULL,
	`account` text NOT NULL,
	`opening_cents` integer NOT NULL,
	`debit_cents` integer NOT NULL,
	`credit_cents` integer NOT NULL,
	`closing_cents` integer NOT NULL,
	PRIMARY KEY(`month`, `account`),
	FOREIGN KEY (`month`) REFERENCES `book_months`(`month`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_balances_sum" CHECK("book_balances"."closing_cents" = "book_balances"."opening_cents" - "book_balances"."debit_cents" + "book_balances"."credit_cents")
) STRICT;
--> statement-breakpoint
CREATE TABLE `book_months` (
	`month` text PRIMARY KEY NOT NULL,
	`until_ms` integer NOT NULL,
	`row_count` integer NOT NULL,
	`proposal_id` text NOT NULL,
	`closed_at_ms` integer NOT NULL,
	FOREIGN KEY (`proposal_id`) REFERENCES `change_proposals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "book_months_name" CHECK("book_months"."month" GLOB '20[0-9][0-9]-[01][0-9]'),
	CONSTRAINT "book_months_over" CHECK("book_months"."closed_at_ms" >= "book_months"."until_ms")
) STRICT;
--> statement-breakpoint
CREATE INDEX `book_months_until` ON `book_months` (`until_ms`);--> statement-breakpoint
CREATE INDEX `transfers_by_time` ON `transfers` (`created_at_ms`,`seq`);
--> statement-breakpoint
INSERT INTO change_kinds (name) VALUES ('month-close');
--> statement-breakpoint
INSERT INTO setting_keys (name) VALUES ('ledger_accounts');
--> statement-breakpoint
INSERT INTO settings (key, value, text, updated_at_ms) VALUES ('ledger_accounts', 0, '', 0);
--> statement-breakpoint
-- A month is closed by two operators, once, and not while the bank has something of it to pay. Then the ledger takes no row of its time.
CREATE TRIGGER book_months_by_two BEFORE INSERT ON book_months
WHEN NOT EXISTS (SELECT 1 FROM change_proposals WHERE id = NEW.proposal_id AND kind = 'month-close' AND state = 'confirmed')
BEGIN SELECT RAISE(ABORT, 'a month is closed by two operators'); END;
--> statement-breakpoint
CREATE TRIGGER book_months_without_open_runs BEFORE INSERT ON book_months
WHEN EXISTS (SELECT 1 FROM withdrawals JOIN payout_run_rows ON payout_run_rows.withdrawal_id = withdrawals.id AND payout_run_rows.released_at_ms IS NULL
  WHERE withdrawals.state = 'sending' AND withdrawals.sent_at_ms < NEW.until_ms)
BEGIN SELECT RAISE(ABORT, 'a month with an open payout run is not closed'); END;
--> statement-breakpoint
CREATE TRIGGER book_months_fixed BEFORE UPDATE ON book_months
BEGIN SELECT RAISE(ABORT, 'a closed month stays as it is'); END;
--> statement-breakpoint
CREATE TRIGGER book_months_are_kept BEFORE DELETE ON book_months
BEGIN SELECT RAISE(ABORT, 'a closed month stays as it is'); END;
--> statement-breakpoint
CREATE TRIGGER book_balances_fixed BEFORE UPDATE ON book_balances
BEGIN SELECT RAISE(ABORT, 'the balances of a closed month stay as they are'); END;
--> statement-breakpoint
CREATE TRIGGER book_balances_are_kept BEFORE DELETE ON book_balances
BEGIN SELECT RAISE(ABORT, 'the balances of a closed month stay as they are'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_of_open_months BEFORE INSERT ON transfers
WHEN NEW.created_at_ms < (SELECT max(until_ms) FROM book_months)
BEGIN SELECT RAISE(ABORT, 'a closed month takes no more rows'); END;

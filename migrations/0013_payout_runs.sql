-- What the bank was sent: a payout run (a file with several requests), or a proposal of one. From then on it is taken back only by
-- an operator who calls it back, because the money may be gone.
INSERT INTO withdrawal_states (name, may_start) VALUES ('sending', 0);
--> statement-breakpoint
INSERT INTO withdrawal_state_changes (was, becomes) VALUES ('progress', 'sending'), ('sending', 'paid'), ('sending', 'rejected'), ('sending', 'progress');
--> statement-breakpoint
INSERT INTO setting_keys (name) VALUES ('operator_cents_per_day');
--> statement-breakpoint
INSERT INTO settings (key, value, updated_at_ms) VALUES ('operator_cents_per_day', 5000000, 0);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('large-payout', 1);
--> statement-breakpoint
CREATE TABLE `payout_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`operator_id` text NOT NULL,
	`row_count` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`made_at_ms` integer NOT NULL,
	`called_back_at_ms` integer,
	`called_back_by` text,
	`call_back_reason` text,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`called_back_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_runs_hold_something" CHECK("payout_runs"."row_count" > 0 AND "payout_runs"."total_cents" > 0),
	CONSTRAINT "payout_runs_called_back" CHECK(("payout_runs"."called_back_at_ms" IS NULL) = ("payout_runs"."called_back_by" IS NULL) AND ("payout_runs"."called_back_at_ms" IS NULL) = ("payout_runs"."call_back_reason" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_runs_by_number` ON `payout_runs` (`number`);
--> statement-breakpoint
CREATE INDEX `payout_runs_by_operator` ON `payout_runs` (`operator_id`,`made_at_ms`);
--> statement-breakpoint
CREATE TABLE `payout_run_rows` (
	`run_id` text NOT NULL,
	`place` integer NOT NULL,
	`withdrawal_id` text NOT NULL,
	`released_at_ms` integer,
	PRIMARY KEY(`run_id`, `place`),
	FOREIGN KEY (`run_id`) REFERENCES `payout_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_run_rows_place" CHECK("payout_run_rows"."place" >= 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_run_rows_one_open` ON `payout_run_rows` (`withdrawal_id`) WHERE released_at_ms IS NULL;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `valuation_id` text REFERENCES valuations(id);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `sent_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `stop_asked_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `paid_by` text REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE `payout_proposals` ADD `called_back_at_ms` integer;
--> statement-breakpoint
DROP INDEX `withdrawals_one_per_cycle`;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_per_cycle` ON `withdrawals` (`stake_id`,`cycle_number`) WHERE state IN ('progress', 'sending', 'paid');
--> statement-breakpoint
DROP INDEX `withdrawals_one_open_balance`;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_open_balance` ON `withdrawals` (`user_id`) WHERE stake_id IS NULL AND state IN ('progress', 'sending');
--> statement-breakpoint
DROP INDEX `withdrawals_open`;
--> statement-breakpoint
CREATE INDEX `withdrawals_open` ON `withdrawals` (`created_at_ms`) WHERE state IN ('progress', 'sending');
--> statement-breakpoint
CREATE INDEX `withdrawals_sending_by_user` ON `withdrawals` (`user_id`,`id`,`amount_cents`) WHERE state = 'sending';
--> statement-breakpoint
CREATE INDEX `withdrawals_by_valuation` ON `withdrawals` (`valuation_id`);
--> statement-breakpoint
CREATE INDEX `payout_run_rows_by_withdrawal` ON `payout_run_rows` (`withdrawal_id`);
--> statement-breakpoint
CREATE INDEX `withdrawals_sending` ON `withdrawals` (`sent_at_ms`,`id`) WHERE state = 'sending';
--> statement-breakpoint
CREATE INDEX `withdrawals_paid_by` ON `withdrawals` (`paid_by`,`updated_at_ms`) WHERE paid_by IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER withdrawals_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, created_at_ms, reckoned_to_cents, stop_token, holder_differs, over_limit, valuation_id ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_payer_fixed BEFORE UPDATE OF paid_by ON withdrawals
WHEN OLD.state NOT IN ('progress', 'sending')
BEGIN SELECT RAISE(ABORT, 'who paid a withdrawal is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_sent_are_held BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'sending' AND OLD.state = 'progress' AND (NEW.sent_at_ms IS NULL
  OR NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND called_back_at_ms IS NULL))
BEGIN SELECT RAISE(ABORT, 'what is sent to the bank is in a payout run or proposed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_held_are_called_back BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'progress' AND OLD.state = 'sending'
  AND (EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
  OR EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND called_back_at_ms IS NULL))
BEGIN SELECT RAISE(ABORT, 'what a payout run or a proposal holds waits until that is called back'); END;
--> statement-breakpoint
CREATE TRIGGER payout_runs_fixed BEFORE UPDATE OF id, number, operator_id, row_count, total_cents, made_at_ms ON payout_runs
BEGIN SELECT RAISE(ABORT, 'the facts of a payout run are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER payout_runs_called_back_once BEFORE UPDATE OF called_back_at_ms, called_back_by, call_back_reason ON payout_runs
WHEN OLD.called_back_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payout run is called back once'); END;
--> statement-breakpoint
CREATE TRIGGER payout_runs_are_kept BEFORE DELETE ON payout_runs
BEGIN SELECT RAISE(ABORT, 'payout runs are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_of_waiting BEFORE INSERT ON payout_run_rows
WHEN NEW.released_at_ms IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM payout_runs WHERE id = NEW.run_id AND called_back_at_ms IS NULL AND row_count >= NEW.place)
  OR NOT EXISTS (SELECT 1 FROM withdrawals WHERE id = NEW.withdrawal_id AND state = 'progress'
    AND amount_cents <= (SELECT value FROM settings WHERE key = 'second_operator_above_cents'))
BEGIN SELECT RAISE(ABORT, 'a payout run takes what waits and needs no second operator'); END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_released BEFORE UPDATE OF released_at_ms ON payout_run_rows
WHEN OLD.released_at_ms IS NOT NULL OR NEW.released_at_ms IS NULL
  OR NOT EXISTS (SELECT 1 FROM payout_runs WHERE id = NEW.run_id AND called_back_at_ms IS NOT NULL)
  OR NOT EXISTS (SELECT 1 FROM withdrawals WHERE id = NEW.withdrawal_id AND state = 'sending')
BEGIN SELECT RAISE(ABORT, 'a payout run lets go of what the bank has when it is called back'); END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_fixed BEFORE UPDATE OF run_id, place, withdrawal_id ON payout_run_rows
BEGIN SELECT RAISE(ABORT, 'a payout run keeps its rows'); END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_are_kept BEFORE DELETE ON payout_run_rows
BEGIN SELECT RAISE(ABORT, 'a payout run keeps its rows'); END;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_of_unclaimed BEFORE INSERT ON payout_proposals
WHEN EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.withdrawal_id AND released_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'what is in a payout run is not proposed'); END;
--> statement-breakpoint
DROP TRIGGER payout_proposals_of_open;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_of_open BEFORE UPDATE ON payout_proposals
WHEN (SELECT state FROM withdrawals WHERE id = OLD.withdrawal_id) NOT IN ('progress', 'sending')
BEGIN SELECT RAISE(ABORT, 'a decided payout keeps its proposal'); END;
--> statement-breakpoint
-- What a payout run holds was small and its person in good standing when the bank was sent it: that it was paid is a fact by now.
DROP TRIGGER withdrawals_large_proposed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_large_proposed BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
  AND NOT EXISTS (SELECT 1 FROM payout_proposals WHERE withdrawal_id = NEW.id AND bank_reference = NEW.bank_reference AND called_back_at_ms IS NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'a large payout is proposed before it is paid'); END;
--> statement-breakpoint
DROP TRIGGER withdrawals_paid_in_good_standing;
--> statement-breakpoint
CREATE TRIGGER withdrawals_paid_in_good_standing BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM payout_run_rows WHERE withdrawal_id = NEW.id AND released_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person is paid nothing'); END;
--> statement-breakpoint
-- Two operators who agree are seen by all of them.
CREATE TRIGGER withdrawals_large_are_told AFTER UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:large-payout:' || users.id || ':' || NEW.id, 'send-notice', 'large-payout:' || users.id || ':' || NEW.id, 'large-payout',
  NEW.updated_at_ms, NEW.updated_at_ms
FROM users WHERE role = 'operator' AND email IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- What was proposed before is with the bank.
UPDATE withdrawals SET state = 'sending', sent_at_ms = (SELECT proposed_at_ms FROM payout_proposals WHERE withdrawal_id = withdrawals.id)
WHERE state = 'progress' AND id IN (SELECT withdrawal_id FROM payout_proposals);

DROP INDEX `withdrawals_by_reference`;--> statement-breakpoint
CREATE INDEX `withdrawals_by_reference` ON `withdrawals` ("bank_reference" COLLATE NOCASE) WHERE bank_reference IS NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `due` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `due_until_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tallies` ADD `sending` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payout_proposals` ADD `decided_at_ms` integer;--> statement-breakpoint
CREATE INDEX `payout_proposals_waiting` ON `payout_proposals` (`proposed_at_ms`) WHERE called_back_at_ms IS NULL AND decided_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `bids_drafts` ON `bids` (`drafted_at_ms`) WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX `cask_exits_proposed` ON `cask_exits` (`proposed_at_ms`) WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX `manual_refunds_by_reference` ON `manual_refunds` ("reference" COLLATE NOCASE);
--> statement-breakpoint
-- By hand: the generator splits an expression at its commas.
CREATE INDEX users_by_surname ON users (substr(full_name, length(rtrim(full_name, replace(full_name, ' ', ''))) + 1) COLLATE NOCASE) WHERE full_name IS NOT NULL;
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES ('count-due');
--> statement-breakpoint
UPDATE tallies SET sending = (SELECT count(*) FROM withdrawals WHERE state = 'sending');
--> statement-breakpoint
UPDATE payout_proposals SET decided_at_ms = proposed_at_ms
WHERE (SELECT state FROM withdrawals WHERE id = withdrawal_id) NOT IN ('progress', 'sending');
--> statement-breakpoint
-- What is due is counted up to `due_until_ms`, which the timer moves on; the bank's are counted as they come and go.
CREATE TRIGGER withdrawals_new_due_are_tallied AFTER INSERT ON withdrawals
WHEN NEW.state = 'progress'
BEGIN UPDATE tallies SET due = due + 1 WHERE id = 1 AND due_until_ms >= NEW.payable_from_ms; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_due_changes_are_tallied AFTER UPDATE OF state, payable_from_ms ON withdrawals
BEGIN
UPDATE tallies SET sending = sending + (NEW.state = 'sending') - (OLD.state = 'sending'),
  due = due + (NEW.state = 'progress' AND NEW.payable_from_ms <= due_until_ms) - (OLD.state = 'progress' AND OLD.payable_from_ms <= due_until_ms)
WHERE id = 1;
END;
--> statement-breakpoint
-- A proposal waits until its withdrawal is decided; what it says is kept then.
DROP TRIGGER payout_proposals_of_open;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_of_open BEFORE UPDATE OF withdrawal_id, operator_id, bank_reference, proposed_at_ms, called_back_at_ms ON payout_proposals
WHEN (SELECT state FROM withdrawals WHERE id = OLD.withdrawal_id) NOT IN ('progress', 'sending')
BEGIN SELECT RAISE(ABORT, 'a decided payout keeps its proposal'); END;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_decided_once BEFORE UPDATE OF decided_at_ms ON payout_proposals
WHEN OLD.decided_at_ms IS NOT NULL OR (SELECT state FROM withdrawals WHERE id = OLD.withdrawal_id) IN ('progress', 'sending')
BEGIN SELECT RAISE(ABORT, 'a proposal is decided with its payout, once'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_decisions_end_proposals AFTER UPDATE OF state ON withdrawals
WHEN OLD.state IN ('progress', 'sending') AND NEW.state NOT IN ('progress', 'sending')
BEGIN UPDATE payout_proposals SET decided_at_ms = NEW.updated_at_ms WHERE withdrawal_id = NEW.id AND decided_at_ms IS NULL; END;

-- What an operator's batch begins with puts a row in here unless the session may do what follows. No row ever gets in: the whole batch fails,
-- and the message says why.
CREATE TABLE `refusals` (
	`reason` text NOT NULL,
	CONSTRAINT "refusals_reason" CHECK("refusals"."reason" IN ('ended', 'stranger', 'old-code', 'reader'))
) STRICT;
--> statement-breakpoint
CREATE TRIGGER refusals_of_ended_sessions BEFORE INSERT ON refusals WHEN NEW.reason = 'ended'
BEGIN SELECT RAISE(ABORT, 'not allowed: the session has ended'); END;
--> statement-breakpoint
CREATE TRIGGER refusals_of_strangers BEFORE INSERT ON refusals WHEN NEW.reason = 'stranger'
BEGIN SELECT RAISE(ABORT, 'not allowed: no member of staff'); END;
--> statement-breakpoint
CREATE TRIGGER refusals_of_old_codes BEFORE INSERT ON refusals WHEN NEW.reason = 'old-code'
BEGIN SELECT RAISE(ABORT, 'not allowed: the code is too old'); END;
--> statement-breakpoint
CREATE TRIGGER refusals_of_readers BEFORE INSERT ON refusals WHEN NEW.reason = 'reader'
BEGIN SELECT RAISE(ABORT, 'not allowed: readers change nothing'); END;
--> statement-breakpoint
-- When a dispute began. A comparison with the provider marks the payment as changed, so that another takes its turn: its age was lost.
ALTER TABLE `payments` ADD `disputed_since_ms` integer;
--> statement-breakpoint
UPDATE payments SET disputed_since_ms = updated_at_ms WHERE state = 'disputed';
--> statement-breakpoint
CREATE INDEX `payments_disputed_since` ON `payments` (`disputed_since_ms`) WHERE state = 'disputed' AND reason = 'disputed';
--> statement-breakpoint
CREATE TRIGGER payments_disputes_have_an_age AFTER UPDATE OF state ON payments WHEN NEW.state = 'disputed' AND OLD.state <> 'disputed'
BEGIN UPDATE payments SET disputed_since_ms = NEW.updated_at_ms WHERE id = NEW.id; END;

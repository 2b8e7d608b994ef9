-- Less than the price arrived by crypto: owed to its buyer from the end of the checkout on, until it is sent back or the rest arrives.
INSERT INTO payment_reasons (name) VALUES ('underpaid');
--> statement-breakpoint
INSERT INTO payment_state_changes (was, becomes) VALUES ('refunding', 'paid');
--> statement-breakpoint
CREATE TRIGGER payments_underpaid_are_completed AFTER UPDATE OF state ON payments
WHEN OLD.state = 'refunding' AND NEW.state = 'paid' AND (OLD.reason IS NOT 'underpaid' OR NEW.received_cents IS NULL OR NEW.received_cents < NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'of refunds under way only one of too little is taken back, and in full'); END;
--> statement-breakpoint
CREATE TRIGGER payments_underpaid_buy_nothing AFTER UPDATE OF state ON payments
WHEN NEW.state = 'settled' AND OLD.state = 'paid' AND NEW.received_cents < NEW.amount_cents
BEGIN SELECT RAISE(ABORT, 'a payment settles in full'); END;
--> statement-breakpoint
CREATE TRIGGER payments_underpaid_are_short AFTER UPDATE OF state, reason ON payments
WHEN NEW.reason = 'underpaid' AND (NEW.state NOT IN ('refunding', 'refunded') OR NEW.received_cents IS NULL OR NEW.received_cents = 0 OR NEW.received_cents >= NEW.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a payment is underpaid by an amount, while that is owed or sent back'); END;
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('payment-underpaid', 0);
--> statement-breakpoint
-- While the checkout is open, so that the rest can be sent in time; and when it has ended without it.
CREATE TRIGGER payments_underpaid_are_told AFTER UPDATE OF state, received_cents ON payments
WHEN (NEW.state = 'open' AND NEW.received_cents > 0 AND OLD.received_cents IS NULL)
  OR (NEW.state = 'refunding' AND NEW.reason = 'underpaid' AND OLD.state <> 'refunding')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-underpaid:' || NEW.id || ':' || NEW.state, 'send-notice', 'payment-underpaid:' || NEW.id || ':' || NEW.state, 'payment-underpaid',
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- What was underpaid is told in its own words; that it goes back after all, though the rest came, in these.
DROP TRIGGER payments_outcome_is_told;
--> statement-breakpoint
CREATE TRIGGER payments_outcome_is_told AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND ((NEW.state = 'refunding' AND NEW.reason IS NOT 'underpaid') OR (NEW.state = 'settled' AND OLD.state <> 'disputed'))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-' || NEW.state || ':' || NEW.id, 'send-notice', 'payment-' || NEW.state || ':' || NEW.id, 'payment-' || NEW.state,
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- How often the page that waits has looked at a payment, and when it may look again.
ALTER TABLE `payments` ADD `looks` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `payments` ADD `next_look_at_ms` integer;
--> statement-breakpoint
-- What the timer does, each job by itself, and when it last went well.
CREATE TABLE `timer_job_names` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `timer_jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL,
	`last_success_at_ms` integer,
	`last_failure_at_ms` integer,
	`duration_ms` integer NOT NULL,
	FOREIGN KEY (`name`) REFERENCES `timer_job_names`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "timer_jobs_duration" CHECK("timer_jobs"."duration_ms" >= 0)
) STRICT;
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES
  ('tell-standing-jobs'), ('end-overdue-payments'), ('relay-outbox'), ('tell-late-work'), ('tell-codes-alarm'), ('tell-day'), ('tell-openings'), ('tell-watchers'),
  ('tell-heads'), ('close-waiting-accounts'), ('sweep-tables'), ('reconcile'), ('publish-live-figures'), ('run-audit'), ('stamp-day'),
  ('publish-proof'), ('send-nudge'), ('consume-nudges');
--> statement-breakpoint
CREATE TRIGGER timer_job_names_fixed BEFORE UPDATE OF name ON timer_job_names BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER timer_job_names_are_kept BEFORE DELETE ON timer_job_names BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('timer-stands', 1);

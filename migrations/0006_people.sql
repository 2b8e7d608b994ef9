-- What operators do about people: suspensions, payouts allowed again after a lost dispute, and requests to support.

CREATE INDEX `users_newest` ON `users` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `users_activated` ON `users` (`created_at_ms`,`id`) WHERE activated_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`created_at_ms`,`id`) WHERE suspended_at_ms IS NOT NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`created_at_ms`,`id`) WHERE role <> 'investor';--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` ("full_name" COLLATE NOCASE) WHERE full_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX `casks_by_name` ON `casks` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `withdrawals_by_reference` ON `withdrawals` (`bank_reference`) WHERE bank_reference IS NOT NULL;--> statement-breakpoint
CREATE TABLE `suspensions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`reason` text NOT NULL,
	`suspended_at_ms` integer NOT NULL,
	`restored_by` text,
	`restored_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`restored_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suspensions_by_others" CHECK("suspensions"."user_id" <> "suspensions"."operator_id" AND "suspensions"."restored_by" IS NOT "suspensions"."user_id"),
	CONSTRAINT "suspensions_end" CHECK(("suspensions"."restored_by" IS NULL) = ("suspensions"."restored_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `suspensions_one_open` ON `suspensions` (`user_id`) WHERE restored_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `suspensions_by_user` ON `suspensions` (`user_id`,`suspended_at_ms`);--> statement-breakpoint
CREATE TABLE `dispute_lifts` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`lifted_at_ms` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- The reason is what an operator wrote; it goes when the account is closed.
CREATE TRIGGER suspensions_facts_fixed BEFORE UPDATE OF id, user_id, operator_id, suspended_at_ms ON suspensions
BEGIN SELECT RAISE(ABORT, 'the facts of a suspension are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER suspensions_end_once BEFORE UPDATE OF restored_by, restored_at_ms ON suspensions
WHEN OLD.restored_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a suspension ends once'); END;
--> statement-breakpoint
CREATE TRIGGER suspensions_are_kept BEFORE DELETE ON suspensions
BEGIN SELECT RAISE(ABORT, 'suspensions are never deleted'); END;
--> statement-breakpoint
-- What comes in from a suspended person is still settled; nothing is begun, and nothing goes out.
CREATE TRIGGER payments_of_people_in_good_standing BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person buys nothing'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_people_in_good_standing BEFORE INSERT ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person withdraws nothing'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_paid_in_good_standing BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND suspended_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a suspended person is paid nothing'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_fixed BEFORE UPDATE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'what was lifted is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_are_kept BEFORE DELETE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'what was lifted is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_of_lost BEFORE INSERT ON dispute_lifts
WHEN NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'disputed' AND reason = 'dispute-lost' AND user_id <> NEW.operator_id)
BEGIN SELECT RAISE(ABORT, 'only what a lost dispute holds back is lifted, and by somebody else'); END;
--> statement-breakpoint
CREATE TABLE `support_kinds` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO support_kinds (name) VALUES ('payment'), ('withdrawal'), ('cask'), ('certificate'), ('account'), ('complaint'), ('other');
--> statement-breakpoint
CREATE TRIGGER support_kinds_fixed BEFORE UPDATE OF name ON support_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER support_kinds_are_kept BEFORE DELETE ON support_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('support-received', 0), ('support-answered', 0);
--> statement-breakpoint
CREATE TABLE `support_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`content_mark` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`answered_at_ms` integer,
	`closed_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `support_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_requests_reachable" CHECK(("support_requests"."email" IS NULL) <> ("support_requests"."phone" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `support_requests_number_unique` ON `support_requests` (`number`);--> statement-breakpoint
CREATE INDEX `support_requests_by_content` ON `support_requests` (`content_mark`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `support_requests_by_user` ON `support_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `support_requests_by_email` ON `support_requests` (`email`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `support_requests_by_phone` ON `support_requests` (`phone`) WHERE phone IS NOT NULL;--> statement-breakpoint
CREATE INDEX `support_requests_waiting` ON `support_requests` (`created_at_ms`,`id`) WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `support_requests_answered` ON `support_requests` (`created_at_ms`,`id`) WHERE answered_at_ms IS NOT NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `support_requests_closed` ON `support_requests` (`closed_at_ms`,`id`) WHERE closed_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `support_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `support_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `support_answers_by_request` ON `support_answers` (`request_id`,`created_at_ms`);--> statement-breakpoint
CREATE TRIGGER support_requests_facts_fixed BEFORE UPDATE OF id, number, user_id, name, email, phone, kind, message, content_mark, created_at_ms ON support_requests
BEGIN SELECT RAISE(ABORT, 'the facts of a support request are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER support_requests_stay_closed BEFORE UPDATE OF answered_at_ms, closed_at_ms ON support_requests
WHEN OLD.closed_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed support request is never reopened'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_fixed BEFORE UPDATE ON support_answers
BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;
--> statement-breakpoint
-- They go with their request, and never alone.
CREATE TRIGGER support_answers_are_kept BEFORE DELETE ON support_answers
WHEN EXISTS (SELECT 1 FROM support_requests WHERE id = OLD.request_id)
BEGIN SELECT RAISE(ABORT, 'answers are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_to_open BEFORE INSERT ON support_answers
WHEN EXISTS (SELECT 1 FROM support_requests WHERE id = NEW.request_id AND (closed_at_ms IS NOT NULL OR user_id = NEW.operator_id))
BEGIN SELECT RAISE(ABORT, 'an answer is to an open request of somebody else'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_are_told AFTER INSERT ON support_answers
BEGIN
UPDATE support_requests SET answered_at_ms = coalesce(answered_at_ms, NEW.created_at_ms) WHERE id = NEW.request_id;
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-answered:' || NEW.id, 'send-notice', 'support-answered:' || NEW.id, 'support-answered', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER support_requests_are_confirmed AFTER INSERT ON support_requests
WHEN NEW.email IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-received:' || NEW.id, 'send-notice', 'support-received:' || NEW.id, 'support-received', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;

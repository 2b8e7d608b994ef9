-- What people want to be told, and what they are told besides: certificates, referrals, casks that open, the operators' day.

CREATE TABLE `notice_topics` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO notice_topics (name) VALUES ('valuations'), ('launches'), ('referrals');
--> statement-breakpoint
CREATE TRIGGER notice_topics_fixed BEFORE UPDATE OF name ON notice_topics BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER notice_topics_are_kept BEFORE DELETE ON notice_topics BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TABLE `notice_choices` (
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`wanted` integer NOT NULL,
	`changed_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`topic`) REFERENCES `notice_topics`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notice_choices_wanted_flag" CHECK("notice_choices"."wanted" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `notice_choices_wanted` ON `notice_choices` (`topic`) WHERE wanted = 1;
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('certificate-ready', 0), ('referral-earned', 0), ('cask-opens', 0), ('daily-summary', 0);
--> statement-breakpoint
CREATE TRIGGER certificates_issued_are_told AFTER UPDATE OF state ON certificates
WHEN OLD.state = 'pending' AND NEW.state = 'issued'
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:certificate-ready:' || NEW.id, 'send-notice', 'certificate-ready:' || NEW.id, 'certificate-ready',
  NEW.issued_at_ms, NEW.issued_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Earned when the friend's first stake is paid, or when an operator releases what was held. What comes back after a dispute is not news.
CREATE TRIGGER referrals_rewards_are_told AFTER UPDATE OF state ON referrals
WHEN NEW.state = 'pending' AND (OLD.state = 'inactive' OR (OLD.state = 'held' AND OLD.released_at_ms IS NULL))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:referral-earned:' || NEW.referred_id, 'send-notice', 'referral-earned:' || NEW.referred_id, 'referral-earned', told_at, told_at
FROM (SELECT coalesce(NEW.released_at_ms, payments.updated_at_ms) AS told_at FROM payments WHERE payments.id = NEW.payment_id)
WHERE true ON CONFLICT DO NOTHING;
END;

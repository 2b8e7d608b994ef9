-- Who wants each day's head by mail. They need no account; what they asked for they confirm by a link in a mail.
CREATE TABLE `audit_readers` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`confirmed_at_ms` integer,
	`told_date` text DEFAULT '' NOT NULL,
	CONSTRAINT "audit_readers_email_lower" CHECK("audit_readers"."email" = lower("audit_readers"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_readers_email_unique` ON `audit_readers` (`email`);
--> statement-breakpoint
CREATE INDEX `audit_readers_by_time` ON `audit_readers` (`asked_at_ms`);
--> statement-breakpoint
CREATE INDEX `audit_readers_to_tell` ON `audit_readers` (`told_date`) WHERE confirmed_at_ms IS NOT NULL;
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('audit-head-asked', 0), ('audit-head', 0);
--> statement-breakpoint
CREATE TRIGGER audit_readers_new_are_asked AFTER INSERT ON audit_readers
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:audit-head-asked:' || NEW.id || ':' || NEW.asked_at_ms, 'send-notice', 'audit-head-asked:' || NEW.id || ':' || NEW.asked_at_ms,
  'audit-head-asked', NEW.asked_at_ms, NEW.asked_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER audit_readers_again_are_asked AFTER UPDATE OF asked_at_ms ON audit_readers
WHEN NEW.asked_at_ms <> OLD.asked_at_ms
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:audit-head-asked:' || NEW.id || ':' || NEW.asked_at_ms, 'send-notice', 'audit-head-asked:' || NEW.id || ':' || NEW.asked_at_ms,
  'audit-head-asked', NEW.asked_at_ms, NEW.asked_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER audit_readers_are_told AFTER UPDATE OF told_date ON audit_readers
WHEN NEW.told_date > OLD.told_date
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:audit-head:' || date || ':' || NEW.id, 'send-notice', 'audit-head:' || date || ':' || NEW.id, 'audit-head', finished_at_ms, finished_at_ms
FROM audits WHERE date = NEW.told_date AND state = 'published' ON CONFLICT DO NOTHING;
END;

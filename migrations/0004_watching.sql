-- Casks that people watch, and casks found by kind.
CREATE TABLE `cask_watches` (
	`user_id` text NOT NULL,
	`cask_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`opens_told_at_ms` integer,
	`closes_told_at_ms` integer,
	PRIMARY KEY(`user_id`, `cask_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cask_watches_told" CHECK("cask_watches"."opens_told_at_ms" >= "cask_watches"."created_at_ms" AND "cask_watches"."closes_told_at_ms" >= "cask_watches"."created_at_ms")
) STRICT;
--> statement-breakpoint
CREATE INDEX `cask_watches_to_open` ON `cask_watches` (`cask_id`) WHERE opens_told_at_ms IS NULL;
--> statement-breakpoint
CREATE INDEX `cask_watches_to_close` ON `cask_watches` (`cask_id`) WHERE closes_told_at_ms IS NULL;
--> statement-breakpoint
CREATE INDEX `casks_by_kind` ON `casks` (`kind`,`closes_on`);
--> statement-breakpoint
INSERT INTO notice_kinds (name) VALUES ('watched-opens'), ('watched-closes');
--> statement-breakpoint
INSERT INTO notice_topics (name) VALUES ('watching');
--> statement-breakpoint
CREATE TRIGGER cask_watches_start BEFORE INSERT ON cask_watches
WHEN NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND activated_at_ms IS NOT NULL AND closed_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'only an activated account watches a cask'); END;
--> statement-breakpoint
CREATE TRIGGER cask_watches_facts_fixed BEFORE UPDATE OF user_id, cask_id, created_at_ms ON cask_watches
BEGIN SELECT RAISE(ABORT, 'a watch keeps who and what'); END;
--> statement-breakpoint
CREATE TRIGGER cask_watches_opening_fixed BEFORE UPDATE OF opens_told_at_ms ON cask_watches
WHEN OLD.opens_told_at_ms IS NOT NULL AND NEW.opens_told_at_ms IS NOT OLD.opens_told_at_ms
BEGIN SELECT RAISE(ABORT, 'an opening is told once'); END;
--> statement-breakpoint
CREATE TRIGGER cask_watches_closing_fixed BEFORE UPDATE OF closes_told_at_ms ON cask_watches
WHEN OLD.closes_told_at_ms IS NOT NULL AND NEW.closes_told_at_ms IS NOT OLD.closes_told_at_ms
BEGIN SELECT RAISE(ABORT, 'a closing is told once'); END;
--> statement-breakpoint
CREATE TRIGGER cask_watches_openings_are_told AFTER UPDATE OF opens_told_at_ms ON cask_watches
WHEN OLD.opens_told_at_ms IS NULL AND NEW.opens_told_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:watched-opens:' || NEW.cask_id || ':' || NEW.user_id, 'send-notice', 'watched-opens:' || NEW.cask_id || ':' || NEW.user_id,
  'watched-opens', NEW.opens_told_at_ms, NEW.opens_told_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER cask_watches_closings_are_told AFTER UPDATE OF closes_told_at_ms ON cask_watches
WHEN OLD.closes_told_at_ms IS NULL AND NEW.closes_told_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:watched-closes:' || NEW.cask_id || ':' || NEW.user_id, 'send-notice', 'watched-closes:' || NEW.cask_id || ':' || NEW.user_id,
  'watched-closes', NEW.closes_told_at_ms, NEW.closes_told_at_ms) ON CONFLICT DO NOTHING;
END;

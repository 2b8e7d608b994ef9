-- Browsers that want notices shown.
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`id_hash`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "push_subscriptions_endpoint" CHECK("push_subscriptions"."endpoint" LIKE 'https://%' AND length("push_subscriptions"."endpoint") <= 500),
	CONSTRAINT "push_subscriptions_keys" CHECK(length("push_subscriptions"."p256dh") = 87 AND length("push_subscriptions"."auth") = 22)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session_hash_unique` ON `push_subscriptions` (`session_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_by_user` ON `push_subscriptions` (`user_id`);
--> statement-breakpoint
INSERT INTO outbox_kinds (name, urgent) VALUES ('send-push', 0);
--> statement-breakpoint
-- A device that was signed out is told nothing more.
CREATE TRIGGER sessions_ended_end_push AFTER UPDATE OF revoked_at_ms ON sessions
WHEN NEW.revoked_at_ms IS NOT NULL
BEGIN
DELETE FROM push_subscriptions WHERE session_hash = NEW.id_hash;
END;
--> statement-breakpoint
CREATE TRIGGER users_signed_out_end_push AFTER UPDATE OF session_epoch ON users
WHEN NEW.session_epoch <> OLD.session_epoch
BEGIN
DELETE FROM push_subscriptions WHERE user_id = NEW.id;
END;

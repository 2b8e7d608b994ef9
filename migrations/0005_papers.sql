CREATE TABLE `calendar_feeds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret_hash` text,
	`asked_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_secret_hash_unique` ON `calendar_feeds` (`secret_hash`);
--> statement-breakpoint
CREATE TABLE `beneficiaries` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`relation` text NOT NULL,
	`contact` text NOT NULL,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;

CREATE TABLE `kept_forms` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`values_sealed` text NOT NULL,
	`key_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at_ms`);

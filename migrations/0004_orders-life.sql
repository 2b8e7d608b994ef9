CREATE TABLE `resale_carry_ends` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `resale_orders` ADD `follows` integer REFERENCES resale_orders(number);--> statement-breakpoint
ALTER TABLE `resale_orders` ADD `carry_end` text REFERENCES resale_carry_ends(name);--> statement-breakpoint
ALTER TABLE `resale_orders` ADD `carry_ended_at_ms` integer;--> statement-breakpoint
ALTER TABLE `resale_orders` ADD `country` text;--> statement-breakpoint
CREATE UNIQUE INDEX `resale_orders_follows_unique` ON `resale_orders` (`follows`);--> statement-breakpoint
CREATE INDEX `resale_orders_to_carry` ON `resale_orders` (`number`) WHERE carries_over = 1 AND state = 'ended' AND carry_end IS NULL;
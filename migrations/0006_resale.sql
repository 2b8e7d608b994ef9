CREATE TABLE `resale_fill_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `resale_fill_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `resale_fill_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_fill_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_order_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `resale_order_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `resale_order_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_order_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_round_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `resale_round_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `resale_round_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_round_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_sides` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `resale_fills` (
	`round_id` text NOT NULL,
	`stake_id` text NOT NULL,
	`sell_number` integer NOT NULL,
	`buy_number` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`advanced_cents` integer NOT NULL,
	`credit_cents` integer NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`new_stake_id` text,
	`settled_at_ms` integer,
	`payable_from_ms` integer,
	`paid_at_ms` integer,
	PRIMARY KEY(`round_id`, `stake_id`),
	FOREIGN KEY (`round_id`) REFERENCES `resale_rounds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sell_number`) REFERENCES `resale_orders`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buy_number`) REFERENCES `resale_orders`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `resale_fill_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`new_stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resale_fills_sum" CHECK("resale_fills"."price_cents" = "resale_fills"."fee_cents" + "resale_fills"."advanced_cents" + "resale_fills"."credit_cents"),
	CONSTRAINT "resale_fills_parts" CHECK(min("resale_fills"."fee_cents", "resale_fills"."advanced_cents", "resale_fills"."credit_cents") >= 0 AND "resale_fills"."price_cents" > 0),
	CONSTRAINT "resale_fills_settled" CHECK(("resale_fills"."state" = 'settled') = ("resale_fills"."new_stake_id" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `resale_fills_new_stake_id_unique` ON `resale_fills` (`new_stake_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resale_fills_once` ON `resale_fills` (`stake_id`) WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX `resale_fills_due` ON `resale_fills` (`round_id`) WHERE state = 'due';--> statement-breakpoint
CREATE INDEX `resale_fills_payable` ON `resale_fills` (`payable_from_ms`) WHERE state = 'settled' AND paid_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `resale_fills_by_stake` ON `resale_fills` (`stake_id`);--> statement-breakpoint
CREATE INDEX `resale_fills_by_sell_order` ON `resale_fills` (`sell_number`);--> statement-breakpoint
CREATE INDEX `resale_fills_by_buy_order` ON `resale_fills` (`buy_number`);--> statement-breakpoint
CREATE TABLE `resale_offered_stakes` (
	`order_number` integer NOT NULL,
	`position` integer NOT NULL,
	`stake_id` text NOT NULL,
	`released_at_ms` integer,
	PRIMARY KEY(`order_number`, `position`),
	FOREIGN KEY (`order_number`) REFERENCES `resale_orders`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `resale_offered_stakes_by_stake` ON `resale_offered_stakes` (`stake_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `resale_offered_stakes_one` ON `resale_offered_stakes` (`stake_id`) WHERE released_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `resale_orders` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`round_id` text NOT NULL,
	`cask_id` text NOT NULL,
	`user_id` text NOT NULL,
	`side` text NOT NULL,
	`limit_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`salt` text NOT NULL,
	`receipt` text NOT NULL,
	`carries_over` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`reserved_cents` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	FOREIGN KEY (`round_id`) REFERENCES `resale_rounds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`side`) REFERENCES `resale_sides`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `resale_order_states`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resale_orders_figures" CHECK("resale_orders"."limit_cents" > 0 AND "resale_orders"."quantity" > 0),
	CONSTRAINT "resale_orders_reserved" CHECK(("resale_orders"."side" = 'buy') = ("resale_orders"."reserved_cents" > 0)),
	CONSTRAINT "resale_orders_carries" CHECK("resale_orders"."carries_over" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `resale_orders_one_open` ON `resale_orders` (`user_id`,`cask_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `resale_orders_by_round` ON `resale_orders` (`round_id`,`state`,`number`);--> statement-breakpoint
CREATE INDEX `resale_orders_by_user` ON `resale_orders` (`user_id`,`number`);--> statement-breakpoint
CREATE TABLE `resale_rounds` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`month` text NOT NULL,
	`opens_at_ms` integer NOT NULL,
	`closes_at_ms` integer NOT NULL,
	`fee_basis_points` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`reference_cents` integer,
	`root` text,
	`price_cents` integer,
	`volume` integer,
	`rooted_at_ms` integer,
	`cleared_at_ms` integer,
	`ended_at_ms` integer,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `resale_round_states`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resale_rounds_times" CHECK("resale_rounds"."opens_at_ms" < "resale_rounds"."closes_at_ms"),
	CONSTRAINT "resale_rounds_fee" CHECK("resale_rounds"."fee_basis_points" BETWEEN 0 AND 9999),
	CONSTRAINT "resale_rounds_price" CHECK(("resale_rounds"."price_cents" IS NULL) = (coalesce("resale_rounds"."volume", 0) = 0))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `resale_rounds_one_a_month` ON `resale_rounds` (`cask_id`,`month`);--> statement-breakpoint
CREATE INDEX `resale_rounds_under_way` ON `resale_rounds` (`closes_at_ms`,`id`) WHERE state NOT IN ('settled', 'stopped');--> statement-breakpoint
DROP INDEX `stakes_payment_id_unique`;--> statement-breakpoint
DROP INDEX `stakes_number`;--> statement-breakpoint
DROP INDEX `stakes_standing`;--> statement-breakpoint
ALTER TABLE `stakes` ADD `holder_number` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `stakes` ADD `resold_at_ms` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_by_payment` ON `stakes` (`payment_id`,`holder_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_number` ON `stakes` (`cask_id`,`number`,`holder_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_standing` ON `stakes` (`cask_id`,`number`) WHERE state <> 'ended';
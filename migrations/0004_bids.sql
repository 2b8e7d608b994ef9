CREATE TABLE `bid_ballots` (
	`bid_id` text NOT NULL,
	`number` integer NOT NULL,
	`stake_id` text NOT NULL,
	`certificate_code` text,
	`choice` text,
	`voted_at_ms` integer,
	PRIMARY KEY(`bid_id`, `number`),
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`choice`) REFERENCES `bid_choices`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_ballots_by_stake` ON `bid_ballots` (`stake_id`);--> statement-breakpoint
CREATE TABLE `bid_votes` (
	`id` integer PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`user_id` text NOT NULL,
	`choice` text NOT NULL,
	`voted_at_ms` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`choice`) REFERENCES `bid_choices`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_votes_by_person` ON `bid_votes` (`bid_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `bid_votes_by_user` ON `bid_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `bids` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`bidder_kind` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fees_cents` integer NOT NULL,
	`stakes` integer NOT NULL,
	`net_per_stake_cents` integer NOT NULL,
	`remainder_cents` integer NOT NULL,
	`closes_on` text NOT NULL,
	`closes_at_ms` integer NOT NULL,
	`note` text NOT NULL,
	`letter_key` text NOT NULL,
	`letter_media_type` text NOT NULL,
	`letter_sha256` text NOT NULL,
	`voted_parts` integer NOT NULL,
	`voted_whole` integer NOT NULL,
	`accepted_parts` integer NOT NULL,
	`accepted_whole` integer NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`drafted_by` text NOT NULL,
	`drafted_at_ms` integer NOT NULL,
	`published_by` text,
	`published_at_ms` integer,
	`reminded_at_ms` integer,
	`result` text,
	`counted_at_ms` integer,
	`issued_stakes` integer,
	`accepted_stakes` integer,
	`declined_stakes` integer,
	`withdrawn_by` text,
	`withdrawn_at_ms` integer,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bidder_kind`) REFERENCES `buyer_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `bid_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`drafted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`result`) REFERENCES `bid_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawn_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bids_amounts" CHECK("bids"."fees_cents" BETWEEN 0 AND "bids"."gross_cents" AND "bids"."net_per_stake_cents" >= 0),
	CONSTRAINT "bids_rounding" CHECK("bids"."stakes" >= 1 AND "bids"."remainder_cents" BETWEEN 0 AND "bids"."stakes" - 1),
	CONSTRAINT "bids_sum" CHECK("bids"."gross_cents" - "bids"."fees_cents" = "bids"."net_per_stake_cents" * "bids"."stakes" + "bids"."remainder_cents"),
	CONSTRAINT "bids_close" CHECK("bids"."closes_at_ms" = unixepoch("bids"."closes_on", '+12 hours') * 1000),
	CONSTRAINT "bids_rule" CHECK("bids"."voted_parts" BETWEEN 1 AND "bids"."voted_whole" AND "bids"."accepted_parts" BETWEEN 1 AND "bids"."accepted_whole"),
	CONSTRAINT "bids_published_by" CHECK(("bids"."published_by" IS NULL) = ("bids"."published_at_ms" IS NULL)),
	CONSTRAINT "bids_counted" CHECK(("bids"."counted_at_ms" IS NULL) = ("bids"."result" IS NULL) AND ("bids"."result" IS NULL OR "bids"."result" IN ('accepted', 'refused', 'expired'))
        AND ("bids"."counted_at_ms" IS NULL) = ("bids"."issued_stakes" IS NULL OR "bids"."accepted_stakes" IS NULL OR "bids"."declined_stakes" IS NULL)),
	CONSTRAINT "bids_withdrawn" CHECK(("bids"."state" = 'withdrawn') = ("bids"."withdrawn_by" IS NOT NULL) AND ("bids"."withdrawn_by" IS NULL) = ("bids"."withdrawn_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bids_letter_key_unique` ON `bids` (`letter_key`);--> statement-breakpoint
CREATE INDEX `bids_by_cask` ON `bids` (`cask_id`,`drafted_at_ms`);--> statement-breakpoint
CREATE INDEX `bids_published` ON `bids` (`published_at_ms`,`id`) WHERE published_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `bids_open` ON `bids` (`closes_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `bids_one_standing` ON `bids` (`cask_id`) WHERE state IN ('open', 'accepted');--> statement-breakpoint
CREATE TABLE `bid_choices` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `bid_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `bid_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `bid_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `bid_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `cask_exits` ADD `bid_id` text REFERENCES bids(id);
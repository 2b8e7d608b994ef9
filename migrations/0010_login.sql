-- Logins: a code belongs to the login that asked for it, and the same tap twice has one outcome.
ALTER TABLE `login_flows` ADD `code_id` text;--> statement-breakpoint
ALTER TABLE `login_flows` ADD `ended_at_ms` integer;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `last_try` text;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `last_try_at_ms` integer;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `last_try_wrong` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `used_by` text;--> statement-breakpoint
ALTER TABLE `login_codes` ADD `used_at_ms` integer;--> statement-breakpoint
DROP INDEX `login_codes_by_address`;--> statement-breakpoint
CREATE TABLE `login_asks` (
	`key` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`sent_at_ms` integer,
	`rejected_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_asks_by_time` ON `login_asks` (`asked_at_ms`);--> statement-breakpoint
-- A reward for what looks like the same person waits for an operator, who releases or drops it.
INSERT INTO referral_states (name, may_start) VALUES ('held', 0), ('dropped', 0);--> statement-breakpoint
INSERT INTO referral_state_changes (was, becomes) VALUES ('inactive', 'held'), ('held', 'pending'), ('held', 'reversed'), ('held', 'dropped'), ('pending', 'dropped');--> statement-breakpoint
ALTER TABLE `referrals` ADD `released_at_ms` integer;--> statement-breakpoint
INSERT INTO notice_kinds (name) VALUES ('codes-alarm');

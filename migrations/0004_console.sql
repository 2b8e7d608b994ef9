CREATE TABLE `payout_proposals` (
	`withdrawal_id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`bank_reference` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_by_time` ON `audit_log` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_waiting` ON `referrals` (`created_at_ms`) WHERE state IN ('held', 'pending');--> statement-breakpoint
CREATE INDEX `withdrawals_by_due` ON `withdrawals` (`payable_from_ms`,`id`) WHERE state = 'progress';--> statement-breakpoint
CREATE INDEX `withdrawals_decided` ON `withdrawals` (`state`,`updated_at_ms`) WHERE state <> 'progress';
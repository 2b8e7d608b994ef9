ALTER TABLE `settings` ADD `text` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_top_up` ON `payments` (`user_id`) WHERE purpose = 'top-up' AND state IN ('created', 'open');
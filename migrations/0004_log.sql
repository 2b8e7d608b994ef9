CREATE TABLE `log_entries` (
	`place` integer PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`body` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `log_entries_cause_unique` ON `log_entries` (`cause`);--> statement-breakpoint
CREATE TABLE `log_heads` (
	`size` integer PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`root` text NOT NULL,
	`checkpoint` text NOT NULL,
	`signed_at_ms` integer NOT NULL,
	CONSTRAINT "log_heads_size" CHECK("log_heads"."size" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `log_heads_date_unique` ON `log_heads` (`date`);--> statement-breakpoint
CREATE TABLE `log_work` (
	`id` integer PRIMARY KEY NOT NULL,
	`progress` text NOT NULL,
	CONSTRAINT "log_work_single" CHECK("log_work"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `certificates_by_issue` ON `certificates` (`issued_at_ms`,`id`) WHERE issued_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `certificates_by_end` ON `certificates` (`voided_at_ms`,`id`) WHERE voided_at_ms IS NOT NULL;
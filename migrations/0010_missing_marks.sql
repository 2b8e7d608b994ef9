-- Certificates whose mark an audit did not find where it must stand: in the list of that day.
CREATE TABLE `missing_marks` (
	`certificate_id` text NOT NULL,
	`date` text NOT NULL,
	PRIMARY KEY(`certificate_id`, `date`),
	FOREIGN KEY (`certificate_id`) REFERENCES `certificates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`date`) REFERENCES `audits`(`date`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `missing_marks_by_day` ON `missing_marks` (`date`);

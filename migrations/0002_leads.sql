CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`phone` text,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT "leads_reachable" CHECK("leads"."email" IS NOT NULL OR "leads"."phone" IS NOT NULL),
	CONSTRAINT "leads_email_lower" CHECK("leads"."email" = lower("leads"."email")),
	CONSTRAINT "leads_phone_digits" CHECK(length("leads"."phone") = 12 AND "leads"."phone" NOT GLOB '*[^0-9]*')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_email_unique` ON `leads` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_phone_unique` ON `leads` (`phone`);
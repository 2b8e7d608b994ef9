CREATE TABLE `differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text,
	`payment_id` text,
	`detail` text,
	`state` text NOT NULL,
	`first_seen_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL,
	CONSTRAINT "differences_state" CHECK("differences"."state" IN ('open', 'repaired', 'gone'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `differences_open` ON `differences` (`first_seen_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`started_at_ms` integer,
	`finished_at_ms` integer,
	`sessions_read` integer DEFAULT 0 NOT NULL,
	`refunds_read` integer DEFAULT 0 NOT NULL,
	`payments_read` integer DEFAULT 0 NOT NULL,
	`repaired` integer DEFAULT 0 NOT NULL,
	`open` integer DEFAULT 0 NOT NULL,
	`error` text,
	CONSTRAINT "reconciliations_order" CHECK("reconciliations"."finished_at_ms" IS NULL OR "reconciliations"."started_at_ms" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reconciliations_by_time` ON `reconciliations` (`asked_at_ms`);--> statement-breakpoint
CREATE INDEX `reconciliations_unfinished` ON `reconciliations` (`asked_at_ms`) WHERE finished_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `stray_receipts` (
	`session_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`payment_id` text NOT NULL,
	`provider_payment_id` text,
	`received_cents` integer NOT NULL,
	`state` text DEFAULT 'refunding' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stray_receipts_received" CHECK("stray_receipts"."received_cents" > 0),
	CONSTRAINT "stray_receipts_state" CHECK("stray_receipts"."state" IN ('refunding', 'refunded')),
	CONSTRAINT "stray_receipts_provider" CHECK("stray_receipts"."provider" IN ('stripe', 'copperx'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `stray_receipts_open` ON `stray_receipts` (`created_at_ms`) WHERE state = 'refunding';--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`provider`,`created_at_ms`);--> statement-breakpoint
CREATE TRIGGER stray_receipts_facts_fixed BEFORE UPDATE OF session_id, provider, payment_id, received_cents, created_at_ms ON stray_receipts
BEGIN SELECT RAISE(ABORT, 'the facts of a receipt are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_state_graph BEFORE UPDATE OF state ON stray_receipts
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state <> 'refunding>refunded'
BEGIN SELECT RAISE(ABORT, 'forbidden change of receipt state'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_are_kept BEFORE DELETE ON stray_receipts
BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipts_are_second BEFORE INSERT ON stray_receipts
WHEN EXISTS (SELECT 1 FROM payments WHERE provider_payment_id = NEW.provider_payment_id)
BEGIN SELECT RAISE(ABORT, 'the money of a payment is no stray'); END;
--> statement-breakpoint
CREATE TRIGGER differences_are_kept BEFORE DELETE ON differences
BEGIN SELECT RAISE(ABORT, 'differences are never deleted'); END;

-- Who keeps a warehouse, and who made a valuation.
CREATE TABLE `warehouse_keepers` (
	`warehouse` text PRIMARY KEY NOT NULL,
	`keeper` text NOT NULL,
	`address` text NOT NULL,
	`licence_number` text,
	`contact` text,
	`changed_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `warehouse_keepers_by_change` ON `warehouse_keepers` (`changed_at_ms`);
--> statement-breakpoint
CREATE TABLE `valuation_authors` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO valuation_authors (name) VALUES ('provider'), ('warehouse-keeper'), ('broker'), ('independent');
--> statement-breakpoint
CREATE TRIGGER valuation_authors_fixed BEFORE UPDATE OF name ON valuation_authors BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_authors_are_kept BEFORE DELETE ON valuation_authors BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
ALTER TABLE `valuations` ADD `author` text REFERENCES valuation_authors(name);
--> statement-breakpoint
ALTER TABLE `valuations` ADD `reason` text;
--> statement-breakpoint
CREATE INDEX `evidence_by_time` ON `evidence` (`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `cask_exits_by_time` ON `cask_exits` (`confirmed_at_ms`,`cask_id`) WHERE confirmed_at_ms IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `cask_exits_done` ON `cask_exits` (`ended_at_ms`) WHERE state = 'done';
--> statement-breakpoint
CREATE INDEX `casks_by_warehouse` ON `casks` (`warehouse`);

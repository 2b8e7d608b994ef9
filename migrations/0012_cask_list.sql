-- The version of the list of casks that Workers keep in memory: drawn anew with every change of a cask.
CREATE TABLE `cask_list` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	CONSTRAINT "cask_list_one" CHECK("cask_list"."id" = 1)
) STRICT;
--> statement-breakpoint
INSERT INTO cask_list (id, version) VALUES (1, hex(randomblob(8)));
--> statement-breakpoint
CREATE TRIGGER cask_list_is_kept BEFORE DELETE ON cask_list BEGIN SELECT RAISE(ABORT, 'the list of casks has one row'); END;
--> statement-breakpoint
CREATE TRIGGER casks_listed_anew AFTER INSERT ON casks BEGIN REPLACE INTO cask_list (id, version) VALUES (1, hex(randomblob(8))); END;
--> statement-breakpoint
CREATE TRIGGER casks_listed_changed AFTER UPDATE ON casks BEGIN REPLACE INTO cask_list (id, version) VALUES (1, hex(randomblob(8))); END;

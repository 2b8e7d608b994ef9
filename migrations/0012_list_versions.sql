-- The version of each list that Workers keep in memory: drawn anew with every change of a listed row.
CREATE TABLE `list_versions` (
	`list` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO list_versions (list, version) VALUES ('casks', hex(randomblob(8)));
--> statement-breakpoint
CREATE TRIGGER list_versions_are_kept BEFORE DELETE ON list_versions BEGIN SELECT RAISE(ABORT, 'versions of lists are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER casks_listed_anew AFTER INSERT ON casks BEGIN UPDATE list_versions SET version = hex(randomblob(8)) WHERE list = 'casks'; END;
--> statement-breakpoint
CREATE TRIGGER casks_listed_changed AFTER UPDATE ON casks BEGIN UPDATE list_versions SET version = hex(randomblob(8)) WHERE list = 'casks'; END;

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
--> statement-breakpoint
-- That a payment is settled is told with the rest: known without asking, because every purchase comes by here.
DROP TRIGGER outbox_urgency;
--> statement-breakpoint
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN NEW.urgent = 0 AND NEW.notice IS NOT 'payment-settled' AND iif(NEW.notice IS NULL, EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1),
  EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1))
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;

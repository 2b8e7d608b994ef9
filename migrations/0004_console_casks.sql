-- The console lists casks as they are worked on, the highest first: drafts, published, withdrawn, sold.
CREATE INDEX `casks_by_standing` ON `casks` (iif(ended_on IS NOT NULL, 1, iif(state = 'draft', 4, iif(state = 'published', 3, 2))),`closes_on`,`id`);
--> statement-breakpoint
CREATE INDEX `cask_exits_by_cask` ON `cask_exits` (`cask_id`,`proposed_at_ms`);
--> statement-breakpoint
-- What an ended cask brought is its last word.
CREATE TRIGGER casks_ended_stay BEFORE UPDATE OF state ON casks WHEN OLD.ended_on IS NOT NULL AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a cask that has ended is neither withdrawn nor offered again'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_of_standing_cask BEFORE INSERT ON valuations
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a cask that has ended is valued no more'); END;

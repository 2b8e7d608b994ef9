-- The public log: what was once appended and signed is never changed.
INSERT INTO log_work (id, progress) VALUES (1, '');
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES ('append-log');
--> statement-breakpoint
CREATE TRIGGER log_entries_in_order BEFORE INSERT ON log_entries
WHEN NEW.place <> (SELECT coalesce(max(place) + 1, 0) FROM log_entries)
BEGIN SELECT RAISE(ABORT, 'entries of the log are appended one after the other'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_fixed BEFORE UPDATE ON log_entries
BEGIN SELECT RAISE(ABORT, 'entries of the log are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER log_entries_are_kept BEFORE DELETE ON log_entries
BEGIN SELECT RAISE(ABORT, 'entries of the log are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER log_heads_grow BEFORE INSERT ON log_heads
WHEN NEW.size <= (SELECT coalesce(max(size), 0) FROM log_heads) OR NEW.size > (SELECT coalesce(max(place) + 1, 0) FROM log_entries)
BEGIN SELECT RAISE(ABORT, 'a checkpoint is of more entries than the one before, and of no more than there are'); END;
--> statement-breakpoint
CREATE TRIGGER log_heads_fixed BEFORE UPDATE ON log_heads
BEGIN SELECT RAISE(ABORT, 'a checkpoint that was signed is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER log_heads_are_kept BEFORE DELETE ON log_heads
BEGIN SELECT RAISE(ABORT, 'checkpoints are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER log_work_is_kept BEFORE DELETE ON log_work
BEGIN SELECT RAISE(ABORT, 'the row of the work on the log is never deleted'); END;

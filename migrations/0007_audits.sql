-- The daily audit, and what it needs to know how things stood at midnight.
CREATE TABLE `audit_states` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_results` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audits` (
	`date` text PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`result` text,
	`reason` text,
	`previous_date` text,
	`previous_hash` text,
	`hash` text,
	`ledger_head` text,
	`ledger_rows` integer DEFAULT 0 NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`ledger_right` integer DEFAULT 0 NOT NULL,
	`casks` integer DEFAULT 0 NOT NULL,
	`stakes` integer DEFAULT 0 NOT NULL,
	`documents` integer DEFAULT 0 NOT NULL,
	`pieces` integer DEFAULT 0 NOT NULL,
	`progress` text NOT NULL,
	`lease` text,
	`leased_until_ms` integer,
	`started_at_ms` integer NOT NULL,
	`finished_at_ms` integer,
	FOREIGN KEY (`state`) REFERENCES `audit_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`result`) REFERENCES `audit_results`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audits_day" CHECK("audits"."date" GLOB '????-??-??'),
	CONSTRAINT "audits_published" CHECK("audits"."state" <> 'published' OR ("audits"."result" IS NOT NULL AND "audits"."hash" IS NOT NULL AND "audits"."finished_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `audits_by_state` ON `audits` (`state`,`date`);
--> statement-breakpoint
CREATE TABLE `audit_parts` (
	`date` text NOT NULL,
	`piece` integer NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`date`, `piece`),
	FOREIGN KEY (`date`) REFERENCES `audits`(`date`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `audited_casks` (
	`cask_id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`result` text NOT NULL,
	`stakes` integer NOT NULL,
	`list_sha256` text,
	`list_date` text,
	`facts` text,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`date`) REFERENCES `audits`(`date`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`result`) REFERENCES `audit_results`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audited_casks_by_day` ON `audited_casks` (`date`);
--> statement-breakpoint
CREATE TABLE `ledger_checkpoints` (
	`seq` integer PRIMARY KEY NOT NULL,
	`head` text NOT NULL,
	`date` text NOT NULL,
	FOREIGN KEY (`date`) REFERENCES `audits`(`date`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_checkpoints_head" CHECK(length("ledger_checkpoints"."head") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_checkpoints_by_day` ON `ledger_checkpoints` (`date`);
--> statement-breakpoint
CREATE TABLE `stake_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`stake_id` text NOT NULL,
	`cask_id` text NOT NULL,
	`number` integer NOT NULL,
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`was`) REFERENCES `stake_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `stake_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stake_changes_by_cask` ON `stake_changes` (`cask_id`,`changed_at_ms`);
--> statement-breakpoint
CREATE INDEX `stake_changes_by_stake` ON `stake_changes` (`stake_id`);
--> statement-breakpoint
ALTER TABLE `stakes` ADD `state_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `reservations` ADD `released_at_ms` integer;
--> statement-breakpoint
CREATE INDEX `reservations_released` ON `reservations` (`cask_id`,`released_at_ms`) WHERE released_at_ms IS NOT NULL;
--> statement-breakpoint
INSERT INTO audit_states (name) VALUES ('running'), ('published'), ('abandoned');
--> statement-breakpoint
INSERT INTO audit_results (name) VALUES ('PASS'), ('FAIL');
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('audit-failed', 1);
--> statement-breakpoint
CREATE TRIGGER audit_states_fixed BEFORE UPDATE OF name ON audit_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER audit_states_are_kept BEFORE DELETE ON audit_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audit_results_fixed BEFORE UPDATE OF name ON audit_results BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER audit_results_are_kept BEFORE DELETE ON audit_results BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audits_are_kept BEFORE DELETE ON audits
BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audits_once_published BEFORE UPDATE ON audits
WHEN OLD.state = 'published'
BEGIN SELECT RAISE(ABORT, 'a published audit is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_checkpoints_fixed BEFORE UPDATE ON ledger_checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint is fixed'); END;
--> statement-breakpoint
-- How each stake came to the state it is in. Each statement that changes the state says when, in `state_at_ms`.
CREATE TRIGGER stakes_changes_are_kept AFTER UPDATE OF state ON stakes
WHEN NEW.state <> OLD.state
BEGIN
INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
VALUES (NEW.id, NEW.cask_id, NEW.number, OLD.state, NEW.state, coalesce(NEW.state_at_ms, NEW.purchased_at_ms));
END;
--> statement-breakpoint
CREATE TRIGGER stake_changes_fixed BEFORE UPDATE ON stake_changes
BEGIN SELECT RAISE(ABORT, 'the changes of a stake are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER stake_changes_kept BEFORE DELETE ON stake_changes
BEGIN SELECT RAISE(ABORT, 'the changes of a stake are append-only'); END;
--> statement-breakpoint
-- The payment whose change ends a hold is written first, in the same batch.
CREATE TRIGGER reservations_tell_their_end AFTER UPDATE OF state ON reservations
WHEN OLD.state = 'held' AND NEW.state <> 'held'
BEGIN UPDATE reservations SET released_at_ms = (SELECT updated_at_ms FROM payments WHERE id = NEW.payment_id) WHERE payment_id = NEW.payment_id; END;

-- The life of a cask: draft, published, withdrawn; its facts, regauges, corrected valuations and documents.
CREATE TABLE `cask_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `cask_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `cask_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `cask_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `evidence_kinds` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `evidence_visibilities` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO cask_states (name, may_start) VALUES ('draft', 1), ('published', 0), ('withdrawn', 0);
--> statement-breakpoint
INSERT INTO cask_state_changes (was, becomes) VALUES ('draft', 'published'), ('published', 'withdrawn'), ('withdrawn', 'published');
--> statement-breakpoint
INSERT INTO evidence_kinds (name) VALUES
  ('delivery-order'), ('warehouse-confirmation'), ('insurance'), ('gauge'), ('photo'), ('contract');
--> statement-breakpoint
INSERT INTO evidence_visibilities (name) VALUES ('public'), ('holders');
--> statement-breakpoint
INSERT INTO outbox_kinds (name, urgent) VALUES ('tell-holders', 0);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('new-valuation', 0);
--> statement-breakpoint
CREATE TRIGGER cask_states_fixed BEFORE UPDATE OF name ON cask_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_states_are_kept BEFORE DELETE ON cask_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER cask_state_changes_fixed BEFORE UPDATE ON cask_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_state_changes_are_kept BEFORE DELETE ON cask_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_kinds_fixed BEFORE UPDATE OF name ON evidence_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_kinds_are_kept BEFORE DELETE ON evidence_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_visibilities_fixed BEFORE UPDATE OF name ON evidence_visibilities BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_visibilities_are_kept BEFORE DELETE ON evidence_visibilities BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint

-- Casks from before had no state: they were on sale. A column that refers to another table cannot be NOT NULL here; the rule below sees to it.
ALTER TABLE `casks` ADD `state` text REFERENCES cask_states(name);
--> statement-breakpoint
UPDATE casks SET state = 'published';
--> statement-breakpoint
ALTER TABLE `casks` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE `casks` ADD `cask_number` text;
--> statement-breakpoint
ALTER TABLE `casks` ADD `filled_on` text CHECK (filled_on GLOB '????-??-??');
--> statement-breakpoint
ALTER TABLE `casks` ADD `abv_tenths` integer CHECK (abv_tenths BETWEEN 0 AND 1000);
--> statement-breakpoint
ALTER TABLE `casks` ADD `storage_paid_until` text CHECK (storage_paid_until GLOB '????-??-??');
--> statement-breakpoint
ALTER TABLE `valuations` ADD `supersedes_id` text REFERENCES valuations(id);
--> statement-breakpoint
CREATE UNIQUE INDEX `valuations_superseded_once` ON `valuations` (`supersedes_id`);
--> statement-breakpoint
CREATE TABLE `gauges` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`gauged_on` text NOT NULL,
	`loa_decilitres` integer NOT NULL,
	`abv_tenths` integer NOT NULL,
	`gauged_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gauges_day" CHECK("gauges"."gauged_on" GLOB '????-??-??'),
	CONSTRAINT "gauges_strength" CHECK("gauges"."loa_decilitres" >= 0 AND "gauges"."abv_tenths" BETWEEN 0 AND 1000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `gauges_by_cask` ON `gauges` (`cask_id`,`gauged_on`);
--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`kind` text NOT NULL,
	`issuer` text NOT NULL,
	`issued_on` text NOT NULL,
	`expires_on` text,
	`visibility` text NOT NULL,
	`file_key` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`supersedes_id` text,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `evidence_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`visibility`) REFERENCES `evidence_visibilities`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`supersedes_id`) REFERENCES `evidence`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "evidence_days" CHECK("evidence"."issued_on" GLOB '????-??-??' AND ("evidence"."expires_on" IS NULL OR ("evidence"."expires_on" GLOB '????-??-??' AND "evidence"."expires_on" >= "evidence"."issued_on"))),
	CONSTRAINT "evidence_size" CHECK("evidence"."size_bytes" BETWEEN 1 AND 10485760),
	CONSTRAINT "evidence_hash" CHECK(length("evidence"."sha256") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_file_key_unique` ON `evidence` (`file_key`);
--> statement-breakpoint
CREATE INDEX `evidence_by_cask` ON `evidence` (`cask_id`,`issued_on`);
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_superseded_once` ON `evidence` (`supersedes_id`);
--> statement-breakpoint

-- A cask starts as a draft. Nobody buys of one that is not published, and one with a stake taken cannot be withdrawn.
CREATE TRIGGER casks_start BEFORE INSERT ON casks
WHEN NOT EXISTS (SELECT 1 FROM cask_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a cask may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER casks_state_graph BEFORE UPDATE OF state ON casks
WHEN OLD.state IS NOT NEW.state AND NOT EXISTS (SELECT 1 FROM cask_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of cask state'); END;
--> statement-breakpoint
CREATE TRIGGER casks_taken_stay_published BEFORE UPDATE OF state ON casks
WHEN NEW.state = 'withdrawn' AND OLD.state <> 'withdrawn' AND OLD.sold_stakes + OLD.reserved_stakes > 0
BEGIN SELECT RAISE(ABORT, 'a cask is withdrawn only while no stake is taken'); END;
--> statement-breakpoint
CREATE TRIGGER payments_of_published_casks BEFORE INSERT ON payments
WHEN NEW.cask_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published')
BEGIN SELECT RAISE(ABORT, 'a stake is bought of a published cask'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_of_published_casks BEFORE UPDATE OF state ON reservations
WHEN NEW.state = 'paid' AND OLD.state = 'expired' AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published')
BEGIN SELECT RAISE(ABORT, 'a late payment takes a stake of a published cask'); END;
--> statement-breakpoint
-- The issue price is the first valuation, written when the cask is published.
CREATE TRIGGER casks_price_issued BEFORE UPDATE OF cost_per_stake_cents ON casks
WHEN NEW.cost_per_stake_cents <> OLD.cost_per_stake_cents AND EXISTS (SELECT 1 FROM valuations WHERE cask_id = OLD.id AND tier = 'issue')
BEGIN SELECT RAISE(ABORT, 'the terms of a cask hold its price once it has been published'); END;
--> statement-breakpoint
CREATE TRIGGER casks_identity_fixed BEFORE UPDATE OF name, kind, cask_type, distillery, cask_number, filled_on, vintage_year ON casks
WHEN OLD.sold_stakes + OLD.reserved_stakes > 0
  AND (NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.cask_type <> OLD.cask_type OR NEW.distillery <> OLD.distillery
    OR (OLD.cask_number IS NOT NULL AND NEW.cask_number IS NOT OLD.cask_number)
    OR (OLD.filled_on IS NOT NULL AND NEW.filled_on IS NOT OLD.filled_on)
    OR (OLD.vintage_year <> 0 AND NEW.vintage_year <> OLD.vintage_year))
BEGIN SELECT RAISE(ABORT, 'what a cask is, is fixed once a stake is taken'); END;
--> statement-breakpoint

-- A correction takes the place of one entry of the same cask, and never of the issue price.
CREATE TRIGGER valuations_correct_their_own BEFORE INSERT ON valuations
WHEN NEW.supersedes_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM valuations WHERE id = NEW.supersedes_id AND cask_id = NEW.cask_id AND tier <> 'issue')
BEGIN SELECT RAISE(ABORT, 'a correction is of a valuation of the same cask'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_replaces_its_own BEFORE INSERT ON evidence
WHEN NEW.supersedes_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM evidence WHERE id = NEW.supersedes_id AND cask_id = NEW.cask_id AND kind = NEW.kind)
BEGIN SELECT RAISE(ABORT, 'a document takes the place of one of the same cask and kind'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_fixed BEFORE UPDATE ON gauges
BEGIN SELECT RAISE(ABORT, 'regauges are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_are_kept BEFORE DELETE ON gauges
BEGIN SELECT RAISE(ABORT, 'regauges are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_fixed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
--> statement-breakpoint
-- The latest regauge says what is in the cask; of two with the same date the later entry counts.
CREATE TRIGGER gauges_tell_the_cask AFTER INSERT ON gauges
WHEN NOT EXISTS (SELECT 1 FROM gauges AS later WHERE later.cask_id = NEW.cask_id AND later.gauged_on > NEW.gauged_on)
BEGIN UPDATE casks SET loa_decilitres = NEW.loa_decilitres, abv_tenths = NEW.abv_tenths, version = version + 1 WHERE id = NEW.cask_id; END;

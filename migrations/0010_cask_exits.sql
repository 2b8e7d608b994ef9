-- The end of a cask: it is sold or bought back, every stake is credited and ends.
CREATE TABLE `buyer_kinds` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `exit_kinds` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `exit_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `exit_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `exit_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `exit_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `cask_exits` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`kind` text NOT NULL,
	`buyer_kind` text NOT NULL,
	`sold_on` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fees_cents` integer NOT NULL,
	`stakes` integer NOT NULL,
	`net_per_stake_cents` integer NOT NULL,
	`remainder_cents` integer NOT NULL,
	`state` text DEFAULT 'proposed' NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`confirmed_by` text,
	`confirmed_at_ms` integer,
	`withdrawn_by` text,
	`ended_at_ms` integer,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kind`) REFERENCES `exit_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_kind`) REFERENCES `buyer_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `exit_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawn_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cask_exits_day" CHECK("cask_exits"."sold_on" GLOB '????-??-??'),
	CONSTRAINT "cask_exits_amounts" CHECK("cask_exits"."fees_cents" BETWEEN 0 AND "cask_exits"."gross_cents" AND "cask_exits"."net_per_stake_cents" >= 0),
	CONSTRAINT "cask_exits_rounding" CHECK("cask_exits"."stakes" >= 1 AND "cask_exits"."remainder_cents" BETWEEN 0 AND "cask_exits"."stakes" - 1),
	CONSTRAINT "cask_exits_sum" CHECK("cask_exits"."gross_cents" - "cask_exits"."fees_cents" = "cask_exits"."net_per_stake_cents" * "cask_exits"."stakes" + "cask_exits"."remainder_cents"),
	CONSTRAINT "cask_exits_kind" CHECK(("cask_exits"."kind" = 'buy-back') = ("cask_exits"."buyer_kind" = 'provider'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `cask_exits_one_live` ON `cask_exits` (`cask_id`) WHERE state <> 'withdrawn';
--> statement-breakpoint
ALTER TABLE `casks` ADD `ended_on` text;
--> statement-breakpoint
ALTER TABLE `stakes` ADD `exit_id` text REFERENCES cask_exits(id);
--> statement-breakpoint
CREATE INDEX `stakes_standing` ON `stakes` (`cask_id`,`number`) WHERE state <> 'ended';
--> statement-breakpoint
CREATE INDEX `stakes_by_exit` ON `stakes` (`exit_id`) WHERE exit_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO exit_kinds (name) VALUES ('sale'), ('buy-back');
--> statement-breakpoint
INSERT INTO buyer_kinds (name) VALUES ('bottler'), ('trade'), ('private'), ('provider');
--> statement-breakpoint
INSERT INTO exit_states (name, may_start) VALUES ('proposed', 1), ('confirmed', 0), ('done', 0), ('withdrawn', 0);
--> statement-breakpoint
INSERT INTO exit_state_changes (was, becomes) VALUES ('proposed', 'confirmed'), ('proposed', 'withdrawn'), ('confirmed', 'done');
--> statement-breakpoint
INSERT INTO payment_reasons (name) VALUES ('cask-sold');
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES ('exit-proceeds'), ('exit-own-share'), ('exit-rounding');
--> statement-breakpoint
INSERT INTO outbox_kinds (name, urgent) VALUES ('credit-exit', 1);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('cask-sold', 0);
--> statement-breakpoint
-- What buyers pay, what is not shared out yet, the house's own part, and what rounding leaves.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:cask-buyers', 'USD', 1), ('house:cask-proceeds', 'USD', 0), ('house:own-stakes', 'USD', 0), ('house:rounding', 'USD', 0);
--> statement-breakpoint
CREATE TRIGGER exit_kinds_fixed BEFORE UPDATE OF name ON exit_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_kinds_are_kept BEFORE DELETE ON exit_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER buyer_kinds_fixed BEFORE UPDATE OF name ON buyer_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER buyer_kinds_are_kept BEFORE DELETE ON buyer_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER exit_states_fixed BEFORE UPDATE OF name ON exit_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_states_are_kept BEFORE DELETE ON exit_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER exit_state_changes_fixed BEFORE UPDATE ON exit_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_state_changes_are_kept BEFORE DELETE ON exit_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
-- Two people decide, neither of them for a cask of their own, and their figures are fixed.
CREATE TRIGGER cask_exits_start BEFORE INSERT ON cask_exits
WHEN NOT EXISTS (SELECT 1 FROM exit_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'the end of a cask may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_state_graph BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM exit_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of exit state'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_facts_fixed BEFORE UPDATE OF id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, proposed_by, proposed_at_ms ON cask_exits
BEGIN SELECT RAISE(ABORT, 'the figures of an exit are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_decision_fixed BEFORE UPDATE OF confirmed_by, confirmed_at_ms, withdrawn_by, ended_at_ms ON cask_exits
WHEN OLD.state IN ('done', 'withdrawn')
  OR (OLD.state = 'confirmed' AND (NEW.confirmed_by IS NOT OLD.confirmed_by OR NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms OR NEW.withdrawn_by IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'who decided about an exit is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_by_two BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed' AND (NEW.confirmed_by IS NULL OR NEW.confirmed_at_ms IS NULL OR NEW.confirmed_by = NEW.proposed_by)
BEGIN SELECT RAISE(ABORT, 'an exit is confirmed by somebody else than who proposed it'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_by_others BEFORE UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
  AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND user_id = NEW.confirmed_by AND state <> 'ended')
BEGIN SELECT RAISE(ABORT, 'nobody decides about a cask of their own'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_of_whole_cask BEFORE INSERT ON cask_exits
WHEN NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id)
BEGIN SELECT RAISE(ABORT, 'an exit is of all stakes of its cask'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_still_whole BEFORE UPDATE OF state ON cask_exits
WHEN NEW.state = 'confirmed' AND NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id)
BEGIN SELECT RAISE(ABORT, 'an exit is of all stakes of its cask'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_share_all BEFORE UPDATE OF state ON cask_exits
WHEN NEW.state = 'done' AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND state = 'active')
BEGIN SELECT RAISE(ABORT, 'an exit is done once every stake is credited'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_are_kept BEFORE DELETE ON cask_exits
BEGIN SELECT RAISE(ABORT, 'exits are never deleted'); END;
--> statement-breakpoint
-- From then on nothing of the cask is sold, and no return of it is asked for.
CREATE TRIGGER cask_exits_end_cask AFTER UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
BEGIN UPDATE casks SET ended_on = NEW.sold_on WHERE id = NEW.cask_id; END;
--> statement-breakpoint
CREATE TRIGGER casks_start_without_end BEFORE INSERT ON casks WHEN NEW.ended_on IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a cask starts without an end'); END;
--> statement-breakpoint
CREATE TRIGGER casks_end_once BEFORE UPDATE OF ended_on ON casks
WHEN OLD.ended_on IS NOT NULL OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.id AND state <> 'withdrawn' AND state = 'confirmed' AND sold_on = NEW.ended_on)
BEGIN SELECT RAISE(ABORT, 'a cask ends once, by an exit that was confirmed'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_of_standing_cask BEFORE INSERT ON reservations
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'nothing is sold of a cask that has ended'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_of_standing_cask BEFORE INSERT ON stakes
WHEN EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'nothing is sold of a cask that has ended'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_of_standing_cask BEFORE INSERT ON withdrawals
WHEN EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.id = NEW.stake_id AND casks.ended_on IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'what an ended cask brought replaces its later returns'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_end_with_cask BEFORE UPDATE OF exit_id ON stakes
WHEN OLD.exit_id IS NOT NULL OR OLD.state <> 'active' OR NEW.state <> 'ended'
  OR NOT EXISTS (SELECT 1 FROM cask_exits WHERE id = NEW.exit_id AND cask_id = NEW.cask_id AND state IN ('confirmed', 'done'))
BEGIN SELECT RAISE(ABORT, 'a stake ends once, with its own cask'); END;
--> statement-breakpoint
-- What follows later. A stake whose dispute ends after its cask has been shared out is decided on its own.
CREATE TRIGGER cask_exits_are_credited AFTER UPDATE OF state ON cask_exits
WHEN OLD.state = 'proposed' AND NEW.state = 'confirmed'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('credit-exit:' || NEW.id, 'credit-exit', NEW.id, NEW.confirmed_at_ms, NEW.confirmed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER stakes_given_again_are_credited AFTER UPDATE OF state ON stakes
WHEN OLD.state = 'frozen' AND NEW.state = 'active'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
SELECT 'credit-exit:' || cask_exits.id || ':' || NEW.id || ':' || payments.updated_at_ms, 'credit-exit', cask_exits.id || ':' || NEW.id || ':' || payments.updated_at_ms,
  payments.updated_at_ms, payments.updated_at_ms
FROM cask_exits JOIN payments ON payments.id = NEW.payment_id
WHERE cask_exits.cask_id = NEW.cask_id AND cask_exits.state <> 'withdrawn' AND cask_exits.state IN ('confirmed', 'done') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_lost_stakes_end AFTER UPDATE OF state, reason ON payments
WHEN (OLD.state = 'disputed' AND NEW.state = 'refunded') OR (OLD.reason = 'disputed' AND NEW.reason = 'dispute-lost')
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
SELECT 'credit-exit:' || cask_exits.id || ':' || stakes.id || ':' || NEW.updated_at_ms, 'credit-exit', cask_exits.id || ':' || stakes.id || ':' || NEW.updated_at_ms,
  NEW.updated_at_ms, NEW.updated_at_ms
FROM stakes JOIN cask_exits ON cask_exits.cask_id = stakes.cask_id AND cask_exits.state <> 'withdrawn'
WHERE stakes.payment_id = NEW.id AND stakes.state = 'frozen' AND cask_exits.state IN ('confirmed', 'done') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER stakes_sold_are_told AFTER UPDATE OF exit_id ON stakes
WHEN NEW.exit_id IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:cask-sold:' || id || ':' || NEW.user_id, 'send-notice', 'cask-sold:' || id || ':' || NEW.user_id, 'cask-sold', confirmed_at_ms, confirmed_at_ms
FROM cask_exits WHERE id = NEW.exit_id ON CONFLICT DO NOTHING;
END;

-- What guards money is changed by two operators: one proposes, another confirms exactly that.
CREATE TABLE `change_kinds` (
	`name` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `change_states` (
	`name` text PRIMARY KEY NOT NULL,
	`may_start` integer DEFAULT 0 NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `change_state_changes` (
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	PRIMARY KEY(`was`, `becomes`),
	FOREIGN KEY (`was`) REFERENCES `change_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`becomes`) REFERENCES `change_states`(`name`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `change_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`decided_by` text,
	`decided_at_ms` integer,
	FOREIGN KEY (`kind`) REFERENCES `change_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`state`) REFERENCES `change_states`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "change_proposals_changes" CHECK("change_proposals"."was" <> "change_proposals"."becomes"),
	CONSTRAINT "change_proposals_end" CHECK("change_proposals"."expires_at_ms" > "change_proposals"."proposed_at_ms"),
	CONSTRAINT "change_proposals_decided" CHECK(("change_proposals"."state" = 'open') = ("change_proposals"."decided_by" IS NULL) AND ("change_proposals"."decided_by" IS NULL) = ("change_proposals"."decided_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_proposals_one_open` ON `change_proposals` (`subject`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `change_proposals_waiting` ON `change_proposals` (`expires_at_ms`) WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX `change_proposals_by_subject` ON `change_proposals` (`subject`,`proposed_at_ms`);
--> statement-breakpoint
ALTER TABLE `valuations` ADD `recorded_by` text REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE `valuations` ADD `proposal_id` text REFERENCES change_proposals(id);
--> statement-breakpoint
CREATE UNIQUE INDEX `valuations_of_one_proposal` ON `valuations` (`proposal_id`) WHERE proposal_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO change_kinds (name) VALUES ('setting'), ('valuation'), ('suspension'), ('restoration');
--> statement-breakpoint
INSERT INTO change_states (name, may_start) VALUES ('open', 1), ('confirmed', 0), ('withdrawn', 0), ('replaced', 0);
--> statement-breakpoint
INSERT INTO change_state_changes (was, becomes) VALUES ('open', 'confirmed'), ('open', 'withdrawn'), ('open', 'replaced');
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('change-proposed', 1), ('change-confirmed', 1), ('role-changed', 1);
--> statement-breakpoint
CREATE TRIGGER change_kinds_fixed BEFORE UPDATE OF name ON change_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_kinds_are_kept BEFORE DELETE ON change_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_states_fixed BEFORE UPDATE OF name ON change_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_states_are_kept BEFORE DELETE ON change_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_state_changes_fixed BEFORE UPDATE ON change_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_state_changes_are_kept BEFORE DELETE ON change_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_start BEFORE INSERT ON change_proposals
WHEN NOT EXISTS (SELECT 1 FROM change_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a proposal may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_state_graph BEFORE UPDATE OF state ON change_proposals
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM change_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of proposal state'); END;
--> statement-breakpoint
-- Another figure is another proposal, with its own proposer.
CREATE TRIGGER change_proposals_facts_fixed BEFORE UPDATE OF id, kind, subject, was, becomes, proposed_by, proposed_at_ms, expires_at_ms ON change_proposals
BEGIN SELECT RAISE(ABORT, 'what was proposed is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_decision_fixed BEFORE UPDATE OF decided_by, decided_at_ms ON change_proposals
WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'who decided about a proposal is fixed'); END;
--> statement-breakpoint
-- The note is what an operator wrote about a person; it goes when that account is closed.
CREATE TRIGGER change_proposals_note_blanked_only BEFORE UPDATE OF note ON change_proposals
WHEN NEW.note <> ''
BEGIN SELECT RAISE(ABORT, 'the note of a proposal can only be blanked'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_are_kept BEFORE DELETE ON change_proposals
BEGIN SELECT RAISE(ABORT, 'proposals are never deleted'); END;
--> statement-breakpoint
-- Whoever proposes or confirms is an operator with a session in which a code was entered within the last half hour.
CREATE TRIGGER change_proposals_by_operators BEFORE INSERT ON change_proposals
WHEN NOT EXISTS (SELECT 1 FROM users JOIN sessions ON sessions.user_id = users.id AND sessions.epoch = users.session_epoch
  WHERE users.id = NEW.proposed_by AND users.role = 'operator' AND users.suspended_at_ms IS NULL AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > NEW.proposed_at_ms AND sessions.proved_at_ms > NEW.proposed_at_ms - 1800000)
BEGIN SELECT RAISE(ABORT, 'a change is proposed by an operator with a fresh code'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_confirmed_by_operators BEFORE UPDATE OF state ON change_proposals
WHEN NEW.state = 'confirmed' AND NOT EXISTS (SELECT 1 FROM users JOIN sessions ON sessions.user_id = users.id AND sessions.epoch = users.session_epoch
  WHERE users.id = NEW.decided_by AND users.role = 'operator' AND users.suspended_at_ms IS NULL AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > NEW.decided_at_ms AND sessions.proved_at_ms > NEW.decided_at_ms - 1800000)
BEGIN SELECT RAISE(ABORT, 'a change is confirmed by an operator with a fresh code'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_by_two BEFORE UPDATE OF state ON change_proposals
WHEN NEW.state = 'confirmed' AND NEW.decided_by = NEW.proposed_by
BEGIN SELECT RAISE(ABORT, 'a change is confirmed by somebody else than who proposed it'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_in_time BEFORE UPDATE OF state ON change_proposals
WHEN NEW.state = 'confirmed' AND NEW.decided_at_ms >= NEW.expires_at_ms
BEGIN SELECT RAISE(ABORT, 'a proposal that is over is not confirmed'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_of_others BEFORE INSERT ON change_proposals
WHEN NEW.subject = 'user:' || NEW.proposed_by
  OR (NEW.kind = 'valuation' AND EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.proposed_by AND cask_id = substr(NEW.subject, 6) AND state <> 'ended'))
BEGIN SELECT RAISE(ABORT, 'nobody proposes what concerns themselves'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_decided_by_others BEFORE UPDATE OF state ON change_proposals
WHEN NEW.subject = 'user:' || NEW.decided_by
  OR (NEW.kind = 'valuation' AND NEW.state = 'confirmed'
    AND EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.decided_by AND cask_id = substr(NEW.subject, 6) AND state <> 'ended'))
BEGIN SELECT RAISE(ABORT, 'nobody decides what concerns themselves'); END;
--> statement-breakpoint
-- Every operator is told of every proposal and of every confirmation, the person concerned included.
CREATE TRIGGER change_proposals_are_told AFTER INSERT ON change_proposals
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:change-proposed:' || users.id || ':' || NEW.id, 'send-notice', 'change-proposed:' || users.id || ':' || NEW.id, 'change-proposed',
  NEW.proposed_at_ms, NEW.proposed_at_ms
FROM users WHERE users.role = 'operator' AND users.email IS NOT NULL AND users.closed_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_confirmed_are_told AFTER UPDATE OF state ON change_proposals
WHEN NEW.state = 'confirmed' AND OLD.state <> 'confirmed'
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:change-confirmed:' || users.id || ':' || NEW.id, 'send-notice', 'change-confirmed:' || users.id || ':' || NEW.id, 'change-confirmed',
  NEW.decided_at_ms, NEW.decided_at_ms
FROM users WHERE users.role = 'operator' AND users.email IS NOT NULL AND users.closed_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Settings: each change is one that was confirmed at that moment, from that value to that one.
CREATE TRIGGER settings_by_two BEFORE UPDATE OF value ON settings
WHEN NEW.value <> OLD.value AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'setting:' || OLD.key AND kind = 'setting' AND state = 'confirmed'
  AND decided_at_ms = NEW.updated_at_ms AND was = CAST(OLD.value AS TEXT) AND becomes = CAST(NEW.value AS TEXT))
BEGIN SELECT RAISE(ABORT, 'a setting is changed by two operators'); END;
--> statement-breakpoint
CREATE TRIGGER settings_key_fixed BEFORE UPDATE OF key ON settings
BEGIN SELECT RAISE(ABORT, 'the name of a setting is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER settings_are_kept BEFORE DELETE ON settings
BEGIN SELECT RAISE(ABORT, 'settings are never deleted'); END;
--> statement-breakpoint
-- Valuations: who recorded one holds no stake of the cask. Alone they neither date it back nor raise the value by more than a tenth: not
-- above the last one, and not above the latest that nobody recorded alone within 30 days, so that small steps add up. The issue
-- price, and what comes with the deployment (demo data, an import), names nobody.
CREATE TRIGGER valuations_by_others BEFORE INSERT ON valuations
WHEN EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.recorded_by AND cask_id = NEW.cask_id AND state <> 'ended')
BEGIN SELECT RAISE(ABORT, 'nobody values a cask of their own'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_by_two BEFORE INSERT ON valuations
WHEN NEW.recorded_by IS NOT NULL AND NEW.proposal_id IS NULL AND (
  NEW.valued_on < (SELECT max(valued_on) FROM valuations WHERE cask_id = NEW.cask_id)
  OR NEW.value_cents * 10 > 11 * min(
    coalesce((SELECT value_cents FROM valuations AS entry WHERE entry.cask_id = NEW.cask_id
      AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
      ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), (SELECT cost_per_stake_cents FROM casks WHERE id = NEW.cask_id)),
    coalesce((SELECT value_cents FROM valuations AS entry WHERE entry.cask_id = NEW.cask_id
      AND NOT EXISTS (SELECT 1 FROM valuations AS later WHERE later.supersedes_id = entry.id)
      AND (recorded_by IS NULL OR proposal_id IS NOT NULL OR created_at_ms <= NEW.created_at_ms - 2592000000)
      ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), (SELECT cost_per_stake_cents FROM casks WHERE id = NEW.cask_id))))
BEGIN SELECT RAISE(ABORT, 'this valuation needs a second operator'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_as_proposed BEFORE INSERT ON valuations
WHEN NEW.proposal_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE id = NEW.proposal_id AND kind = 'valuation' AND state = 'confirmed'
  AND subject = 'cask:' || NEW.cask_id AND decided_by = NEW.recorded_by AND decided_at_ms = NEW.created_at_ms
  AND json_extract(becomes, '$.valued_on') = NEW.valued_on AND json_extract(becomes, '$.value_per_stake') = NEW.value_cents
  AND json_extract(becomes, '$.tier') = NEW.tier AND json_extract(becomes, '$.method') = NEW.method AND json_extract(becomes, '$.source') = NEW.source
  AND json_extract(becomes, '$.author') IS NEW.author AND json_extract(becomes, '$.reason') IS NEW.reason
  AND json_extract(becomes, '$.supersedes') IS NEW.supersedes_id)
BEGIN SELECT RAISE(ABORT, 'a valuation is what two operators confirmed'); END;
--> statement-breakpoint
-- Operators: one is shut out, or let in again, by two others.
CREATE TRIGGER users_operators_suspended_by_two BEFORE UPDATE OF suspended_at_ms ON users
WHEN OLD.role = 'operator' AND OLD.suspended_at_ms IS NULL AND NEW.suspended_at_ms IS NOT NULL AND NEW.closed_at_ms IS NULL
  AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'user:' || OLD.id AND kind = 'suspension' AND state = 'confirmed' AND decided_at_ms = NEW.suspended_at_ms)
BEGIN SELECT RAISE(ABORT, 'an operator is suspended by two others'); END;
--> statement-breakpoint
CREATE TRIGGER users_operators_restored_by_two BEFORE UPDATE OF suspended_at_ms ON users
WHEN OLD.role = 'operator' AND OLD.suspended_at_ms IS NOT NULL AND NEW.suspended_at_ms IS NULL AND NEW.closed_at_ms IS NULL
  AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'user:' || OLD.id AND kind = 'restoration' AND state = 'confirmed'
    AND was = CAST(OLD.suspended_at_ms AS TEXT) AND decided_at_ms >= OLD.suspended_at_ms)
BEGIN SELECT RAISE(ABORT, 'an operator is let in again by two others'); END;

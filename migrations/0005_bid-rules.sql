-- Bids for whole casks, put to the vote of the holders: names, rules, and what is told of them.
INSERT INTO bid_states (name, may_start) VALUES ('draft', 1), ('open', 0), ('accepted', 0), ('refused', 0), ('expired', 0), ('withdrawn', 0);
--> statement-breakpoint
INSERT INTO bid_state_changes (was, becomes) VALUES ('draft', 'open'), ('draft', 'withdrawn'), ('open', 'accepted'), ('open', 'refused'), ('open', 'expired'),
  ('open', 'withdrawn'), ('accepted', 'withdrawn');
--> statement-breakpoint
INSERT INTO bid_choices (name) VALUES ('accept'), ('decline');
--> statement-breakpoint
CREATE TRIGGER bid_states_fixed BEFORE UPDATE OF name ON bid_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_states_are_kept BEFORE DELETE ON bid_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_choices_fixed BEFORE UPDATE OF name ON bid_choices BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_choices_are_kept BEFORE DELETE ON bid_choices BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_state_changes_fixed BEFORE UPDATE ON bid_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_state_changes_are_kept BEFORE DELETE ON bid_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
INSERT INTO outbox_kinds (name, urgent) VALUES ('tell-bid', 0);
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES ('remind-voters'), ('count-bids');
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('bid-opened', 0), ('bid-ending', 0), ('bid-counted', 0), ('bid-withdrawn', 0);
--> statement-breakpoint

-- A bid is for all stakes of its cask. Its figures and its rule are fixed from the draft on.
CREATE TRIGGER bids_start BEFORE INSERT ON bids
WHEN NOT EXISTS (SELECT 1 FROM bid_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a bid may not start in this state'); END;
--> statement-breakpoint
CREATE TRIGGER bids_of_whole_cask BEFORE INSERT ON bids
WHEN NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id AND ended_on IS NULL)
BEGIN SELECT RAISE(ABORT, 'a bid is for all stakes of a cask that stands'); END;
--> statement-breakpoint
CREATE TRIGGER bids_facts_fixed BEFORE UPDATE OF id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, closes_on, closes_at_ms, note, letter_key, letter_media_type, letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, drafted_by, drafted_at_ms ON bids
BEGIN SELECT RAISE(ABORT, 'the figures and the rule of a bid are fixed'); END;
--> statement-breakpoint
CREATE TRIGGER bids_state_graph BEFORE UPDATE OF state ON bids
WHEN OLD.state <> NEW.state AND NOT EXISTS (SELECT 1 FROM bid_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of bid state'); END;
--> statement-breakpoint
-- Published by a second operator; neither holds a stake of the cask.
CREATE TRIGGER bids_by_two BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'draft' AND NEW.state = 'open' AND (NEW.published_by IS NULL OR NEW.published_by = NEW.drafted_by)
BEGIN SELECT RAISE(ABORT, 'a bid is published by somebody else than who drafted it'); END;
--> statement-breakpoint
CREATE TRIGGER bids_by_others BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'draft' AND NEW.state = 'open' AND EXISTS (SELECT 1 FROM stakes WHERE cask_id = NEW.cask_id AND user_id IN (NEW.drafted_by, NEW.published_by) AND state <> 'ended')
BEGIN SELECT RAISE(ABORT, 'nobody puts a bid for a cask of their own to the vote'); END;
--> statement-breakpoint
CREATE TRIGGER bids_open_in_time BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'draft' AND NEW.state = 'open' AND NEW.closes_on NOT BETWEEN date(NEW.published_at_ms / 1000, 'unixepoch', '+7 days') AND date(NEW.published_at_ms / 1000, 'unixepoch', '+30 days')
BEGIN SELECT RAISE(ABORT, 'a bid is open for 7 to 30 days'); END;
--> statement-breakpoint
CREATE TRIGGER bids_of_standing_cask BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'draft' AND NEW.state = 'open' AND (NEW.stakes IS NOT (SELECT total_stakes FROM casks WHERE id = NEW.cask_id AND ended_on IS NULL)
  OR EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.cask_id AND state <> 'withdrawn'))
BEGIN SELECT RAISE(ABORT, 'a bid is for a cask that stands and has no sale proposed'); END;
--> statement-breakpoint
CREATE TRIGGER bids_published_once BEFORE UPDATE OF published_by, published_at_ms ON bids
WHEN OLD.published_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who published a bid is fixed'); END;
--> statement-breakpoint
-- Counted once, after its close, by its own rule, from one ballot for each stake issued.
CREATE TRIGGER bids_counted_once BEFORE UPDATE OF result, counted_at_ms, issued_stakes, accepted_stakes, declined_stakes ON bids
WHEN OLD.counted_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the count of a bid is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_after_close BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND (NEW.counted_at_ms IS NULL OR NEW.counted_at_ms < NEW.closes_at_ms OR NEW.result IS NOT NEW.state)
BEGIN SELECT RAISE(ABORT, 'a bid is counted after its close'); END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_from_ballots BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND (NEW.issued_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id)
  OR NEW.accepted_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id AND choice = 'accept')
  OR NEW.declined_stakes IS NOT (SELECT count(*) FROM bid_ballots WHERE bid_id = NEW.id AND choice = 'decline'))
BEGIN SELECT RAISE(ABORT, 'the count of a bid is that of its ballots'); END;
--> statement-breakpoint
CREATE TRIGGER bids_counted_by_rule BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'open' AND NEW.state IN ('accepted', 'refused', 'expired') AND NEW.state IS NOT iif(NEW.accepted_stakes + NEW.declined_stakes = 0
    OR (NEW.accepted_stakes + NEW.declined_stakes) * NEW.voted_whole < NEW.issued_stakes * NEW.voted_parts, 'expired',
  iif(NEW.accepted_stakes * NEW.accepted_whole >= (NEW.accepted_stakes + NEW.declined_stakes) * NEW.accepted_parts, 'accepted', 'refused'))
BEGIN SELECT RAISE(ABORT, 'the result of a bid follows from its rule'); END;
--> statement-breakpoint
-- Withdrawn before its close or after its count, so that no result is averted; never under a sale.
CREATE TRIGGER bids_withdrawn_in_time BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'open' AND NEW.state = 'withdrawn' AND NEW.withdrawn_at_ms >= NEW.closes_at_ms
BEGIN SELECT RAISE(ABORT, 'a bid that has closed is counted first'); END;
--> statement-breakpoint
CREATE TRIGGER bids_withdrawn_unsold BEFORE UPDATE OF state ON bids
WHEN OLD.state = 'accepted' AND NEW.state = 'withdrawn' AND EXISTS (SELECT 1 FROM cask_exits WHERE cask_id = NEW.cask_id AND state <> 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a bid is not withdrawn while its sale is proposed'); END;
--> statement-breakpoint
CREATE TRIGGER bids_withdrawn_once BEFORE UPDATE OF withdrawn_by, withdrawn_at_ms ON bids
WHEN OLD.withdrawn_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who withdrew a bid is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER bids_reminded_once BEFORE UPDATE OF reminded_at_ms ON bids
WHEN OLD.reminded_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'holders are reminded once'); END;
--> statement-breakpoint
CREATE TRIGGER bids_are_kept BEFORE DELETE ON bids
BEGIN SELECT RAISE(ABORT, 'bids are never deleted'); END;
--> statement-breakpoint

-- Votes: while the bid is open, by who holds a stake of the cask, is in good standing and is no member of staff.
CREATE TRIGGER bid_votes_in_time BEFORE INSERT ON bid_votes
WHEN NOT EXISTS (SELECT 1 FROM bids WHERE id = NEW.bid_id AND state = 'open' AND NEW.voted_at_ms >= published_at_ms AND NEW.voted_at_ms < closes_at_ms)
BEGIN SELECT RAISE(ABORT, 'votes are cast while the bid is open'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_of_holders BEFORE INSERT ON bid_votes
WHEN NOT EXISTS (SELECT 1 FROM stakes JOIN bids ON bids.cask_id = stakes.cask_id WHERE bids.id = NEW.bid_id AND stakes.user_id = NEW.user_id AND stakes.state <> 'ended')
BEGIN SELECT RAISE(ABORT, 'holders of the cask vote'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_in_good_standing BEFORE INSERT ON bid_votes
WHEN NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND role = 'investor' AND suspended_at_ms IS NULL AND closed_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'neither staff nor suspended users vote'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_fixed BEFORE UPDATE ON bid_votes
BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_are_kept BEFORE DELETE ON bid_votes
BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_of_open BEFORE INSERT ON bid_ballots
WHEN NOT EXISTS (SELECT 1 FROM bids JOIN stakes ON stakes.cask_id = bids.cask_id WHERE bids.id = NEW.bid_id AND bids.state = 'open'
  AND stakes.id = NEW.stake_id AND stakes.number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'ballots are of stakes of the cask, and counted once'); END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_fixed BEFORE UPDATE ON bid_ballots
BEGIN SELECT RAISE(ABORT, 'ballots are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_are_kept BEFORE DELETE ON bid_ballots
BEGIN SELECT RAISE(ABORT, 'ballots are append-only'); END;
--> statement-breakpoint

-- The sale of a cask: not while its holders vote, and as they accepted it.
CREATE TRIGGER cask_exits_wait_for_votes BEFORE INSERT ON cask_exits
WHEN EXISTS (SELECT 1 FROM bids WHERE cask_id = NEW.cask_id AND state = 'open')
BEGIN SELECT RAISE(ABORT, 'no sale is proposed while holders vote'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_as_accepted BEFORE INSERT ON cask_exits
WHEN NEW.bid_id IS NOT (SELECT id FROM bids WHERE cask_id = NEW.cask_id AND state = 'accepted')
  OR EXISTS (SELECT 1 FROM bids WHERE id = NEW.bid_id AND (bidder_kind <> NEW.buyer_kind OR gross_cents <> NEW.gross_cents OR fees_cents <> NEW.fees_cents))
BEGIN SELECT RAISE(ABORT, 'an accepted bid is sold with its own figures'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_bid_fixed BEFORE UPDATE OF bid_id ON cask_exits
WHEN NEW.bid_id IS NOT OLD.bid_id
BEGIN SELECT RAISE(ABORT, 'the bid of an exit is fixed'); END;
--> statement-breakpoint

-- What holders are told.
CREATE TRIGGER bids_opened_are_told AFTER UPDATE OF state ON bids
WHEN OLD.state = 'draft' AND NEW.state = 'open'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('tell-bid:' || NEW.id || ':opened', 'tell-bid', NEW.id || ':opened', NEW.published_at_ms, NEW.published_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bids_endings_are_told AFTER UPDATE OF reminded_at_ms ON bids
WHEN NEW.reminded_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('tell-bid:' || NEW.id || ':ending', 'tell-bid', NEW.id || ':ending', NEW.reminded_at_ms, NEW.reminded_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bids_counts_are_told AFTER UPDATE OF state ON bids
WHEN OLD.state = 'open' AND NEW.counted_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('tell-bid:' || NEW.id || ':counted', 'tell-bid', NEW.id || ':counted', NEW.counted_at_ms, NEW.counted_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bids_withdrawn_are_told AFTER UPDATE OF state ON bids
WHEN OLD.state IN ('open', 'accepted') AND NEW.state = 'withdrawn'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('tell-bid:' || NEW.id || ':withdrawn', 'tell-bid', NEW.id || ':withdrawn', NEW.withdrawn_at_ms, NEW.withdrawn_at_ms) ON CONFLICT DO NOTHING;
END;

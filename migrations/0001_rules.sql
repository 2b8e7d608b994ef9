-- Written by `npm run db:generate` from app/db/rules.ts and the lists of names in app/db/schema.
CREATE TRIGGER accounts_starts BEFORE INSERT ON accounts
BEGIN SELECT
  iif(NEW.currency <> 'USD' AND NEW.currency <> 'TOKEN', RAISE(ABORT, 'accounts: currency must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER accounts_changes BEFORE UPDATE OF id, user_id, currency, may_overdraw ON accounts
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.currency IS NOT OLD.currency OR NEW.may_overdraw IS NOT OLD.may_overdraw, RAISE(ABORT, 'accounts: these columns cannot change'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER accounts_are_kept BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_fixed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER audit_log_are_kept BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'audit_log: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audits_starts BEFORE INSERT ON audits
BEGIN SELECT
  iif(NEW.result <> 'PASS' AND NEW.result <> 'FAIL', RAISE(ABORT, 'audits: result must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER audits_fixed BEFORE UPDATE ON audits
BEGIN SELECT RAISE(ABORT, 'audits: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER audits_are_kept BEFORE DELETE ON audits
BEGIN SELECT RAISE(ABORT, 'audits: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_fixed BEFORE UPDATE ON bank_answer_lines
BEGIN SELECT RAISE(ABORT, 'bank_answer_lines: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answer_lines_are_kept BEFORE DELETE ON bank_answer_lines
BEGIN SELECT RAISE(ABORT, 'bank_answer_lines: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_starts BEFORE INSERT ON bank_answers
BEGIN SELECT
  iif(NEW.marked_at_ms IS NOT NULL, RAISE(ABORT, 'bank_answers: a row cannot start with these columns'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bank_answers_changes BEFORE UPDATE OF id, number, sha256, handed_in_by, handed_in_at_ms, other_lines, marked_by, marked_at_ms ON bank_answers
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.sha256 IS NOT OLD.sha256 OR NEW.handed_in_by IS NOT OLD.handed_in_by OR NEW.handed_in_at_ms IS NOT OLD.handed_in_at_ms OR NEW.other_lines IS NOT OLD.other_lines, RAISE(ABORT, 'bank_answers: these columns cannot change'), 0),
  iif(OLD.marked_by IS NOT NULL AND NEW.marked_by IS NOT OLD.marked_by OR OLD.marked_at_ms IS NOT NULL AND NEW.marked_at_ms IS NOT OLD.marked_at_ms, RAISE(ABORT, 'bank_answers: these columns cannot change once written'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_starts BEFORE INSERT ON bid_ballots
BEGIN SELECT
  iif(NEW.choice <> 'accept' AND NEW.choice <> 'decline', RAISE(ABORT, 'bid_ballots: choice must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_fixed BEFORE UPDATE ON bid_ballots
BEGIN SELECT RAISE(ABORT, 'bid_ballots: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER bid_ballots_are_kept BEFORE DELETE ON bid_ballots
BEGIN SELECT RAISE(ABORT, 'bid_ballots: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_starts BEFORE INSERT ON bid_votes
BEGIN SELECT
  iif(NEW.choice <> 'accept' AND NEW.choice <> 'decline', RAISE(ABORT, 'bid_votes: choice must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_fixed BEFORE UPDATE ON bid_votes
BEGIN SELECT RAISE(ABORT, 'bid_votes: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER bid_votes_are_kept BEFORE DELETE ON bid_votes
BEGIN SELECT RAISE(ABORT, 'bid_votes: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bids_starts BEFORE INSERT ON bids
BEGIN SELECT
  iif(NEW.state <> 'draft', RAISE(ABORT, 'bids: a row cannot start in this state'), 0),
  iif(NEW.bidder_kind <> 'bottler' AND NEW.bidder_kind <> 'trade' AND NEW.bidder_kind <> 'private' AND NEW.bidder_kind <> 'provider', RAISE(ABORT, 'bids: bidder_kind must be known'), 0),
  iif(NEW.result <> 'draft' AND NEW.result <> 'open' AND NEW.result <> 'accepted' AND NEW.result <> 'refused' AND NEW.result <> 'expired' AND NEW.result <> 'withdrawn', RAISE(ABORT, 'bids: result must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bids_changes BEFORE UPDATE OF id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, closes_on, closes_at_ms, note, letter_key, letter_media_type, letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, drafted_by, drafted_at_ms, published_by, published_at_ms, withdrawn_by, withdrawn_at_ms, reminded_at_ms, state, result ON bids
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.cask_id IS NOT OLD.cask_id OR NEW.bidder_kind IS NOT OLD.bidder_kind OR NEW.gross_cents IS NOT OLD.gross_cents OR NEW.fees_cents IS NOT OLD.fees_cents OR NEW.stakes IS NOT OLD.stakes OR NEW.net_per_stake_cents IS NOT OLD.net_per_stake_cents OR NEW.remainder_cents IS NOT OLD.remainder_cents OR NEW.closes_on IS NOT OLD.closes_on OR NEW.closes_at_ms IS NOT OLD.closes_at_ms OR NEW.note IS NOT OLD.note OR NEW.letter_key IS NOT OLD.letter_key OR NEW.letter_media_type IS NOT OLD.letter_media_type OR NEW.letter_sha256 IS NOT OLD.letter_sha256 OR NEW.voted_parts IS NOT OLD.voted_parts OR NEW.voted_whole IS NOT OLD.voted_whole OR NEW.accepted_parts IS NOT OLD.accepted_parts OR NEW.accepted_whole IS NOT OLD.accepted_whole OR NEW.drafted_by IS NOT OLD.drafted_by OR NEW.drafted_at_ms IS NOT OLD.drafted_at_ms, RAISE(ABORT, 'bids: these columns cannot change'), 0),
  iif(OLD.published_by IS NOT NULL AND NEW.published_by IS NOT OLD.published_by OR OLD.published_at_ms IS NOT NULL AND NEW.published_at_ms IS NOT OLD.published_at_ms OR OLD.withdrawn_by IS NOT NULL AND NEW.withdrawn_by IS NOT OLD.withdrawn_by OR OLD.withdrawn_at_ms IS NOT NULL AND NEW.withdrawn_at_ms IS NOT OLD.withdrawn_at_ms OR OLD.reminded_at_ms IS NOT NULL AND NEW.reminded_at_ms IS NOT OLD.reminded_at_ms, RAISE(ABORT, 'bids: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'draft' AND (NEW.state = 'open' OR NEW.state = 'withdrawn') OR OLD.state = 'open' AND (NEW.state = 'accepted' OR NEW.state = 'refused' OR NEW.state = 'expired' OR NEW.state = 'withdrawn') OR OLD.state = 'accepted' AND (NEW.state = 'withdrawn')), RAISE(ABORT, 'bids: the state cannot change like this'), 0),
  iif(NEW.result <> 'draft' AND NEW.result <> 'open' AND NEW.result <> 'accepted' AND NEW.result <> 'refused' AND NEW.result <> 'expired' AND NEW.result <> 'withdrawn', RAISE(ABORT, 'bids: result must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER bids_are_kept BEFORE DELETE ON bids
BEGIN SELECT RAISE(ABORT, 'bids: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_starts BEFORE INSERT ON cask_exits
BEGIN SELECT
  iif(NEW.state <> 'proposed', RAISE(ABORT, 'cask_exits: a row cannot start in this state'), 0),
  iif(NEW.kind <> 'sale' AND NEW.kind <> 'buy-back', RAISE(ABORT, 'cask_exits: kind must be known'), 0),
  iif(NEW.buyer_kind <> 'bottler' AND NEW.buyer_kind <> 'trade' AND NEW.buyer_kind <> 'private' AND NEW.buyer_kind <> 'provider', RAISE(ABORT, 'cask_exits: buyer_kind must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_changes BEFORE UPDATE OF id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, proposed_by, proposed_at_ms, bid_id, confirmed_by, confirmed_at_ms, withdrawn_by, ended_at_ms, state ON cask_exits
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.cask_id IS NOT OLD.cask_id OR NEW.kind IS NOT OLD.kind OR NEW.buyer_kind IS NOT OLD.buyer_kind OR NEW.sold_on IS NOT OLD.sold_on OR NEW.gross_cents IS NOT OLD.gross_cents OR NEW.fees_cents IS NOT OLD.fees_cents OR NEW.stakes IS NOT OLD.stakes OR NEW.net_per_stake_cents IS NOT OLD.net_per_stake_cents OR NEW.remainder_cents IS NOT OLD.remainder_cents OR NEW.proposed_by IS NOT OLD.proposed_by OR NEW.proposed_at_ms IS NOT OLD.proposed_at_ms OR NEW.bid_id IS NOT OLD.bid_id, RAISE(ABORT, 'cask_exits: these columns cannot change'), 0),
  iif(OLD.confirmed_by IS NOT NULL AND NEW.confirmed_by IS NOT OLD.confirmed_by OR OLD.confirmed_at_ms IS NOT NULL AND NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms OR OLD.withdrawn_by IS NOT NULL AND NEW.withdrawn_by IS NOT OLD.withdrawn_by OR OLD.ended_at_ms IS NOT NULL AND NEW.ended_at_ms IS NOT OLD.ended_at_ms, RAISE(ABORT, 'cask_exits: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'proposed' AND (NEW.state = 'confirmed' OR NEW.state = 'withdrawn') OR OLD.state = 'confirmed' AND (NEW.state = 'done')), RAISE(ABORT, 'cask_exits: the state cannot change like this'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER cask_exits_are_kept BEFORE DELETE ON cask_exits
BEGIN SELECT RAISE(ABORT, 'cask_exits: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER casks_starts BEFORE INSERT ON casks
BEGIN SELECT
  iif(NEW.ended_on IS NOT NULL, RAISE(ABORT, 'casks: a row cannot start with these columns'), 0),
  iif(NEW.state <> 'draft', RAISE(ABORT, 'casks: a row cannot start in this state'), 0),
  iif(NEW.kind <> 'whisky' AND NEW.kind <> 'wine' AND NEW.kind <> 'rum', RAISE(ABORT, 'casks: kind must be known'), 0),
  iif(NEW.cask_type <> 'barrel' AND NEW.cask_type <> 'hogshead' AND NEW.cask_type <> 'butt' AND NEW.cask_type <> 'barrique' AND NEW.cask_type <> 'rum-barrel', RAISE(ABORT, 'casks: cask_type must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER casks_changes BEFORE UPDATE OF state, kind, cask_type ON casks
BEGIN SELECT
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'draft' AND (NEW.state = 'published') OR OLD.state = 'published' AND (NEW.state = 'withdrawn') OR OLD.state = 'withdrawn' AND (NEW.state = 'published')), RAISE(ABORT, 'casks: the state cannot change like this'), 0),
  iif(NEW.kind <> 'whisky' AND NEW.kind <> 'wine' AND NEW.kind <> 'rum', RAISE(ABORT, 'casks: kind must be known'), 0),
  iif(NEW.cask_type <> 'barrel' AND NEW.cask_type <> 'hogshead' AND NEW.cask_type <> 'butt' AND NEW.cask_type <> 'barrique' AND NEW.cask_type <> 'rum-barrel', RAISE(ABORT, 'casks: cask_type must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER casks_are_kept BEFORE DELETE ON casks
BEGIN SELECT RAISE(ABORT, 'casks: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER certificates_starts BEFORE INSERT ON certificates
BEGIN SELECT
  iif(NEW.state <> 'pending', RAISE(ABORT, 'certificates: a row cannot start in this state'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER certificates_changes BEFORE UPDATE OF id, stake_id, code, r2_key, created_at_ms, sha256, state ON certificates
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.stake_id IS NOT OLD.stake_id OR NEW.code IS NOT OLD.code OR NEW.r2_key IS NOT OLD.r2_key OR NEW.created_at_ms IS NOT OLD.created_at_ms, RAISE(ABORT, 'certificates: these columns cannot change'), 0),
  iif(OLD.sha256 IS NOT NULL AND NEW.sha256 IS NOT OLD.sha256, RAISE(ABORT, 'certificates: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'pending' AND (NEW.state = 'issued' OR NEW.state = 'void') OR OLD.state = 'issued' AND (NEW.state = 'void')), RAISE(ABORT, 'certificates: the state cannot change like this'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER certificates_are_kept BEFORE DELETE ON certificates
BEGIN SELECT RAISE(ABORT, 'certificates: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_starts BEFORE INSERT ON change_proposals
BEGIN SELECT
  iif(NEW.state <> 'open', RAISE(ABORT, 'change_proposals: a row cannot start in this state'), 0),
  iif(NEW.kind <> 'setting' AND NEW.kind <> 'valuation' AND NEW.kind <> 'return', RAISE(ABORT, 'change_proposals: kind must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_changes BEFORE UPDATE OF id, kind, subject, was, becomes, proposed_by, proposed_at_ms, expires_at_ms, decided_by, decided_at_ms, state ON change_proposals
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.kind IS NOT OLD.kind OR NEW.subject IS NOT OLD.subject OR NEW.was IS NOT OLD.was OR NEW.becomes IS NOT OLD.becomes OR NEW.proposed_by IS NOT OLD.proposed_by OR NEW.proposed_at_ms IS NOT OLD.proposed_at_ms OR NEW.expires_at_ms IS NOT OLD.expires_at_ms, RAISE(ABORT, 'change_proposals: these columns cannot change'), 0),
  iif(OLD.decided_by IS NOT NULL AND NEW.decided_by IS NOT OLD.decided_by OR OLD.decided_at_ms IS NOT NULL AND NEW.decided_at_ms IS NOT OLD.decided_at_ms, RAISE(ABORT, 'change_proposals: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'open' AND (NEW.state = 'confirmed' OR NEW.state = 'withdrawn' OR NEW.state = 'replaced')), RAISE(ABORT, 'change_proposals: the state cannot change like this'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER change_proposals_are_kept BEFORE DELETE ON change_proposals
BEGIN SELECT RAISE(ABORT, 'change_proposals: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_starts BEFORE INSERT ON contact_changes
BEGIN SELECT
  iif(NEW.channel <> 'email' AND NEW.channel <> 'sms', RAISE(ABORT, 'contact_changes: channel must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_changes BEFORE UPDATE OF id, user_id, channel, changed_at_ms ON contact_changes
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.channel IS NOT OLD.channel OR NEW.changed_at_ms IS NOT OLD.changed_at_ms, RAISE(ABORT, 'contact_changes: these columns cannot change'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_are_kept BEFORE DELETE ON contact_changes
BEGIN SELECT RAISE(ABORT, 'contact_changes: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_fixed BEFORE UPDATE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'dispute_lifts: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER dispute_lifts_are_kept BEFORE DELETE ON dispute_lifts
BEGIN SELECT RAISE(ABORT, 'dispute_lifts: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_starts BEFORE INSERT ON evidence
BEGIN SELECT
  iif(NEW.kind <> 'delivery-order' AND NEW.kind <> 'warehouse-confirmation' AND NEW.kind <> 'insurance' AND NEW.kind <> 'gauge' AND NEW.kind <> 'photo' AND NEW.kind <> 'contract', RAISE(ABORT, 'evidence: kind must be known'), 0),
  iif(NEW.visibility <> 'public' AND NEW.visibility <> 'holders', RAISE(ABORT, 'evidence: visibility must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER evidence_fixed BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_are_kept BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'evidence: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_fixed BEFORE UPDATE ON gauges
BEGIN SELECT RAISE(ABORT, 'gauges: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER gauges_are_kept BEFORE DELETE ON gauges
BEGIN SELECT RAISE(ABORT, 'gauges: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_starts BEFORE INSERT ON identity_checks
BEGIN SELECT
  iif(NEW.outcome <> 'passed' AND NEW.outcome <> 'failed', RAISE(ABORT, 'identity_checks: outcome must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_fixed BEFORE UPDATE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity_checks: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_are_kept BEFORE DELETE ON identity_checks
BEGIN SELECT RAISE(ABORT, 'identity_checks: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER manual_refunds_fixed BEFORE UPDATE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual_refunds: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER manual_refunds_are_kept BEFORE DELETE ON manual_refunds
BEGIN SELECT RAISE(ABORT, 'manual_refunds: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_starts BEFORE INSERT ON notice_recipients
BEGIN SELECT
  iif(NEW.channel <> 'email' AND NEW.channel <> 'sms', RAISE(ABORT, 'notice_recipients: channel must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_fixed BEFORE UPDATE ON notice_recipients
BEGIN SELECT RAISE(ABORT, 'notice_recipients: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER offers_starts BEFORE INSERT ON offers
BEGIN SELECT
  iif(NEW.sold_at_ms IS NOT NULL OR NEW.ended_at_ms IS NOT NULL, RAISE(ABORT, 'offers: a row cannot start with these columns'), 0),
  iif(NEW.state <> 'open', RAISE(ABORT, 'offers: a row cannot start in this state'), 0),
  iif(NEW.end_reason <> 'seller' AND NEW.end_reason <> 'expired' AND NEW.end_reason <> 'valued' AND NEW.end_reason <> 'bid' AND NEW.end_reason <> 'cask-sold' AND NEW.end_reason <> 'frozen' AND NEW.end_reason <> 'operator', RAISE(ABORT, 'offers: end_reason must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER offers_changes BEFORE UPDATE OF id, stake_id, cask_id, user_id, price_cents, fee_cents, valued_cents, created_at_ms, expires_at_ms, state, end_reason ON offers
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.stake_id IS NOT OLD.stake_id OR NEW.cask_id IS NOT OLD.cask_id OR NEW.user_id IS NOT OLD.user_id OR NEW.price_cents IS NOT OLD.price_cents OR NEW.fee_cents IS NOT OLD.fee_cents OR NEW.valued_cents IS NOT OLD.valued_cents OR NEW.created_at_ms IS NOT OLD.created_at_ms OR NEW.expires_at_ms IS NOT OLD.expires_at_ms, RAISE(ABORT, 'offers: these columns cannot change'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'open' AND (NEW.state = 'sold' OR NEW.state = 'ended') OR OLD.state = 'sold' AND (NEW.state = 'undone')), RAISE(ABORT, 'offers: the state cannot change like this'), 0),
  iif(NEW.end_reason <> 'seller' AND NEW.end_reason <> 'expired' AND NEW.end_reason <> 'valued' AND NEW.end_reason <> 'bid' AND NEW.end_reason <> 'cask-sold' AND NEW.end_reason <> 'frozen' AND NEW.end_reason <> 'operator', RAISE(ABORT, 'offers: end_reason must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER offers_are_kept BEFORE DELETE ON offers
BEGIN SELECT RAISE(ABORT, 'offers: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payments_starts BEFORE INSERT ON payments
BEGIN SELECT
  iif(NEW.state <> 'created', RAISE(ABORT, 'payments: a row cannot start in this state'), 0),
  iif(NEW.purpose <> 'joining-fee' AND NEW.purpose <> 'stake', RAISE(ABORT, 'payments: purpose must be known'), 0),
  iif(NEW.mode <> 'Bank' AND NEW.mode <> 'Crypto', RAISE(ABORT, 'payments: mode must be known'), 0),
  iif(NEW.provider <> 'stripe' AND NEW.provider <> 'copperx', RAISE(ABORT, 'payments: provider must be known'), 0),
  iif(NEW.reason <> 'no-stake-left' AND NEW.reason <> 'cask-sold' AND NEW.reason <> 'wrong-amount' AND NEW.reason <> 'underpaid' AND NEW.reason <> 'already-activated' AND NEW.reason <> 'returned' AND NEW.reason <> 'given-back' AND NEW.reason <> 'disputed' AND NEW.reason <> 'dispute-lost' AND NEW.reason <> 'other-method' AND NEW.reason <> 'provider-rejected' AND NEW.reason <> 'provider-unavailable', RAISE(ABORT, 'payments: reason must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER payments_changes BEFORE UPDATE OF id, user_id, purpose, cask_id, offer_id, amount_cents, mode, provider, created_at_ms, provider_session_id, state, reason ON payments
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.purpose IS NOT OLD.purpose OR NEW.cask_id IS NOT OLD.cask_id OR NEW.offer_id IS NOT OLD.offer_id OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.mode IS NOT OLD.mode OR NEW.provider IS NOT OLD.provider OR NEW.created_at_ms IS NOT OLD.created_at_ms, RAISE(ABORT, 'payments: these columns cannot change'), 0),
  iif(OLD.provider_session_id IS NOT NULL AND NEW.provider_session_id IS NOT OLD.provider_session_id, RAISE(ABORT, 'payments: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'created' AND (NEW.state = 'open' OR NEW.state = 'paid' OR NEW.state = 'expired' OR NEW.state = 'cancelled' OR NEW.state = 'failed') OR OLD.state = 'open' AND (NEW.state = 'paid' OR NEW.state = 'expired' OR NEW.state = 'cancelled' OR NEW.state = 'failed') OR OLD.state = 'expired' AND (NEW.state = 'paid') OR OLD.state = 'cancelled' AND (NEW.state = 'paid') OR OLD.state = 'failed' AND (NEW.state = 'paid') OR OLD.state = 'paid' AND (NEW.state = 'settled' OR NEW.state = 'refunding') OR OLD.state = 'refunding' AND (NEW.state = 'refunded') OR OLD.state = 'settled' AND (NEW.state = 'refunded' OR NEW.state = 'disputed' OR NEW.state = 'refunding') OR OLD.state = 'disputed' AND (NEW.state = 'settled' OR NEW.state = 'refunding' OR NEW.state = 'refunded')), RAISE(ABORT, 'payments: the state cannot change like this'), 0),
  iif(NEW.reason <> 'no-stake-left' AND NEW.reason <> 'cask-sold' AND NEW.reason <> 'wrong-amount' AND NEW.reason <> 'underpaid' AND NEW.reason <> 'already-activated' AND NEW.reason <> 'returned' AND NEW.reason <> 'given-back' AND NEW.reason <> 'disputed' AND NEW.reason <> 'dispute-lost' AND NEW.reason <> 'other-method' AND NEW.reason <> 'provider-rejected' AND NEW.reason <> 'provider-unavailable', RAISE(ABORT, 'payments: reason must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER payments_are_kept BEFORE DELETE ON payments
BEGIN SELECT RAISE(ABORT, 'payments: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payout_proposals_are_kept BEFORE DELETE ON payout_proposals
BEGIN SELECT RAISE(ABORT, 'payout_proposals: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_changes BEFORE UPDATE OF run_id, place, withdrawal_id ON payout_run_rows
BEGIN SELECT
  iif(NEW.run_id IS NOT OLD.run_id OR NEW.place IS NOT OLD.place OR NEW.withdrawal_id IS NOT OLD.withdrawal_id, RAISE(ABORT, 'payout_run_rows: these columns cannot change'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER payout_run_rows_are_kept BEFORE DELETE ON payout_run_rows
BEGIN SELECT RAISE(ABORT, 'payout_run_rows: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payout_runs_changes BEFORE UPDATE OF id, number, operator_id, row_count, total_cents, made_at_ms, called_back_at_ms, called_back_by, call_back_reason ON payout_runs
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.operator_id IS NOT OLD.operator_id OR NEW.row_count IS NOT OLD.row_count OR NEW.total_cents IS NOT OLD.total_cents OR NEW.made_at_ms IS NOT OLD.made_at_ms, RAISE(ABORT, 'payout_runs: these columns cannot change'), 0),
  iif(OLD.called_back_at_ms IS NOT NULL AND NEW.called_back_at_ms IS NOT OLD.called_back_at_ms OR OLD.called_back_by IS NOT NULL AND NEW.called_back_by IS NOT OLD.called_back_by OR OLD.call_back_reason IS NOT NULL AND NEW.call_back_reason IS NOT OLD.call_back_reason, RAISE(ABORT, 'payout_runs: these columns cannot change once written'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER provider_events_starts BEFORE INSERT ON provider_events
BEGIN SELECT
  iif(NEW.provider <> 'stripe' AND NEW.provider <> 'copperx', RAISE(ABORT, 'provider_events: provider must be known'), 0),
  iif(NEW.concerns <> 'session' AND NEW.concerns <> 'refund' AND NEW.concerns <> 'dispute' AND NEW.concerns <> 'nothing', RAISE(ABORT, 'provider_events: concerns must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER provider_events_fixed BEFORE UPDATE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider_events: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER provider_events_are_kept BEFORE DELETE ON provider_events
BEGIN SELECT RAISE(ABORT, 'provider_events: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER referrals_starts BEFORE INSERT ON referrals
BEGIN SELECT
  iif(NEW.state <> 'inactive', RAISE(ABORT, 'referrals: a row cannot start in this state'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER referrals_changes BEFORE UPDATE OF referrer_id, referred_id, reward_cents, created_at_ms, state ON referrals
BEGIN SELECT
  iif(NEW.referrer_id IS NOT OLD.referrer_id OR NEW.referred_id IS NOT OLD.referred_id OR NEW.reward_cents IS NOT OLD.reward_cents OR NEW.created_at_ms IS NOT OLD.created_at_ms, RAISE(ABORT, 'referrals: these columns cannot change'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'inactive' AND (NEW.state = 'pending' OR NEW.state = 'held') OR OLD.state = 'held' AND (NEW.state = 'pending' OR NEW.state = 'dropped' OR NEW.state = 'reversed') OR OLD.state = 'pending' AND (NEW.state = 'paid' OR NEW.state = 'dropped' OR NEW.state = 'reversed') OR OLD.state = 'paid' AND (NEW.state = 'reversed') OR OLD.state = 'reversed' AND (NEW.state = 'held' OR NEW.state = 'pending' OR NEW.state = 'paid')), RAISE(ABORT, 'referrals: the state cannot change like this'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER referrals_are_kept BEFORE DELETE ON referrals
BEGIN SELECT RAISE(ABORT, 'referrals: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER reservations_starts BEFORE INSERT ON reservations
BEGIN SELECT
  iif(NEW.state <> 'held', RAISE(ABORT, 'reservations: a row cannot start in this state'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER reservations_changes BEFORE UPDATE OF payment_id, cask_id, created_at_ms, state ON reservations
BEGIN SELECT
  iif(NEW.payment_id IS NOT OLD.payment_id OR NEW.cask_id IS NOT OLD.cask_id OR NEW.created_at_ms IS NOT OLD.created_at_ms, RAISE(ABORT, 'reservations: these columns cannot change'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'held' AND (NEW.state = 'paid' OR NEW.state = 'expired') OR OLD.state = 'expired' AND (NEW.state = 'paid')), RAISE(ABORT, 'reservations: the state cannot change like this'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER reservations_are_kept BEFORE DELETE ON reservations
BEGIN SELECT RAISE(ABORT, 'reservations: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER settings_starts BEFORE INSERT ON settings
BEGIN SELECT
  iif(NEW.key <> 'joining_fee_cents' AND NEW.key <> 'withdrawal_requests_per_day' AND NEW.key <> 'payouts_per_day' AND NEW.key <> 'payouts_per_month' AND NEW.key <> 'payout_cents_per_day' AND NEW.key <> 'payout_cents_per_month' AND NEW.key <> 'payout_accounts_per_month' AND NEW.key <> 'identity_first_payout_above_cents' AND NEW.key <> 'identity_total_above_cents' AND NEW.key <> 'second_operator_above_cents' AND NEW.key <> 'operator_cents_per_day' AND NEW.key <> 'resale_fee_basis_points' AND NEW.key <> 'proceeds_hold_days_card' AND NEW.key <> 'proceeds_hold_days_crypto' AND NEW.key <> 'market_countries', RAISE(ABORT, 'settings: key must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER settings_changes BEFORE UPDATE OF key ON settings
BEGIN SELECT
  iif(NEW.key IS NOT OLD.key, RAISE(ABORT, 'settings: these columns cannot change'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER settings_are_kept BEFORE DELETE ON settings
BEGIN SELECT RAISE(ABORT, 'settings: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stake_changes_starts BEFORE INSERT ON stake_changes
BEGIN SELECT
  iif(NEW.was <> 'active' AND NEW.was <> 'frozen' AND NEW.was <> 'ended', RAISE(ABORT, 'stake_changes: was must be known'), 0),
  iif(NEW.becomes <> 'active' AND NEW.becomes <> 'frozen' AND NEW.becomes <> 'ended', RAISE(ABORT, 'stake_changes: becomes must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER stake_changes_fixed BEFORE UPDATE ON stake_changes
BEGIN SELECT RAISE(ABORT, 'stake_changes: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER stake_changes_are_kept BEFORE DELETE ON stake_changes
BEGIN SELECT RAISE(ABORT, 'stake_changes: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stakes_starts BEFORE INSERT ON stakes
BEGIN SELECT
  iif(NEW.state <> 'active', RAISE(ABORT, 'stakes: a row cannot start in this state'), 0),
  iif(NEW.certificate_state <> 'pending' AND NEW.certificate_state <> 'issued' AND NEW.certificate_state <> 'void', RAISE(ABORT, 'stakes: certificate_state must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER stakes_changes BEFORE UPDATE OF id, cask_id, number, user_id, sale_number, holder_number, payment_id, price_cents, mark_cents, purchased_at_ms, state, certificate_state ON stakes
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.cask_id IS NOT OLD.cask_id OR NEW.number IS NOT OLD.number OR NEW.user_id IS NOT OLD.user_id OR NEW.sale_number IS NOT OLD.sale_number OR NEW.holder_number IS NOT OLD.holder_number OR NEW.payment_id IS NOT OLD.payment_id OR NEW.price_cents IS NOT OLD.price_cents OR NEW.mark_cents IS NOT OLD.mark_cents OR NEW.purchased_at_ms IS NOT OLD.purchased_at_ms, RAISE(ABORT, 'stakes: these columns cannot change'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'active' AND (NEW.state = 'frozen' OR NEW.state = 'ended') OR OLD.state = 'frozen' AND (NEW.state = 'active' OR NEW.state = 'ended') OR OLD.state = 'ended' AND (NEW.state = 'active')), RAISE(ABORT, 'stakes: the state cannot change like this'), 0),
  iif(NEW.certificate_state <> 'pending' AND NEW.certificate_state <> 'issued' AND NEW.certificate_state <> 'void', RAISE(ABORT, 'stakes: certificate_state must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER stakes_are_kept BEFORE DELETE ON stakes
BEGIN SELECT RAISE(ABORT, 'stakes: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER support_answers_fixed BEFORE UPDATE ON support_answers
BEGIN SELECT RAISE(ABORT, 'support_answers: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER support_requests_starts BEFORE INSERT ON support_requests
BEGIN SELECT
  iif(NEW.kind <> 'payment' AND NEW.kind <> 'withdrawal' AND NEW.kind <> 'cask' AND NEW.kind <> 'certificate' AND NEW.kind <> 'account' AND NEW.kind <> 'complaint' AND NEW.kind <> 'other' AND NEW.kind <> 'cancellation', RAISE(ABORT, 'support_requests: kind must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER support_requests_changes BEFORE UPDATE OF id, number, user_id, name, email, phone, kind, message, content_mark, payment_id, created_at_ms ON support_requests
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.number IS NOT OLD.number OR NEW.user_id IS NOT OLD.user_id OR NEW.name IS NOT OLD.name OR NEW.email IS NOT OLD.email OR NEW.phone IS NOT OLD.phone OR NEW.kind IS NOT OLD.kind OR NEW.message IS NOT OLD.message OR NEW.content_mark IS NOT OLD.content_mark OR NEW.payment_id IS NOT OLD.payment_id OR NEW.created_at_ms IS NOT OLD.created_at_ms, RAISE(ABORT, 'support_requests: these columns cannot change'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER suspensions_changes BEFORE UPDATE OF id, user_id, operator_id, suspended_at_ms, restored_by, restored_at_ms ON suspensions
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.operator_id IS NOT OLD.operator_id OR NEW.suspended_at_ms IS NOT OLD.suspended_at_ms, RAISE(ABORT, 'suspensions: these columns cannot change'), 0),
  iif(OLD.restored_by IS NOT NULL AND NEW.restored_by IS NOT OLD.restored_by OR OLD.restored_at_ms IS NOT NULL AND NEW.restored_at_ms IS NOT OLD.restored_at_ms, RAISE(ABORT, 'suspensions: these columns cannot change once written'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER suspensions_are_kept BEFORE DELETE ON suspensions
BEGIN SELECT RAISE(ABORT, 'suspensions: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_starts BEFORE INSERT ON transfers
BEGIN SELECT
  iif(NEW.currency <> 'USD' AND NEW.currency <> 'TOKEN', RAISE(ABORT, 'transfers: currency must be known'), 0),
  iif(NEW.reason <> 'payment-received' AND NEW.reason <> 'joining-fee' AND NEW.reason <> 'stake-sale' AND NEW.reason <> 'tokens-earned' AND NEW.reason <> 'referral-reward' AND NEW.reason <> 'reward-paid' AND NEW.reason <> 'refund' AND NEW.reason <> 'reversal' AND NEW.reason <> 'restored' AND NEW.reason <> 'cycle-return' AND NEW.reason <> 'cask-sale' AND NEW.reason <> 'provider-buy-back' AND NEW.reason <> 'exit-proceeds' AND NEW.reason <> 'exit-own-share' AND NEW.reason <> 'exit-advance' AND NEW.reason <> 'exit-rounding' AND NEW.reason <> 'promotion' AND NEW.reason <> 'withdrawal-hold' AND NEW.reason <> 'withdrawal-paid' AND NEW.reason <> 'withdrawal-released' AND NEW.reason <> 'withdrawal-returned' AND NEW.reason <> 'resale-fee' AND NEW.reason <> 'resale-advance' AND NEW.reason <> 'resale-proceeds' AND NEW.reason <> 'resale-available' AND NEW.reason <> 'debt-set-off', RAISE(ABORT, 'transfers: reason must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER transfers_fixed BEFORE UPDATE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
BEGIN SELECT RAISE(ABORT, 'transfers: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER users_starts BEFORE INSERT ON users
BEGIN SELECT
  iif(NEW.role <> 'investor' AND NEW.role <> 'operator' AND NEW.role <> 'reader', RAISE(ABORT, 'users: role must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER users_changes BEFORE UPDATE OF role ON users
BEGIN SELECT
  iif(NEW.role <> 'investor' AND NEW.role <> 'operator' AND NEW.role <> 'reader', RAISE(ABORT, 'users: role must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER valuations_starts BEFORE INSERT ON valuations
BEGIN SELECT
  iif(NEW.tier <> 'issue' AND NEW.tier <> 'measured' AND NEW.tier <> 'modelled' AND NEW.tier <> 'opinion', RAISE(ABORT, 'valuations: tier must be known'), 0),
  iif(NEW.author <> 'provider' AND NEW.author <> 'warehouse-keeper' AND NEW.author <> 'broker' AND NEW.author <> 'independent', RAISE(ABORT, 'valuations: author must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER valuations_fixed BEFORE UPDATE ON valuations
BEGIN SELECT RAISE(ABORT, 'valuations: rows cannot change'); END;
--> statement-breakpoint
CREATE TRIGGER valuations_are_kept BEFORE DELETE ON valuations
BEGIN SELECT RAISE(ABORT, 'valuations: rows cannot be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_starts BEFORE INSERT ON withdrawals
BEGIN SELECT
  iif(NEW.state <> 'progress', RAISE(ABORT, 'withdrawals: a row cannot start in this state'), 0),
  iif(NEW.mode <> 'Bank' AND NEW.mode <> 'Crypto', RAISE(ABORT, 'withdrawals: mode must be known'), 0),
  iif(NEW.over_limit <> 'joining_fee_cents' AND NEW.over_limit <> 'withdrawal_requests_per_day' AND NEW.over_limit <> 'payouts_per_day' AND NEW.over_limit <> 'payouts_per_month' AND NEW.over_limit <> 'payout_cents_per_day' AND NEW.over_limit <> 'payout_cents_per_month' AND NEW.over_limit <> 'payout_accounts_per_month' AND NEW.over_limit <> 'identity_first_payout_above_cents' AND NEW.over_limit <> 'identity_total_above_cents' AND NEW.over_limit <> 'second_operator_above_cents' AND NEW.over_limit <> 'operator_cents_per_day' AND NEW.over_limit <> 'resale_fee_basis_points' AND NEW.over_limit <> 'proceeds_hold_days_card' AND NEW.over_limit <> 'proceeds_hold_days_crypto' AND NEW.over_limit <> 'market_countries', RAISE(ABORT, 'withdrawals: over_limit must be known'), 0),
  iif(NEW.cancelled_by <> 'investor' AND NEW.cancelled_by <> 'stop-link', RAISE(ABORT, 'withdrawals: cancelled_by must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_changes BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, created_at_ms, reckoned_to_cents, stop_token, holder_differs, over_limit, valuation_id, paid_by, state, cancelled_by ON withdrawals
BEGIN SELECT
  iif(NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.stake_id IS NOT OLD.stake_id OR NEW.cycle_number IS NOT OLD.cycle_number OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.interest_basis_points IS NOT OLD.interest_basis_points OR NEW.mode IS NOT OLD.mode OR NEW.created_at_ms IS NOT OLD.created_at_ms OR NEW.reckoned_to_cents IS NOT OLD.reckoned_to_cents OR NEW.stop_token IS NOT OLD.stop_token OR NEW.holder_differs IS NOT OLD.holder_differs OR NEW.over_limit IS NOT OLD.over_limit OR NEW.valuation_id IS NOT OLD.valuation_id, RAISE(ABORT, 'withdrawals: these columns cannot change'), 0),
  iif(OLD.paid_by IS NOT NULL AND NEW.paid_by IS NOT OLD.paid_by, RAISE(ABORT, 'withdrawals: these columns cannot change once written'), 0),
  iif(NEW.state <> OLD.state AND NOT (OLD.state = 'progress' AND (NEW.state = 'paid' OR NEW.state = 'rejected' OR NEW.state = 'cancelled' OR NEW.state = 'sending') OR OLD.state = 'sending' AND (NEW.state = 'paid' OR NEW.state = 'rejected' OR NEW.state = 'progress') OR OLD.state = 'paid' AND (NEW.state = 'returned')), RAISE(ABORT, 'withdrawals: the state cannot change like this'), 0),
  iif(NEW.cancelled_by <> 'investor' AND NEW.cancelled_by <> 'stop-link', RAISE(ABORT, 'withdrawals: cancelled_by must be known'), 0);
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals: rows cannot be deleted'); END;

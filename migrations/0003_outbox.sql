-- Work for later, mails included, is written in the same batch as its cause. A notice names a row, never an address.
-- app/core/outbox/kinds.ts lists the causes, kinds and handlers; a test causes each of them and compares.

CREATE TRIGGER payments_open_are_checked AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NEW.state = 'open'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('check-payment:' || NEW.id, 'check-payment', NEW.id, NEW.updated_at_ms + 120000, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_ended_close_session AFTER UPDATE OF state ON payments
WHEN OLD.state IN ('created', 'open') AND NEW.state IN ('cancelled', 'expired') AND NEW.provider_session_id IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('expire-session:' || NEW.id, 'expire-session', NEW.id, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_refunds_are_sent AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND NEW.state = 'refunding'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('refund-payment:' || NEW.id, 'refund-payment', NEW.id, NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A payment settles a second time when its dispute was won. That is told as such (payments_reversals_are_told), and must not
-- be told as a purchase once more when the row of the first time has been swept.
CREATE TRIGGER payments_outcome_is_told AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND (NEW.state = 'refunding' OR (NEW.state = 'settled' AND OLD.state <> 'disputed'))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-' || NEW.state || ':' || NEW.id, 'send-notice', 'payment-' || NEW.state || ':' || NEW.id, 'payment-' || NEW.state,
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER provider_events_are_handled AFTER INSERT ON provider_events
WHEN NEW.concerns <> 'nothing'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('handle-event:' || NEW.id, 'handle-event', NEW.id, NEW.received_at_ms, NEW.received_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER certificates_are_issued AFTER INSERT ON certificates
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('issue-certificate:' || NEW.id, 'issue-certificate', NEW.id, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_are_told AFTER INSERT ON contact_changes
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:contact-changed:' || NEW.id, 'send-notice', 'contact-changed:' || NEW.id, 'contact-changed',
  NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_new_are_told AFTER INSERT ON bank_details
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'send-notice', 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'bank-changed',
  NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_changes_are_told AFTER UPDATE OF changed_at_ms ON bank_details
WHEN NEW.changed_at_ms <> OLD.changed_at_ms
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'send-notice', 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms, 'bank-changed',
  NEW.changed_at_ms, NEW.changed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_requests_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-requested:' || NEW.id, 'send-notice', 'withdrawal-requested:' || NEW.id, 'withdrawal-requested',
  NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- For a week after a change of mailbox the former one is told of a withdrawal as well.
CREATE TRIGGER withdrawals_former_mailboxes_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:withdrawal-warned:' || NEW.id || ':' || contact_changes.id, 'send-notice', 'withdrawal-warned:' || NEW.id || ':' || contact_changes.id, 'withdrawal-warned',
  NEW.created_at_ms, NEW.created_at_ms
FROM contact_changes WHERE user_id = NEW.user_id AND channel = 'email' AND changed_at_ms > NEW.created_at_ms - 604800000 ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_decisions_are_told AFTER UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND NEW.state IN ('paid', 'rejected', 'cancelled')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-' || NEW.state || ':' || NEW.id, 'send-notice', 'withdrawal-' || NEW.state || ':' || NEW.id, 'withdrawal-' || NEW.state,
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_reversals_are_told AFTER UPDATE OF state ON payments
WHEN OLD.state || '>' || NEW.state IN ('settled>refunded', 'disputed>refunded', 'settled>disputed', 'disputed>settled')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-reversed:' || NEW.id || ':' || NEW.state || ':' || NEW.updated_at_ms, 'send-notice', 'payment-reversed:' || NEW.id || ':' || NEW.state || ':' || NEW.updated_at_ms, 'payment-reversed',
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- The files of certificates hold a name: they go a little later, when nobody is writing one any more.
CREATE TRIGGER users_closed_lose_files AFTER UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('erase-certificates:' || NEW.id, 'erase-certificates', NEW.id, NEW.closed_at_ms + 600000, NEW.closed_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Which work is done before the rest goes by its kind.
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1)
  OR EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1)
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;
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
--> statement-breakpoint
CREATE TRIGGER certificates_issued_are_told AFTER UPDATE OF state ON certificates
WHEN OLD.state = 'pending' AND NEW.state = 'issued'
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:certificate-ready:' || NEW.id, 'send-notice', 'certificate-ready:' || NEW.id, 'certificate-ready',
  NEW.issued_at_ms, NEW.issued_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Earned when the friend's first stake is paid, or when an operator releases what was held. What comes back after a dispute is not news.
CREATE TRIGGER referrals_rewards_are_told AFTER UPDATE OF state ON referrals
WHEN NEW.state = 'pending' AND (OLD.state = 'inactive' OR (OLD.state = 'held' AND OLD.released_at_ms IS NULL))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:referral-earned:' || NEW.referred_id, 'send-notice', 'referral-earned:' || NEW.referred_id, 'referral-earned', told_at, told_at
FROM (SELECT coalesce(NEW.released_at_ms, payments.updated_at_ms) AS told_at FROM payments WHERE payments.id = NEW.payment_id)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Support: a request is confirmed, an answer is told.
CREATE TRIGGER support_answers_count AFTER INSERT ON support_answers
BEGIN UPDATE support_requests SET answered_at_ms = coalesce(answered_at_ms, NEW.created_at_ms) WHERE id = NEW.request_id; END;
--> statement-breakpoint
CREATE TRIGGER support_answers_are_told AFTER INSERT ON support_answers
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-answered:' || NEW.id, 'send-notice', 'support-answered:' || NEW.id, 'support-answered', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER support_requests_are_confirmed AFTER INSERT ON support_requests
WHEN NEW.email IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-received:' || NEW.id, 'send-notice', 'support-received:' || NEW.id, 'support-received', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;

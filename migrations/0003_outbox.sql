-- Work for later, mails included, is written in the same batch as its cause. A notice names a row, never an address.
-- app/features/outbox/kinds.ts lists the causes, kinds and handlers; a test causes each of them and compares.

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

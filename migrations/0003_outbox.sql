-- Work that several statements cause, in the same batch; the rest is written by its use case (app/core/outbox/enqueue). A notice names a
-- row, never an address. app/core/outbox/kinds.ts lists the causes, and a test compares.

-- Which work is done before the rest goes by its kind, and a notice is as urgent as its own kind says. That a payment is settled is told
-- with the rest: known without asking, because every purchase comes by here. What goes to many, and what nobody waits for, is written with -1: it
-- goes one by one, at a pace that the mail provider takes.
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN NEW.urgent = 0 AND NEW.notice IS NOT 'payment-settled' AND iif(NEW.notice IS NULL, EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1),
  EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1))
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;
--> statement-breakpoint

-- What a change of a payment's state causes, by whichever statement: an open one is checked later, a session that is over is closed, and what
-- could not be applied goes back.
CREATE TRIGGER payments_changes_cause_work AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND (NEW.state = 'open' OR NEW.state = 'refunding'
  OR OLD.state IN ('created', 'open') AND NEW.state IN ('cancelled', 'expired') AND NEW.provider_session_id IS NOT NULL)
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
SELECT kind || ':' || NEW.id, kind, NEW.id, NEW.updated_at_ms + iif(NEW.state = 'open', 120000, 0), NEW.updated_at_ms
FROM (SELECT iif(NEW.state = 'open', 'check-payment', iif(NEW.state = 'refunding', 'refund-payment', 'expire-session')) AS kind)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- What was told of this money before it was settled is acted on now, however long ago that was. Nothing is given up on its first day, so a
-- payment of today has nothing to look for.
CREATE TRIGGER payments_settled_hear_events AFTER UPDATE OF state ON payments
WHEN OLD.state = 'paid' AND NEW.state = 'settled' AND NEW.updated_at_ms - NEW.created_at_ms > 86400000
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
SELECT 'handle-event:' || id || ':settled', 'handle-event', id || ':settled', NEW.updated_at_ms, NEW.updated_at_ms FROM provider_events
WHERE provider_payment_id = NEW.provider_payment_id AND concerns IN ('refund', 'dispute') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_outcome_is_told AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND (NEW.state = 'refunding' OR (NEW.state = 'settled' AND OLD.state <> 'disputed'))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-' || NEW.state || ':' || NEW.id, 'send-notice', 'payment-' || NEW.state || ':' || NEW.id, 'payment-' || NEW.state,
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A payment settles a second time when its dispute was won. That is told as a reversal, and must not be told as a purchase once more when
-- the row of the first time has been swept.
CREATE TRIGGER payments_changes_are_told AFTER UPDATE OF state ON payments
WHEN OLD.state || '>' || NEW.state IN ('settled>refunded', 'disputed>refunded', 'settled>disputed', 'disputed>settled')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:' || notice || id, 'send-notice', notice || id, notice, NEW.updated_at_ms, NEW.updated_at_ms
FROM (SELECT 'payment-reversed' AS notice, ':' || NEW.id || ':' || NEW.state || ':' || NEW.updated_at_ms AS id)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Certificates.
CREATE TRIGGER certificates_are_issued AFTER INSERT ON certificates
BEGIN
INSERT INTO outbox (id, kind, subject_id, urgent, available_at_ms, created_at_ms)
VALUES ('issue-certificate:' || NEW.id, 'issue-certificate', NEW.id, 1, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER stakes_given_again_are_credited AFTER UPDATE OF state ON stakes
WHEN OLD.state = 'frozen' AND NEW.state = 'active'
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
SELECT 'credit-exit:' || exit_id || ':' || NEW.id || ':' || at_ms, 'credit-exit', exit_id || ':' || NEW.id || ':' || at_ms, at_ms, at_ms
FROM (SELECT cask_exits.id AS exit_id, max(payments.updated_at_ms, coalesce(NEW.state_at_ms, 0)) AS at_ms
  FROM cask_exits JOIN payments ON payments.id = NEW.payment_id
  WHERE cask_exits.cask_id = NEW.cask_id AND cask_exits.state <> 'withdrawn' AND cask_exits.state IN ('confirmed', 'done'))
WHERE true ON CONFLICT DO NOTHING;
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

-- Decisions about withdrawals.
CREATE TRIGGER withdrawals_decisions_are_told AFTER UPDATE OF state ON withdrawals
WHEN OLD.state <> NEW.state AND NEW.state IN ('paid', 'rejected', 'cancelled', 'returned')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:withdrawal-' || NEW.state || ':' || NEW.id, 'send-notice', 'withdrawal-' || NEW.state || ':' || NEW.id, 'withdrawal-' || NEW.state,
  coalesce(NEW.returned_at_ms, NEW.updated_at_ms), coalesce(NEW.returned_at_ms, NEW.updated_at_ms)) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Whom a notice about an account's safety goes to, written with its cause: every mailbox and phone number that the account has, or had
-- until a short while ago. Each is told by a row of its own. The address stays here until then, whatever becomes of the account, and no
-- longer.
CREATE TRIGGER notice_recipients_are_told AFTER INSERT ON notice_recipients
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:' || NEW.subject_id, 'send-notice', NEW.subject_id, NEW.notice, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_are_forgotten AFTER UPDATE OF done_at_ms ON outbox
WHEN OLD.done_at_ms IS NULL AND NEW.done_at_ms IS NOT NULL AND NEW.notice IS NOT NULL
BEGIN DELETE FROM notice_recipients WHERE subject_id = NEW.subject_id; END;
--> statement-breakpoint
-- What an account is reached by (until_ms: null), and was reached by until then.
CREATE VIEW contacts (user_id, channel, address, until_ms) AS
SELECT id, 'email', email, NULL FROM users WHERE email IS NOT NULL
UNION ALL SELECT id, 'sms', phone, NULL FROM users WHERE phone IS NOT NULL
UNION ALL SELECT user_id, channel, old_value, changed_at_ms FROM contact_changes WHERE old_value <> '';
--> statement-breakpoint
-- A contact that is changed, or added where there was none, and another payout account.
CREATE TRIGGER contact_changes_are_told AFTER INSERT ON contact_changes
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-changed:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'contact-changed', channel, address, NEW.changed_at_ms
FROM contacts WHERE user_id = NEW.user_id AND (until_ms IS NULL OR until_ms > NEW.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER users_added_contact_is_told AFTER UPDATE OF email, phone ON users
WHEN NEW.closed_at_ms IS NULL AND (OLD.email IS NULL AND NEW.email IS NOT NULL OR OLD.phone IS NULL AND NEW.phone IS NOT NULL)
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-added:' || NEW.id || iif(OLD.email IS NULL AND NEW.email IS NOT NULL, ':email:', ':sms:') || change.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address),
  NEW.id, 'contact-added', channel, address, change.changed_at_ms
FROM contacts, (SELECT iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms,
  CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS changed_at_ms) AS change
WHERE user_id = NEW.id AND (until_ms IS NULL OR until_ms > change.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_new_are_told AFTER INSERT ON bank_details
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'bank-changed', channel, address, NEW.changed_at_ms
FROM contacts WHERE user_id = NEW.user_id AND (until_ms IS NULL OR until_ms > NEW.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER bank_details_changes_are_told AFTER UPDATE OF changed_at_ms ON bank_details
WHEN NEW.changed_at_ms <> OLD.changed_at_ms
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'bank-changed', channel, address, NEW.changed_at_ms
FROM contacts WHERE user_id = NEW.user_id AND (until_ms IS NULL OR until_ms > NEW.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- What people are told about their offers.
CREATE TRIGGER offers_changes_are_told AFTER UPDATE OF state ON offers
WHEN NEW.state <> OLD.state
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:' || notice || ':' || NEW.id, 'send-notice', notice || ':' || NEW.id, notice, at_ms, at_ms
FROM (SELECT 'offer-' || NEW.state AS notice, coalesce(NEW.undone_at_ms, NEW.sold_at_ms, NEW.ended_at_ms) AS at_ms) WHERE true ON CONFLICT DO NOTHING;
END;

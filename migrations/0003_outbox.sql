-- Work for later, mails included, is written in the same batch as its cause. A notice names a row, never an address.
-- app/core/outbox/kinds.ts lists the causes, kinds and handlers; a test causes each of them and compares.

-- Which work is done before the rest goes by its kind, and a notice is as urgent as its own kind says. That a payment is settled is told
-- with the rest: known without asking, because every purchase comes by here. What goes to many, and what nobody waits for, is written with -1: it
-- goes one by one, at a pace that the mail provider takes.
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN NEW.urgent = 0 AND NEW.notice IS NOT 'payment-settled' AND iif(NEW.notice IS NULL, EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1),
  EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1))
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;
--> statement-breakpoint

-- Payments.
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
-- A payment settles a second time when its dispute was won. That is told as such (payments_reversals_are_told), and must not
-- be told as a purchase once more when the row of the first time has been swept. What was underpaid is told in its own words; that it
-- goes back after all, though the rest came, in these.
CREATE TRIGGER payments_outcome_is_told AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND ((NEW.state = 'refunding' AND NEW.reason IS NOT 'underpaid') OR (NEW.state = 'settled' AND OLD.state <> 'disputed'))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-' || NEW.state || ':' || NEW.id, 'send-notice', 'payment-' || NEW.state || ':' || NEW.id, 'payment-' || NEW.state,
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
-- While the checkout is open, so that the rest can be sent in time; and when it has ended without it.
CREATE TRIGGER payments_underpaid_are_told AFTER UPDATE OF state, received_cents ON payments
WHEN (NEW.state = 'open' AND NEW.received_cents > 0 AND OLD.received_cents IS NULL)
  OR (NEW.state = 'refunding' AND NEW.reason = 'underpaid' AND OLD.state <> 'refunding')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:payment-underpaid:' || NEW.id || ':' || NEW.state, 'send-notice', 'payment-underpaid:' || NEW.id || ':' || NEW.state, 'payment-underpaid',
  NEW.updated_at_ms, NEW.updated_at_ms) ON CONFLICT DO NOTHING;
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

-- Rewards: earned when the friend's first stake is paid, or when an operator releases what was held. What comes back after a dispute is
-- not news.
CREATE TRIGGER referrals_rewards_are_told AFTER UPDATE OF state ON referrals
WHEN NEW.state = 'pending' AND (OLD.state = 'inactive' OR (OLD.state = 'held' AND OLD.released_at_ms IS NULL))
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:referral-earned:' || NEW.referred_id, 'send-notice', 'referral-earned:' || NEW.referred_id, 'referral-earned', told_at, told_at
FROM (SELECT coalesce(NEW.released_at_ms, payments.updated_at_ms) AS told_at FROM payments WHERE payments.id = NEW.payment_id)
WHERE true ON CONFLICT DO NOTHING;
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
-- Two operators who agree are seen by all.
CREATE TRIGGER withdrawals_large_are_told AFTER UPDATE OF state ON withdrawals
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND NEW.amount_cents > (SELECT value FROM settings WHERE key = 'second_operator_above_cents')
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:large-payout:' || users.id || ':' || NEW.id, 'send-notice', 'large-payout:' || users.id || ':' || NEW.id, 'large-payout',
  NEW.updated_at_ms, NEW.updated_at_ms
FROM users WHERE users.role = 'operator' AND users.email IS NOT NULL AND users.closed_at_ms IS NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- A message goes to each of its recipients in their turn, at the pace of what goes to many.
CREATE TRIGGER message_recipients_are_told AFTER INSERT ON message_recipients
WHEN NEW.state = 'waiting'
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
VALUES ('send-notice:holder-message:' || NEW.message_id || ':' || NEW.user_id, 'send-notice', 'holder-message:' || NEW.message_id || ':' || NEW.user_id,
  'holder-message', -1, NEW.due_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- Support: a request is confirmed, an answer is told.
CREATE TRIGGER support_requests_are_confirmed AFTER INSERT ON support_requests
WHEN NEW.email IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-received:' || NEW.id, 'send-notice', 'support-received:' || NEW.id, 'support-received', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER support_answers_are_told AFTER INSERT ON support_answers
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:support-answered:' || NEW.id, 'send-notice', 'support-answered:' || NEW.id, 'support-answered', NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- The files of certificates of a closed account hold a name: they go a little later, when nobody is writing one any more.
CREATE TRIGGER users_closed_lose_files AFTER UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
BEGIN
INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
VALUES ('erase-certificates:' || NEW.id, 'erase-certificates', NEW.id, NEW.closed_at_ms + 600000, NEW.closed_at_ms) ON CONFLICT DO NOTHING;
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
CREATE TRIGGER users_added_email_is_told AFTER UPDATE OF email ON users
WHEN OLD.email IS NULL AND NEW.email IS NOT NULL AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-added:' || NEW.id || ':email:' || change.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'contact-added', channel, address, change.changed_at_ms
FROM contacts, (SELECT iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms,
  CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS changed_at_ms) AS change
WHERE user_id = NEW.id AND (until_ms IS NULL OR until_ms > change.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER users_added_phone_is_told AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NULL AND NEW.phone IS NOT NULL AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-added:' || NEW.id || ':sms:' || change.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'contact-added', channel, address, change.changed_at_ms
FROM contacts, (SELECT iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms,
  CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS changed_at_ms) AS change
WHERE user_id = NEW.id AND (until_ms IS NULL OR until_ms > change.changed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A copy of the data was made for a request that came by letter: the person may not have written it.
CREATE TRIGGER data_access_is_told AFTER INSERT ON audit_log
WHEN NEW.action = 'data-file-made'
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'data-access:' || user_id || ':' || NEW.created_at_ms || ':'
  || row_number() OVER (ORDER BY channel, address), user_id, 'data-access', channel, address, NEW.created_at_ms
FROM contacts WHERE 'user:' || user_id = NEW.subject AND (until_ms IS NULL OR until_ms > NEW.created_at_ms - 2592000000)
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
-- A withdrawal: to all that the account has, and, for a week after a change, to what it had before.
CREATE TRIGGER withdrawals_requests_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'withdrawal-requested:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'withdrawal-requested', channel, address, NEW.created_at_ms
FROM contacts WHERE user_id = NEW.user_id AND until_ms IS NULL
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_former_contacts_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'withdrawal-warned:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'withdrawal-warned', channel, address, NEW.created_at_ms
FROM contacts WHERE user_id = NEW.user_id AND (until_ms IS NULL OR until_ms > NEW.created_at_ms - 604800000)
GROUP BY channel, address HAVING count(*) = count(until_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A closing is told to everybody who can stop it; that the account was closed, to the same, before its contacts are erased.
CREATE TRIGGER account_closings_are_told AFTER INSERT ON account_closings
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'closing-asked:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'closing-asked', channel, address, NEW.asked_at_ms
FROM contacts WHERE user_id = NEW.user_id AND (until_ms IS NULL OR until_ms > NEW.asked_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER users_closed_are_told BEFORE UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'account-closed:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'account-closed', channel, address, NEW.closed_at_ms
FROM contacts WHERE user_id = NEW.id AND (until_ms IS NULL OR until_ms > NEW.closed_at_ms - 2592000000)
GROUP BY channel, address ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER offers_changes_are_told AFTER UPDATE OF state ON offers
WHEN NEW.state <> OLD.state
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
SELECT 'send-notice:' || notice || ':' || NEW.id, 'send-notice', notice || ':' || NEW.id, notice, at_ms, at_ms
FROM (SELECT 'offer-' || NEW.state AS notice, coalesce(NEW.undone_at_ms, NEW.sold_at_ms, NEW.ended_at_ms) AS at_ms) WHERE true ON CONFLICT DO NOTHING;
END;

-- Figures that pages ask for again and again, kept where they are asked for; and rules that read no row twice.
CREATE TABLE `tallies` (
	`id` integer PRIMARY KEY NOT NULL,
	`withdrawals` integer DEFAULT 0 NOT NULL,
	`rewards` integer DEFAULT 0 NOT NULL,
	`dead_letters` integer DEFAULT 0 NOT NULL,
	`differences` integer DEFAULT 0 NOT NULL,
	`support` integer DEFAULT 0 NOT NULL,
	`drafts` integer DEFAULT 0 NOT NULL,
	`published` integer DEFAULT 0 NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tallies_one" CHECK("tallies"."id" = 1)
) STRICT;
--> statement-breakpoint
DROP INDEX `account_closings_waiting`;
--> statement-breakpoint
CREATE INDEX `account_closings_waiting` ON `account_closings` (`asked_at_ms`,`user_id`) WHERE cancelled_at_ms IS NULL AND closed_at_ms IS NULL;
--> statement-breakpoint
DROP INDEX `payments_by_user`;
--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,`created_at_ms`,`id`);
--> statement-breakpoint
DROP INDEX `payments_by_time`;
--> statement-breakpoint
DROP INDEX `payments_by_state`;
--> statement-breakpoint
CREATE INDEX `payments_disputed_by_user` ON `payments` (`user_id`) WHERE state = 'disputed';
--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`provider`,`created_at_ms`,`id`);
--> statement-breakpoint
CREATE INDEX `payments_by_state` ON `payments` (`provider`,`state`,`created_at_ms`,`id`);
--> statement-breakpoint
DROP INDEX `certificates_by_state`;
--> statement-breakpoint
CREATE INDEX `certificates_by_state` ON `certificates` (`state`,`created_at_ms`,`id`);
--> statement-breakpoint
ALTER TABLE `casks` ADD `counted_values` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `referrals` ADD `alike` integer;
--> statement-breakpoint
ALTER TABLE `stakes` ADD `certificate_id` text;
--> statement-breakpoint
ALTER TABLE `stakes` ADD `certificate_code` text;
--> statement-breakpoint
ALTER TABLE `stakes` ADD `certificate_state` text REFERENCES certificate_states(name);
--> statement-breakpoint
ALTER TABLE `stakes` ADD `certificate_at_ms` integer;
--> statement-breakpoint
CREATE INDEX `stakes_by_user_and_cask` ON `stakes` (`user_id`,`cask_id`);
--> statement-breakpoint
CREATE INDEX `dead_letters_refunds` ON `dead_letters` (`created_at_ms`) WHERE resolved_at_ms IS NULL AND origin = 'refund';
--> statement-breakpoint
CREATE INDEX `outbox_failing_payments` ON `outbox` (`failing_since_ms`) WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL AND kind IN ('refund-payment', 'check-payment', 'expire-session');
--> statement-breakpoint
CREATE INDEX `withdrawals_paid_by_user` ON `withdrawals` (`user_id`,`updated_at_ms`) WHERE state = 'paid';
--> statement-breakpoint
-- A rule looked at after the change refuses it all the same, and the row is not looked up a second time for it. The two changes of every
-- purchase are known without asking.
DROP TRIGGER payments_state_graph;
--> statement-breakpoint
CREATE TRIGGER payments_state_graph AFTER UPDATE OF state ON payments
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN ('open>paid', 'paid>settled')
  AND NOT EXISTS (SELECT 1 FROM payment_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of payment state'); END;
--> statement-breakpoint
DROP TRIGGER payments_session_fixed;
--> statement-breakpoint
CREATE TRIGGER payments_session_fixed AFTER UPDATE OF provider_session_id ON payments
WHEN OLD.provider_session_id IS NOT NULL AND NEW.provider_session_id IS NOT OLD.provider_session_id
BEGIN SELECT RAISE(ABORT, 'a payment keeps its provider session'); END;
--> statement-breakpoint
DROP TRIGGER reservations_state_graph;
--> statement-breakpoint
CREATE TRIGGER reservations_state_graph AFTER UPDATE OF state ON reservations
WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state <> 'held>paid'
  AND NOT EXISTS (SELECT 1 FROM reservation_state_changes WHERE was = OLD.state AND becomes = NEW.state)
BEGIN SELECT RAISE(ABORT, 'forbidden change of reservation state'); END;
--> statement-breakpoint
DROP TRIGGER reservations_paid_by_payment;
--> statement-breakpoint
CREATE TRIGGER reservations_paid_by_payment AFTER UPDATE OF state ON reservations
WHEN NEW.state = 'paid' AND OLD.state <> 'paid' AND NOT EXISTS (SELECT 1 FROM payments WHERE id = NEW.payment_id AND state = 'paid')
BEGIN SELECT RAISE(ABORT, 'a reservation is paid only by its payment'); END;
--> statement-breakpoint
DROP TRIGGER reservations_of_published_casks;
--> statement-breakpoint
CREATE TRIGGER reservations_of_published_casks AFTER UPDATE OF state ON reservations
WHEN NEW.state = 'paid' AND OLD.state = 'expired' AND NOT EXISTS (SELECT 1 FROM casks WHERE id = NEW.cask_id AND state = 'published')
BEGIN SELECT RAISE(ABORT, 'a late payment takes a stake of a published cask'); END;
--> statement-breakpoint
DROP TRIGGER reservations_tell_their_end;
--> statement-breakpoint
-- Settlement says itself when the hold ended.
CREATE TRIGGER reservations_tell_their_end AFTER UPDATE OF state ON reservations
WHEN OLD.state = 'held' AND NEW.state <> 'held' AND NEW.released_at_ms IS NULL
BEGIN UPDATE reservations SET released_at_ms = (SELECT updated_at_ms FROM payments WHERE id = NEW.payment_id) WHERE payment_id = NEW.payment_id; END;
--> statement-breakpoint
DROP TRIGGER accounts_totals_only_grow;
--> statement-breakpoint
CREATE TRIGGER accounts_totals_only_grow AFTER UPDATE OF credits_total, debits_total ON accounts
WHEN NEW.credits_total < OLD.credits_total OR NEW.debits_total < OLD.debits_total
BEGIN SELECT RAISE(ABORT, 'account totals only grow'); END;
--> statement-breakpoint
-- The account that is credited or debited is at hand: its currency is looked at there.
DROP TRIGGER transfers_one_currency;
--> statement-breakpoint
DROP TRIGGER transfers_credit;
--> statement-breakpoint
CREATE TRIGGER transfers_credit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET credits_total = iif(currency = NEW.currency, credits_total + NEW.amount, RAISE(ABORT, 'a transfer keeps to one currency')) WHERE id = NEW.credit_account_id; END;
--> statement-breakpoint
DROP TRIGGER transfers_debit;
--> statement-breakpoint
CREATE TRIGGER transfers_debit AFTER INSERT ON transfers
BEGIN UPDATE accounts SET debits_total = iif(currency = NEW.currency, debits_total + NEW.amount, RAISE(ABORT, 'a transfer keeps to one currency')) WHERE id = NEW.debit_account_id; END;
--> statement-breakpoint
-- As with the cask whose stakes are counted.
DROP TRIGGER stakes_number_exists;
--> statement-breakpoint
DROP TRIGGER stakes_of_standing_cask;
--> statement-breakpoint
DROP TRIGGER stakes_are_counted;
--> statement-breakpoint
CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes
BEGIN UPDATE casks SET sold_stakes = iif(NEW.number > total_stakes OR ended_on IS NOT NULL,
  RAISE(ABORT, 'the cask has no stake of that number, or has ended'), sold_stakes + 1) WHERE id = NEW.cask_id; END;
--> statement-breakpoint
DROP TRIGGER stakes_start;
--> statement-breakpoint
CREATE TRIGGER stakes_start BEFORE INSERT ON stakes
WHEN NEW.state <> 'active' AND NOT EXISTS (SELECT 1 FROM stake_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a stake may not start in this state'); END;
--> statement-breakpoint
DROP TRIGGER certificates_start;
--> statement-breakpoint
CREATE TRIGGER certificates_start BEFORE INSERT ON certificates
WHEN NEW.state <> 'pending' AND NOT EXISTS (SELECT 1 FROM certificate_states WHERE name = NEW.state AND may_start = 1)
BEGIN SELECT RAISE(ABORT, 'a certificate may not start in this state'); END;
--> statement-breakpoint
DROP TRIGGER certificates_are_issued;
--> statement-breakpoint
CREATE TRIGGER certificates_are_issued AFTER INSERT ON certificates
BEGIN
INSERT INTO outbox (id, kind, subject_id, urgent, available_at_ms, created_at_ms)
VALUES ('issue-certificate:' || NEW.id, 'issue-certificate', NEW.id, 1, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A notice is as urgent as its own kind says.
DROP TRIGGER outbox_urgency;
--> statement-breakpoint
CREATE TRIGGER outbox_urgency AFTER INSERT ON outbox
WHEN NEW.urgent = 0 AND iif(NEW.notice IS NULL, EXISTS (SELECT 1 FROM outbox_kinds WHERE name = NEW.kind AND urgent = 1),
  EXISTS (SELECT 1 FROM notice_kinds WHERE name = NEW.notice AND urgent = 1))
BEGIN UPDATE outbox SET urgent = 1 WHERE id = NEW.id; END;
--> statement-breakpoint
-- A stake knows its latest certificate.
CREATE TRIGGER certificates_are_noted AFTER INSERT ON certificates
BEGIN
UPDATE stakes SET certificate_id = NEW.id, certificate_code = NEW.code, certificate_state = NEW.state, certificate_at_ms = NEW.created_at_ms
WHERE id = NEW.stake_id;
END;
--> statement-breakpoint
CREATE TRIGGER certificates_changes_are_noted AFTER UPDATE OF state ON certificates
BEGIN UPDATE stakes SET certificate_state = NEW.state WHERE id = NEW.stake_id AND certificate_id = NEW.id; END;
--> statement-breakpoint
-- A cask knows its valuations that count.
CREATE TRIGGER valuations_are_counted AFTER INSERT ON valuations
BEGIN
UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source) ORDER BY valued_on, created_at_ms, id)
  FROM valuations WHERE cask_id = NEW.cask_id AND NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id)) WHERE id = NEW.cask_id;
END;
--> statement-breakpoint
-- Whether two people look like one (core/ledger/same-person): reckoned when their reward begins to wait, and again whenever
-- something that tells them apart has changed.
CREATE INDEX `referrals_by_payment` ON `referrals` (`payment_id`);
--> statement-breakpoint
CREATE INDEX `referrals_waiting_by_referrer` ON `referrals` (`referrer_id`) WHERE state IN ('held', 'pending');
--> statement-breakpoint
CREATE TRIGGER referrals_alike_is_reckoned AFTER UPDATE OF state, alike ON referrals
WHEN NEW.state IN ('held', 'pending') AND (NEW.alike IS NULL OR OLD.state NOT IN ('held', 'pending'))
BEGIN
UPDATE referrals SET alike = (EXISTS (SELECT 1 FROM users WHERE users.id = NEW.referred_id AND 1 AND phone IN (SELECT phone FROM users WHERE users.id = NEW.referrer_id AND 1 AND phone IS NOT NULL UNION SELECT old_value FROM contact_changes WHERE contact_changes.user_id = NEW.referrer_id AND channel = 'sms' AND old_value IS NOT NULL)) OR EXISTS (SELECT 1 FROM contact_changes WHERE contact_changes.user_id = NEW.referred_id AND channel = 'sms' AND old_value IN (SELECT phone FROM users WHERE users.id = NEW.referrer_id AND 1 AND phone IS NOT NULL UNION SELECT old_value FROM contact_changes WHERE contact_changes.user_id = NEW.referrer_id AND channel = 'sms' AND old_value IS NOT NULL)) OR EXISTS (SELECT 1 FROM users WHERE users.id = NEW.referred_id AND 1 AND replace(substr(email, 1, instr(replace(email, '@', '+'), '+') - 1), '.', '') || replace(substr(email, instr(email, '@')), '@googlemail.com', '@gmail.com') IN (SELECT replace(substr(email, 1, instr(replace(email, '@', '+'), '+') - 1), '.', '') || replace(substr(email, instr(email, '@')), '@googlemail.com', '@gmail.com') FROM users WHERE users.id = NEW.referrer_id AND 1 AND replace(substr(email, 1, instr(replace(email, '@', '+'), '+') - 1), '.', '') || replace(substr(email, instr(email, '@')), '@googlemail.com', '@gmail.com') IS NOT NULL UNION SELECT replace(substr(old_value, 1, instr(replace(old_value, '@', '+'), '+') - 1), '.', '') || replace(substr(old_value, instr(old_value, '@')), '@googlemail.com', '@gmail.com') FROM contact_changes WHERE contact_changes.user_id = NEW.referrer_id AND channel = 'email' AND replace(substr(old_value, 1, instr(replace(old_value, '@', '+'), '+') - 1), '.', '') || replace(substr(old_value, instr(old_value, '@')), '@googlemail.com', '@gmail.com') IS NOT NULL)) OR EXISTS (SELECT 1 FROM contact_changes WHERE contact_changes.user_id = NEW.referred_id AND channel = 'email' AND replace(substr(old_value, 1, instr(replace(old_value, '@', '+'), '+') - 1), '.', '') || replace(substr(old_value, instr(old_value, '@')), '@googlemail.com', '@gmail.com') IN (SELECT replace(substr(email, 1, instr(replace(email, '@', '+'), '+') - 1), '.', '') || replace(substr(email, instr(email, '@')), '@googlemail.com', '@gmail.com') FROM users WHERE users.id = NEW.referrer_id AND 1 AND replace(substr(email, 1, instr(replace(email, '@', '+'), '+') - 1), '.', '') || replace(substr(email, instr(email, '@')), '@googlemail.com', '@gmail.com') IS NOT NULL UNION SELECT replace(substr(old_value, 1, instr(replace(old_value, '@', '+'), '+') - 1), '.', '') || replace(substr(old_value, instr(old_value, '@')), '@googlemail.com', '@gmail.com') FROM contact_changes WHERE contact_changes.user_id = NEW.referrer_id AND channel = 'email' AND replace(substr(old_value, 1, instr(replace(old_value, '@', '+'), '+') - 1), '.', '') || replace(substr(old_value, instr(old_value, '@')), '@googlemail.com', '@gmail.com') IS NOT NULL)) OR EXISTS (SELECT 1 FROM bank_details WHERE bank_details.user_id = NEW.referred_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IN (SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 FROM bank_details WHERE bank_details.user_id = NEW.referrer_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IS NOT NULL UNION SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 FROM withdrawals WHERE withdrawals.user_id = NEW.referrer_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IS NOT NULL)) OR EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.user_id = NEW.referred_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IN (SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 FROM bank_details WHERE bank_details.user_id = NEW.referrer_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IS NOT NULL UNION SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 FROM withdrawals WHERE withdrawals.user_id = NEW.referrer_id AND 1 AND upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 IS NOT NULL)) OR EXISTS (SELECT 1 FROM bank_details WHERE bank_details.user_id = NEW.referred_id AND 1 AND account_mark IN (SELECT account_mark FROM bank_details WHERE bank_details.user_id = NEW.referrer_id AND 1 AND account_mark IS NOT NULL UNION SELECT account_mark FROM withdrawals WHERE withdrawals.user_id = NEW.referrer_id AND 1 AND account_mark IS NOT NULL)) OR EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.user_id = NEW.referred_id AND 1 AND account_mark IN (SELECT account_mark FROM bank_details WHERE bank_details.user_id = NEW.referrer_id AND 1 AND account_mark IS NOT NULL UNION SELECT account_mark FROM withdrawals WHERE withdrawals.user_id = NEW.referrer_id AND 1 AND account_mark IS NOT NULL)))
WHERE referred_id = NEW.referred_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_addresses_tell_apart AFTER UPDATE OF email, phone ON users
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.id OR referrer_id = NEW.id); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_tell_apart AFTER INSERT ON contact_changes
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
CREATE TRIGGER contact_changes_blanked_tell_apart AFTER UPDATE OF old_value ON contact_changes
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
CREATE TRIGGER bank_details_new_tell_apart AFTER INSERT ON bank_details
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
CREATE TRIGGER bank_details_changes_tell_apart AFTER UPDATE OF ifsc_code, account_last4, account_mark ON bank_details
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
CREATE TRIGGER bank_details_gone_tell_apart AFTER DELETE ON bank_details
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = OLD.user_id OR referrer_id = OLD.user_id); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_new_tell_apart AFTER INSERT ON withdrawals
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_changes_tell_apart AFTER UPDATE OF ifsc_code, account_last4, account_mark ON withdrawals
BEGIN UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending') AND (referred_id = NEW.user_id OR referrer_id = NEW.user_id); END;
--> statement-breakpoint
-- What waits, counted as it comes and goes.
INSERT INTO tallies (id) VALUES (1);
--> statement-breakpoint
CREATE TRIGGER tallies_are_kept BEFORE DELETE ON tallies
BEGIN SELECT RAISE(ABORT, 'there is one row of tallies'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_new_are_tallied AFTER INSERT ON withdrawals
WHEN NEW.state = 'progress'
BEGIN UPDATE tallies SET withdrawals = withdrawals + 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_changes_are_tallied AFTER UPDATE OF state ON withdrawals
WHEN (NEW.state = 'progress') <> (OLD.state = 'progress')
BEGIN UPDATE tallies SET withdrawals = withdrawals + iif(NEW.state = 'progress', 1, -1) WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER referrals_changes_are_tallied AFTER UPDATE OF state ON referrals
WHEN (NEW.state IN ('held', 'pending')) <> (OLD.state IN ('held', 'pending'))
BEGIN UPDATE tallies SET rewards = rewards + iif(NEW.state IN ('held', 'pending'), 1, -1) WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER dead_letters_new_are_tallied AFTER INSERT ON dead_letters
WHEN NEW.resolved_at_ms IS NULL
BEGIN UPDATE tallies SET dead_letters = dead_letters + 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER dead_letters_changes_are_tallied AFTER UPDATE OF resolved_at_ms ON dead_letters
WHEN (NEW.resolved_at_ms IS NULL) <> (OLD.resolved_at_ms IS NULL)
BEGIN UPDATE tallies SET dead_letters = dead_letters + iif(NEW.resolved_at_ms IS NULL, 1, -1) WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER differences_new_are_tallied AFTER INSERT ON differences
WHEN NEW.state = 'open'
BEGIN UPDATE tallies SET differences = differences + 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER differences_changes_are_tallied AFTER UPDATE OF state ON differences
WHEN (NEW.state = 'open') <> (OLD.state = 'open')
BEGIN UPDATE tallies SET differences = differences + iif(NEW.state = 'open', 1, -1) WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER support_requests_new_are_tallied AFTER INSERT ON support_requests
WHEN NEW.answered_at_ms IS NULL AND NEW.closed_at_ms IS NULL
BEGIN UPDATE tallies SET support = support + 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER support_requests_changes_are_tallied AFTER UPDATE OF answered_at_ms, closed_at_ms ON support_requests
WHEN (NEW.answered_at_ms IS NULL AND NEW.closed_at_ms IS NULL) <> (OLD.answered_at_ms IS NULL AND OLD.closed_at_ms IS NULL)
BEGIN UPDATE tallies SET support = support + iif(NEW.answered_at_ms IS NULL AND NEW.closed_at_ms IS NULL, 1, -1) WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER support_requests_gone_are_tallied AFTER DELETE ON support_requests
WHEN OLD.answered_at_ms IS NULL AND OLD.closed_at_ms IS NULL
BEGIN UPDATE tallies SET support = support - 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER casks_new_are_tallied AFTER INSERT ON casks
BEGIN UPDATE tallies SET drafts = drafts + 1 WHERE id = 1; END;
--> statement-breakpoint
CREATE TRIGGER casks_changes_are_tallied AFTER UPDATE OF state, ended_on ON casks
WHEN NEW.state <> OLD.state OR (NEW.ended_on IS NULL) <> (OLD.ended_on IS NULL)
BEGIN
UPDATE tallies SET drafts = drafts + (NEW.ended_on IS NULL AND NEW.state = 'draft') - (OLD.ended_on IS NULL AND OLD.state = 'draft'),
  published = published + (NEW.ended_on IS NULL AND NEW.state = 'published') - (OLD.ended_on IS NULL AND OLD.state = 'published'),
  withdrawn = withdrawn + (NEW.ended_on IS NULL AND NEW.state = 'withdrawn') - (OLD.ended_on IS NULL AND OLD.state = 'withdrawn'),
  sold = sold + (NEW.ended_on IS NOT NULL) - (OLD.ended_on IS NOT NULL) WHERE id = 1;
END;
--> statement-breakpoint
-- What is there already.
UPDATE stakes SET (certificate_id, certificate_code, certificate_state, certificate_at_ms) = (SELECT one.id, one.code, one.state, one.created_at_ms FROM certificates AS one WHERE one.stake_id = stakes.id ORDER BY one.state = 'void', one.created_at_ms DESC, one.id DESC LIMIT 1);
--> statement-breakpoint
UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source) ORDER BY valued_on, created_at_ms, id)
  FROM valuations WHERE cask_id = casks.id AND NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id));
--> statement-breakpoint
UPDATE referrals SET alike = NULL WHERE state IN ('held', 'pending');
--> statement-breakpoint
UPDATE tallies SET withdrawals = (SELECT count(*) FROM withdrawals WHERE state = 'progress'),
  rewards = (SELECT count(*) FROM referrals WHERE state IN ('held', 'pending')),
  dead_letters = (SELECT count(*) FROM dead_letters WHERE resolved_at_ms IS NULL),
  differences = (SELECT count(*) FROM differences WHERE state = 'open'),
  support = (SELECT count(*) FROM support_requests WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL),
  drafts = (SELECT count(*) FROM casks WHERE ended_on IS NULL AND state = 'draft'),
  published = (SELECT count(*) FROM casks WHERE ended_on IS NULL AND state = 'published'),
  withdrawn = (SELECT count(*) FROM casks WHERE ended_on IS NULL AND state = 'withdrawn'),
  sold = (SELECT count(*) FROM casks WHERE ended_on IS NOT NULL);

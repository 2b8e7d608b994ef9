-- Whom a notice about an account's safety goes to, written with its cause: every mailbox and phone number that the account has, or had until a
-- short while ago. Each is told by a row of its own. The address stays here until then, whatever becomes of the account, and no longer.
CREATE TABLE `notice_recipients` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`notice` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notice`) REFERENCES `notice_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`channel`) REFERENCES `contact_channels`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notice_recipients_by_user` ON `notice_recipients` (`user_id`);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES ('contact-added', 1), ('closing-asked', 1), ('account-closed', 1);
--> statement-breakpoint
CREATE TRIGGER notice_recipients_are_told AFTER INSERT ON notice_recipients
BEGIN
INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
VALUES ('send-notice:' || NEW.subject_id, 'send-notice', NEW.subject_id, NEW.notice, NEW.created_at_ms, NEW.created_at_ms) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_fixed BEFORE UPDATE ON notice_recipients
BEGIN SELECT RAISE(ABORT, 'whom a notice goes to is fixed'); END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_are_kept BEFORE DELETE ON notice_recipients
WHEN EXISTS (SELECT 1 FROM outbox WHERE id = 'send-notice:' || OLD.subject_id AND done_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'an address is kept until its notice was sent'); END;
--> statement-breakpoint
CREATE TRIGGER notice_recipients_are_forgotten AFTER UPDATE OF done_at_ms ON outbox
WHEN OLD.done_at_ms IS NULL AND NEW.done_at_ms IS NOT NULL AND NEW.notice IS NOT NULL
BEGIN DELETE FROM notice_recipients WHERE subject_id = NEW.subject_id; END;
--> statement-breakpoint
-- A contact that is changed, or added where there was none, and another payout account.
DROP TRIGGER contact_changes_are_told;
--> statement-breakpoint
CREATE TRIGGER contact_changes_are_told AFTER INSERT ON contact_changes
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-changed:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'contact-changed', channel, address, NEW.changed_at_ms
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.user_id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.user_id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.user_id AND old_value <> '' AND changed_at_ms > NEW.changed_at_ms - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER users_added_email_is_told AFTER UPDATE OF email ON users
WHEN OLD.email IS NULL AND NEW.email IS NOT NULL AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-added:' || NEW.id || ':email:' || iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)) || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'contact-added', channel, address, iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER))
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.id AND old_value <> '' AND changed_at_ms > iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)) - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER users_added_phone_is_told AFTER UPDATE OF phone ON users
WHEN OLD.phone IS NULL AND NEW.phone IS NOT NULL AND NEW.closed_at_ms IS NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'contact-added:' || NEW.id || ':sms:' || iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)) || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'contact-added', channel, address, iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER))
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.id AND old_value <> '' AND changed_at_ms > iif(NEW.contact_changed_at_ms IS NOT OLD.contact_changed_at_ms, NEW.contact_changed_at_ms, CAST(unixepoch('subsec') * 1000 AS INTEGER)) - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER bank_details_new_are_told;
--> statement-breakpoint
CREATE TRIGGER bank_details_new_are_told AFTER INSERT ON bank_details
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'bank-changed', channel, address, NEW.changed_at_ms
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.user_id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.user_id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.user_id AND old_value <> '' AND changed_at_ms > NEW.changed_at_ms - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER bank_details_changes_are_told;
--> statement-breakpoint
CREATE TRIGGER bank_details_changes_are_told AFTER UPDATE OF changed_at_ms ON bank_details
WHEN NEW.changed_at_ms <> OLD.changed_at_ms
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'bank-changed:' || NEW.user_id || ':' || NEW.changed_at_ms || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'bank-changed', channel, address, NEW.changed_at_ms
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.user_id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.user_id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.user_id AND old_value <> '' AND changed_at_ms > NEW.changed_at_ms - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A withdrawal: to all that the account has, and, for a week after a change, to what it had before.
DROP TRIGGER withdrawals_requests_are_told;
--> statement-breakpoint
CREATE TRIGGER withdrawals_requests_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'withdrawal-requested:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'withdrawal-requested', channel, address, NEW.created_at_ms
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.user_id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.user_id AND phone IS NOT NULL)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER withdrawals_former_mailboxes_are_told;
--> statement-breakpoint
CREATE TRIGGER withdrawals_former_contacts_are_told AFTER INSERT ON withdrawals
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'withdrawal-warned:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'withdrawal-warned', channel, address, NEW.created_at_ms
FROM (SELECT channel, old_value AS address FROM contact_changes
  WHERE user_id = NEW.user_id AND old_value <> '' AND changed_at_ms > NEW.created_at_ms - 604800000
  EXCEPT SELECT 'email', email FROM users WHERE id = NEW.user_id EXCEPT SELECT 'sms', phone FROM users WHERE id = NEW.user_id)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- A closing waits before anything is given up, and is told to everybody who can stop it.
ALTER TABLE `account_closings` ADD `closes_from_ms` integer;
--> statement-breakpoint
ALTER TABLE `account_closings` ADD `stop_token` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_closings_by_stop_token` ON `account_closings` (`stop_token`);
--> statement-breakpoint
CREATE TRIGGER account_closings_wait BEFORE INSERT ON account_closings
WHEN NEW.stop_token IS NULL OR NEW.closes_from_ms IS NULL OR NEW.closes_from_ms < NEW.asked_at_ms + iif(
  EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND contact_changed_at_ms > NEW.asked_at_ms - 2592000000), 1209600000, 604800000)
BEGIN SELECT RAISE(ABORT, 'a closing can be stopped, for a week, or for two after a change of contact'); END;
--> statement-breakpoint
DROP TRIGGER account_closings_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER account_closings_facts_fixed BEFORE UPDATE OF id, user_id, asked_at_ms, give_up_stakes, give_up_balance, closes_from_ms, stop_token ON account_closings
BEGIN SELECT RAISE(ABORT, 'the facts of a closing are fixed: another wish is another closing'); END;
--> statement-breakpoint
CREATE TRIGGER account_closings_are_told AFTER INSERT ON account_closings
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'closing-asked:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.user_id, 'closing-asked', channel, address, NEW.asked_at_ms
FROM (SELECT 'email' AS channel, email AS address FROM users WHERE id = NEW.user_id AND email IS NOT NULL
  UNION SELECT 'sms', phone FROM users WHERE id = NEW.user_id AND phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.user_id AND old_value <> '' AND changed_at_ms > NEW.asked_at_ms - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_given_up_waited BEFORE INSERT ON transfers
WHEN NEW.reason = 'given-up' AND NOT EXISTS (SELECT 1 FROM account_closings
  WHERE user_id = substr(NEW.refers_to, 9) AND cancelled_at_ms IS NULL AND closes_from_ms <= NEW.created_at_ms)
BEGIN SELECT RAISE(ABORT, 'nothing is given up before its closing has waited'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_waited BEFORE UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM account_closings WHERE user_id = NEW.id AND cancelled_at_ms IS NULL AND closes_from_ms <= NEW.closed_at_ms)
  AND (EXISTS (SELECT 1 FROM accounts WHERE user_id = NEW.id AND credits_total > debits_total)
    OR EXISTS (SELECT 1 FROM stakes WHERE user_id = NEW.id AND (state = 'active' OR (state = 'ended' AND exit_id IS NULL AND state_at_ms = NEW.closed_at_ms))))
BEGIN SELECT RAISE(ABORT, 'an account that gives something up waits before it is closed'); END;
--> statement-breakpoint
CREATE TRIGGER users_closed_are_told AFTER UPDATE OF closed_at_ms ON users
WHEN OLD.closed_at_ms IS NULL AND NEW.closed_at_ms IS NOT NULL
BEGIN
INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
SELECT 'account-closed:' || NEW.id || ':' || row_number() OVER (ORDER BY channel, address), NEW.id, 'account-closed', channel, address, NEW.closed_at_ms
FROM (SELECT 'email' AS channel, OLD.email AS address WHERE OLD.email IS NOT NULL
  UNION SELECT 'sms', OLD.phone WHERE OLD.phone IS NOT NULL
  UNION SELECT channel, old_value FROM contact_changes WHERE user_id = NEW.id AND old_value <> '' AND changed_at_ms > NEW.closed_at_ms - 2592000000)
WHERE true ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER payments_not_while_closing BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM account_closings WHERE user_id = NEW.user_id AND cancelled_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'an account that is to be closed buys nothing'); END;
--> statement-breakpoint
-- What cannot be seen (Default_Ignorable_Code_Point of Unicode) has no place in a name, but for the two joiners, which some scripts need: where those may
-- stand, domain/visible-name says. By number, because they are invisible; marks of direction have a rule of their own. D1 takes no pattern of more than 50 bytes.
CREATE TRIGGER users_names_are_visible BEFORE INSERT ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER users_names_stay_visible BEFORE UPDATE OF full_name, name_on_certificate ON users
WHEN coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.full_name, '') || coalesce(NEW.name_on_certificate, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER bank_details_names_are_visible BEFORE INSERT ON bank_details
WHEN coalesce(NEW.holder_name, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER bank_details_names_stay_visible BEFORE UPDATE OF holder_name ON bank_details
WHEN coalesce(NEW.holder_name, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_names_are_visible BEFORE INSERT ON withdrawals
WHEN coalesce(NEW.holder_name, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.holder_name, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER beneficiaries_names_are_visible BEFORE INSERT ON beneficiaries
WHEN coalesce(NEW.name, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.name, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.name, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;
--> statement-breakpoint
CREATE TRIGGER beneficiaries_names_stay_visible BEFORE UPDATE OF name ON beneficiaries
WHEN coalesce(NEW.name, '') GLOB '*[' || char(173, 847, 8203, 12644, 65279, 65440, 8288) || '-' || char(8293, 8298) || '-' || char(8303) || ']*'
  OR coalesce(NEW.name, '') GLOB '*[' || char(4447) || '-' || char(4448, 6068) || '-' || char(6069, 6155) || '-' || char(6159, 65024) || '-' || char(65039, 65520) || '-' || char(65528) || ']*'
  OR coalesce(NEW.name, '') GLOB '*[' || char(113824) || '-' || char(113827, 119155) || '-' || char(119162, 917504) || '-' || char(921599) || ']*'
BEGIN SELECT RAISE(ABORT, 'a name has nothing in it that cannot be seen'); END;

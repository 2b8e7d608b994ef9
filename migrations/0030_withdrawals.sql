CREATE TABLE `kept_forms` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`values_sealed` text NOT NULL,
	`key_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at_ms`);
--> statement-breakpoint

-- What a return was reckoned to stays with it: later ones count from the highest of these.
ALTER TABLE `withdrawals` ADD `reckoned_to_cents` integer;
--> statement-breakpoint
UPDATE withdrawals SET reckoned_to_cents = amount_cents + (SELECT price_cents FROM stakes WHERE stakes.id = stake_id) WHERE stake_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER withdrawals_returns_are_reckoned BEFORE INSERT ON withdrawals
WHEN NEW.stake_id IS NOT NULL AND NEW.cycle_number IS NOT NULL AND NEW.interest_basis_points IS NOT NULL AND NEW.reckoned_to_cents IS NULL
BEGIN SELECT RAISE(ABORT, 'a return says the value it was reckoned to'); END;
--> statement-breakpoint
DROP TRIGGER withdrawals_facts_fixed;
--> statement-breakpoint
CREATE TRIGGER withdrawals_facts_fixed BEFORE UPDATE OF id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id, created_at_ms, reckoned_to_cents ON withdrawals
BEGIN SELECT RAISE(ABORT, 'the facts of a withdrawal are fixed'); END;

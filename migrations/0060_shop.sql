-- The name as certificates print it is erased with the account as well.
DROP TRIGGER users_closed_are_blank;
--> statement-breakpoint
CREATE TRIGGER users_closed_are_blank BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND (NEW.email IS NOT NEW.id || '@closed.invalid' OR NEW.phone IS NOT NULL OR NEW.full_name IS NOT NULL
  OR NEW.name_on_certificate IS NOT NULL OR NEW.address IS NOT NULL OR NEW.referral_code <> 'closed:' || NEW.id OR NEW.suspended_at_ms IS NULL)
BEGIN SELECT RAISE(ABORT, 'a closed account says nothing of its person'); END;
--> statement-breakpoint
DROP TRIGGER users_closed_stay_closed;
--> statement-breakpoint
CREATE TRIGGER users_closed_stay_closed BEFORE UPDATE OF id, email, phone, full_name, name_on_certificate, address, role, referral_code, suspended_at_ms, closed_at_ms ON users
WHEN OLD.closed_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a closed account stays closed'); END;

-- A top-up: money paid into one's own wallet, while the market is open somewhere.
INSERT INTO payment_purposes (name) VALUES ('top-up');
--> statement-breakpoint
INSERT INTO payment_reasons (name) VALUES ('other-amount'), ('account-closed');
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES ('top-up');
--> statement-breakpoint
INSERT INTO dead_letter_origins (name) VALUES ('owed');
--> statement-breakpoint
-- Below zero by what investors owe: top-ups that were taken back after they had been spent.
INSERT INTO accounts (id, currency, may_overdraw) VALUES ('house:owed-by-investors', 'USD', 1);
--> statement-breakpoint
INSERT INTO setting_keys (name) VALUES ('market_countries');
--> statement-breakpoint
INSERT INTO settings (key, value, text, updated_at_ms) VALUES ('market_countries', 0, '', 0);
--> statement-breakpoint
CREATE TRIGGER settings_text_by_two BEFORE UPDATE OF text ON settings
WHEN NEW.text IS NOT OLD.text AND NOT EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'setting:' || OLD.key AND kind = 'setting' AND state = 'confirmed'
  AND decided_at_ms = NEW.updated_at_ms AND was = OLD.text AND becomes = NEW.text)
BEGIN SELECT RAISE(ABORT, 'a list of the settings is changed by two operators'); END;
--> statement-breakpoint
CREATE TRIGGER payments_top_up_amount BEFORE INSERT ON payments
WHEN NEW.purpose = 'top-up' AND NEW.amount_cents NOT BETWEEN 5000 AND 1000000
BEGIN SELECT RAISE(ABORT, 'a top-up is from 50 to 10,000 dollars'); END;
--> statement-breakpoint
CREATE TRIGGER payments_top_up_while_market_open BEFORE INSERT ON payments
WHEN NEW.purpose = 'top-up' AND EXISTS (SELECT 1 FROM settings WHERE key = 'market_countries' AND text = '')
BEGIN SELECT RAISE(ABORT, 'a top-up begins while the market is open'); END;
--> statement-breakpoint
CREATE TRIGGER payments_top_up_of_activated BEFORE INSERT ON payments
WHEN NEW.purpose = 'top-up' AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND activated_at_ms IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a top-up is for an activated account'); END;

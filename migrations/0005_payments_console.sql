-- What operators do with payments and certificates: lists by state and time, everything of one payment, giving money back, voiding.

CREATE INDEX payments_by_state ON payments (provider, state, created_at_ms);
--> statement-breakpoint
CREATE INDEX provider_events_by_payment ON provider_events (provider_payment_id) WHERE provider_payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX stray_receipts_by_payment ON stray_receipts (payment_id);
--> statement-breakpoint
CREATE INDEX certificates_by_state ON certificates (state, created_at_ms);
--> statement-breakpoint
ALTER TABLE certificates ADD COLUMN withheld integer DEFAULT 0 NOT NULL CONSTRAINT certificates_withheld CHECK (withheld IN (0, 1) AND (withheld = 0 OR state = 'void'));
--> statement-breakpoint
INSERT INTO payment_reasons (name) VALUES ('given-back');
--> statement-breakpoint
INSERT INTO payment_state_changes (was, becomes) VALUES ('settled', 'refunding');
--> statement-breakpoint
INSERT INTO outbox_kinds (name, urgent) VALUES ('reread-payment', 0);

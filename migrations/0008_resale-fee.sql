-- The fee of a resale, 1.5 %.
INSERT INTO setting_keys (name) VALUES ('resale_fee_basis_points');
--> statement-breakpoint
INSERT INTO settings (key, value, updated_at_ms) VALUES ('resale_fee_basis_points', 150, 0);

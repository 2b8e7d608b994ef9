-- The names of every list; app/db/schema/names.ts declares the same ones, and a test compares them. A later migration adds a
-- name by an INSERT. No name is ever deleted or renamed, because old rows still refer to it.

-- Casks.
INSERT INTO cask_kinds (name) VALUES ('whisky'), ('wine'), ('rum');
--> statement-breakpoint
INSERT INTO cask_types (name) VALUES ('barrel'), ('hogshead'), ('butt'), ('barrique'), ('rum-barrel');
--> statement-breakpoint
INSERT INTO cask_states (name, may_start) VALUES ('draft', 1), ('published', 0), ('withdrawn', 0);
--> statement-breakpoint
INSERT INTO valuation_tiers (name) VALUES ('issue'), ('measured'), ('modelled'), ('opinion');
--> statement-breakpoint
INSERT INTO valuation_authors (name) VALUES ('provider'), ('warehouse-keeper'), ('broker'), ('independent');
--> statement-breakpoint
INSERT INTO evidence_kinds (name) VALUES ('delivery-order'), ('warehouse-confirmation'), ('insurance'), ('gauge'), ('photo'), ('contract');
--> statement-breakpoint
INSERT INTO evidence_visibilities (name) VALUES ('public'), ('holders');
--> statement-breakpoint
INSERT INTO exit_kinds (name) VALUES ('sale'), ('buy-back');
--> statement-breakpoint
INSERT INTO buyer_kinds (name) VALUES ('bottler'), ('trade'), ('private'), ('provider');
--> statement-breakpoint
INSERT INTO exit_states (name, may_start) VALUES ('proposed', 1), ('confirmed', 0), ('done', 0), ('withdrawn', 0);
--> statement-breakpoint

-- People.
INSERT INTO user_roles (name) VALUES ('investor'), ('operator'), ('reader');
--> statement-breakpoint
INSERT INTO contact_channels (name) VALUES ('email'), ('sms');
--> statement-breakpoint
INSERT INTO identity_outcomes (name) VALUES ('passed'), ('failed');
--> statement-breakpoint
INSERT INTO identity_states (name) VALUES ('started'), ('verified'), ('failed'), ('canceled');
--> statement-breakpoint
INSERT INTO referral_states (name, may_start) VALUES ('inactive', 1), ('held', 0), ('dropped', 0), ('pending', 0), ('paid', 0),
  ('reversed', 0);
--> statement-breakpoint

-- Payments, and what is bought by them.
INSERT INTO payment_providers (name) VALUES ('stripe'), ('copperx');
--> statement-breakpoint
INSERT INTO payment_modes (name) VALUES ('Bank'), ('Crypto');
--> statement-breakpoint
INSERT INTO payment_purposes (name) VALUES ('joining-fee'), ('stake'), ('top-up');
--> statement-breakpoint
INSERT INTO payment_reasons (name) VALUES
  ('no-stake-left'), ('wrong-amount'), ('already-activated'), ('returned'), ('disputed'), ('dispute-lost'), ('other-method'),
  ('provider-rejected'), ('provider-unavailable'), ('cask-sold'), ('given-back'), ('underpaid'), ('other-amount'), ('account-closed');
--> statement-breakpoint
INSERT INTO payment_states (name, may_start) VALUES
  ('created', 1), ('open', 0), ('paid', 0), ('settled', 0), ('expired', 0), ('cancelled', 0), ('failed', 0), ('refunding', 0),
  ('refunded', 0), ('disputed', 0);
--> statement-breakpoint
INSERT INTO event_concerns (name) VALUES ('session'), ('refund'), ('dispute'), ('identity'), ('nothing');
--> statement-breakpoint
INSERT INTO stray_receipt_states (name, may_start) VALUES ('refunding', 1), ('refunded', 0);
--> statement-breakpoint
INSERT INTO reservation_states (name, may_start) VALUES ('held', 1), ('paid', 0), ('expired', 0);
--> statement-breakpoint
INSERT INTO stake_states (name, may_start) VALUES ('active', 1), ('frozen', 0), ('ended', 0);
--> statement-breakpoint
INSERT INTO certificate_states (name, may_start) VALUES ('pending', 1), ('issued', 0), ('void', 0);
--> statement-breakpoint

-- The ledger and payouts.
INSERT INTO currencies (name) VALUES ('USD'), ('TOKEN');
--> statement-breakpoint
INSERT INTO transfer_reasons (name) VALUES
  ('payment-received'), ('joining-fee'), ('stake-sale'), ('tokens-earned'), ('referral-reward'), ('reward-paid'), ('refund'), ('cancellation-fee'), ('reversal'),
  ('restored'), ('cycle-return'), ('cask-sale'), ('provider-buy-back'), ('promotion'), ('withdrawal-hold'), ('withdrawal-paid'),
  ('withdrawal-released'), ('given-up'), ('exit-proceeds'), ('exit-own-share'), ('exit-rounding'), ('exit-advance'), ('resale-reserved'),
  ('resale-freed'), ('resale-fee'), ('resale-advance'), ('resale-proceeds'), ('top-up'), ('debt-set-off');
--> statement-breakpoint
INSERT INTO withdrawal_states (name, may_start) VALUES ('progress', 1), ('paid', 0), ('rejected', 0), ('cancelled', 0), ('sending', 0);
--> statement-breakpoint
INSERT INTO withdrawal_cancellers (name) VALUES ('investor'), ('stop-link');
--> statement-breakpoint

-- Reconciliation and audits.
INSERT INTO difference_kinds (name) VALUES
  ('books'), ('paid-not-settled'), ('paid-twice'), ('paid-for-unknown-payment'), ('settled-not-paid'), ('amount-differs'),
  ('over-but-open'), ('ended-but-payable'), ('session-unknown-to-provider'), ('refund-not-recorded'), ('refund-amount-differs'),
  ('refund-of-unsettled'), ('dispute-not-recorded');
--> statement-breakpoint
INSERT INTO difference_states (name) VALUES ('open'), ('repaired'), ('gone'), ('explained');
--> statement-breakpoint
INSERT INTO audit_results (name) VALUES ('PASS'), ('FAIL');
--> statement-breakpoint

-- Work for later. `urgent`: done before the rest, as app/core/outbox/kinds.ts says; a test compares.
INSERT INTO outbox_kinds (name, urgent) VALUES
  ('handle-event', 0), ('check-payment', 0), ('expire-session', 0), ('refund-payment', 1), ('issue-certificate', 1),
  ('erase-certificates', 0), ('send-notice', 0), ('credit-exit', 1), ('tell-holders', 0), ('reread-payment', 0),
  ('tell-bid', 0);
--> statement-breakpoint
INSERT INTO notice_kinds (name, urgent) VALUES
  ('payment-settled', 0), ('payment-refunding', 0), ('payment-reversed', 0), ('withdrawal-requested', 1), ('withdrawal-paid', 0),
  ('withdrawal-rejected', 0), ('withdrawal-cancelled', 1), ('withdrawal-warned', 1), ('bank-changed', 1), ('contact-changed', 1),
  ('work-waits', 0), ('codes-alarm', 0), ('cask-sold', 0), ('new-valuation', 0), ('certificate-ready', 0), ('referral-earned', 0),
  ('cask-opens', 0), ('daily-summary', 0), ('support-received', 0), ('support-answered', 0), ('watched-opens', 0), ('watched-closes', 0),
  ('audit-failed', 1), ('large-payout', 1), ('change-proposed', 1), ('change-confirmed', 1),
  ('role-changed', 1), ('payment-underpaid', 0), ('timer-stands', 1), ('contact-added', 1), ('closing-asked', 1), ('account-closed', 1),
  ('bid-opened', 0), ('bid-ending', 0), ('bid-counted', 0), ('bid-withdrawn', 0), ('order-ended', 0), ('order-carried', 0),
  ('order-not-carried', 0), ('proceeds-credited', 0), ('return-ready', 0),
  ('name-corrected', 0), ('holder-message', 0), ('data-access', 1);
--> statement-breakpoint
INSERT INTO notice_topics (name) VALUES ('valuations'), ('launches'), ('referrals'), ('watching');
--> statement-breakpoint
INSERT INTO dead_letter_origins (name) VALUES ('outbox'), ('queue'), ('refund'), ('reward'), ('owed'), ('resale'), ('bank');
--> statement-breakpoint
INSERT INTO timer_job_names (name) VALUES
  ('tell-standing-jobs'), ('end-overdue-payments'), ('relay-outbox'), ('relay-to-many'), ('tell-late-work'), ('tell-codes-alarm'), ('tell-day'), ('list-due-dates'),
  ('tell-openings'), ('tell-watchers'), ('close-waiting-accounts'), ('sweep-tables'), ('reconcile'),
  ('run-audit'), ('publish-proof'), ('send-nudge'), ('consume-nudges'), ('remind-voters'),
  ('count-bids'), ('run-rounds'), ('count-due'), ('set-off-debts');
--> statement-breakpoint

-- Operators and support.
INSERT INTO setting_keys (name) VALUES
  ('joining_fee_cents'), ('withdrawal_requests_per_day'), ('payouts_per_day'), ('payouts_per_month'), ('payout_cents_per_day'),
  ('payout_cents_per_month'), ('payout_accounts_per_month'), ('identity_check_above_cents'), ('identity_first_payout_above_cents'), ('identity_total_above_cents'), ('second_operator_above_cents'),
  ('operator_cents_per_day'), ('resale_fee_basis_points'), ('market_countries'), ('publishing_asks');
--> statement-breakpoint
INSERT INTO change_kinds (name) VALUES ('setting'), ('valuation');
--> statement-breakpoint
INSERT INTO change_states (name, may_start) VALUES ('open', 1), ('confirmed', 0), ('withdrawn', 0), ('replaced', 0);
--> statement-breakpoint
INSERT INTO recipient_states (name) VALUES ('waiting'), ('sent'), ('no-address'), ('gone');
--> statement-breakpoint
INSERT INTO support_kinds (name) VALUES ('payment'), ('withdrawal'), ('cask'), ('certificate'), ('account'), ('complaint'), ('other'), ('data'), ('erasure');
--> statement-breakpoint

-- The allowed changes of state.
INSERT INTO cask_state_changes (was, becomes) VALUES ('draft', 'published'), ('published', 'withdrawn'), ('withdrawn', 'published');
--> statement-breakpoint
INSERT INTO exit_state_changes (was, becomes) VALUES ('proposed', 'confirmed'), ('proposed', 'withdrawn'), ('confirmed', 'done');
--> statement-breakpoint
INSERT INTO payment_state_changes (was, becomes) VALUES
  ('created', 'open'), ('created', 'paid'), ('created', 'expired'), ('created', 'cancelled'), ('created', 'failed'), ('open', 'paid'),
  ('open', 'expired'), ('open', 'cancelled'), ('open', 'failed'), ('expired', 'paid'), ('cancelled', 'paid'), ('failed', 'paid'),
  ('paid', 'settled'), ('paid', 'refunding'), ('refunding', 'refunded'), ('settled', 'refunded'), ('settled', 'disputed'),
  ('disputed', 'settled'), ('disputed', 'refunding'), ('disputed', 'refunded'), ('settled', 'refunding'), ('refunding', 'paid');
--> statement-breakpoint
INSERT INTO stray_receipt_state_changes (was, becomes) VALUES ('refunding', 'refunded');
--> statement-breakpoint
INSERT INTO reservation_state_changes (was, becomes) VALUES ('held', 'paid'), ('held', 'expired'), ('expired', 'paid');
--> statement-breakpoint
INSERT INTO stake_state_changes (was, becomes) VALUES ('active', 'frozen'), ('active', 'ended'), ('frozen', 'active'), ('frozen', 'ended');
--> statement-breakpoint
INSERT INTO certificate_state_changes (was, becomes) VALUES ('pending', 'issued'), ('pending', 'void'), ('issued', 'void');
--> statement-breakpoint
INSERT INTO referral_state_changes (was, becomes) VALUES
  ('inactive', 'pending'), ('inactive', 'held'), ('held', 'pending'), ('held', 'dropped'), ('held', 'reversed'), ('pending', 'paid'),
  ('pending', 'dropped'), ('pending', 'reversed'), ('paid', 'reversed'), ('reversed', 'held'), ('reversed', 'pending'),
  ('reversed', 'paid');
--> statement-breakpoint
INSERT INTO withdrawal_state_changes (was, becomes) VALUES
  ('progress', 'paid'), ('progress', 'rejected'), ('progress', 'cancelled'), ('progress', 'sending'), ('sending', 'paid'),
  ('sending', 'rejected'), ('sending', 'progress');
--> statement-breakpoint
INSERT INTO change_state_changes (was, becomes) VALUES ('open', 'confirmed'), ('open', 'withdrawn'), ('open', 'replaced');
--> statement-breakpoint

-- Bids for whole casks, and resale between investors.
INSERT INTO bid_states (name, may_start) VALUES ('draft', 1), ('open', 0), ('accepted', 0), ('refused', 0), ('expired', 0), ('withdrawn', 0);
--> statement-breakpoint
INSERT INTO bid_state_changes (was, becomes) VALUES ('draft', 'open'), ('draft', 'withdrawn'), ('open', 'accepted'), ('open', 'refused'),
  ('open', 'expired'),
  ('open', 'withdrawn'), ('accepted', 'withdrawn');
--> statement-breakpoint
INSERT INTO bid_choices (name) VALUES ('accept'), ('decline');
--> statement-breakpoint
INSERT INTO resale_sides (name) VALUES ('buy'), ('sell');
--> statement-breakpoint
INSERT INTO resale_round_states (name, may_start) VALUES ('open', 1), ('rooted', 0), ('cleared', 0), ('settled', 0), ('stopped', 0);
--> statement-breakpoint
INSERT INTO resale_round_state_changes (was, becomes) VALUES
  ('open', 'rooted'), ('open', 'stopped'), ('rooted', 'cleared'), ('rooted', 'stopped'), ('cleared', 'settled');
--> statement-breakpoint
INSERT INTO resale_order_states (name, may_start) VALUES ('open', 1), ('withdrawn', 0), ('ended', 0), ('left-out', 0);
--> statement-breakpoint
INSERT INTO resale_order_state_changes (was, becomes) VALUES ('open', 'withdrawn'), ('open', 'ended'), ('open', 'left-out');
--> statement-breakpoint
INSERT INTO resale_fill_states (name, may_start) VALUES ('due', 1), ('settled', 0), ('failed', 0);
--> statement-breakpoint
INSERT INTO resale_fill_state_changes (was, becomes) VALUES ('due', 'settled'), ('due', 'failed');
--> statement-breakpoint
INSERT INTO resale_carry_ends (name) VALUES ('placed'), ('filled'), ('given-up'), ('market-off'), ('account'), ('cask-ending'),
  ('already-ordered'),
  ('limit-too-high'), ('limit-too-low'), ('too-many-stakes'), ('not-enough-money'), ('no-such-stake'), ('stake-not-offered');
--> statement-breakpoint

-- The house's own accounts; the cask accounts hold what buyers pay, what is not shared out yet, the house's own part, and what rounding leaves.
INSERT INTO accounts (id, currency, may_overdraw) VALUES
  ('house:stripe', 'USD', 1), ('house:copperx', 'USD', 1), ('house:promotions', 'USD', 1), ('house:token-issue', 'TOKEN', 1),
  ('house:unsettled', 'USD', 0), ('house:joining-fees', 'USD', 0), ('house:stake-sales', 'USD', 0), ('house:returns', 'USD', 1),
  ('house:withdrawals', 'USD', 0), ('house:bank', 'USD', 1), ('house:given-up', 'USD', 0), ('house:cask-buyers', 'USD', 1),
  ('house:cask-proceeds', 'USD', 0), ('house:own-stakes', 'USD', 0), ('house:rounding', 'USD', 0), ('house:resale', 'USD', 0),
  ('house:resale-fees', 'USD', 0), ('house:cancellation-fees', 'USD', 0), ('house:owed-by-investors', 'USD', 1);
--> statement-breakpoint

-- The initial settings: the joining fee, the limits on payouts, and the fee of a resale (1.5 %). The market is open nowhere. A cask is
-- published with its number and three papers, or by two operators with their reason.
INSERT INTO settings (key, value, updated_at_ms) VALUES
  ('joining_fee_cents', 1000, 0), ('withdrawal_requests_per_day', 30, 0), ('payouts_per_day', 10, 0), ('payouts_per_month', 50, 0),
  ('payout_cents_per_day', 1000000, 0), ('payout_cents_per_month', 2500000, 0), ('payout_accounts_per_month', 3, 0),
  ('identity_check_above_cents', 1000000, 0), ('identity_first_payout_above_cents', 100000, 0), ('identity_total_above_cents', 1000000, 0), ('second_operator_above_cents', 1000000, 0), ('operator_cents_per_day', 5000000, 0),
  ('resale_fee_basis_points', 150, 0);
--> statement-breakpoint
INSERT INTO settings (key, value, text, updated_at_ms) VALUES ('market_countries', 0, '', 0), 
  ('publishing_asks', 0, 'cask-number, delivery-order, warehouse-confirmation, insurance', 0);
--> statement-breakpoint

-- What waits for operators, counted.
INSERT INTO tallies (id) VALUES (1);
--> statement-breakpoint

-- No name is deleted or changed. To disallow a change of state, a migration first drops the two triggers of its table.
CREATE TRIGGER cask_kinds_fixed BEFORE UPDATE OF name ON cask_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_kinds_are_kept BEFORE DELETE ON cask_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER cask_types_fixed BEFORE UPDATE OF name ON cask_types BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_types_are_kept BEFORE DELETE ON cask_types BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER cask_states_fixed BEFORE UPDATE OF name ON cask_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_states_are_kept BEFORE DELETE ON cask_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_tiers_fixed BEFORE UPDATE OF name ON valuation_tiers BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_tiers_are_kept BEFORE DELETE ON valuation_tiers BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_authors_fixed BEFORE UPDATE OF name ON valuation_authors BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_authors_are_kept BEFORE DELETE ON valuation_authors BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_kinds_fixed BEFORE UPDATE OF name ON evidence_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_kinds_are_kept BEFORE DELETE ON evidence_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_visibilities_fixed BEFORE UPDATE OF name ON evidence_visibilities BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER evidence_visibilities_are_kept BEFORE DELETE ON evidence_visibilities BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER exit_kinds_fixed BEFORE UPDATE OF name ON exit_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_kinds_are_kept BEFORE DELETE ON exit_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER buyer_kinds_fixed BEFORE UPDATE OF name ON buyer_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER buyer_kinds_are_kept BEFORE DELETE ON buyer_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER exit_states_fixed BEFORE UPDATE OF name ON exit_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_states_are_kept BEFORE DELETE ON exit_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER user_roles_fixed BEFORE UPDATE OF name ON user_roles BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER user_roles_are_kept BEFORE DELETE ON user_roles BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER contact_channels_fixed BEFORE UPDATE OF name ON contact_channels BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER contact_channels_are_kept BEFORE DELETE ON contact_channels BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER identity_states_fixed BEFORE UPDATE OF name ON identity_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER identity_states_are_kept BEFORE DELETE ON identity_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER identity_outcomes_fixed BEFORE UPDATE OF name ON identity_outcomes BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER identity_outcomes_are_kept BEFORE DELETE ON identity_outcomes BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER referral_states_fixed BEFORE UPDATE OF name ON referral_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER referral_states_are_kept BEFORE DELETE ON referral_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_providers_fixed BEFORE UPDATE OF name ON payment_providers BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_providers_are_kept BEFORE DELETE ON payment_providers BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_modes_fixed BEFORE UPDATE OF name ON payment_modes BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_modes_are_kept BEFORE DELETE ON payment_modes BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_purposes_fixed BEFORE UPDATE OF name ON payment_purposes BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_purposes_are_kept BEFORE DELETE ON payment_purposes BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_reasons_fixed BEFORE UPDATE OF name ON payment_reasons BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_reasons_are_kept BEFORE DELETE ON payment_reasons BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_states_fixed BEFORE UPDATE OF name ON payment_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_states_are_kept BEFORE DELETE ON payment_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER event_concerns_fixed BEFORE UPDATE OF name ON event_concerns BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER event_concerns_are_kept BEFORE DELETE ON event_concerns BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipt_states_fixed BEFORE UPDATE OF name ON stray_receipt_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipt_states_are_kept BEFORE DELETE ON stray_receipt_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER reservation_states_fixed BEFORE UPDATE OF name ON reservation_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER reservation_states_are_kept BEFORE DELETE ON reservation_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stake_states_fixed BEFORE UPDATE OF name ON stake_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER stake_states_are_kept BEFORE DELETE ON stake_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_states_fixed BEFORE UPDATE OF name ON certificate_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_states_are_kept BEFORE DELETE ON certificate_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER currencies_fixed BEFORE UPDATE OF name ON currencies BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER currencies_are_kept BEFORE DELETE ON currencies BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_reasons_fixed BEFORE UPDATE OF name ON transfer_reasons BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER transfer_reasons_are_kept BEFORE DELETE ON transfer_reasons BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_states_fixed BEFORE UPDATE OF name ON withdrawal_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_states_are_kept BEFORE DELETE ON withdrawal_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_cancellers_fixed BEFORE UPDATE OF name ON withdrawal_cancellers BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_cancellers_are_kept BEFORE DELETE ON withdrawal_cancellers BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER difference_kinds_fixed BEFORE UPDATE OF name ON difference_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER difference_kinds_are_kept BEFORE DELETE ON difference_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER difference_states_fixed BEFORE UPDATE OF name ON difference_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER difference_states_are_kept BEFORE DELETE ON difference_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER audit_results_fixed BEFORE UPDATE OF name ON audit_results BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER audit_results_are_kept BEFORE DELETE ON audit_results BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_kinds_fixed BEFORE UPDATE OF name ON outbox_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_kinds_are_kept BEFORE DELETE ON outbox_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER notice_kinds_fixed BEFORE UPDATE OF name ON notice_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER notice_kinds_are_kept BEFORE DELETE ON notice_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER notice_topics_fixed BEFORE UPDATE OF name ON notice_topics BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER notice_topics_are_kept BEFORE DELETE ON notice_topics BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER dead_letter_origins_fixed BEFORE UPDATE OF name ON dead_letter_origins BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER dead_letter_origins_are_kept BEFORE DELETE ON dead_letter_origins BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER timer_job_names_fixed BEFORE UPDATE OF name ON timer_job_names BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER timer_job_names_are_kept BEFORE DELETE ON timer_job_names BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER setting_keys_fixed BEFORE UPDATE OF name ON setting_keys BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER setting_keys_are_kept BEFORE DELETE ON setting_keys BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_kinds_fixed BEFORE UPDATE OF name ON change_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_kinds_are_kept BEFORE DELETE ON change_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_states_fixed BEFORE UPDATE OF name ON change_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_states_are_kept BEFORE DELETE ON change_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER support_kinds_fixed BEFORE UPDATE OF name ON support_kinds BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER support_kinds_are_kept BEFORE DELETE ON support_kinds BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER recipient_states_fixed BEFORE UPDATE OF name ON recipient_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER recipient_states_are_kept BEFORE DELETE ON recipient_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER cask_state_changes_fixed BEFORE UPDATE ON cask_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER cask_state_changes_are_kept BEFORE DELETE ON cask_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER exit_state_changes_fixed BEFORE UPDATE ON exit_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER exit_state_changes_are_kept BEFORE DELETE ON exit_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payment_state_changes_fixed BEFORE UPDATE ON payment_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER payment_state_changes_are_kept BEFORE DELETE ON payment_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipt_state_changes_fixed BEFORE UPDATE ON stray_receipt_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER stray_receipt_state_changes_are_kept BEFORE DELETE ON stray_receipt_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER reservation_state_changes_fixed BEFORE UPDATE ON reservation_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER reservation_state_changes_are_kept BEFORE DELETE ON reservation_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER stake_state_changes_fixed BEFORE UPDATE ON stake_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER stake_state_changes_are_kept BEFORE DELETE ON stake_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_state_changes_fixed BEFORE UPDATE ON certificate_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER certificate_state_changes_are_kept BEFORE DELETE ON certificate_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER referral_state_changes_fixed BEFORE UPDATE ON referral_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER referral_state_changes_are_kept BEFORE DELETE ON referral_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_state_changes_fixed BEFORE UPDATE ON withdrawal_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER withdrawal_state_changes_are_kept BEFORE DELETE ON withdrawal_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER change_state_changes_fixed BEFORE UPDATE ON change_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_state_changes_are_kept BEFORE DELETE ON change_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_states_fixed BEFORE UPDATE OF name ON bid_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_states_are_kept BEFORE DELETE ON bid_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_choices_fixed BEFORE UPDATE OF name ON bid_choices BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_choices_are_kept BEFORE DELETE ON bid_choices BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER bid_state_changes_fixed BEFORE UPDATE ON bid_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER bid_state_changes_are_kept BEFORE DELETE ON bid_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_sides_fixed BEFORE UPDATE OF name ON resale_sides BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_sides_are_kept BEFORE DELETE ON resale_sides BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_states_fixed BEFORE UPDATE OF name ON resale_round_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_states_are_kept BEFORE DELETE ON resale_round_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_state_changes_fixed BEFORE UPDATE ON resale_round_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_round_state_changes_are_kept BEFORE DELETE ON resale_round_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_states_fixed BEFORE UPDATE OF name ON resale_order_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_states_are_kept BEFORE DELETE ON resale_order_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_state_changes_fixed BEFORE UPDATE ON resale_order_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_order_state_changes_are_kept BEFORE DELETE ON resale_order_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_states_fixed BEFORE UPDATE OF name ON resale_fill_states BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_states_are_kept BEFORE DELETE ON resale_fill_states BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_state_changes_fixed BEFORE UPDATE ON resale_fill_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_fill_state_changes_are_kept BEFORE DELETE ON resale_fill_state_changes BEGIN SELECT RAISE(ABORT, 'allowed changes of state are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER resale_carry_ends_fixed BEFORE UPDATE OF name ON resale_carry_ends BEGIN SELECT RAISE(ABORT, 'names are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER resale_carry_ends_are_kept BEFORE DELETE ON resale_carry_ends BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END;

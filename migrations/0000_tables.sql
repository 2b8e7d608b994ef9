-- Written by `npm run db:generate` from app/db/schema.
CREATE TABLE `dispute_lifts` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`lifted_at_ms` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `identity_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`outcome` text NOT NULL,
	`checked_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `identity_checks_by_user` ON `identity_checks` (`user_id`,`checked_at_ms`);--> statement-breakpoint
CREATE TABLE `suspensions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`reason` text NOT NULL,
	`suspended_at_ms` integer NOT NULL,
	`restored_by` text,
	`restored_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`restored_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suspensions_by_others" CHECK("suspensions"."user_id" <> "suspensions"."operator_id" AND "suspensions"."restored_by" IS NOT "suspensions"."user_id"),
	CONSTRAINT "suspensions_end" CHECK(("suspensions"."restored_by" IS NULL) = ("suspensions"."restored_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `suspensions_one_open` ON `suspensions` (`user_id`) WHERE restored_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `suspensions_by_user` ON `suspensions` (`user_id`,`suspended_at_ms`);--> statement-breakpoint
CREATE TABLE `audits` (
	`date` text PRIMARY KEY NOT NULL,
	`result` text NOT NULL,
	`reason` text,
	`hash` text NOT NULL,
	`ledger_head` text NOT NULL,
	`ledger_right` integer NOT NULL,
	`casks` integer NOT NULL,
	`stakes` integer NOT NULL,
	`documents` integer NOT NULL,
	`finished_at_ms` integer NOT NULL,
	CONSTRAINT "audits_day" CHECK("audits"."date" GLOB '????-??-??')
) STRICT;
--> statement-breakpoint
CREATE TABLE `casks` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`cask_type` text NOT NULL,
	`distillery` text NOT NULL,
	`distillery_information` text NOT NULL,
	`warehouse` text NOT NULL,
	`vintage_year` integer NOT NULL,
	`loa_decilitres` integer NOT NULL,
	`cost_per_stake_cents` integer NOT NULL,
	`total_stakes` integer NOT NULL,
	`bought_for_cents` integer,
	`sold_stakes` integer DEFAULT 0 NOT NULL,
	`reserved_stakes` integer DEFAULT 0 NOT NULL,
	`launches_on` text NOT NULL,
	`closes_on` text NOT NULL,
	`ended_on` text,
	`created_at_ms` integer NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`cask_number` text,
	`filled_on` text,
	`abv_tenths` integer,
	`storage_paid_until` text,
	`counted_values` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "casks_stock" CHECK("casks"."sold_stakes" >= 0 AND "casks"."reserved_stakes" >= 0 AND "casks"."sold_stakes" + "casks"."reserved_stakes" <= "casks"."total_stakes"),
	CONSTRAINT "casks_total" CHECK("casks"."total_stakes" BETWEEN 1 AND 100000),
	CONSTRAINT "casks_cost" CHECK("casks"."cost_per_stake_cents" BETWEEN 1 AND 100000000),
	CONSTRAINT "casks_bought_for" CHECK("casks"."bought_for_cents" BETWEEN 1 AND 100000000000),
	CONSTRAINT "casks_window" CHECK("casks"."launches_on" <= "casks"."closes_on" AND "casks"."launches_on" GLOB '????-??-??' AND "casks"."closes_on" GLOB '????-??-??'),
	CONSTRAINT "casks_filled" CHECK("casks"."filled_on" GLOB '????-??-??'),
	CONSTRAINT "casks_abv" CHECK("casks"."abv_tenths" BETWEEN 0 AND 1000),
	CONSTRAINT "casks_storage" CHECK("casks"."storage_paid_until" GLOB '????-??-??')
) STRICT;
--> statement-breakpoint
CREATE INDEX `casks_by_close` ON `casks` (`closes_on`);--> statement-breakpoint
CREATE INDEX `casks_by_kind` ON `casks` (`kind`,`closes_on`);--> statement-breakpoint
CREATE INDEX `casks_by_warehouse` ON `casks` (`warehouse`);--> statement-breakpoint
CREATE INDEX `casks_by_standing` ON `casks` (CASE WHEN ended_on IS NOT NULL THEN 1 WHEN state = 'draft' THEN 4 WHEN state = 'published' THEN 3 ELSE 2 END,`closes_on`,`id`);--> statement-breakpoint
CREATE INDEX `casks_by_name` ON `casks` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `casks_by_storage` ON `casks` (`storage_paid_until`) WHERE storage_paid_until IS NOT NULL;--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`kind` text NOT NULL,
	`issuer` text NOT NULL,
	`issued_on` text NOT NULL,
	`expires_on` text,
	`visibility` text NOT NULL,
	`file_key` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`supersedes_id` text,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`supersedes_id`) REFERENCES `evidence`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "evidence_days" CHECK("evidence"."issued_on" GLOB '????-??-??' AND ("evidence"."expires_on" IS NULL OR ("evidence"."expires_on" GLOB '????-??-??' AND "evidence"."expires_on" >= "evidence"."issued_on"))),
	CONSTRAINT "evidence_size" CHECK("evidence"."size_bytes" BETWEEN 1 AND 10485760),
	CONSTRAINT "evidence_hash" CHECK(length("evidence"."sha256") = 64)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_file_key_unique` ON `evidence` (`file_key`);--> statement-breakpoint
CREATE INDEX `evidence_by_cask` ON `evidence` (`cask_id`,`issued_on`);--> statement-breakpoint
CREATE INDEX `evidence_by_hash` ON `evidence` (`sha256`);--> statement-breakpoint
CREATE INDEX `evidence_by_expiry` ON `evidence` (`expires_on`) WHERE expires_on IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_superseded_once` ON `evidence` (`supersedes_id`);--> statement-breakpoint
CREATE TABLE `gauges` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`gauged_on` text NOT NULL,
	`loa_decilitres` integer NOT NULL,
	`abv_tenths` integer NOT NULL,
	`gauged_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gauges_day" CHECK("gauges"."gauged_on" GLOB '????-??-??'),
	CONSTRAINT "gauges_strength" CHECK("gauges"."loa_decilitres" >= 0 AND "gauges"."abv_tenths" BETWEEN 0 AND 1000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `gauges_by_cask` ON `gauges` (`cask_id`,`gauged_on`);--> statement-breakpoint
CREATE TABLE `valuations` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`valued_on` text NOT NULL,
	`value_cents` integer NOT NULL,
	`tier` text NOT NULL,
	`method` text NOT NULL,
	`source` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`supersedes_id` text,
	`author` text,
	`reason` text,
	`recorded_by` text,
	`proposal_id` text,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`supersedes_id`) REFERENCES `valuations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposal_id`) REFERENCES `change_proposals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "valuations_value" CHECK("valuations"."value_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `valuations_by_cask` ON `valuations` (`cask_id`,`valued_on`);--> statement-breakpoint
CREATE UNIQUE INDEX `valuations_superseded_once` ON `valuations` (`supersedes_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `valuations_of_one_proposal` ON `valuations` (`proposal_id`) WHERE proposal_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `valuations_one_issue` ON `valuations` (`cask_id`) WHERE tier = 'issue';--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`currency` text NOT NULL,
	`may_overdraw` integer DEFAULT 0 NOT NULL,
	`credits_total` integer DEFAULT 0 NOT NULL,
	`debits_total` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_totals" CHECK("accounts"."credits_total" >= 0 AND "accounts"."debits_total" >= 0),
	CONSTRAINT "accounts_overdraft" CHECK("accounts"."may_overdraw" = 1 OR "accounts"."credits_total" >= "accounts"."debits_total")
) STRICT;
--> statement-breakpoint
CREATE INDEX `accounts_by_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`debit_account_id` text NOT NULL,
	`credit_account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`refers_to` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`debit_account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credit_account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfers_amount" CHECK("transfers"."amount" > 0),
	CONSTRAINT "transfers_two_accounts" CHECK("transfers"."debit_account_id" <> "transfers"."credit_account_id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_id_unique` ON `transfers` (`id`);--> statement-breakpoint
CREATE INDEX `transfers_by_reference` ON `transfers` (`refers_to`);--> statement-breakpoint
CREATE INDEX `transfers_by_time` ON `transfers` (`created_at_ms`,`seq`);--> statement-breakpoint
CREATE INDEX `transfers_by_debit` ON `transfers` (`debit_account_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `transfers_by_credit` ON `transfers` (`credit_account_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `bid_votes` (
	`id` integer PRIMARY KEY NOT NULL,
	`bid_id` text NOT NULL,
	`user_id` text NOT NULL,
	`choice` text NOT NULL,
	`voted_at_ms` integer NOT NULL,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_votes_by_person` ON `bid_votes` (`bid_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `bid_votes_by_user` ON `bid_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `bids` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`bidder_kind` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fees_cents` integer NOT NULL,
	`stakes` integer NOT NULL,
	`net_per_stake_cents` integer NOT NULL,
	`remainder_cents` integer NOT NULL,
	`closes_on` text NOT NULL,
	`closes_at_ms` integer NOT NULL,
	`note` text NOT NULL,
	`letter_key` text NOT NULL,
	`letter_media_type` text NOT NULL,
	`letter_sha256` text NOT NULL,
	`voted_parts` integer NOT NULL,
	`voted_whole` integer NOT NULL,
	`accepted_parts` integer NOT NULL,
	`accepted_whole` integer NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`drafted_by` text NOT NULL,
	`drafted_at_ms` integer NOT NULL,
	`published_by` text,
	`published_at_ms` integer,
	`reminded_at_ms` integer,
	`result` text,
	`counted_at_ms` integer,
	`issued_stakes` integer,
	`accepted_stakes` integer,
	`declined_stakes` integer,
	`withdrawn_by` text,
	`withdrawn_at_ms` integer,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`drafted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawn_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bids_amounts" CHECK("bids"."fees_cents" BETWEEN 0 AND "bids"."gross_cents" AND "bids"."net_per_stake_cents" >= 0),
	CONSTRAINT "bids_rounding" CHECK("bids"."stakes" >= 1 AND "bids"."remainder_cents" BETWEEN 0 AND "bids"."stakes" - 1),
	CONSTRAINT "bids_sum" CHECK("bids"."gross_cents" - "bids"."fees_cents" = "bids"."net_per_stake_cents" * "bids"."stakes" + "bids"."remainder_cents"),
	CONSTRAINT "bids_close" CHECK("bids"."closes_at_ms" = unixepoch("bids"."closes_on", '+12 hours') * 1000),
	CONSTRAINT "bids_rule" CHECK("bids"."voted_parts" BETWEEN 1 AND "bids"."voted_whole" AND "bids"."accepted_parts" BETWEEN 1 AND "bids"."accepted_whole"),
	CONSTRAINT "bids_published_by" CHECK(("bids"."published_by" IS NULL) = ("bids"."published_at_ms" IS NULL)),
	CONSTRAINT "bids_counted" CHECK(("bids"."counted_at_ms" IS NULL) = ("bids"."result" IS NULL) AND ("bids"."result" IS NULL OR "bids"."result" IN ('accepted', 'refused', 'expired'))
        AND ("bids"."counted_at_ms" IS NULL) = ("bids"."issued_stakes" IS NULL OR "bids"."accepted_stakes" IS NULL OR "bids"."declined_stakes" IS NULL)),
	CONSTRAINT "bids_withdrawn" CHECK(("bids"."state" = 'withdrawn') = ("bids"."withdrawn_by" IS NOT NULL) AND ("bids"."withdrawn_by" IS NULL) = ("bids"."withdrawn_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bids_letter_key_unique` ON `bids` (`letter_key`);--> statement-breakpoint
CREATE INDEX `bids_by_cask` ON `bids` (`cask_id`,`drafted_at_ms`);--> statement-breakpoint
CREATE INDEX `bids_drafts` ON `bids` (`drafted_at_ms`) WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX `bids_published` ON `bids` (`published_at_ms`,`id`) WHERE published_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `bids_open` ON `bids` (`closes_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `bids_one_standing` ON `bids` (`cask_id`) WHERE state IN ('open', 'accepted');--> statement-breakpoint
CREATE TABLE `cask_exits` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`kind` text NOT NULL,
	`buyer_kind` text NOT NULL,
	`sold_on` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fees_cents` integer NOT NULL,
	`stakes` integer NOT NULL,
	`net_per_stake_cents` integer NOT NULL,
	`remainder_cents` integer NOT NULL,
	`state` text DEFAULT 'proposed' NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`confirmed_by` text,
	`confirmed_at_ms` integer,
	`withdrawn_by` text,
	`ended_at_ms` integer,
	`bid_id` text,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawn_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cask_exits_day" CHECK("cask_exits"."sold_on" GLOB '????-??-??'),
	CONSTRAINT "cask_exits_amounts" CHECK("cask_exits"."fees_cents" BETWEEN 0 AND "cask_exits"."gross_cents" AND "cask_exits"."net_per_stake_cents" >= 0),
	CONSTRAINT "cask_exits_rounding" CHECK("cask_exits"."stakes" >= 1 AND "cask_exits"."remainder_cents" BETWEEN 0 AND "cask_exits"."stakes" - 1),
	CONSTRAINT "cask_exits_sum" CHECK("cask_exits"."gross_cents" - "cask_exits"."fees_cents" = "cask_exits"."net_per_stake_cents" * "cask_exits"."stakes" + "cask_exits"."remainder_cents"),
	CONSTRAINT "cask_exits_kind" CHECK(("cask_exits"."kind" = 'buy-back') = ("cask_exits"."buyer_kind" = 'provider'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `cask_exits_by_cask` ON `cask_exits` (`cask_id`,`proposed_at_ms`);--> statement-breakpoint
CREATE INDEX `cask_exits_by_time` ON `cask_exits` (`confirmed_at_ms`,`cask_id`) WHERE confirmed_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `cask_exits_proposed` ON `cask_exits` (`proposed_at_ms`) WHERE state = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX `cask_exits_one_live` ON `cask_exits` (`cask_id`) WHERE state <> 'withdrawn';--> statement-breakpoint
CREATE TABLE `notice_kinds` (
	`name` text PRIMARY KEY NOT NULL,
	`urgent` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox_kinds` (
	`name` text PRIMARY KEY NOT NULL,
	`urgent` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text,
	`created_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `audit_log_by_time` ON `audit_log` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `change_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`decided_by` text,
	`decided_at_ms` integer,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "change_proposals_changes" CHECK("change_proposals"."was" <> "change_proposals"."becomes"),
	CONSTRAINT "change_proposals_end" CHECK("change_proposals"."expires_at_ms" > "change_proposals"."proposed_at_ms"),
	CONSTRAINT "change_proposals_decided" CHECK(("change_proposals"."state" = 'open') = ("change_proposals"."decided_by" IS NULL) AND ("change_proposals"."decided_by" IS NULL) = ("change_proposals"."decided_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_proposals_one_open` ON `change_proposals` (`subject`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `change_proposals_waiting` ON `change_proposals` (`expires_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `change_proposals_by_subject` ON `change_proposals` (`subject`,`proposed_at_ms`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`body` text NOT NULL,
	`error` text,
	`created_at_ms` integer NOT NULL,
	`resolved_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`created_at_ms`) WHERE resolved_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_refunds` ON `dead_letters` (`created_at_ms`) WHERE resolved_at_ms IS NULL AND origin = 'refund';--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`notice` text,
	`available_at_ms` integer NOT NULL,
	`urgent` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failing_since_ms` integer,
	`leased_until_ms` integer,
	`last_error` text,
	`done_at_ms` integer,
	`outcome` text,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`kind`) REFERENCES `outbox_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notice`) REFERENCES `notice_kinds`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outbox_id" CHECK("outbox"."id" = "outbox"."kind" || ':' || "outbox"."subject_id"),
	CONSTRAINT "outbox_notice" CHECK(("outbox"."kind" = 'send-notice') = ("outbox"."notice" IS NOT NULL) AND ("outbox"."notice" IS NULL OR substr("outbox"."subject_id", 1, length("outbox"."notice") + 1) = "outbox"."notice" || ':'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`urgent`,`available_at_ms`) WHERE done_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_failing` ON `outbox` (`failing_since_ms`) WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_failing_payments` ON `outbox` (`failing_since_ms`) WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL AND kind IN ('refund-payment', 'check-payment', 'expire-session');--> statement-breakpoint
CREATE INDEX `outbox_by_end` ON `outbox` (`done_at_ms`) WHERE done_at_ms IS NOT NULL AND last_error IS NULL;--> statement-breakpoint
CREATE TABLE `refusals` (
	`reason` text NOT NULL,
	CONSTRAINT "refusals_reason" CHECK("refusals"."reason" IN ('ended', 'stranger', 'old-code', 'reader'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`text` text,
	`updated_at_ms` integer NOT NULL,
	CONSTRAINT "settings_value" CHECK("settings"."value" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `timer_jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL,
	`last_success_at_ms` integer,
	`last_failure_at_ms` integer,
	`duration_ms` integer NOT NULL,
	CONSTRAINT "timer_jobs_duration" CHECK("timer_jobs"."duration_ms" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text NOT NULL,
	`payment_id` text,
	`detail` text,
	`state` text NOT NULL,
	`first_seen_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `differences_open` ON `differences` (`first_seen_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `manual_refunds` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`operator_id` text NOT NULL,
	`recorded_at_ms` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `manual_refunds_reference_unique` ON `manual_refunds` (`reference`);--> statement-breakpoint
CREATE INDEX `manual_refunds_by_reference` ON `manual_refunds` ("reference" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`cask_id` text,
	`offer_id` text,
	`product_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`received_cents` integer,
	`mode` text NOT NULL,
	`provider` text NOT NULL,
	`state` text DEFAULT 'created' NOT NULL,
	`reason` text,
	`provider_session_id` text,
	`provider_payment_id` text,
	`checkout_url` text,
	`expires_at_ms` integer NOT NULL,
	`reversals` integer DEFAULT 0 NOT NULL,
	`disputed_since_ms` integer,
	`answer_by_ms` integer,
	`looks` integer DEFAULT 0 NOT NULL,
	`next_look_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_purpose" CHECK(("payments"."purpose" = 'stake') = ("payments"."cask_id" IS NOT NULL)),
	CONSTRAINT "payments_offer" CHECK("payments"."offer_id" IS NULL OR "payments"."purpose" = 'stake'),
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" > 0),
	CONSTRAINT "payments_received" CHECK("payments"."received_cents" >= 0),
	CONSTRAINT "payments_open_has_session" CHECK("payments"."state" <> 'open' OR ("payments"."provider_session_id" IS NOT NULL AND "payments"."checkout_url" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_session_id_unique` ON `payments` (`provider_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_cask` ON `payments` (`user_id`,`cask_id`) WHERE purpose = 'stake' AND offer_id IS NULL AND state IN ('created', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_fee` ON `payments` (`user_id`) WHERE purpose = 'joining-fee' AND state IN ('created', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_offer` ON `payments` (`offer_id`) WHERE offer_id IS NOT NULL AND state IN ('created', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_fee_applied` ON `payments` (`user_id`) WHERE purpose = 'joining-fee' AND state = 'settled';--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `payments_open_by_user` ON `payments` (`user_id`,`expires_at_ms`) WHERE state IN ('created', 'open');--> statement-breakpoint
CREATE INDEX `payments_open_by_cask` ON `payments` (`cask_id`,`expires_at_ms`) WHERE state IN ('created', 'open');--> statement-breakpoint
CREATE INDEX `payments_open_by_expiry` ON `payments` (`expires_at_ms`) WHERE state IN ('created', 'open');--> statement-breakpoint
CREATE INDEX `payments_by_provider_payment` ON `payments` (`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_disputed` ON `payments` (`updated_at_ms`) WHERE state = 'disputed' AND reason = 'disputed';--> statement-breakpoint
CREATE INDEX `payments_disputed_since` ON `payments` (`disputed_since_ms`) WHERE state = 'disputed' AND reason = 'disputed';--> statement-breakpoint
CREATE INDEX `payments_refunding` ON `payments` (`received_cents`) WHERE state = 'refunding';--> statement-breakpoint
CREATE INDEX `payments_disputed_by_user` ON `payments` (`user_id`) WHERE state = 'disputed';--> statement-breakpoint
CREATE INDEX `payments_reversed_by_user` ON `payments` (`user_id`) WHERE state IN ('refunding', 'refunded', 'disputed');--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`provider`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `payments_by_state` ON `payments` (`provider`,`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`type` text NOT NULL,
	`concerns` text NOT NULL,
	`session_id` text,
	`provider_payment_id` text,
	`received_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `provider_events_by_session` ON `provider_events` (`session_id`);--> statement-breakpoint
CREATE INDEX `provider_events_by_payment` ON `provider_events` (`provider_payment_id`) WHERE provider_payment_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`started_at_ms` integer,
	`finished_at_ms` integer,
	`sessions_read` integer DEFAULT 0 NOT NULL,
	`refunds_read` integer DEFAULT 0 NOT NULL,
	`payments_read` integer DEFAULT 0 NOT NULL,
	`repaired` integer DEFAULT 0 NOT NULL,
	`open` integer DEFAULT 0 NOT NULL,
	`error` text,
	CONSTRAINT "reconciliations_order" CHECK("reconciliations"."finished_at_ms" IS NULL OR "reconciliations"."started_at_ms" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reconciliations_by_time` ON `reconciliations` (`asked_at_ms`);--> statement-breakpoint
CREATE INDEX `reconciliations_unfinished` ON `reconciliations` (`asked_at_ms`) WHERE finished_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `referrals` (
	`referred_id` text PRIMARY KEY NOT NULL,
	`referrer_id` text NOT NULL,
	`state` text DEFAULT 'inactive' NOT NULL,
	`reward_cents` integer NOT NULL,
	`payment_id` text,
	`created_at_ms` integer NOT NULL,
	`released_at_ms` integer,
	FOREIGN KEY (`referred_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_not_oneself" CHECK("referrals"."referrer_id" <> "referrals"."referred_id"),
	CONSTRAINT "referrals_reward" CHECK("referrals"."reward_cents" > 0),
	CONSTRAINT "referrals_earned" CHECK("referrals"."state" = 'inactive' OR "referrals"."payment_id" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX `referrals_by_referrer` ON `referrals` (`referrer_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `referrals_waiting` ON `referrals` (`created_at_ms`) WHERE state IN ('held', 'pending');--> statement-breakpoint
CREATE INDEX `referrals_by_payment` ON `referrals` (`payment_id`);--> statement-breakpoint
CREATE TABLE `bank_answer_lines` (
	`answer_id` text NOT NULL,
	`line` integer NOT NULL,
	`reference` text NOT NULL,
	`bank_reference` text NOT NULL,
	`amount_cents` integer,
	`booked_on` text,
	`withdrawal_id` text,
	`problem` text,
	PRIMARY KEY(`answer_id`, `line`),
	FOREIGN KEY (`answer_id`) REFERENCES `bank_answers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_answer_lines_match" CHECK("bank_answer_lines"."problem" IS NOT NULL OR "bank_answer_lines"."withdrawal_id" IS NOT NULL),
	CONSTRAINT "bank_answer_lines_problem" CHECK("bank_answer_lines"."problem" IN ('no-reference', 'no-such-row', 'currency', 'amount-differs', 'not-with-bank', 'returned', 'twice', 'paid-already', 'unknown-status'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answer_lines_match_once` ON `bank_answer_lines` (`withdrawal_id`) WHERE problem IS NULL;--> statement-breakpoint
CREATE INDEX `bank_answer_lines_by_withdrawal` ON `bank_answer_lines` (`withdrawal_id`);--> statement-breakpoint
CREATE TABLE `bank_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`sha256` text NOT NULL,
	`handed_in_by` text NOT NULL,
	`handed_in_at_ms` integer NOT NULL,
	`other_lines` integer NOT NULL,
	`marked_by` text,
	`marked_at_ms` integer,
	FOREIGN KEY (`handed_in_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`marked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_answers_marked" CHECK(("bank_answers"."marked_by" IS NULL) = ("bank_answers"."marked_at_ms" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answers_number_unique` ON `bank_answers` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_answers_sha256_unique` ON `bank_answers` (`sha256`);--> statement-breakpoint
CREATE TABLE `bank_layouts` (
	`headers` text PRIMARY KEY NOT NULL,
	`columns` text NOT NULL,
	`named_by` text NOT NULL,
	`named_at_ms` integer NOT NULL,
	FOREIGN KEY (`named_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `payout_proposals` (
	`withdrawal_id` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`bank_reference` text NOT NULL,
	`proposed_at_ms` integer NOT NULL,
	`called_back_at_ms` integer,
	`decided_at_ms` integer,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `payout_proposals_waiting` ON `payout_proposals` (`proposed_at_ms`) WHERE called_back_at_ms IS NULL AND decided_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `payout_run_rows` (
	`run_id` text NOT NULL,
	`place` integer NOT NULL,
	`withdrawal_id` text NOT NULL,
	`released_at_ms` integer,
	PRIMARY KEY(`run_id`, `place`),
	FOREIGN KEY (`run_id`) REFERENCES `payout_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`withdrawal_id`) REFERENCES `withdrawals`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_run_rows_place" CHECK("payout_run_rows"."place" >= 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_run_rows_one_open` ON `payout_run_rows` (`withdrawal_id`) WHERE released_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `payout_run_rows_by_withdrawal` ON `payout_run_rows` (`withdrawal_id`);--> statement-breakpoint
CREATE TABLE `payout_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`operator_id` text NOT NULL,
	`row_count` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`made_at_ms` integer NOT NULL,
	`called_back_at_ms` integer,
	`called_back_by` text,
	`call_back_reason` text,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`called_back_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_runs_hold_something" CHECK("payout_runs"."row_count" > 0 AND "payout_runs"."total_cents" > 0),
	CONSTRAINT "payout_runs_called_back" CHECK(("payout_runs"."called_back_at_ms" IS NULL) = ("payout_runs"."called_back_by" IS NULL) AND ("payout_runs"."called_back_at_ms" IS NULL) = ("payout_runs"."call_back_reason" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_runs_by_number` ON `payout_runs` (`number`);--> statement-breakpoint
CREATE INDEX `payout_runs_by_operator` ON `payout_runs` (`operator_id`,`made_at_ms`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stake_id` text,
	`cycle_number` integer,
	`amount_cents` integer NOT NULL,
	`interest_basis_points` integer,
	`reckoned_to_cents` integer,
	`mode` text NOT NULL,
	`holder_name` text NOT NULL,
	`bank_name` text NOT NULL,
	`ifsc_code` text NOT NULL,
	`account_number_sealed` text NOT NULL,
	`account_last4` text NOT NULL,
	`key_id` text NOT NULL,
	`state` text DEFAULT 'progress' NOT NULL,
	`account_mark` text,
	`holder_differs` integer,
	`over_limit` text,
	`cleared_at_ms` integer,
	`stop_token` text,
	`payable_from_ms` integer NOT NULL,
	`valuation_id` text,
	`sent_at_ms` integer,
	`stop_asked_at_ms` integer,
	`bank_reference` text,
	`paid_by` text,
	`reject_reason` text,
	`cancelled_by` text,
	`return_reference` text,
	`return_reason` text,
	`returned_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`valuation_id`) REFERENCES `valuations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_holder_differs" CHECK("withdrawals"."holder_differs" IN (0, 1)),
	CONSTRAINT "withdrawals_cleared" CHECK("withdrawals"."cleared_at_ms" IS NULL OR "withdrawals"."over_limit" IS NOT NULL),
	CONSTRAINT "withdrawals_amount" CHECK("withdrawals"."amount_cents" > 0),
	CONSTRAINT "withdrawals_cycle" CHECK("withdrawals"."cycle_number" >= 1),
	CONSTRAINT "withdrawals_cycle_or_balance" CHECK(("withdrawals"."stake_id" IS NULL) = ("withdrawals"."cycle_number" IS NULL) AND ("withdrawals"."stake_id" IS NULL) = ("withdrawals"."interest_basis_points" IS NULL)),
	CONSTRAINT "withdrawals_paid" CHECK("withdrawals"."state" <> 'paid' OR "withdrawals"."bank_reference" IS NOT NULL),
	CONSTRAINT "withdrawals_returned" CHECK(("withdrawals"."state" = 'returned') = ("withdrawals"."return_reference" IS NOT NULL) AND ("withdrawals"."state" = 'returned') = ("withdrawals"."return_reason" IS NOT NULL) AND ("withdrawals"."state" = 'returned') = ("withdrawals"."returned_at_ms" IS NOT NULL)),
	CONSTRAINT "withdrawals_rejected" CHECK("withdrawals"."state" <> 'rejected' OR "withdrawals"."reject_reason" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_per_cycle` ON `withdrawals` (`stake_id`,`cycle_number`) WHERE state IN ('progress', 'sending', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_open_balance` ON `withdrawals` (`user_id`) WHERE stake_id IS NULL AND state IN ('progress', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_by_stop_token` ON `withdrawals` (`stop_token`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_stake` ON `withdrawals` (`stake_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_paid_by_user` ON `withdrawals` (`user_id`,`updated_at_ms`,`amount_cents`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `withdrawals_by_user` ON `withdrawals` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_reference` ON `withdrawals` ("bank_reference" COLLATE NOCASE) WHERE bank_reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_by_due` ON `withdrawals` (`payable_from_ms`,`id`) WHERE state = 'progress';--> statement-breakpoint
CREATE INDEX `withdrawals_decided` ON `withdrawals` (`state`,`updated_at_ms`) WHERE state <> 'progress';--> statement-breakpoint
CREATE INDEX `withdrawals_open` ON `withdrawals` (`created_at_ms`) WHERE state IN ('progress', 'sending');--> statement-breakpoint
CREATE INDEX `withdrawals_by_account` ON `withdrawals` (`account_mark`,`user_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_valuation` ON `withdrawals` (`valuation_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_sending_by_user` ON `withdrawals` (`user_id`,`id`,`amount_cents`) WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX `withdrawals_sending` ON `withdrawals` (`sent_at_ms`,`id`) WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX `withdrawals_paid_by` ON `withdrawals` (`paid_by`,`updated_at_ms`) WHERE paid_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `bank_details` (
	`user_id` text PRIMARY KEY NOT NULL,
	`holder_name` text NOT NULL,
	`bank_name` text NOT NULL,
	`ifsc_code` text NOT NULL,
	`branch_address` text NOT NULL,
	`account_number_sealed` text NOT NULL,
	`account_last4` text NOT NULL,
	`key_id` text NOT NULL,
	`account_mark` text,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bank_details_by_account` ON `bank_details` (`account_mark`);--> statement-breakpoint
CREATE TABLE `contact_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`old_value` text NOT NULL,
	`new_value` text,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_changes_by_user` ON `contact_changes` (`user_id`,`changed_at_ms`);--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at_ms` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `counters_by_end` ON `counters` (`window_ends_at_ms`);--> statement-breakpoint
CREATE TABLE `login_asks` (
	`key` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`sent_at_ms` integer,
	`rejected_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_asks_by_time` ON `login_asks` (`asked_at_ms`);--> statement-breakpoint
CREATE TABLE `login_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`channel` text NOT NULL,
	`vendor_request_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT 1 NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_try` text,
	`last_try_at_ms` integer,
	`last_try_wrong` integer DEFAULT 0 NOT NULL,
	`used_by` text,
	`used_at_ms` integer,
	CONSTRAINT "login_codes_attempts" CHECK("login_codes"."attempts" BETWEEN 0 AND 5),
	CONSTRAINT "login_codes_active" CHECK("login_codes"."active" IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_codes_by_expiry` ON `login_codes` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `login_flows` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`data` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`code_id` text,
	`ended_at_ms` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_flows_by_expiry` ON `login_flows` (`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `login_flows_by_end` ON `login_flows` (`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`epoch` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`proved_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`phone` text,
	`full_name` text,
	`name_on_certificate` text,
	`address` text,
	`role` text DEFAULT 'investor' NOT NULL,
	`referral_code` text NOT NULL,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	`activated_at_ms` integer,
	`suspended_at_ms` integer,
	`contact_changed_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`closed_at_ms` integer,
	CONSTRAINT "users_reachable" CHECK("users"."email" IS NOT NULL OR "users"."phone" IS NOT NULL),
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_digits" CHECK(length("users"."phone") = 12 AND "users"."phone" NOT GLOB '*[^0-9]*')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone_unique` ON `users` (`phone`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_referral_code_unique` ON `users` (`referral_code`);--> statement-breakpoint
CREATE INDEX `users_operators` ON `users` (`id`) WHERE role = 'operator';--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`created_at_ms`,`id`) WHERE suspended_at_ms IS NOT NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`created_at_ms`,`id`) WHERE role <> 'investor';--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` ("full_name" COLLATE NOCASE) WHERE full_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_by_other_name` ON `users` (`created_at_ms`) WHERE full_name GLOB '*[^ -~]*';--> statement-breakpoint
CREATE TABLE `bid_ballots` (
	`bid_id` text NOT NULL,
	`number` integer NOT NULL,
	`stake_id` text NOT NULL,
	`certificate_code` text,
	`choice` text,
	PRIMARY KEY(`bid_id`, `number`),
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `bid_ballots_by_stake` ON `bid_ballots` (`stake_id`);--> statement-breakpoint
CREATE TABLE `certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`stake_id` text NOT NULL,
	`code` text NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`r2_key` text NOT NULL,
	`sha256` text,
	`size_bytes` integer,
	`created_at_ms` integer NOT NULL,
	`issued_at_ms` integer,
	`voided_at_ms` integer,
	`withheld` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "certificates_withheld" CHECK("certificates"."withheld" IN (0, 1) AND ("certificates"."withheld" = 0 OR "certificates"."state" = 'void')),
	CONSTRAINT "certificates_issued" CHECK("certificates"."state" <> 'issued' OR ("certificates"."sha256" IS NOT NULL AND "certificates"."issued_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_code_unique` ON `certificates` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_r2_key_unique` ON `certificates` (`r2_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_one_valid` ON `certificates` (`stake_id`) WHERE state <> 'void';--> statement-breakpoint
CREATE INDEX `certificates_by_stake` ON `certificates` (`stake_id`);--> statement-breakpoint
CREATE INDEX `certificates_by_state` ON `certificates` (`state`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `certificates_by_issue` ON `certificates` (`issued_at_ms`,`id`) WHERE issued_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `certificates_by_end` ON `certificates` (`voided_at_ms`,`id`) WHERE voided_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`stake_id` text NOT NULL,
	`cask_id` text NOT NULL,
	`user_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`valued_cents` integer,
	`state` text DEFAULT 'open' NOT NULL,
	`end_reason` text,
	`end_note` text,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`new_stake_id` text,
	`advanced_cents` integer,
	`credit_cents` integer,
	`sold_at_ms` integer,
	`payable_from_ms` integer,
	`paid_at_ms` integer,
	`undone_at_ms` integer,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`new_stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_figures" CHECK("offers"."price_cents" > 0 AND "offers"."fee_cents" >= 0 AND "offers"."fee_cents" < "offers"."price_cents"),
	CONSTRAINT "offers_sum" CHECK("offers"."price_cents" = "offers"."fee_cents" + "offers"."advanced_cents" + "offers"."credit_cents"),
	CONSTRAINT "offers_parts" CHECK(min("offers"."advanced_cents", "offers"."credit_cents") >= 0),
	CONSTRAINT "offers_ended" CHECK(("offers"."state" = 'ended') = ("offers"."end_reason" IS NOT NULL)),
	CONSTRAINT "offers_sold_whole" CHECK(("offers"."state" IN ('sold', 'undone')) = ("offers"."new_stake_id" IS NOT NULL AND "offers"."credit_cents" IS NOT NULL AND "offers"."sold_at_ms" IS NOT NULL AND "offers"."payable_from_ms" IS NOT NULL)),
	CONSTRAINT "offers_undone" CHECK(("offers"."state" = 'undone') = ("offers"."undone_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_new_stake_id_unique` ON `offers` (`new_stake_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `offers_one_open` ON `offers` (`stake_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_by_cask` ON `offers` (`cask_id`,`price_cents`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_by_expiry` ON `offers` (`expires_at_ms`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `offers_by_user` ON `offers` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `offers_by_stake` ON `offers` (`stake_id`);--> statement-breakpoint
CREATE INDEX `offers_by_time` ON `offers` (`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `offers_sold` ON `offers` (`sold_at_ms`) WHERE sold_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `offers_payable` ON `offers` (`payable_from_ms`) WHERE state = 'sold' AND paid_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `reservations` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`state` text DEFAULT 'held' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`released_at_ms` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `reservations_by_cask` ON `reservations` (`cask_id`,`state`);--> statement-breakpoint
CREATE INDEX `reservations_released` ON `reservations` (`cask_id`,`released_at_ms`) WHERE released_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stake_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`stake_id` text NOT NULL,
	`cask_id` text NOT NULL,
	`number` integer NOT NULL,
	`was` text NOT NULL,
	`becomes` text NOT NULL,
	`changed_at_ms` integer NOT NULL,
	FOREIGN KEY (`stake_id`) REFERENCES `stakes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stake_changes_by_cask` ON `stake_changes` (`cask_id`,`changed_at_ms`);--> statement-breakpoint
CREATE INDEX `stake_changes_by_stake` ON `stake_changes` (`stake_id`);--> statement-breakpoint
CREATE TABLE `stakes` (
	`id` text PRIMARY KEY NOT NULL,
	`cask_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`price_cents` integer NOT NULL,
	`mark_cents` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`purchased_at_ms` integer NOT NULL,
	`exit_id` text,
	`holder_number` integer DEFAULT 1 NOT NULL,
	`sale_number` integer DEFAULT 1 NOT NULL,
	`freed_at_ms` integer,
	`sold_again_at_ms` integer,
	`resold_at_ms` integer,
	`state_at_ms` integer,
	`certificate_id` text,
	`certificate_code` text,
	`certificate_state` text,
	`certificate_at_ms` integer,
	FOREIGN KEY (`cask_id`) REFERENCES `casks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`exit_id`) REFERENCES `cask_exits`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stakes_number_positive" CHECK("stakes"."number" >= 1),
	CONSTRAINT "stakes_freed_ended" CHECK("stakes"."freed_at_ms" IS NULL OR ("stakes"."state" = 'ended' AND "stakes"."exit_id" IS NULL AND "stakes"."resold_at_ms" IS NULL)),
	CONSTRAINT "stakes_sold_again_freed" CHECK("stakes"."sold_again_at_ms" IS NULL OR "stakes"."freed_at_ms" IS NOT NULL),
	CONSTRAINT "stakes_price" CHECK("stakes"."price_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_number` ON `stakes` (`cask_id`,`number`,`sale_number`,`holder_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_by_payment` ON `stakes` (`payment_id`);--> statement-breakpoint
CREATE INDEX `stakes_by_user` ON `stakes` (`user_id`,`purchased_at_ms`);--> statement-breakpoint
CREATE INDEX `stakes_by_user_and_cask` ON `stakes` (`user_id`,`cask_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stakes_standing` ON `stakes` (`cask_id`,`number`) WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX `stakes_freed` ON `stakes` (`cask_id`,`sold_again_at_ms`,`number`) WHERE freed_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `stakes_by_exit` ON `stakes` (`exit_id`) WHERE exit_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`phone` text,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT "leads_reachable" CHECK("leads"."email" IS NOT NULL OR "leads"."phone" IS NOT NULL),
	CONSTRAINT "leads_email_lower" CHECK("leads"."email" = lower("leads"."email")),
	CONSTRAINT "leads_phone_digits" CHECK(length("leads"."phone") = 12 AND "leads"."phone" NOT GLOB '*[^0-9]*')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_email_unique` ON `leads` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_phone_unique` ON `leads` (`phone`);--> statement-breakpoint
CREATE INDEX `leads_by_time` ON `leads` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `notice_recipients` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`notice` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notice`) REFERENCES `notice_kinds`(`name`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notice_recipients_by_user` ON `notice_recipients` (`user_id`);--> statement-breakpoint
CREATE TABLE `support_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`operator_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `support_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `support_answers_by_request` ON `support_answers` (`request_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `support_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`content_mark` text NOT NULL,
	`payment_id` text,
	`created_at_ms` integer NOT NULL,
	`answered_at_ms` integer,
	`closed_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_requests_reachable" CHECK(("support_requests"."email" IS NULL) <> ("support_requests"."phone" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `support_requests_number_unique` ON `support_requests` (`number`);--> statement-breakpoint
CREATE INDEX `support_requests_by_content` ON `support_requests` (`content_mark`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `support_requests_by_user` ON `support_requests` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `support_requests_by_email` ON `support_requests` (`email`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `support_requests_by_phone` ON `support_requests` (`phone`) WHERE phone IS NOT NULL;--> statement-breakpoint
CREATE INDEX `support_requests_by_payment` ON `support_requests` (`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `support_requests_waiting` ON `support_requests` (`created_at_ms`,`id`) WHERE answered_at_ms IS NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `support_requests_answered` ON `support_requests` (`created_at_ms`,`id`) WHERE answered_at_ms IS NOT NULL AND closed_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `support_requests_closed` ON `support_requests` (`closed_at_ms`,`id`) WHERE closed_at_ms IS NOT NULL;

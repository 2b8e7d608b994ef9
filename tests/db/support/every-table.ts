// Puts at least one row into every table, by allowed changes only.
import { creditWallet, giveRipeStake, giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { fillOffers } from "./offer-trespasses";
import { rowsInStates, run } from "./rows-in-states";

export type Filled = Awaited<ReturnType<typeof fillEveryTable>>;

const PLAIN = [
  "INSERT INTO provider_events (id, provider, type, concerns, received_at_ms) VALUES ('e', 'stripe', 't', 'nothing', 1)",
  "INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('d', 'queue', '{}', 1)",
  "INSERT INTO audit_log (id, actor, action, subject, created_at_ms) VALUES ('a', 'system', 'x', 'y', 1)",
  `INSERT INTO audits (date, result, hash, ledger_head, ledger_right, casks, stakes, documents, finished_at_ms)
    VALUES ('2020-01-01', 'PASS', 'h', 'h', 1, 0, 0, 0, 1)`,
  `INSERT INTO stake_changes (stake_id, cask_id, number, was, becomes, changed_at_ms)
    SELECT id, cask_id, number, 'active', 'frozen', 1 FROM stakes LIMIT 1`,
  "INSERT INTO differences (id, kind, subject, provider, state, first_seen_ms, last_seen_ms) VALUES ('d', 'paid-twice', 's', 'stripe', 'open', 1, 1)",
  "INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms) VALUES ('r', 'system', 1, 1)",
  "INSERT INTO counters (key, count, window_ends_at_ms) VALUES ('c', 1, 1)",
  `INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    SELECT 'sup_1', 'kmpq2345', id, 'n', 'n@example.com', 'other', 'm', 'c', 1 FROM users LIMIT 1`,
  "INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms) SELECT 'ans_1', 'sup_1', id, 'b', 2 FROM users ORDER BY id DESC LIMIT 1",
  "INSERT INTO timer_jobs (name, since_ms, last_success_at_ms, duration_ms) VALUES ('sweep-tables', 1, 1, 0)",
  "INSERT INTO leads (id, email, created_at_ms) VALUES ('l', 'lead@example.com', 1)",
  "INSERT INTO login_flows (id_hash, data, expires_at_ms) VALUES ('f', '{}', 1)",
  "INSERT INTO login_asks (key, salt, asked_at_ms) VALUES ('k', 's', 1)",
  "INSERT INTO login_codes (id, address_hash, channel, expires_at_ms, created_at_ms) VALUES ('c', 'h', 'sms', 1, 1)",
];

const evidenceOf = (id: string, caskId: string) =>
  `INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, supersedes_id, created_at_ms)
    VALUES ('${id}', '${caskId}', 'photo', 'i', '2020-01-01', 'public', 'key_${id}', 'image/png', 1, '${"0".repeat(64)}', NULL, 1)`;

/** A user who was suspended and let in again, and a lost dispute that an operator dealt with. */
async function fillStandings(rows: ReturnType<typeof rowsInStates>, userId: string, operatorId: string) {
  await run(`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms, restored_by, restored_at_ms)
    VALUES ('sus_1', '${userId}', '${operatorId}', 'r', 1, '${operatorId}', 2)`);
  await rows.payment("pay_lifted", { states: ["paid", "settled", "disputed"] });
  await run("UPDATE payments SET reason = 'dispute-lost' WHERE id = 'pay_lifted'");
  await run(
    `INSERT INTO dispute_lifts (payment_id, operator_id, lifted_at_ms) VALUES ('pay_lifted', '${operatorId}', 1)`,
  );
}

export async function fillEveryTable(context: TestContext) {
  const person = await signIn(context);
  const caskId = await putCask(context, { totalStakes: 50 });
  const rows = rowsInStates(context, { person, caskId });
  const staff = await signIn(context, { operator: true });
  const { stakeId } = await giveRipeStake(context, person, caskId);
  await giveStake(context, person, caskId);
  await rows.payment("pay_paid", { states: ["paid"] });
  await run("UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_paid'");
  await rows.payment("pay_bare", { reserved: false });
  await creditWallet(context, person, 500);
  await run(rows.withdrawal("wdr_1", { stake: stakeId }));
  await run(`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
    VALUES ('wdr_1', '${person.userId}', 'ref_1', 1)`);
  const paid = await signIn(context);
  await creditWallet(context, paid, 100);
  await run(rows.withdrawal("wdr_sent", { user: paid.userId, cents: 2 }));
  await run(`INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
    VALUES ('run_1', 1, '${person.userId}', 1, 2, 1)`);
  await run("INSERT INTO payout_run_rows (run_id, place, withdrawal_id) VALUES ('run_1', 1, 'wdr_sent')");
  await run("UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = 'wdr_sent'");
  await run(
    `INSERT INTO bank_layouts (headers, columns, named_by, named_at_ms) VALUES ('[]', '{}', '${staff.userId}', 1)`,
  );
  await run(`INSERT INTO bank_answers (id, number, sha256, handed_in_by, handed_in_at_ms, other_lines)
    VALUES ('bka_1', 1, 's', '${staff.userId}', 1, 0)`);
  await run(`INSERT INTO bank_answer_lines (answer_id, line, reference, bank_reference, amount_cents, withdrawal_id)
    VALUES ('bka_1', 1, 'DUN1R1', 'u', 2, 'wdr_sent')`);
  await run(rows.referral((await signIn(context)).userId));
  await run(`UPDATE users SET email = 'moved@example.com' WHERE id = '${person.userId}'`);
  await run(`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id,
    changed_at_ms) VALUES ('${person.userId}', 'h', 'b', 'i', 'a', 's', '4', 'k', 1)`);
  await run(`INSERT INTO identity_checks (id, user_id, operator_id, outcome, checked_at_ms)
    VALUES ('idc_1', '${person.userId}', '${staff.userId}', 'passed', 1)`);
  await run(rows.proposal("chg_1", { by: staff.userId }));
  await run(rows.proposal("chg_2", { by: staff.userId }));
  await run(rows.decide("chg_2", "withdrawn", staff.userId));
  await run(`INSERT INTO manual_refunds (payment_id, reference, operator_id, recorded_at_ms)
    VALUES ('pay_paid', 'ref_1', '${person.userId}', 1)`);
  await fillStandings(rows, (await signIn(context)).userId, (await signIn(context)).userId);
  await rows.graphs.cask_exits?.into("ext_1", []);
  await rows.graphs.bids?.into("bid_1", ["open", "expired"]);
  await rows.graphs.bids?.into("bid_voted", ["open"]);
  await rows.graphs.bids?.into("bid_gone", ["withdrawn"]);
  await run(`INSERT INTO bid_votes (bid_id, user_id, choice, voted_at_ms)
    SELECT bids.id, stakes.user_id, 'accept', published_at_ms FROM bids JOIN stakes ON stakes.cask_id = bids.cask_id WHERE bids.id = 'bid_voted'`);
  await run(`INSERT INTO gauges (id, cask_id, gauged_on, loa_decilitres, abv_tenths, gauged_by, created_at_ms)
    VALUES ('gau_1', '${caskId}', '2020-01-01', 1200, 600, 'g', 1)`);
  await run(evidenceOf("evd_1", caskId));
  await fillOffers(context);
  for (const statement of PLAIN) await run(statement);
  return { person, caskId, stakeId, rows };
}

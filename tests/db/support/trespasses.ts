import { sql } from "drizzle-orm";
import type { TestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";
import type { Filled } from "./every-table";
import { BID_CLOSES, BID_OPENS, type rowsInStates, run } from "./rows-in-states";

/** By the name of each rule, what it must refuse about bids, their votes and the sale that follows. */
export async function trespassesOfBids(context: TestContext, { rows }: Filled): Promise<Record<string, string[]>> {
  const [holder, first, second, suspended] = [
    await signIn(context),
    await signIn(context),
    await signIn(context),
    await signIn(context),
  ];
  const by = { by: first.userId };
  const withStake = async () => {
    const caskId = await putCask(context);
    return { caskId, ...(await giveStake(context, holder, caskId)) };
  };
  const [fresh, open, other, accepted, sold, proposed] = [
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
    await withStake(),
  ];
  await giveStake(context, suspended, open.caskId);
  await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${suspended.userId}'`);
  await run(rows.bid("bid_draft", fresh.caskId, by));
  await run(rows.bid("bid_late", other.caskId, { ...by, closesOn: "2026-01-07" }));
  await run(rows.bid("bid_long", other.caskId, { ...by, closesOn: "2026-02-01" }));
  await run(rows.bid("bid_beside", proposed.caskId, by));
  await run(rows.exit("ext_beside", proposed.caskId));
  await run(rows.bid("bid_open", open.caskId, by));
  await run(rows.publishBid("bid_open", second.userId));
  await run(`UPDATE bids SET reminded_at_ms = 1 WHERE id = 'bid_open'`);
  for (const [id, one] of [
    ["bid_accepted", accepted],
    ["bid_sold", sold],
  ] as const) {
    await run(rows.bid(id, one.caskId, by));
    await run(rows.publishBid(id, second.userId));
    await run(rows.ballot(id, one.stakeId, "'accept'"));
    await run(rows.countBid(id, "accepted"));
  }
  const saleOf = (id: string, caskId: string, bidId: string, grossCents = 5) =>
    `INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, proposed_by, proposed_at_ms, bid_id)
    SELECT '${id}', id, 'sale', 'trade', '2026-01-12', ${grossCents}, 5, total_stakes, 0, ${grossCents - 5}, '${first.userId}', 1, ${bidId} FROM casks WHERE id = '${caskId}'`;
  await run(saleOf("ext_of_bid", sold.caskId, "'bid_sold'"));
  const vote = (userId: string, atMs: number, bidId = "bid_open") =>
    `INSERT INTO bid_votes (bid_id, user_id, choice, voted_at_ms) VALUES ('${bidId}', '${userId}', 'accept', ${atMs})`;
  const counted = (more: string) => `${rows.countBid("bid_open", "expired").replace("issued_stakes = 1", more)}`;
  return {
    "a bid must be for all stakes of an unsold cask": [rows.bid("x", fresh.caskId, { ...by, stakes: "9" })],
    "the operator who drafted a bid cannot publish it": [rows.publishBid("bid_draft", first.userId)],
    "operators cannot publish a bid for a cask of which they hold stakes": [
      rows.publishBid("bid_draft", holder.userId),
    ],
    "a bid must be open for 7 to 30 days": [
      rows.publishBid("bid_late", second.userId),
      rows.publishBid("bid_long", second.userId),
    ],
    "a bid must be for an unsold cask without a proposed sale": [rows.publishBid("bid_beside", second.userId)],
    "the count of a bid cannot change": [
      "UPDATE bids SET result = 'refused' WHERE id = 'bid_accepted'",
      "UPDATE bids SET declined_stakes = 1 WHERE id = 'bid_accepted'",
    ],
    "a bid cannot be counted before its close": [
      counted("issued_stakes = 0").replace(String(BID_CLOSES), String(BID_CLOSES - 1)),
      counted("issued_stakes = 0").replace("result = 'expired'", "result = 'accepted'"),
    ],
    "the count of a bid must be that of its ballots": [counted("issued_stakes = 1")],
    "the result of a bid must follow from its rule": [
      counted("issued_stakes = 0").replaceAll("'expired'", "'refused'"),
    ],
    "a bid that has closed must be counted first": [rows.withdrawBid("bid_open", first.userId, BID_CLOSES)],
    "a bid cannot be withdrawn while its sale is proposed": [rows.withdrawBid("bid_sold", first.userId)],
    "votes must be cast while the bid is open": [
      vote(holder.userId, BID_OPENS - 1),
      vote(holder.userId, BID_CLOSES),
      vote(holder.userId, BID_OPENS, "bid_draft"),
    ],
    "a vote must come from a holder of the cask": [vote(second.userId, BID_OPENS)],
    "staff and suspended users cannot vote": [vote(suspended.userId, BID_OPENS)],
    "a sale cannot be proposed while holders vote": [saleOf("x", open.caskId, "NULL")],
    "the sale of an accepted bid must have its figures": [
      saleOf("x", accepted.caskId, "NULL"),
      saleOf("x", accepted.caskId, "'bid_accepted'", 6),
      saleOf("x", other.caskId, "'bid_accepted'"),
    ],
  };
}

/** By the name of each rule, what it must refuse about how a cask starts and ends: one that is sold as a whole. */
export async function trespassesOfExits(
  { db }: TestContext,
  { caskId, stakeId, rows }: Filled,
): Promise<Record<string, string[]>> {
  const graph = rows.graphs.cask_exits;
  const [proposed, done] = [await graph?.into("ext_open", []), await graph?.into("ext_done", ["confirmed", "done"])];
  await rows.payment("pay_after_end", { reserved: false });
  // Paid for while it stood.
  await rows.payment("pay_before_end", { states: ["paid"] });
  const [{ endedCask } = { endedCask: "" }] = await db.all<{ endedCask: string }>(sql`SELECT cask_id AS endedCask
    FROM payments WHERE id = 'pay_before_end'`);
  await run("UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_before_end'");
  await run(rows.exit("ext_ended", endedCask, { stakes: 10 }));
  await run(`UPDATE cask_exits SET state = 'confirmed', confirmed_at_ms = 1, confirmed_by = (SELECT id FROM users
    WHERE id <> proposed_by AND id NOT IN (SELECT user_id FROM stakes) LIMIT 1) WHERE id = 'ext_ended'`);
  const [{ soldCask } = { soldCask: "" }] = await db.all<{ soldCask: string }>(sql`SELECT cask_id AS soldCask
    FROM cask_exits WHERE id = ${done}`);
  // A stake of a cask that brings nothing.
  await rows.payment("pay_sold", { states: ["paid"] });
  await run("UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_sold'");
  await run(`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
    SELECT 'stk_sold', cask_id, 1, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_sold'`);
  const [{ of: sold } = { of: "" }] = await db.all<{ of: string }>(sql`SELECT cask_id AS of FROM payments
    WHERE id = 'pay_sold'`);
  await run(rows.exit("ext_sold", sold, { stakes: 10 }));
  await run(`UPDATE cask_exits SET state = 'confirmed', confirmed_at_ms = 1, confirmed_by = (SELECT id FROM users
    WHERE id <> proposed_by AND id NOT IN (SELECT user_id FROM stakes) LIMIT 1) WHERE id = 'ext_sold'`);
  const of = (exitId: string | undefined, column: string) =>
    `(SELECT ${column} FROM cask_exits WHERE id = '${exitId}')`;
  const confirm = (by: string) =>
    `UPDATE cask_exits SET state = 'confirmed', confirmed_by = ${by}, confirmed_at_ms = 1 WHERE id = '${proposed}'`;
  return {
    "an exit must be for all stakes of its cask": [rows.exit("x", caskId, { stakes: 49 })],
    "the operator who proposed an exit cannot confirm it": [confirm(of(proposed, "proposed_by")), confirm("NULL")],
    "a cask must end once, by a confirmed exit": [
      `UPDATE casks SET ended_on = '2026-01-01' WHERE id = '${caskId}'`,
      `UPDATE casks SET ended_on = NULL WHERE id = '${soldCask}'`,
    ],
    "a sold cask cannot be withdrawn or offered again": [
      `UPDATE casks SET state = 'withdrawn' WHERE id = '${soldCask}'`,
    ],
    "a sold cask cannot be valued": [
      `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES ('x', '${soldCask}', '2026-01-01', 1, 'opinion', 'x', 'x', 1)`,
    ],
    "stakes of a sold cask cannot be sold": [
      `INSERT INTO reservations (payment_id, cask_id, created_at_ms) VALUES ('pay_after_end', '${soldCask}', 1)`,
    ],
    "a stake must have a number of its cask, and the cask must be unsold": [
      `INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
      SELECT 'x', cask_id, 1, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_before_end'`,
    ],
    "a stake cannot bring its holder more than its net": ["cask-sale", "provider-buy-back"].map(
      (
        reason,
      ) => `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'x', 'house:returns', 'user:' || user_id || ':wallet', 99999999, 'USD', '${reason}', 'stake:stk_sold', 1 FROM stakes WHERE id = 'stk_sold'`,
    ),
    "a stake must end once, with its own cask": [
      `UPDATE stakes SET exit_id = '${done}' WHERE id = '${stakeId}'`,
      `UPDATE stakes SET exit_id = '${done}', state = 'ended' WHERE id = '${stakeId}'`,
    ],
  };
}

/** What must not become of a stake's number before its payment is refunded, by rule. @param stakeId of one whose payment counts */
const freedTrespasses = (stakeId: string): Record<string, string> => ({
  "a number cannot be sold again before it is freed": `INSERT INTO stakes (id, cask_id, number, sale_number, user_id, payment_id, price_cents, purchased_at_ms)
    SELECT 'x', cask_id, 1, 2, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_paid'`,
  "a number must be freed once, after the refund of its payment": `UPDATE stakes SET state = 'ended', freed_at_ms = 1 WHERE id = '${stakeId}'`,
  "a freed number cannot be sold again twice": `UPDATE stakes SET sold_again_at_ms = 1 WHERE id = '${stakeId}'`,
});

/** What a thief would do: the statement that each rule refuses. */
export function trespassesOfSafety({ person: { userId }, stakeId }: Filled): Record<string, string> {
  return {
    ...freedTrespasses(stakeId),
    "an account that holds stakes or money cannot be closed": `UPDATE users SET email = '${userId}@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
      referral_code = 'closed:${userId}', suspended_at_ms = 1, closed_at_ms = 1 WHERE id = '${userId}'`,
    "operators cannot decide about their own rewards": `INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT 'x', 'operator:' || referrer_id, 'reward-paid', 'referral:' || referred_id, 1 FROM referrals LIMIT 1`,
  };
}

/** What must not become of money that came too short, by rule. */
export async function underpaidTrespasses(rows: ReturnType<typeof rowsInStates>): Promise<Record<string, string>> {
  await rows.payment("pay_short", { states: ["paid"], fee: true });
  return {
    "a payment must settle in full": "UPDATE payments SET state = 'settled', received_cents = 1 WHERE id = 'pay_short'",
    "an underpaid payment must say the amount, while that is owed or sent back":
      "UPDATE payments SET reason = 'underpaid' WHERE id = 'pay_short'",
  };
}

/** What must not happen to a withdrawal and to what the bank has, by the rule that refuses it. 'wdr_sent' is in the run 'run_1'. */
export async function trespassesOfPayouts(
  context: TestContext,
  { rows, person, stakeId }: Filled,
): Promise<Record<string, string[]>> {
  const [one, other] = [await signIn(context), await signIn(context)];
  for (const { userId } of [one, other]) await creditWallet(context, { userId }, 9);
  await run(rows.withdrawal("wdr_waits", { user: one.userId }));
  await run(rows.withdrawal("wdr_done", { user: other.userId }));
  await run("UPDATE withdrawals SET state = 'paid', bank_reference = 'r' WHERE id = 'wdr_done'");
  const newRun = (
    id: string,
    number: number,
  ) => `INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
      VALUES ('${id}', ${number}, '${person.userId}', 1, 2, 1)`;
  await run(newRun("run_2", 2));
  await run(newRun("run_back", 3));
  const calledBack = `UPDATE payout_runs SET called_back_at_ms = 2, called_back_by = '${person.userId}', call_back_reason = 'r' WHERE id = 'run_back'`;
  await run(calledBack);
  const rowOf = (runId: string, place: number, id: string) =>
    `INSERT INTO payout_run_rows (run_id, place, withdrawal_id) VALUES ('${runId}', ${place}, '${id}')`;
  const answer = (id: string, number: number, columns = "", values = "") =>
    `INSERT INTO bank_answers (id, number, sha256, handed_in_by, handed_in_at_ms, other_lines${columns})
      VALUES ('${id}', ${number}, '${id}', '${person.userId}', 1, 0${values})`;
  await run(answer("bka_marked", 2));
  const markBy = (userId: string, id: string) =>
    `UPDATE bank_answers SET marked_by = '${userId}', marked_at_ms = 2 WHERE id = '${id}'`;
  await run(markBy(person.userId, "bka_marked"));
  const line = (id: string, cents: number) =>
    `INSERT INTO bank_answer_lines (answer_id, line, reference, bank_reference, amount_cents, withdrawal_id)
      VALUES ('bka_marked', 1, 'r', 'r', ${cents}, '${id}')`;
  const [large] = await context.db.all<{ by: string }>(sql`SELECT handed_in_by AS by FROM bank_answers
    WHERE id = 'bka_1'`);
  await setSetting(context.db, "second_operator_above_cents", 1);
  return {
    "the operator who handed in a large bank answer cannot mark it": [markBy(large?.by ?? "", "bka_1")],
    "a line must match what the bank has, to the cent": [
      line("wdr_waits", 2),
      line("wdr_done", 2),
      line("wdr_sent", 3),
    ],
    "a return must be withdrawn from an active stake of its own user": [
      rows.withdrawal("x", { stake: stakeId, user: one.userId }),
    ],
    "a return must say the value it was counted to": [rows.withdrawal("x", { stake: stakeId, reckonedTo: "NULL" })],
    "a cancelled withdrawal must say who cancelled it": [
      "UPDATE withdrawals SET state = 'cancelled' WHERE id = 'wdr_1'",
    ],
    "a withdrawal of the balance cannot exceed the wallet": [rows.withdrawal("x", { cents: 501 })],
    "a request sent to the bank must be in a payout run or proposed": [
      "UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = 'wdr_waits'",
    ],
    "a request in a payout run or a proposal must wait until that is called back": [
      "UPDATE withdrawals SET state = 'progress' WHERE id = 'wdr_sent'",
    ],
    "a payout run must take waiting requests below the limit": [
      rowOf("run_2", 1, "wdr_done"),
      rowOf("run_2", 1, "wdr_sent"),
      rowOf("run_2", 2, "wdr_waits"),
      rowOf("run_back", 1, "wdr_waits"),
    ],
  };
}

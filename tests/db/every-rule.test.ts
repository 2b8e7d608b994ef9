// Tries every rule that is written by hand, and the graphs of states: a rule that nothing here has tried fails.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowRules } from "~/db/rules";
import { createTestContext } from "../support/context";
import { creditWallet, giveStake, value } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { setSetting } from "../support/settings";
import { evidenceOf, type Filled, fillEveryTable } from "./support/every-table";
import { trespassesOfBids } from "./support/bid-trespasses";
import { trespassesOfExits } from "./support/exit-trespasses";
import { trespassesOfPayouts } from "./support/payout-trespasses";
import { trespassesOfTwo } from "./support/two-operators";
import { run } from "./support/rows-in-states";
import { trespassesOfOffers } from "./support/offer-trespasses";
import { trespassesOfSafety } from "./support/safety-trespasses";
import { underpaidTrespasses } from "./support/underpaid-trespasses";
import { answer, readRules, type Rule } from "./support/rules";

const context = createTestContext();
const { db } = context;

let rules: Rule[];
let filled: Filled;
const tried = new Set<string>();
beforeAll(async () => {
  filled = await fillEveryTable(context);
  rules = await readRules(db);
});

afterAll(() => expect(rules.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]));

const ruleNamed = (name: string) => {
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`there is no rule ${name}`);
  tried.add(name);
  return rule;
};

describe("the database refuses", () => {
  it.each(Object.keys(rowRules).filter((table) => rowRules[table]?.graph))(
    "a change of state that is not in the graph of %s",
    async (table) => {
      const graph = filled.rows.graphs[table];
      if (!graph) throw new Error("no such graph");
      const edges = Object.entries(rowRules[table]?.graph ?? {}).flatMap(([from, all]) =>
        all.map((to) => [from, to] as const),
      );
      const states = [...new Set(edges.flat())];
      const paths = new Map<string, string[]>([[states[0] ?? "", []]]);
      for (let round = 0; round < states.length; round++)
        for (const [from, to] of edges) {
          const path = paths.get(from);
          if (path && !paths.has(to)) paths.set(to, [...path, to]);
        }
      for (const from of states) {
        const id = await graph.into(`${table}_${from}`, paths.get(from) ?? []);
        const [row] = await db.all(sql.raw(`SELECT state FROM ${table} WHERE ${graph.key} = '${id}'`));
        expect(row).toEqual({ state: from });
        for (const to of states) {
          if (to === from || edges.some(([one, other]) => one === from && other === to)) continue;
          const outcome = await answer(`UPDATE ${table} SET state = '${to}' WHERE ${graph.key} = '${id}'`);
          expect(outcome, `${table} ${from}>${to}`).toContain(`${table}: forbidden change of state`);
        }
      }
    },
  );

  it("changes that are forbidden under a condition, and rows inserted in a forbidden state", async () => {
    const { rows, person, caskId } = filled;
    const held = await rows.graphs.reservations?.into("pay_held", []);
    const [draft, issued] = [await putCask(context, { published: false }), await putCask(context)];
    await value(context, issued, "2026-01-01", 50_000, "issue");
    await rows.payment("pay_late", { states: ["expired", "paid"] });
    await run("UPDATE casks SET state = 'withdrawn' WHERE id = (SELECT cask_id FROM payments WHERE id = 'pay_late')");
    const stakeOf = (
      id: string,
      number: number,
      state: string,
      paidBy: string,
    ) => `INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, state, purchased_at_ms)
      SELECT '${id}', cask_id, ${number}, user_id, id, amount_cents, '${state}', 1 FROM payments WHERE id = '${paidBy}'`;
    const reservation = (state: string, paidBy: string) =>
      `INSERT INTO reservations (payment_id, cask_id, state, created_at_ms) SELECT id, cask_id, '${state}', 1 FROM payments WHERE id = '${paidBy}'`;
    const statements: Record<string, string> = {
      ...(await underpaidTrespasses(rows)),
      refusals_of_ended_sessions: "INSERT INTO refusals (reason) VALUES ('ended')",
      refusals_of_strangers: "INSERT INTO refusals (reason) VALUES ('stranger')",
      refusals_of_old_codes: "INSERT INTO refusals (reason) VALUES ('old-code')",
      refusals_of_readers: "INSERT INTO refusals (reason) VALUES ('reader')",
      reservations_match_payment: reservation("held", "pay_paid"),
      reservations_paid_by_payment: `UPDATE reservations SET state = 'paid' WHERE payment_id = '${held}'`,
      stakes_are_paid_for: stakeOf("x", 1, "active", "pay_bare"),
      stakes_are_counted: stakeOf("x", 999, "active", "pay_paid"),
      casks_terms_fixed: `UPDATE casks SET cost_per_stake_cents = cost_per_stake_cents + 1 WHERE id = '${caskId}'`,
      casks_taken_stay_published: `UPDATE casks SET state = 'withdrawn' WHERE id = '${caskId}'`,
      casks_identity_fixed: `UPDATE casks SET distillery = 'other' WHERE id = '${caskId}'`,
      casks_price_issued: `UPDATE casks SET cost_per_stake_cents = 1 WHERE id = '${issued}'`,
      payments_of_published_casks: `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('x', '${person.userId}', 'stake', '${draft}', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`,
      reservations_of_published_casks: "UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_late'",
      valuations_correct_their_own: `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, supersedes_id, created_at_ms)
        SELECT 'x', '${draft}', valued_on, 1, 'measured', 'm', 's', id, 1 FROM valuations WHERE tier <> 'issue' LIMIT 1`,
      evidence_replaces_its_own: evidenceOf("x", draft, "'evd_1'"),
      transfers_credit: `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES ('x', 'house:promotions', 'user:${person.userId}:tokens', 5, 'USD', 'promotion', 'x', 1)`,
      transfers_debit: `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES ('x', 'house:token-issue', 'user:${person.userId}:wallet', 5, 'USD', 'promotion', 'x', 1)`,
      accounts_start_empty: "INSERT INTO accounts (id, currency, credits_total) VALUES ('x', 'USD', 5)",
      accounts_totals_only_grow:
        "UPDATE accounts SET credits_total = credits_total - 1 WHERE credits_total > 0 AND may_overdraw = 1 OR credits_total > debits_total",
      stray_receipts_are_second: rows.stray("x", "pi_pay_paid"),
      ...trespassesOfSafety(filled),
    };
    for (const [name, statement] of Object.entries(statements))
      expect(await answer(statement), name).toContain(ruleNamed(name).message);
  });

  it("that a suspended user buys or is paid, that what is not lost is lifted, and that what is closed is answered", async () => {
    const { rows } = filled;
    const person = await signIn(context);
    const operatorId = (await signIn(context)).userId;
    await creditWallet(context, person, 500);
    await run(rows.withdrawal("wdr_out", { user: person.userId, cents: 400 }));
    await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${person.userId}'`);
    await run(`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms, closed_at_ms)
      VALUES ('sup_shut', 'kmpq2346', 'n', 'n@example.com', 'other', 'm', 'c', 1, 3)`);
    const statements: Record<string, string> = {
      payments_of_people_in_good_standing: `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('x', '${person.userId}', 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`,
      withdrawals_of_people_in_good_standing: rows.withdrawal("x", { user: person.userId, cents: 100 }),
      withdrawals_paid_in_good_standing:
        "UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = 'wdr_out'",
      support_requests_stay_closed: "UPDATE support_requests SET closed_at_ms = 4 WHERE id = 'sup_shut'",
      support_answers_are_kept: "DELETE FROM support_answers WHERE id = 'ans_1'",
      support_answers_to_open: `INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms) VALUES ('x', 'sup_shut', '${operatorId}', 'b', 1)`,
      dispute_lifts_of_lost: `INSERT INTO dispute_lifts (payment_id, operator_id, lifted_at_ms) VALUES ('pay_paid', '${operatorId}', 1)`,
    };
    for (const [name, statement] of Object.entries(statements))
      expect(await answer(statement), name).toContain(ruleNamed(name).message);
  });

  it("a payout to a person whose payment is disputed", async () => {
    const other = await signIn(context);
    const { paymentId } = await giveStake(context, other, await putCask(context));
    await creditWallet(context, other, 500);
    await run(filled.rows.withdrawal("wdr_owing", { user: other.userId, cents: 400 }));
    await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = '${paymentId}'`);
    const pay = "UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = 'wdr_owing'";
    expect(await answer(pay)).toContain(ruleNamed("withdrawals_paid_without_debts").message);
  });

  it("a large payout that was not proposed, and another proposal for one that was decided", async () => {
    const { rows, person } = filled;
    await setSetting(db, "second_operator_above_cents", 2);
    await run(rows.withdrawal("wdr_large", { cents: 3 }));
    const pay = "UPDATE withdrawals SET state = 'paid', bank_reference = 'ref_2' WHERE id = 'wdr_large'";
    const { message } = ruleNamed("withdrawals_large_proposed");
    expect(await answer(pay)).toContain(message);
    await run(`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES ('wdr_large', '${person.userId}', 'ref_1', 1)`);
    expect(await answer(pay)).toContain(message);
    await run("UPDATE payout_proposals SET bank_reference = 'ref_2' WHERE withdrawal_id = 'wdr_large'");
    await run(pay);
    const again = "UPDATE payout_proposals SET bank_reference = 'ref_3' WHERE withdrawal_id = 'wdr_large'";
    expect(await answer(again)).toContain(ruleNamed("payout_proposals_of_open").message);
    const decided = "UPDATE payout_proposals SET decided_at_ms = 9 WHERE withdrawal_id = 'wdr_large'";
    expect(await answer(decided)).toContain(ruleNamed("payout_proposals_decided_once").message);
    const back =
      "UPDATE withdrawals SET state = 'returned', return_reference = 'r', return_reason = 'r', returned_at_ms = 9 WHERE id = 'wdr_large'";
    expect(await answer(back)).toContain(ruleNamed("withdrawals_large_returned_by_two").message);
  });

  it("what must not happen to what the bank has, to a cask that is sold as a whole or bid for, to a stake on offer, or by one operator alone", async () => {
    const ofMoney = [trespassesOfPayouts, trespassesOfExits, trespassesOfBids, trespassesOfOffers];
    for (const trespassesOf of [...ofMoney, trespassesOfTwo])
      for (const [name, all] of Object.entries(await trespassesOf(context, filled)))
        for (const statement of all) expect(await answer(statement), name).toContain(ruleNamed(name).message);
  });

  it("that a holder of stakes decides, that one is left out, or requests a return afterwards", async () => {
    const { rows } = filled;
    const person = await signIn(context);
    const cask = await putCask(context, { totalStakes: 2 });
    const { stakeId } = await giveStake(context, person, cask);
    const confirm = (by: string) =>
      `UPDATE cask_exits SET state = 'confirmed', confirmed_by = '${by}', confirmed_at_ms = 1 WHERE id = 'ext_held'`;
    expect(await answer(rows.exit("ext_held", cask, { stakes: 2 }))).toBe("allowed");
    expect(await answer(confirm(person.userId))).toContain(ruleNamed("cask_exits_by_others").message);
    expect(await answer(confirm((await signIn(context)).userId))).toBe("allowed");
    const finish = "UPDATE cask_exits SET state = 'done' WHERE id = 'ext_held'";
    expect(await answer(finish)).toContain(ruleNamed("cask_exits_share_all").message);
    const asked = rows.withdrawal("x", { stake: stakeId, user: person.userId });
    expect(await answer(asked)).toContain(ruleNamed("withdrawals_of_standing_cask").message);
    const empty = await putCask(context, { totalStakes: 2 });
    expect(await answer(rows.exit("ext_empty", empty, { stakes: 2 }))).toBe("allowed");
    expect(await answer(`UPDATE casks SET total_stakes = 3 WHERE id = '${empty}'`)).toBe("allowed");
    expect(await answer(confirm(person.userId).replace("ext_held", "ext_empty"))).toContain(
      ruleNamed("cask_exits_still_whole").message,
    );
  });

  it("every change to a closed account, and every change but blanking to the fields it blanks", async () => {
    const close = (userId: string) => {
      const set = `email = '${userId}@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL, referral_code = 'closed:${userId}', suspended_at_ms = 1`;
      return `UPDATE users SET ${set}, closed_at_ms = 1 WHERE id = '${userId}'`;
    };
    const { userId } = await signIn(context);
    for (const left of [
      "email = 'x@example.com'",
      "phone = '919876500001'",
      "full_name = 'x'",
      "name_on_certificate = 'x'",
      "address = 'x'",
      "suspended_at_ms = NULL",
    ])
      expect(await answer(close(userId).replace(new RegExp(`${left.split(" ")[0]} = [^,]+`), left)), left).toContain(
        ruleNamed("users_closed_are_blank").message,
      );
    expect(await answer(close(userId))).toBe("allowed");
    const names = ["full_name = 'x'", "name_on_certificate = 'x'"];
    const contact = ["email = 'x@example.com'", "phone = '919876500001'", ...names];
    for (const change of [...contact, "role = 'operator'", "suspended_at_ms = NULL", "closed_at_ms = NULL"])
      expect(await answer(`UPDATE users SET ${change} WHERE id = '${userId}'`), change).toContain(
        ruleNamed("users_closed_stay_closed").message,
      );
    for (const change of ["old_value = 'x'", "old_value = ''", "new_value = 'x'"])
      expect(await answer(`UPDATE contact_changes SET ${change}`), change).toContain(
        ruleNamed("contact_changes_blanked_only").message,
      );
    const bank = "holder_name bank_name ifsc_code account_number_sealed account_last4 key_id account_mark";
    for (const column of bank.split(" "))
      for (const value of ["'x'", "''", column])
        expect(await answer(`UPDATE withdrawals SET ${column} = ${value}`), column).toContain(
          ruleNamed("withdrawals_bank_blanked_only").message,
        );
    await answer("UPDATE account_closings SET cancelled_at_ms = 2");
    for (const change of ["cancelled_at_ms = NULL", "cancelled_at_ms = NULL, closed_at_ms = 3"])
      expect(await answer(`UPDATE account_closings SET ${change}`), change).toContain(
        ruleNamed("account_closings_end_once").message,
      );
  });
});

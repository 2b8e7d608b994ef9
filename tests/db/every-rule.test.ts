// Tries every rule that is written by hand, and the graphs of states: a rule that nothing here has tried fails.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowRules } from "~/db/rules";
import { createTestContext } from "../support/context";
import { creditWallet, giveStake, value } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { setSetting } from "../support/settings";
import { type Filled, fillEveryTable } from "./support/every-table";
import {
  trespassesOfBids,
  trespassesOfExits,
  trespassesOfPayouts,
  trespassesOfSafety,
  underpaidTrespasses,
} from "./support/trespasses";
import { trespassesOfTwo } from "./support/two-operators";
import { run } from "./support/rows-in-states";
import { trespassesOfOffers } from "./support/offer-trespasses";
import { answer, readRefusals } from "./support/rules";

const context = createTestContext();
const { db } = context;

let refusals: string[];
let filled: Filled;
const tried = new Set<string>();
beforeAll(async () => {
  filled = await fillEveryTable(context);
  refusals = await readRefusals(db);
});

afterAll(() => expect(refusals.filter((why) => !tried.has(why))).toEqual([]));

function refusal(why: string): string {
  if (!refusals.includes(why)) throw new Error(`no rule says ${why}`);
  tried.add(why);
  return why;
}

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
          expect(outcome, `${table} ${from}>${to}`).toContain(`${table}: the state cannot change like this`);
        }
      }
    },
  );

  it("changes that are forbidden under a condition, and rows inserted in a forbidden state", async () => {
    const { rows, person, caskId } = filled;
    const held = await rows.graphs.reservations?.into("pay_held", []);
    const [draft, issued] = [await putCask(context, { published: false }), await putCask(context)];
    await value(context, issued, "2026-01-01", 50_000, "issue");
    await run(`UPDATE casks SET bought_for_cents = 1 WHERE id = '${issued}'`);
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
      "an operator must be logged in": "INSERT INTO refusals (reason) VALUES ('ended')",
      "people outside the staff cannot do this": "INSERT INTO refusals (reason) VALUES ('stranger')",
      "an operator must have a fresh code": "INSERT INTO refusals (reason) VALUES ('old-code')",
      "readers cannot change anything": "INSERT INTO refusals (reason) VALUES ('reader')",
      "a reservation must belong to a new payment for the same cask": reservation("held", "pay_paid"),
      "a reservation must be paid by its own payment": `UPDATE reservations SET state = 'paid' WHERE payment_id = '${held}'`,
      "a stake must have its own paid payment": stakeOf("x", 1, "active", "pay_bare"),
      "a stake must have a number of its cask, and the cask must be unsold": stakeOf("x", 999, "active", "pay_paid"),
      "the terms of a cask cannot change once a stake is taken": `UPDATE casks SET cost_per_stake_cents = cost_per_stake_cents + 1 WHERE id = '${caskId}'`,
      "a cask cannot be withdrawn once a stake is taken": `UPDATE casks SET state = 'withdrawn' WHERE id = '${caskId}'`,
      "the facts of a cask cannot change once a stake is taken": `UPDATE casks SET distillery = 'other' WHERE id = '${caskId}'`,
      "the price of a published cask must stay as in its terms": `UPDATE casks SET cost_per_stake_cents = 1 WHERE id = '${issued}'`,
      "what was paid for a cask cannot change once it has been published": `UPDATE casks SET bought_for_cents = NULL WHERE id = '${issued}'`,
      "a stake must be bought from a published cask": `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('x', '${person.userId}', 'stake', '${draft}', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`,
      "a late payment must be for a stake of a published cask":
        "UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_late'",
      "a correction must be for a valuation of the same cask": `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, supersedes_id, created_at_ms)
        SELECT 'x', '${draft}', valued_on, 1, 'measured', 'm', 's', id, 1 FROM valuations WHERE tier <> 'issue' LIMIT 1`,
      ...trespassesOfSafety(filled),
    };
    for (const [why, statement] of Object.entries(statements)) expect(await answer(statement)).toContain(refusal(why));
    for (const accounts of [
      `'house:promotions', 'user:${person.userId}:tokens'`,
      `'house:token-issue', 'user:${person.userId}:wallet'`,
    ])
      expect(
        await answer(`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
          VALUES ('x', ${accounts}, 5, 'USD', 'promotion', 'x', 1)`),
      ).toContain(refusal("a transfer must keep to one currency"));
  });

  it("that a suspended user buys, asks for money or is paid", async () => {
    const { rows } = filled;
    const person = await signIn(context);
    await creditWallet(context, person, 500);
    await run(rows.withdrawal("wdr_out", { user: person.userId, cents: 400 }));
    await run(`UPDATE users SET suspended_at_ms = 1 WHERE id = '${person.userId}'`);
    const statements: Record<string, string> = {
      "a suspended person cannot buy": `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('x', '${person.userId}', 'joining-fee', 'p', 1, 'Bank', 'stripe', 1, 1, 1)`,
      "a suspended person cannot withdraw": rows.withdrawal("x", { user: person.userId, cents: 100 }),
      "a suspended person cannot be paid":
        "UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = 'wdr_out'",
    };
    for (const [why, statement] of Object.entries(statements)) expect(await answer(statement)).toContain(refusal(why));
  });

  it("a payout to a person whose payment is disputed", async () => {
    const other = await signIn(context);
    const { paymentId } = await giveStake(context, other, await putCask(context));
    await creditWallet(context, other, 500);
    await run(filled.rows.withdrawal("wdr_owing", { user: other.userId, cents: 400 }));
    await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = '${paymentId}'`);
    const pay = "UPDATE withdrawals SET state = 'paid', bank_reference = 'x' WHERE id = 'wdr_owing'";
    expect(await answer(pay)).toContain(refusal("a person who owes us, or whose payment is disputed, cannot be paid"));
  });

  it("a large payout that was not proposed, or came back, by one operator alone", async () => {
    const { rows, person } = filled;
    await setSetting(db, "second_operator_above_cents", 2);
    await run(rows.withdrawal("wdr_large", { cents: 3 }));
    const pay = "UPDATE withdrawals SET state = 'paid', bank_reference = 'ref_2' WHERE id = 'wdr_large'";
    const why = "a large payout must be proposed before it is paid";
    expect(await answer(pay)).toContain(refusal(why));
    await run(`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES ('wdr_large', '${person.userId}', 'ref_1', 1)`);
    expect(await answer(pay)).toContain(refusal(why));
    await run("UPDATE payout_proposals SET bank_reference = 'ref_2' WHERE withdrawal_id = 'wdr_large'");
    await run(pay);
    const back =
      "UPDATE withdrawals SET state = 'returned', return_reference = 'r', return_reason = 'r', returned_at_ms = 9 WHERE id = 'wdr_large'";
    expect(await answer(back)).toContain(refusal("a returned large payout must be confirmed by a second operator"));
  });

  it("what must not happen to what the bank has, to a cask that is sold as a whole or bid for, to a stake on offer, or by one operator alone", async () => {
    const ofMoney = [trespassesOfPayouts, trespassesOfExits, trespassesOfBids, trespassesOfOffers];
    for (const trespassesOf of [...ofMoney, trespassesOfTwo])
      for (const [why, all] of Object.entries(await trespassesOf(context, filled)))
        for (const statement of all) expect(await answer(statement)).toContain(refusal(why));
  });

  it("that a holder of stakes decides, that one is left out, or requests a return afterwards", async () => {
    const { rows } = filled;
    const person = await signIn(context);
    const cask = await putCask(context, { totalStakes: 2 });
    const { stakeId } = await giveStake(context, person, cask);
    const confirm = (by: string) =>
      `UPDATE cask_exits SET state = 'confirmed', confirmed_by = '${by}', confirmed_at_ms = 1 WHERE id = 'ext_held'`;
    expect(await answer(rows.exit("ext_held", cask, { stakes: 2 }))).toBe("allowed");
    expect(await answer(confirm(person.userId))).toContain(
      refusal("operators cannot decide about a cask of which they hold stakes"),
    );
    expect(await answer(confirm((await signIn(context)).userId))).toBe("allowed");
    const finish = "UPDATE cask_exits SET state = 'done' WHERE id = 'ext_held'";
    expect(await answer(finish)).toContain(refusal("an exit cannot be done before every stake is credited"));
    const asked = rows.withdrawal("x", { stake: stakeId, user: person.userId });
    expect(await answer(asked)).toContain(refusal("a return cannot be requested after its cask was sold"));
    const empty = await putCask(context, { totalStakes: 2 });
    expect(await answer(rows.exit("ext_empty", empty, { stakes: 2 }))).toBe("allowed");
    expect(await answer(`UPDATE casks SET total_stakes = 3 WHERE id = '${empty}'`)).toBe("allowed");
    expect(await answer(confirm(person.userId).replace("ext_held", "ext_empty"))).toContain(
      refusal("an exit must be for all stakes of its cask"),
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
        refusal("a closed account cannot name its person"),
      );
    expect(await answer(close(userId))).toBe("allowed");
    const names = ["full_name = 'x'", "name_on_certificate = 'x'"];
    const contact = ["email = 'x@example.com'", "phone = '919876500001'", ...names];
    for (const change of [...contact, "role = 'operator'", "suspended_at_ms = NULL", "closed_at_ms = NULL"])
      expect(await answer(`UPDATE users SET ${change} WHERE id = '${userId}'`), change).toContain(
        refusal("a closed account cannot be opened again"),
      );
    const bank = "holder_name bank_name ifsc_code account_number_sealed account_last4 key_id account_mark";
    for (const column of bank.split(" "))
      for (const value of ["'x'", "''"])
        expect(await answer(`UPDATE withdrawals SET ${column} = ${value}`), column).toContain(
          refusal("the facts of a withdrawal cannot change, except to be blanked with its account"),
        );
  });
});

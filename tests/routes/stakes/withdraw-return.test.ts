import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext } from "../../support/context";
import { giveRipeStake, giveStake, moneyRows, monthsAgo } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { hiddenOf, openStake, postStake } from "../../support/stake-page";
import { toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const FORM = "?dialog=withdraw";

let person: Person;
let first: string;
let second: string;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  first = (await giveRipeStake(context, person, await putCask(context, { name: "First" }))).stakeId;
  second = (await giveRipeStake(context, person, await putCask(context, { name: "Second" }))).stakeId;
});

describe("the return of any stake", () => {
  it("can be withdrawn from its own page, by the server's figures, in two round trips", async () => {
    for (const stakeId of [second, first]) {
      const { data, trips } = await openStake(context, person, stakeId, FORM);
      expect(data).toMatchObject({
        page: { readyCents: 10_400 },
        dialog: { amountCents: 10_400, hrefs: { form: `/stakes/${stakeId}?dialog=withdraw` } },
      });
      expect(hiddenOf(data)).toEqual({ stake_id: stakeId, cycle_number: "1" });
      expect(trips.count).toBe(1);
      const sent = await postStake(context, person, stakeId, { ...hiddenOf(data), amount_cents: "999999" });
      expect([sent.status, sent.location, toastOf(sent.response)]).toEqual([
        303,
        `/stakes/${stakeId}`,
        "withdrawal-waits",
      ]);
      expect(sent.trips.count).toBe(2);
    }
    expect((await withdrawalsOf(context, person)).map((one) => [one.stake_id, one.amount_cents])).toEqual([
      [second, 10_400],
      [first, 10_400],
    ]);
    await expectInvariants(context.db);
  });

  it("is not taken by the page of another stake, nor is the wallet's balance", async () => {
    const before = await moneyRows(context);
    for (const fields of [
      { stake_id: first, cycle_number: "1" },
      { stake_id: second, cycle_number: "2" },
    ]) {
      const { status, page } = await postStake(context, person, second, fields);
      expect(status).toBe(409);
      expect(page?.data.page.figures.stakeId).toBe(second);
    }
    await context.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${context.newId("prm")}, 'house:promotions', ${`user:${person.userId}:wallet`}, 700, 'USD', 'promotion', 'promotion:x', 1)`);
    await postStake(context, person, second, { of: "balance", shown_cents: "700" });
    expect((await withdrawalsOf(context, person)).map((one) => one.stake_id)).toEqual([second]);
    expect(before[0]).toEqual(expect.not.arrayContaining([expect.objectContaining({ amount_cents: 700 })]));
  });

  it("cannot be requested by anyone else, nor where there is none", async () => {
    const other = await signIn(context);
    const young = await giveStake(context, person, await putCask(context), { purchasedAtMs: monthsAgo(context, 3) });
    const before = await moneyRows(context);
    expect((await postStake(context, other, second)).status).toBe(404);
    expect((await openStake(context, other, second, FORM)).status).toBe(404);
    expect((await postStake(context, person, young.stakeId)).status).toBe(409);
    expect((await openStake(context, person, young.stakeId, FORM)).data.dialog).toBeNull();
    await context.db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`);
    expect((await postStake(context, person, second)).status).toBe(403);
    expect((await openStake(context, person, second)).data.page.readyCents).toBeNull();
    expect(await moneyRows(context)).toEqual(before);
  });
});

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
const UNLIKELY = { ifsc_code: "XX", account_number: "GB29 NWBK" };

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

  it("is withdrawn once by two taps, which are answered alike, and by eight at once", async () => {
    const fields = hiddenOf((await openStake(context, person, second, FORM)).data);
    const answers = await Promise.all(Array.from({ length: 8 }, () => postStake(context, person, second, fields)));
    for (const one of [...answers, await postStake(context, person, second, fields)])
      expect([one.location, toastOf(one.response)]).toEqual([`/stakes/${second}`, "withdrawal-waits"]);
    expect(await withdrawalsOf(context, person)).toMatchObject([{ stake_id: second }]);
    expect((await openStake(context, person, second)).data.page).toMatchObject({
      readyCents: null,
      cycles: [{ state: "running" }, { state: "progress", amountCents: 10_400 }],
    });
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

describe("on its way", () => {
  const CODE = (stakeId: string) => `/confirm-code?next=stake-withdraw&stake=${stakeId}`;

  it("a code that is too old is asked for first, before the form and by a form that is sent too late", async () => {
    context.clock.advance(30 * 60_000);
    expect((await openStake(context, person, second, FORM)).location).toBe(CODE(second));
    context.clock.advance(30 * 60_000);
    const sent = await postStake(context, person, second, { stake_id: second, cycle_number: "1" });
    expect([sent.location, toastOf(sent.response)]).toEqual([CODE(second), "fill-in-again"]);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    const back = await openStake(context, person, second, FORM);
    expect(back.data.dialog).toMatchObject({ values: {}, amountCents: 10_400 });
  });

  it("unlikely bank data is shown once more, and one tap takes it; a second one is answered alike", async () => {
    const fields = { stake_id: second, cycle_number: "1", ...UNLIKELY };
    const sent = await postStake(context, person, second, fields);
    expect([sent.status, await withdrawalsOf(context, person)]).toEqual([400, []]);
    for (let tap = 0; tap < 2; tap++) {
      const taken = await postStake(context, person, second, { ...fields, looked: "yes" });
      expect([taken.location, toastOf(taken.response)]).toEqual([`/stakes/${second}`, "withdrawal-waits"]);
    }
    expect(await withdrawalsOf(context, person)).toMatchObject([{ stake_id: second }]);
  });
});

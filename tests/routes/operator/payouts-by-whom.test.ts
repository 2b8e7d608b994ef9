import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { confirmValuation } from "~/areas/casks/confirm-valuation";
import { recordValuation } from "~/areas/casks/record-valuation";
import { openOperatorSession } from "../../support/as-operator";
import { giveStake, monthsAgo } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { type Asked, openPayouts } from "../../support/payouts";
import { BANK } from "../../support/wallet";

// Proposals, and who may pay whom and how much.

const { db, people, get, post, decide, askedFor, stateOf, statesOf, setting, runWith, stop, context } = openPayouts();

describe("a proposal", () => {
  it("changed by another operator becomes that operator's own: the first one may confirm it, the other may not", async () => {
    await setting("second_operator_above_cents", 1_000);
    const { id } = await askedFor(1_001);
    await decide(id, people.operator, { intent: "propose", bank_reference: "UTR-1" });
    await decide(id, people.second, { intent: "propose", bank_reference: "UTR-2" });
    expect((await decide(id, people.second, { intent: "confirm", bank_reference: "UTR-2" })).status).toBe(409);
    expect(await stateOf(id)).not.toBe("paid");
    expect((await decide(id, people.operator, { intent: "confirm", bank_reference: "UTR-2" })).status).toBe(303);
    expect(await stateOf(id)).toBe("paid");
    await setting("second_operator_above_cents", 1_000_000);
  });

  it("is not confirmed once the stop link was used or its person is suspended", async () => {
    const [stopped, suspended] = [await askedFor(1_000), await askedFor(1_000)];
    for (const { id } of [stopped, suspended])
      await decide(id, people.operator, { intent: "propose", bank_reference: "UTR-1" });
    await stop(stopped.id);
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${suspended.person.userId}`);
    for (const { id } of [stopped, suspended])
      expect((await decide(id, people.second, { intent: "confirm", bank_reference: "UTR-1" })).status).toBe(409);
    expect(await statesOf([stopped, suspended])).toEqual(["sending", "sending"]);
  });
});

describe("one operator alone", () => {
  it("pays and confirms no more in a day than the setting says, payout runs included", async () => {
    await setting("operator_cents_per_day", 2_000);
    const [first, next] = [await askedFor(1_500), await askedFor(501)];
    await decide(first.id, people.operator, { intent: "pay", bank_reference: "UTR-1" });
    const over = await decide(next.id, people.operator, { intent: "pay", bank_reference: "UTR-2" });
    expect([over.status, await stateOf(first.id), await stateOf(next.id)]).toEqual([409, "paid", "progress"]);
    expect(over.text).toContain("what one operator may pay in a day");
    expect((await decide(next.id, people.second, { intent: "pay", bank_reference: "UTR-2" })).status).toBe(303);
    await runWith(500);
    const third = await askedFor(1);
    expect((await decide(third.id, people.operator, { intent: "pay", bank_reference: "UTR-3" })).status).toBe(409);
    await setting("operator_cents_per_day", 5_000_000);
  });

  it.each<[string, () => Promise<Asked>]>([
    [
      "whose identity they checked",
      async () => {
        const asked = await askedFor(1_000);
        await db.run(sql`INSERT INTO identity_checks (id, user_id, operator_id, outcome, checked_at_ms)
          VALUES (${`idc-${asked.id}`}, ${asked.person.userId}, ${people.operator.userId}, 'passed', 1)`);
        return asked;
      },
    ],
    [
      "whose request they cleared",
      async () => {
        await setting("payouts_per_day", 0);
        const asked = await askedFor(1_000);
        await setting("payouts_per_day", 10);
        await decide(asked.id, people.operator, { intent: "clear" });
        return asked;
      },
    ],
  ])("does not pay or confirm a person %s", async (_who, vouchedFor) => {
    const { id } = await vouchedFor();
    for (const intent of ["pay", "confirm"]) {
      const refused = await decide(id, people.operator, { intent, bank_reference: "UTR-1" });
      expect([refused.status, await stateOf(id)]).toEqual([409, "progress"]);
      expect(refused.text).toContain("another operator has to pay");
    }
    expect((await get(`/operator/withdrawals/${id}`, people.operator)).text).toContain(
      "another operator has to pay it",
    );
    expect((await decide(id, people.second, { intent: "pay", bank_reference: "UTR-1" })).status).toBe(303);
  });

  const valued = { tier: "measured", method: "Regauge", source: "Bond 3" };
  /** A return of a cask of 500.00 that is worth this when the first cycle ends: today. */
  async function returnOn(dollars: string) {
    const [person, caskId] = [await signIn(context), await putCask(context)];
    const purchasedAtMs = monthsAgo(context, 24);
    const { stakeId } = await giveStake(context, person, caskId, { purchasedAtMs });
    const fields = { ...valued, valued_on: addMonths(dateOf(purchasedAtMs), 24), value_per_stake: dollars };
    const session = openOperatorSession(context, people.operator.userId);
    const entered = await recordValuation(context, session, { valuationId: context.newId("val"), caskId, fields });
    const confirm = () =>
      confirmValuation(context, openOperatorSession(context, people.second.userId), {
        ...{ caskId, fields },
        ...{ proposalId: null, supersedesId: null },
      });
    const ask = async () => {
      await post(`/stakes/${stakeId}?dialog=withdraw`, person, { intent: "withdraw", ...BANK });
      const [asked] = await db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE user_id = ${person.userId}`);
      await db.run(sql`UPDATE withdrawals SET payable_from_ms = 1 WHERE id = ${asked?.id}`);
      return asked?.id ?? "";
    };
    return { entered, confirm, ask };
  }
  const pay = (id: string, as: Person) => decide(id, as, { intent: "pay", bank_reference: "UTR-1" });
  const RESTS = "You valued its cask";

  it("does not pay a return that rests on a value they recorded, and pays one that rests on another's", async () => {
    const { entered, ask } = await returnOn("540");
    expect(entered).toEqual({ ok: true });
    const id = await ask();
    const refused = await pay(id, people.operator);
    expect([refused.status, refused.text.includes(RESTS), await stateOf(id)]).toEqual([409, true, "progress"]);
    expect((await pay(id, people.second)).status).toBe(303);
  });

  it("does not pay a return that rests on a value they proposed: the operator who confirmed it may", async () => {
    const { entered, confirm, ask } = await returnOn("604");
    expect([entered, await confirm()]).toEqual([{ ok: true, waits: true }, { ok: true }]);
    const id = await ask();
    const refused = await pay(id, people.operator);
    expect([refused.status, refused.text.includes(RESTS), await stateOf(id)]).toEqual([409, true, "progress"]);
    expect((await pay(id, people.second)).status).toBe(303);
  });
});

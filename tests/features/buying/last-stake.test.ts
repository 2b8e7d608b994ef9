import { describe, expect, it } from "vitest";
import { openShop } from "../../support/shop";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { loader } from "~/routes/stripe-secure/route";

describe("200 buyers for the last stake", () => {
  it("lets one hold it and tells the others that it is sold out", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const people = await Promise.all(Array.from({ length: 200 }, () => signIn(shop.context)));

    const answers = await Promise.all(people.map((person) => shop.buy(person, { cask: caskId })));

    const winners = answers.filter((answer) => answer.status === 303);
    const others = answers.filter((answer) => answer.status === 409);
    expect([winners.length, others.length]).toEqual([1, 199]);
    for (const answer of others) expect(await answer.json()).toEqual({ problem: "held-by-others" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 1, held: 1 });

    const [payment] = (await Promise.all(people.map(shop.paymentsOf))).flat();
    shop.stripe.pay(payment?.id ?? "");
    shop.context.clock.advance(121_000);
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, reserved: 0, stakes: 1 });
    await expectInvariants(shop.context.db);
  });

  it("shows 'Sold out' on the page of a loser, within one round trip", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const [first, second] = [await signIn(shop.context), await signIn(shop.context)];
    await shop.buy(first, { cask: caskId });

    const { action } = await import("~/routes/stripe-secure/route");
    const { formPost } = await import("../../support/people");
    const context = shop.context.next();
    const url = `http://localhost:8787/stripe-secure?cask=${caskId}`;
    const request = formPost(url, second.cookie, { paymentMode: "Bank", cask: caskId });
    const answer = await action({ request, context, params: {} });
    expect(answer.status).toBe(409);
    const page = await (
      await loader({ request: new Request(url, { headers: request.headers }), context, params: {} })
    ).json();
    expect(page.problem).toBe("held-by-others");
    expect(context.trips.count).toBe(1);
  });
});

describe("500 buyers for 50 stakes", () => {
  it("sells exactly 50", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { totalStakes: 50 });
    const people = await Promise.all(Array.from({ length: 500 }, () => signIn(shop.context)));
    const answers = await Promise.all(people.map((person) => shop.buy(person, { cask: caskId })));
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(50);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 50, held: 50 });
    for (const session of shop.stripe.sessions.values()) shop.stripe.pay(session.request.paymentId);
    shop.context.clock.advance(121_000);
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 50, reserved: 0, stakes: 50 });
    await expectInvariants(shop.context.db);
  });
});

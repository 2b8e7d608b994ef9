import { beforeAll, describe, expect, it } from "vitest";
import { consumeNudges } from "../../../workers/settlement/consume-nudges";
import { effort } from "../../support/effort";
import { openShop, type Shop } from "../../support/shop";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { loader } from "~/routes/stripe-secure/route";

// In each round the same people come to a new cask, so that earlier rounds change nothing.
const people: Person[] = [];
let shop: Shop;
beforeAll(async () => {
  shop = openShop();
  for (let i = 0; i < 50; i++)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(shop.context)))));
});

const rounds = Array.from({ length: effort(1, 100) }, (_, i) => i + 1);

/** Pays for every reservation, and lets the waiting page request the settlement. */
async function payAndSettle() {
  const open = [...shop.stripe.sessions.values()].filter(({ status }) => status === "open");
  for (const { request } of open) shop.stripe.pay(request.paymentId);
  const messages = open.map(({ request }) => ({
    body: { outboxId: `check-payment:${request.paymentId}` },
    ack: () => undefined,
    retry: () => expect.fail("a settlement failed"),
  }));
  await consumeNudges(shop.settlement, messages);
  await shop.drain();
}

describe("200 buyers for the last stake", () => {
  it.each(rounds)("make one reservation, and the others are told that it is in a checkout (round %i)", async () => {
    const buyers = people.slice(0, 200);
    const caskId = await putCask(shop.context, { totalStakes: 1 });
    const answers = await Promise.all(buyers.map((person) => shop.buy(person, { cask: caskId })));

    const winners = answers.filter((answer) => answer.status === 303);
    const others = answers.filter((answer) => answer.status === 409);
    expect([winners.length, others.length]).toEqual([1, 199]);
    for (const answer of others) expect(await answer.json()).toEqual({ problem: "held-by-others" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 1, held: 1 });

    await payAndSettle();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, reserved: 0, stakes: 1 });
    await expectInvariants(shop.context.db);
  });

  it("see that it is in a checkout when they come too late, within one round trip", async () => {
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
  it.each(rounds)("buy exactly 50 (round %i)", async () => {
    const caskId = await putCask(shop.context, { totalStakes: 50 });
    const answers = await Promise.all(people.map((person) => shop.buy(person, { cask: caskId })));
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(50);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 50, held: 50 });
    await payAndSettle();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 50, reserved: 0, stakes: 50 });
    await expectInvariants(shop.context.db);
  });
});

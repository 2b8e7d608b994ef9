// What a cask may still become once it has ended or a stake of it is taken, and that its holders keep everything meanwhile.
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { publishCask, withdrawCask } from "~/areas/casks/change-state";
import { previewValuation, recordValuation } from "~/areas/casks/record-valuation";
import { openExits } from "../../support/exits";
import { openOperatorSession, openSession } from "../../support/open-session";
import { get, putCask, signIn } from "../../support/people";
import { listCasks } from "~/areas/casks/list-casks";
import { readCask, readCaskStakes } from "~/areas/holdings/portfolio/read-cask";
import { startPayment } from "~/areas/buying/start-payment";
import { readWanted } from "~/areas/buying/read-wanted";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { loader as information } from "~/routes/cask-information/route";
import { loader as invest } from "~/routes/invest/route";
import { loader as api } from "~/routes/api.$";
import { loader as paymentPage } from "~/routes/stripe-secure/route";
import { runWork } from "~/db/work";
import { openShop } from "../../support/shop";
import { expectInvariants } from "../../support/invariants";

const shop = openShop();
const { context } = shop;
const { db } = context;
const today = dateOf(context.nowMs());
const fields = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
let exits: Awaited<ReturnType<typeof openExits>>;

beforeAll(async () => void (exits = await openExits(context)));

const operator = () => openOperatorSession(context, exits.first.userId);
const standing = async (caskId: string) =>
  (await db.all<{ state: string; version: number }>(sql`SELECT state, version FROM casks WHERE id = ${caskId}`))[0];

it("a cask that has ended can no longer be valued, withdrawn or offered", async () => {
  const caskId = await putCask(context);
  await exits.confirmed(caskId);
  const valuationId = context.newId("val");
  const refused = { ok: false, code: "no-such-cask" };
  expect(await recordValuation(context, operator(), { valuationId, caskId, fields })).toEqual(refused);
  expect(await previewValuation(context, operator(), { caskId, fields })).toEqual(refused);
  const before = await standing(caskId);
  const change = { caskId, version: before?.version ?? 0 };
  expect(await withdrawCask(context, operator(), change)).toEqual({ ok: false, code: "has-ended" });
  expect(await publishCask(context, operator(), change)).toEqual({ ok: true });
  expect(await standing(caskId)).toEqual(before);
});

// Drafts and withdrawn casks exist only for operators: every door is tried with each of them.

async function put(state: "draft" | "withdrawn"): Promise<string> {
  const caskId = await putCask(context, { published: false, name: `Unseen ${state}` });
  if (state === "withdrawn")
    for (const next of ["published", "withdrawn"])
      await db.run(sql`UPDATE casks SET state = ${next} WHERE id = ${caskId}`);
  return caskId;
}

const textOf = async (answer: Promise<unknown>): Promise<string> => {
  const response = await answer.catch((thrown: unknown) => thrown);
  return response instanceof Response ? `${response.status} ${await response.text()}` : JSON.stringify(response);
};

describe.each(["draft", "withdrawn"] as const)("a %s cask", (state) => {
  it("is in no list, on no page and in no answer of the API", async () => {
    const caskId = await put(state);
    const person = await signIn(context);
    const session = openSession(context, person.userId);
    expect((await listCasks(context, session)).casks.map(({ id }) => id)).not.toContain(caskId);
    expect((await readCask(context, session, caskId)).cask).toBeUndefined();
    expect((await readCaskStakes(context, session, caskId)).cask).toBeUndefined();
    expect(await readWanted(context, session, { caskId })).toBeNull();
    const ask = (load: typeof invest, path: string, params = {}) =>
      textOf(
        Promise.resolve(
          load({ request: get(`http://localhost:8787${path}`, person.cookie), context: context.next(), params }),
        ),
      );
    const answers = [
      await ask(invest, "/invest"),
      await ask(information as never, `/cask-information?cask=${caskId}`),
      await ask(paymentPage as never, `/stripe-secure?cask=${caskId}`),
      await ask(api as never, "/api/cask/get_casks", { "*": "cask/get_casks" }),
      await ask(api as never, `/api/cask/${caskId}/stakes`, { "*": `cask/${caskId}/stakes` }),
    ];
    for (const answer of answers) expect(answer).not.toContain(`Unseen ${state}`);
  });

  it("sells no stake, by the page or by the use case, and reveals nothing to a guess of its price", async () => {
    const caskId = await put(state);
    const person = await signIn(context);
    await shop.buy(person, { cask: caskId });
    expect(await shop.paymentsOf(person)).toEqual([]);
    for (const expectCents of [undefined, 50_000, 1]) {
      const input = {
        paymentId: context.newId("pay"),
        userId: person.userId,
        caskId,
        mode: "Bank",
        expectCents,
      } as const;
      const started = await runWork(db, startPayment(db, { ...input, nowMs: context.nowMs(), live: sql`1 = 1` }));
      expect(started).toMatchObject({ ok: false, code: "not-offered" });
    }
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 0 });
  });
});

it("a cask withdrawn after a hold had ended gives a late payer no stake: the money goes back; a second try finds no cask", async () => {
  const { buyer: person, caskId, paymentId } = await shop.order();
  await db.run(sql`UPDATE payments SET state = 'expired' WHERE id = ${paymentId}`);
  await db.run(sql`UPDATE casks SET state = 'withdrawn' WHERE id = ${caskId}`);
  const session = openSession(context, person.userId);
  expect(await readWanted(context, session, { caskId })).toBeNull();
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  expect(await shop.paymentsOf(person)).toMatchObject([{ id: paymentId, state: "refunded", reason: "no-stake-left" }]);
  expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 0, stakes: 0 });
});

it("a cask whose sale is confirmed is no longer sold: open checkouts end, none can be started, and late money is refunded with the reason", async () => {
  const { buyer, caskId, paymentId } = await shop.order();
  const slow = await signIn(context);
  await db.run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES ('pay_slow', ${slow.userId}, 'stake', ${caskId}, 'Cask', 50000, 'Bank', 'stripe', ${context.nowMs() + 1}, 1, 1)`);
  await exits.confirmed(caskId);
  expect(await shop.stock(caskId)).toMatchObject({ reserved: 0, held: 0 });
  await shop.buy(slow, { cask: caskId });
  expect(await shop.paymentsOf(slow)).toMatchObject([{ state: "cancelled" }]);
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  expect(await shop.paymentsOf(buyer)).toMatchObject([{ state: "refunded", reason: "cask-sold" }]);
  expect(await shop.stock(caskId)).toMatchObject({ sold: 0, stakes: 0 });
  await expectInvariants(context.db);
});

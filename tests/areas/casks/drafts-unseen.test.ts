// Drafts and withdrawn casks exist only for operators: every door is tried with each of them.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
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
import { get, putCask, signIn } from "../../support/people";
import { openSession } from "../../support/open-session";
import { openShop } from "../../support/shop";

const shop = openShop();
const { context } = shop;
const { db } = context;

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

  it("cannot be bought of, by the page or by the use case, and a guess of its price learns nothing", async () => {
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

describe("a cask withdrawn after a hold had ended", () => {
  it("gives a late payer no stake: the money goes back; a second try finds no cask", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    await shop.buy(person, { cask: caskId });
    const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
    await db.run(sql`UPDATE payments SET state = 'expired' WHERE id = ${paymentId}`);
    await db.run(sql`UPDATE casks SET state = 'withdrawn' WHERE id = ${caskId}`);
    const session = openSession(context, person.userId);
    expect(await readWanted(context, session, { caskId })).toBeNull();
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    expect(await shop.paymentsOf(person)).toMatchObject([
      { id: paymentId, state: "refunded", reason: "no-stake-left" },
    ]);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, reserved: 0, stakes: 0 });
  });
});

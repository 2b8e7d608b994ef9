import { describe, expect, it } from "vitest";
import { putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { action as cancel, loader as unsuccessful } from "~/routes/payment-unsuccessful/route";
import { loader as wallet } from "~/routes/wallet/route";
import { formPost, get } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";

keepLogQuiet();

type Serve = (args: object) => Promise<Response>;
const serve = (handler: unknown, request: Request, context: object) =>
  (handler as Serve)({ request, context, params: {} }).catch((thrown: unknown) => thrown as Response);

async function begun(paymentMode = "Bank") {
  const shop = openShop();
  const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { name: "Open Barrel" })];
  await shop.buy(person, { cask, paymentMode });
  const [row] = await shop.paymentsOf(person);
  const path = `/payment-unsuccessful?payment=${row?.id}`;
  const open = (url: string, handler: unknown) =>
    serve(handler, get(`http://localhost:8787${url}`, person.cookie), shop.context.next());
  const press = (cookie: string) => {
    const context = shop.context.next();
    return serve(cancel, formPost(`http://localhost:8787${path}`, cookie, {}), context).then((answer) => ({
      answer,
      trips: context.trips.count,
    }));
  };
  return { shop, person, cask, path, paymentId: row?.id ?? "", open, press };
}

describe("an open payment", () => {
  it("is cancelled by its button, once even if pressed twice, and by no one else's", async () => {
    const { shop, path, person, open, press } = await begun();
    expect((await press((await signIn(shop.context)).cookie)).answer.status).toBe(404);
    await shop.drain();
    expect((await shop.paymentsOf(person))[0]).toMatchObject({ state: "open" });
    for (let n = 0; n < 2; n++) {
      const { answer, trips } = await press(person.cookie);
      expect([answer.status, answer.headers.get("Location"), trips]).toEqual([303, `${path}&looks=0`, 1]);
    }
    expect(await (await open(`${path}&looks=0`, unsuccessful)).json()).toMatchObject({ stage: "closing" });
    await shop.drain();
    expect(["expired", "cancelled"]).toContain((await shop.paymentsOf(person))[0]?.state);
    expect(await (await open(`${path}&looks=1`, unsuccessful)).json()).toMatchObject({ stage: "over", refresh: null });
  });

  it("stands in the wallet with Finish and Cancel as plain forms, until it is over", async () => {
    const { shop, person, cask, path, open } = await begun("Crypto");
    const listed = async () =>
      ((await (await open("/wallet", wallet)).json()) as { panel: { openPayments: object[] } }).panel;
    expect((await listed()).openPayments).toEqual([
      expect.objectContaining({ name: "Open Barrel", caskId: cask, mode: "Crypto", minutesLeft: 30 }),
    ]);
    // The page of one who came back without paying says the same, though the stake is held a little longer.
    expect(await (await open(path, unsuccessful)).json()).toMatchObject({ stage: "open", minutesLeft: 30 });
    const { text } = await openApp().ask("/wallet", { headers: { Cookie: person.cookie } });
    expect(text).toContain(`action="${path}"`);
    expect(text).toMatch(/action="\/stripe-secure"[^>]*><input type="hidden" name="paymentMode" value="Crypto"/);
    const again = await shop.buy(person, { cask, paymentMode: "Crypto" });
    expect([again.status, (await shop.paymentsOf(person)).length]).toEqual([303, 1]);
    shop.context.clock.advance(36 * 60_000);
    expect((await listed()).openPayments).toEqual([]);
  });

  it.each(["Bank", "Crypto"])("says what is true of its method: %s", async (mode) => {
    const { path, person } = await begun(mode);
    const { text } = await openApp().ask(path, { headers: { Cookie: person.cookie } });
    expect([text.includes("If your bank"), text.includes("If you have already sent USDT")]).toEqual([
      mode === "Bank",
      mode !== "Bank",
    ]);
    expect(text).toContain("we hold the stake for you");
  });
});

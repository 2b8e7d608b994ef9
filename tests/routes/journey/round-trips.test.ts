import { describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { loader as information } from "~/routes/cask-information/route";
import { loader as certificate } from "~/routes/certificates.$file";
import { loader as invest } from "~/routes/invest/route";
import { loader as success } from "~/routes/payment-success/route";
import { loader as unsuccessful } from "~/routes/payment-unsuccessful/route";
import { action as landing } from "~/routes/_index/route";
import { action as pay, loader as payment } from "~/routes/stripe-secure/route";
import { loader as settings } from "~/routes/settings/route";
import { loader as verify } from "~/routes/verify.$code/route";
import { loader as wallet } from "~/routes/wallet/route";
import { action as logout } from "~/routes/logout/route";
import { formPost, get, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";

type Serve = (args: object) => Promise<unknown>;

describe("round trips to D1", () => {
  it("are at most one per page of the journey and two per post", async () => {
    const shop = openShop();
    const [person, caskId, other] = [
      await signIn(shop.context),
      await putCask(shop.context),
      await putCask(shop.context),
    ];
    await shop.buy(person, { cask: caskId });
    const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();

    const trips = async (serve: unknown, request: Request, params = {}) => {
      const context = shop.context.next();
      await (serve as Serve)({ request, context, params }).catch((thrown: unknown) => thrown);
      return context.trips.count;
    };
    const page = (path: string) => get(`http://localhost:8787${path}`, person.cookie);
    const gets: [string, unknown, object?][] = [
      ["/invest", invest],
      [`/cask-information?cask=${caskId}`, information],
      [`/stripe-secure?cask=${caskId}`, payment],
      ["/stripe-secure?product=joining-fee", payment],
      [`/stripe-secure?payment=${paymentId}`, payment],
      [`/payment-success?payment=${paymentId}`, success],
      [`/payment-unsuccessful?payment=${paymentId}`, unsuccessful],
      ["/wallet", wallet],
      ["/wallet?dialog=withdraw", wallet],
      ["/wallet?dialog=withdraw&of=balance", wallet],
      ["/wallet?tab=tokens", wallet],
      ["/wallet?tab=rewards", wallet],
      ["/wallet?tab=rewards&dialog=share", wallet],
      ["/settings", settings],
      ["/certificates/crt_1.pdf", certificate, { file: "crt_1.pdf" }],
      ["/verify/abc", verify, { code: "abc" }],
    ];
    const counted: Record<string, number> = {};
    for (const [path, load, params] of gets)
      counted[path.replace(/=(csk|pay)_\w+/, "")] = await trips(load, page(path), params);
    expect(Object.values(counted), JSON.stringify(counted)).toEqual(gets.map(() => 1));

    const post = (path: string, fields: Record<string, string>) =>
      formPost(`http://localhost:8787${path}`, person.cookie, fields);
    expect(await trips(landing, post("/?index", { intent: "request-access" }))).toBe(0);
    expect(await trips(pay, post("/stripe-secure", { paymentMode: "Bank", cask: other }))).toBe(2);
    expect(await trips(pay, post("/stripe-secure", { paymentMode: "Crypto", cask: other }))).toBe(2);
    expect(await trips(pay, post("/stripe-secure", { paymentMode: "Bank", product: "joining-fee" }))).toBe(1);
    expect(await trips(logout, post("/logout", {}))).toBeLessThanOrEqual(2);
  });

  it("read a number of rows that does not grow with the tables", async () => {
    const shop = openShop();
    const person = await signIn(shop.context);
    const rows = async () => {
      const context = shop.context.next();
      await success({
        request: get("http://localhost:8787/payment-success?payment=pay_1", person.cookie),
        context,
        params: {},
      }).catch(() => null);
      return context.trips.rowsRead;
    };
    const before = await rows();
    for (let i = 0; i < 40; i++) await signIn(shop.context);
    const caskId = await putCask(shop.context, { totalStakes: 60 });
    for (let i = 0; i < 20; i++) await shop.buy(await signIn(shop.context), { cask: caskId });
    expect(await rows()).toBe(before);
  });
});

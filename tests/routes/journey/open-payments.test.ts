import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { action as cancel, loader as unsuccessful } from "~/routes/payment-unsuccessful/route";
import { loader as wallet } from "~/routes/wallet/route";
import { changedTables, databaseDump } from "../../security/support/digest";
import { formPost, get, type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { servePage } from "../../support/serve-page";
import { openShop, type Shop } from "../../support/shop";

describe("an open payment", () => {
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

  it("is changed by no GET or HEAD, except that its buyer's page notes when it had the provider asked", async () => {
    const { shop, person, cask, paymentId } = await begun();
    const operator = await signIn(shop.context, { operator: true });
    const result = (page: string, more = "") => `/${page}?payment=${paymentId}${more}`;
    const app = openApp();
    const changedBy = async (who: Person | null) => {
      const before = await databaseDump();
      for (const path of [
        result("payment-success"),
        result("payment-success", "&looks=7"),
        result("stripe-secure"),
        result("payment-unsuccessful"),
        result("payment-unsuccessful", "&looks=0"),
        `/stripe-secure?cask=${cask}`,
      ])
        for (const method of ["GET", "HEAD"]) await app.ask(path, { method, headers: { Cookie: who?.cookie ?? "" } });
      await app.settled();
      return changedTables(before, await databaseDump());
    };
    for (const who of [null, operator]) expect(await changedBy(who)).toEqual([]);
    expect(await changedBy(person)).toEqual(["payments"]);
  });

  it.each(["Bank", "Crypto"])("says what is true of its method: %s", async (mode) => {
    const { path, person } = await begun(mode);
    const { text } = await openApp().ask(path, { headers: { Cookie: person.cookie } });
    expect(text.includes("You went back. Nothing was charged.")).toBe(mode === "Bank");
    expect([text.includes("If your bank"), text.includes("If you have already sent USDT")]).toEqual([
      mode === "Bank",
      mode !== "Bank",
    ]);
    expect(text).toContain("we hold the stake for you");
  });
});

describe("with the queue off and no webhook, a page that waits", () => {
  // The queue is switched off and no webhook comes: a buyer waiting on the page is settled by the page's own look.

  let shop: Shop;
  let buyer: Person;
  let paymentId: string;
  let reads: number;

  beforeEach(async () => {
    shop = openShop();
    shop.context.nudge = () => Promise.resolve();
    buyer = await signIn(shop.context);
    await shop.buy(buyer, { cask: await putCask(shop.context) });
    paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
    reads = 0;
    const read = shop.stripe.readSession.bind(shop.stripe);
    shop.stripe.readSession = (id) => {
      reads += 1;
      return read(id);
    };
  });

  /** Loads the page and lets its background work end, as after an answer. @returns what it says */
  async function load(path = `/payment-success?payment=${paymentId}`, person = buyer): Promise<string> {
    const execution = createExecutionContext();
    const context = { ...shop.context.next(), waitUntil: (work: Promise<unknown>) => execution.waitUntil(work) };
    const answer = await servePage(get(`http://localhost:8787${path}`, person.cookie), context);
    const html = (await answer.text()).replaceAll("&amp;", "&");
    await waitOnExecutionContext(execution);
    return html;
  }

  /** Follows the page's own reloads, without JavaScript, for so long. @returns after how many ms it said so */
  async function waitFor(words: string, forMs: number): Promise<number | null> {
    const startMs = shop.context.nowMs();
    for (let path = `/payment-success?payment=${paymentId}`; shop.context.nowMs() - startMs <= forMs;) {
      const html = await load(path);
      if (html.includes(words)) return shop.context.nowMs() - startMs;
      const [, seconds, next] = /<noscript><meta http-equiv="refresh" content="(\d+);url=([^"]+)"/i.exec(html) ?? [];
      if (!next) return null;
      shop.context.clock.advance(Number(seconds) * 1_000);
      path = next;
    }
    return null;
  }

  it("says within five seconds that the payment is settled, though its buyer paid late and left in between", async () => {
    for (let n = 0; n < 12; n++) await waitFor("Payment success", 1_000);
    shop.context.clock.advance(10 * 60_000);
    shop.stripe.pay(paymentId);
    expect(await waitFor("Payment success", 5_000)).toBeLessThanOrEqual(5_000);
    expect((await shop.paymentsOf(buyer))[0]?.state).toBe("settled");
  });

  it("loaded thirty times in a second asks the provider once, and uses up no try", async () => {
    await Promise.all(Array.from({ length: 20 }, () => load()));
    for (let n = 0; n < 10; n++) await load();
    expect(reads).toBe(1);
    expect(
      await shop.context.db.all(sql`SELECT attempts, failing_since_ms FROM outbox
        WHERE id = ${`check-payment:${paymentId}`}`),
    ).toEqual([{ attempts: 0, failing_since_ms: null }]);
  });

  it("is told nothing wrong while the provider is down, uses up no try, and is settled once it answers", async () => {
    shop.stripe.failures = ["unavailable", "unavailable"];
    shop.stripe.pay(paymentId);
    expect(await load()).toContain("We are confirming your payment");
    shop.context.clock.advance(1_000);
    expect(await load()).toContain("We are confirming your payment");
    expect(
      await shop.context.db.all(sql`SELECT attempts FROM outbox WHERE id = ${`check-payment:${paymentId}`}`),
    ).toEqual([{ attempts: 0 }]);
    // Requested with the next reload, and seen with the one after it.
    expect(await waitFor("Payment success", 8_000)).toBeLessThanOrEqual(8_000);
  });

  it("never reloads once the payment is settled: only a script asks for the certificate, until it is there", async () => {
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    const settled = await load(`/payment-success?payment=${paymentId}&looks=0`);
    expect(settled).toContain("Payment success");
    expect(settled).not.toMatch(/http-equiv="refresh"/i);
    expect(settled).toContain('<body data-refresh="1;');
    await shop.drain();
    const issued = await load(`/payment-success?payment=${paymentId}&looks=1`);
    expect(issued).not.toMatch(/http-equiv="refresh"|data-refresh/i);
  });
});

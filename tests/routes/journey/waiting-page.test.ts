import { describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { get, putCask, signIn } from "../../support/people";
import { servePage } from "../../support/serve-page";
import { openShop } from "../../support/shop";

// How the page after a payment looks again: in the background by a script, otherwise by reloading with growing pauses.

async function bought() {
  const shop = openShop();
  const [person, cask] = [await signIn(shop.context), await putCask(shop.context)];
  await shop.buy(person, { cask });
  const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
  const path = `/payment-success?payment=${paymentId}`;
  const look = async (looks: number) => {
    const answer = await servePage(
      get(`http://localhost:8787${path}&looks=${looks}`, person.cookie),
      shop.context.next(),
    );
    const html = (await answer.text()).replaceAll("&amp;", "&");
    return {
      reload: /<noscript><meta http-equiv="refresh" content="([^"]+)"/i.exec(html)?.[1] ?? null,
      asked: /<body data-refresh="([^"]+)"/.exec(html)?.[1] ?? null,
      policy: answer.headers.get("Content-Security-Policy") ?? "",
      words: html,
    };
  };
  return { shop, path, paymentId, look };
}

describe("the waiting page", () => {
  it("never reloads once the payment is settled: only a script asks for the certificate, and stops when it is there", async () => {
    const { shop, paymentId, look } = await bought();
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    const settled = await look(0);
    expect(settled.words).toContain("Payment success");
    expect(settled.reload).toBeNull();
    expect(settled.asked).toMatch(/^1;/);
    await shop.drain();
    expect(await look(1)).toMatchObject({ reload: null, asked: null });
  });
});

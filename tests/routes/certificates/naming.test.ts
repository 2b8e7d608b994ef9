import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { nameTexts } from "~/content/profile-texts";
import { formPost, get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";
import { openShop } from "../../support/shop";
import { registerMark } from "~/domain/audit/hashes";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";

const ORIGIN = "http://localhost:8787";
const shop = openShop();
let person: Person;
let caskId: string;
beforeEach(async () => {
  person = await signIn(shop.context);
  caskId = await putCask(shop.context);
});

const open = async () => {
  const context = shop.context.next();
  const page = await servePage(get(`${ORIGIN}/stripe-secure?cask=${caskId}`, person.cookie), context);
  return { html: await page.text(), trips: context.trips.count };
};
const post = async (fields: Record<string, string>, path = `/stripe-secure?cask=${caskId}&tab=card`) => {
  const sent = path.startsWith("/stripe") ? { paymentMode: "Bank", cask: caskId, ...fields } : fields;
  const response = await servePage(formPost(`${ORIGIN}${path}`, person.cookie, sent), shop.context.next());
  return { status: response.status, location: response.headers.get("Location"), html: await response.text() };
};
const saveDetails = (fields: Record<string, string>) => post({ address: "", ...fields }, "/personal-details");
const names = async () =>
  (
    await shop.context.db.all<{ full: string | null; printed: string | null }>(
      sql`SELECT full_name AS "full", name_on_certificate AS printed FROM users WHERE id = ${person.userId}`,
    )
  )[0];
const states = async () => (await shop.paymentsOf(person)).map(({ state }) => state);
/** Pays the one payment of the person. @returns what its certificate states */
async function settledFacts(): Promise<object[]> {
  const told: object[] = [];
  const settlement = {
    ...shop.settlement,
    renderCertificate: async (facts: object) => (told.push(facts), new TextEncoder().encode("%PDF-test")),
  };
  const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await relayOutbox(settlement, { most: 1_000 });
  return told;
}
const asks = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"`).test(html);

describe("before the first stake is bought", () => {
  it("the payment page asks for the name, once", async () => {
    const before = await open();
    expect(before.html).toContain(nameTexts.onCertificate.title);
    expect(asks(before.html, "full_name")).toBe(true);
    expect(asks(before.html, "name_on_certificate")).toBe(false);
    expect(before.trips).toBe(1);

    const paid = await post({ full_name: " Asha Rao " });
    expect(paid.status).toBe(303);
    expect(await names()).toEqual({ full: "Asha Rao", printed: "Asha Rao" });
    expect(asks((await open()).html, "full_name")).toBe(false);
    expect(
      await shop.context.db.all(sql`SELECT action FROM audit_log WHERE subject = ${`user:${person.userId}`}`),
    ).toEqual([{ action: "personal-details-changed" }]);
  });

  it("starts nothing while the field is empty, and says so", async () => {
    const { status, html } = await post({ full_name: "  " });
    expect(status).toBe(400);
    expect(asks(html, "full_name")).toBe(true);
    expect(wordsIn(html)).toMatch(/full name/);
    expect(await states()).toEqual([]);
    expect(await names()).toEqual({ full: null, printed: null });
  });

  it("prints how the holder is reached while there is no name in Latin letters", async () => {
    await shop.context.db.run(sql`UPDATE users SET full_name = 'รวี' WHERE id = ${person.userId}`);
    expect((await post({})).status).toBe(303);
    expect(await settledFacts()).toMatchObject([{ holderName: person.email }]);
  });

  it("asks for Latin letters where the name is in others, and prints what the holder gave", async () => {
    const asked = await post({ full_name: "รวี วงศ์" });
    expect(asked.status).toBe(400);
    expect(asked.html).toContain(nameTexts.needed);
    expect(asked.html).toContain('value="รวี วงศ์"');
    expect(asks(asked.html, "name_on_certificate")).toBe(true);
    expect(await states()).toEqual([]);
    expect((await post({ full_name: "รวี วงศ์", name_on_certificate: "ரவி" })).html).toContain(nameTexts.notLatin);

    expect((await post({ full_name: "รวี วงศ์", name_on_certificate: "Rawee Wong" })).status).toBe(303);
    expect(await names()).toEqual({ full: "รวี วงศ์", printed: "Rawee Wong" });
    const told = await settledFacts();
    const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
    expect(told).toMatchObject([{ holderName: "Rawee Wong", transliterated: true }]);
    expect(told).toMatchObject([
      { verifyUrl: expect.stringMatching(/\/verify\/[a-z2-9]{4}(-[a-z2-9]{4}){3}$/) as string },
    ]);
    // What the audit of the day will list.
    const [marked] = await shop.context.db.all<{ code: string; number: number; caskId: string }>(
      sql`SELECT code, number, cask_id AS caskId FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`,
    );
    const { code: certificateCode = "", number: stakeNumber = 0, caskId = "" } = marked ?? {};
    expect(told).toMatchObject([
      {
        registerMark: registerMark({ certificateCode, stakeNumber, caskId }),
        auditUrl: expect.stringMatching(/^https?:\/\/[^/]+\/audit$/) as string,
      },
    ]);
  });

  it("asks for no name where the joining fee is paid", async () => {
    const newcomer = await signIn(shop.context, { activated: false });
    const fee = { paymentMode: "Bank", product: "joining-fee" };
    const page = await servePage(
      get(`${ORIGIN}/stripe-secure?product=joining-fee`, newcomer.cookie),
      shop.context.next(),
    );
    expect(asks(await page.text(), "full_name")).toBe(false);
    const request = formPost(`${ORIGIN}/stripe-secure?product=joining-fee`, newcomer.cookie, fee);
    expect((await servePage(request, shop.context.next())).status).toBe(303);
  });
});

it("a name in personal details is asked for in Latin letters only where that is needed", async () => {
  const thai = await saveDetails({ full_name: "รวี" });
  expect(thai.status).toBe(400);
  expect(thai.html).toContain(nameTexts.needed);
  expect(asks(thai.html, "name_on_certificate")).toBe(true);
  expect((await saveDetails({ full_name: "รวี", name_on_certificate: "Rawee" })).status).toBe(303);
  expect(await names()).toEqual({ full: "รวี", printed: "Rawee" });

  const both = await saveDetails({ full_name: "Asha Rao", name_on_certificate: "Somebody Else" });
  expect(both.html).toContain(nameTexts.notNeeded);
  expect((await saveDetails({ full_name: "Asha Rao" })).status).toBe(303);
  expect(await names()).toEqual({ full: "Asha Rao", printed: "Asha Rao" });
  expect((await saveDetails({ full_name: "" })).status).toBe(303);
  expect(await names()).toEqual({ full: null, printed: null });
});

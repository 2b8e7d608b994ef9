import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { newCertificateCode } from "~/server/ids";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { openConsole } from "./support/console";

// Payments and certificates through the console's own pages. What may be given back and recorded is in tests/areas/buying/settlement.

const shop = openShop();
const { app, context, people, get, post } = openConsole(shop.context);
const { db } = context;
const HOUR_MS = 3_600_000;
const pageOf = (paymentId: string) => `/operator/payments/${paymentId}`;

/** The settlement Worker's work; the app's clock is the real one. */
async function runWork(): Promise<void> {
  context.clock.nowMs = Math.max(context.clock.nowMs, Date.now());
  await relayOutbox(shop.settlement, { most: 100 });
}

const stateOf = async (paymentId: string) =>
  (await db.all<{ state: string }>(sql`SELECT state FROM payments WHERE id = ${paymentId}`))[0]?.state;

async function bought(paymentMode = "Bank", cents?: number) {
  const buyer = await signIn(context);
  await shop.buy(buyer, { cask: await putCask(context, { name: "Story Cask" }), paymentMode });
  const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
  shop[paymentMode === "Bank" ? "stripe" : "copperx"].pay(paymentId, cents === undefined ? {} : { cents });
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return { buyer, paymentId, page: pageOf(paymentId) };
}

/** Too little arrived by crypto, which its provider cannot refund. */
async function dueByHand() {
  shop.copperx.refundStatus = "manual";
  return bought("Crypto", 1_200);
}

afterEach(() => expectInvariants(db));

it("the list of payments has those that need a person with the reason, and counts them on the overview", async () => {
  const due = [await dueByHand(), await dueByHand()].map(({ paymentId }) => paymentId);
  const { text } = await get("/operator/payments?state=needs-a-person", people.operator);
  for (const words of ["Send the money back by hand", ...due]) expect(text).toContain(words);
  expect((await get("/operator", people.operator)).text).toContain("Payments that need a person");
});

describe("the page of one payment", () => {
  it("tells its whole story in order, and leads on to buyer, cask and certificate", async () => {
    const { buyer, paymentId, page } = await bought();
    const { text } = await get(page, people.reader);
    const [certificate] = await db.all<{ id: string }>(sql`SELECT certificates.id
      FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`);
    for (const words of [
      "Payment settled",
      "$500.00 from “held by stripe” to “received and not yet applied”",
      "$500.00 from “received and not yet applied” to “stakes sold”",
      "2,000 tokens",
      "Email to the buyer: payment settled",
      `/operator/users/${buyer.userId}`,
      `/operator/certificates/${certificate?.id}`,
      "/operator/casks/csk_",
      "You can look, but not change anything.",
    ])
      expect(text).toContain(words);
    expect(text.indexOf("from “held by stripe”")).toBeLessThan(text.indexOf("to “stakes sold”"));
    expect(text).not.toMatch(/<form[^>]*method="post"/);
  });

  it("gives the payment back, once", async () => {
    const { buyer, paymentId, page } = await bought();
    const wrong = await post(page, people.operator, { intent: "refund", reason: "" });
    expect([wrong.status, await stateOf(paymentId)]).toEqual([400, "settled"]);
    const given = await post(page, people.operator, { intent: "refund", reason: "Cancelled." });
    expect([given.status, given.location]).toEqual([303, page]);
    await runWork();
    expect(await stateOf(paymentId)).toBe("refunded");
    const other = await post(page, people.second, { intent: "refund", reason: "Again." });
    expect([other.status, other.text.includes("Someone else has refunded it in the meantime.")]).toEqual([409, true]);
    expect((await get(page, people.operator)).text).toContain("Payment given back");
    expect((await get(`/payment-success?payment=${paymentId}`, buyer)).text).toContain("$500.00");
  });

  it("records a refund by hand under its reference", async () => {
    const { paymentId, page } = await dueByHand();
    const { text } = await get(page, people.operator);
    for (const words of ["Record a refund made by hand", "Send $12.00 from our bank first"])
      expect(text).toContain(words);
    const missing = await post(page, people.operator, { intent: "manual", reference: "  " });
    expect([missing.status, missing.text.includes("Enter the reference")]).toEqual([400, true]);
    const fields = { intent: "manual", reference: `TRX-${paymentId}` };
    expect((await post(page, people.operator, fields)).status).toBe(303);
    expect(await stateOf(paymentId)).toBe("refunded");
  });

  it("has it read again at the provider, and the answer is acted on", async () => {
    const { paymentId, page } = await bought();
    shop.stripe.chargeFor(paymentId).dispute = "open";
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    expect((await post(page, people.operator, { intent: "reread" })).status).toBe(303);
    await runWork();
    vi.mocked(Date.now).mockRestore();
    expect(await stateOf(paymentId)).toBe("disputed");
    expect((await get(page, people.operator)).text).toContain("Payment reread");
  });
});

describe("the console's certificates", () => {
  async function held({ hoursAgo = 1, ...more }: { certificate?: "pending"; hoursAgo?: number } = {}) {
    const holder = await signIn(context);
    const [code, caskId] = [newCertificateCode(), await putCask(context)];
    const purchasedAtMs = Date.now() - hoursAgo * HOUR_MS;
    const stake = await giveStake(context, holder, caskId, { code, purchasedAtMs, ...more });
    const page = `/operator/certificates/${stake.certificateId}`;
    const act = (fields: Record<string, string>) => post(page, people.operator, fields);
    return { holder, code, page, act, ...stake };
  }
  const statesOf = (stakeId: string) =>
    db.all<{ id: string; state: string; withheld: number; code: string }>(sql`SELECT id, state, withheld, code
      FROM certificates WHERE stake_id = ${stakeId} ORDER BY created_at_ms, id`);
  const verdict = async (code: string) => /<h1[^>]*>([^<]+)</.exec((await app.ask(`/verify/${code}`)).text)?.[1];

  it("are counted where not issued within 48 hours, oldest first, on the overview too", async () => {
    const ids = [];
    for (const hoursAgo of [60, 50, 47]) ids.push((await held({ certificate: "pending", hoursAgo })).certificateId);
    const { text } = await get("/operator/certificates?state=pending", people.operator);
    const places = ids.map((id) => text.indexOf(id));
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(text).toContain("late 12 h");
    const late = "Certificates not issued in time";
    expect((await get("/operator", people.operator)).text).toMatch(new RegExp(`${late}[^]*?>2<`));
    await runWork();
    expect((await get("/operator", people.operator)).text).not.toContain(late);
  });

  it("are replaced once: the new code is valid, the old one says that it was replaced, the holder is told", async () => {
    const pending = await held({ certificate: "pending" });
    const early = await pending.act({ intent: "reissue" });
    expect([early.status, early.text.includes("cannot be replaced")]).toEqual([409, true]);
    const { act, stakeId, code, holder } = await held();
    const twice = await Promise.all([1, 2].map(() => act({ intent: "reissue" })));
    const [old, fresh, ...more] = await statesOf(stakeId);
    const answer = [303, `/operator/certificates/${fresh?.id}`];
    expect(twice.map(({ status, location }) => [status, location])).toEqual([answer, answer]);
    expect([old?.state, fresh?.state, more]).toEqual(["void", "pending", []]);
    await runWork();
    expect(await verdict(code)).toBe("This certificate was replaced");
    expect(await verdict(fresh?.code ?? "")).toBe("This certificate is valid");
    expect(context.mailer.to(holder.email).some(({ subject }) => /certificate is ready/.test(subject))).toBe(true);
  });

  it("are made void with a reason for everyone, keep their stake, and can be made again", async () => {
    const { act, page, certificateId, stakeId, code, holder } = await held();
    const empty = await act({ intent: "void", reason: " " });
    expect([empty.status, empty.text.includes("Enter the reason")]).toEqual([400, true]);
    const fields = { intent: "void", reason: "Printed for the wrong person." };
    for (let tap = 0; tap < 2; tap++) expect((await act(fields)).status).toBe(303);
    expect((await act({ ...fields, reason: "Other." })).status).toBe(409);
    expect(await statesOf(stakeId)).toMatchObject([{ state: "void", withheld: 1 }]);
    expect(await db.all(sql`SELECT state FROM stakes WHERE id = ${stakeId}`)).toEqual([{ state: "active" }]);
    expect(await verdict(code)).toBe("This certificate is no longer valid");
    expect((await get("/wallet?tab=portfolio", holder)).text).toContain("Certificate no longer valid");
    expect((await get(`/certificates/${certificateId}.pdf`, holder)).status).toBe(404);
    expect((await get(page, people.operator)).text).toContain("Make a new certificate");
    expect((await act({ intent: "reissue" })).status).toBe(303);
    await runWork();
    expect(await statesOf(stakeId)).toMatchObject([
      { state: "void", withheld: 0 },
      { state: "issued", withheld: 0 },
    ]);
  });
});

import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn, signInAs, signInStaff } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";

// Payments through the console's own pages: the list, one payment's whole story, and what an operator may do with it.

const app = openApp();
const shop = openShop();
const { context } = shop;
let people: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => void (people = await signInStaff(context)));
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
const pageOf = (paymentId: string) => `/operator/payments/${paymentId}`;
const act = (paymentId: string, as: Person, fields: Record<string, string>) =>
  app.ask(pageOf(paymentId), {
    method: "POST",
    headers: { Cookie: as.cookie, Origin: ORIGIN },
    body: new URLSearchParams(fields),
  });

/** The settlement Worker's work; the app's clock is the real one. */
async function runWork(): Promise<void> {
  context.clock.nowMs = Math.max(context.clock.nowMs, Date.now());
  await relayOutbox(shop.settlement, { most: 100 });
}

const stateOf = async (paymentId: string) =>
  (await context.db.all<{ state: string }>(sql`SELECT state FROM payments WHERE id = ${paymentId}`))[0]?.state;
const logOf = (paymentId: string) =>
  context.db.all<{ action: string; actor: string; detail: string | null }>(
    sql`SELECT action, actor, detail FROM audit_log WHERE subject = ${`payment:${paymentId}`} ORDER BY created_at_ms, id`,
  );

async function bought(paymentMode = "Bank", cents?: number) {
  const buyer = await signIn(context);
  await shop.buy(buyer, { cask: await putCask(context, { name: "Story Cask" }), paymentMode });
  const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
  shop[paymentMode === "Bank" ? "stripe" : "copperx"].pay(paymentId, cents === undefined ? {} : { cents });
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  return { buyer, paymentId };
}

/** Too little arrived by crypto, which its provider cannot refund. */
async function dueByHand() {
  shop.copperx.refundStatus = "manual";
  return bought("Crypto", 1_200);
}

describe("the list of payments", () => {
  it("counts those that need a person on every page, and lists them with the reason, oldest first", async () => {
    const due = [await dueByHand(), await dueByHand()].map(({ paymentId }) => paymentId);
    const { text } = await get("/operator/payments?state=needs-a-person", people.operator);
    expect(text).toContain("Send the money back by hand");
    expect(due.map((paymentId) => text.includes(paymentId))).toEqual([true, true]);
    expect((await get("/operator", people.operator)).text).toContain("Payments that need a person");
  });
});

describe("the page of one payment", () => {
  it("tells its whole story in order, and leads on to buyer, cask and certificate", async () => {
    const { buyer, paymentId } = await bought();
    const { text, status } = await get(pageOf(paymentId), people.reader);
    expect(status).toBe(200);
    const [certificate] = await context.db.all<{ id: string }>(
      sql`SELECT certificates.id FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`,
    );
    const story = [
      "Payment settled",
      "$500.00 from “held by stripe” to “received and not yet applied”",
      "$500.00 from “received and not yet applied” to “stakes sold”",
      "2,000 tokens",
      "Email to the buyer: payment settled",
    ];
    expect(story.map((words) => text.indexOf(words) > 0)).toEqual(story.map(() => true));
    expect(text.indexOf("from “held by stripe”")).toBeLessThan(text.indexOf("to “stakes sold”"));
    for (const href of [
      `/operator/users/${buyer.userId}`,
      `/operator/certificates/${certificate?.id}`,
      "/operator/casks/csk_",
    ])
      expect(text).toContain(href);
    expect(text).toContain("You can look, but not change anything.");
    expect(text).not.toMatch(/<form[^>]*method="post"/);
  });
});

describe("what an operator does with a payment", () => {
  it("gives it back less the fee that was agreed on, once the page has told what that leaves", async () => {
    const now = context.clock.nowMs;
    context.clock.nowMs = Date.now() - 20 * 86_400_000;
    const { buyer, paymentId } = await bought();
    context.clock.nowMs = now;
    const give = (fee: string, more = {}) =>
      act(paymentId, people.operator, { intent: "refund", reason: "Cancelled.", fee, ...more });
    const wrong = await give("a tenth");
    expect([wrong.status, wrong.text.includes('value="a tenth"')]).toEqual([400, true]);
    expect((await give("250.01")).text).toContain("At most $250.00 may be kept.");
    expect((await give("250.01", { seen: "25001" })).status).toBe(409);
    const told = await give("25");
    for (const words of [
      "keeps $25.00 of the $500.00",
      "refunds $475.00",
      "Refund $475.00, keep $25.00",
      'value="2500"',
    ])
      expect(told.text).toContain(words);
    // Another fee than the one that was told is told first.
    await give("30", { seen: "2500" });
    expect(await stateOf(paymentId)).toBe("settled");
    expect((await give("25", { seen: "2500" })).status).toBe(303);
    await runWork();
    expect(await stateOf(paymentId)).toBe("refunded");
    expect((await get(pageOf(paymentId), people.operator)).text).toContain("Cancellation fee kept");
    const back = { ...buyer, cookie: await signInAs(context, buyer.userId) };
    const seen = (await get(`/payment-success?payment=${paymentId}`, back)).text;
    expect([seen.includes("$475.00"), seen.includes("Cancellation fee, kept")]).toEqual([true, true]);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    expect((await get(`/statements/${day(25)}--${day(0)}.csv`, back)).text).toContain(
      "Cancellation fee, kept from a refund: Story Cask",
    );
    await expectInvariants(context.db);
  });

  it("gives it back once; the reason is required and kept, and the log says who", async () => {
    const { paymentId } = await bought();
    const empty = await act(paymentId, people.operator, { intent: "refund", reason: "" });
    expect([empty.status, await stateOf(paymentId)]).toEqual([400, "settled"]);
    expect(empty.text).toContain("Enter the reason");
    const fields = { intent: "refund", reason: "Bought by mistake." };
    const twice = await Promise.all([act(paymentId, people.operator, fields), act(paymentId, people.operator, fields)]);
    expect(twice.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, pageOf(paymentId)]));
    expect(await logOf(paymentId)).toContainEqual({
      action: "payment-given-back",
      actor: `operator:${people.operator.userId}`,
      detail: "Bought by mistake.",
    });
    await runWork();
    expect(await stateOf(paymentId)).toBe("refunded");
    const other = await act(paymentId, people.second, { intent: "refund", reason: "Again." });
    expect(other.status).toBe(409);
    expect(other.text).toContain("Someone else has refunded it in the meantime.");
    expect((await get(pageOf(paymentId), people.operator)).text).toContain("Payment given back");
    await expectInvariants(context.db);
  });

  it("records a refund by hand under its reference, once, keeping what was typed", async () => {
    const { paymentId } = await dueByHand();
    const page = (await get(pageOf(paymentId), people.operator)).text;
    expect(page).toContain("Record a refund made by hand");
    expect(page).toContain("Send $12.00 from our bank first");
    const missing = await act(paymentId, people.operator, { intent: "manual", reference: "  " });
    expect([missing.status, missing.text.includes("Enter the reference")]).toEqual([400, true]);
    const fields = { intent: "manual", reference: `TRX-${paymentId}` };
    for (let tap = 0; tap < 2; tap++) expect((await act(paymentId, people.operator, fields)).status).toBe(303);
    expect(await stateOf(paymentId)).toBe("refunded");
    const other = await act(paymentId, people.second, { intent: "manual", reference: "TRX-other" });
    expect([other.status, other.text.includes("under another reference")]).toEqual([409, true]);
    await expectInvariants(context.db);
  });

  it("has it read again at the provider, once a minute, and the answer is acted on", async () => {
    const buyer = await signIn(context);
    await shop.buy(buyer, { cask: await putCask(context) });
    const paymentId = (await shop.paymentsOf(buyer))[0]?.id ?? "";
    shop.stripe.pay(paymentId);
    const asked = await Promise.all([1, 2].map(() => act(paymentId, people.operator, { intent: "reread" })));
    expect(asked.map(({ status }) => status)).toEqual([303, 303]);
    const rows = await context.db.all(
      sql`SELECT id FROM outbox WHERE kind = 'reread-payment' AND id LIKE ${`%${paymentId}%`}`,
    );
    expect([1, 2]).toContain(rows.length);
    await runWork();
    expect(await stateOf(paymentId)).toBe("settled");
    shop.stripe.chargeFor(paymentId).dispute = "open";
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    await act(paymentId, people.operator, { intent: "reread" });
    await runWork();
    expect(await stateOf(paymentId)).toBe("disputed");
    expect((await get(pageOf(paymentId), people.operator)).text).toContain("Payment reread");
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { groupCode } from "~/domain/certificate-code";
import { sold } from "../../support/given-back";
import type { Person } from "../../support/people";
import { formsIn, linksIn, visibleText } from "../../support/read-html";
import { openShop } from "../../support/shop";
import { hiddenIn, openConsole } from "../operator/support/console";

// Cancelling a purchase from the public page, without JavaScript and without an account, up to the refund.

const shop = openShop();
const { app, context, people: staff, get, post } = openConsole(shop.context);

const PAGE = "/cancel-purchase";
let serial = 0;
const asked = (code: string, more: Record<string, string> = {}) => ({
  name: "Asha Rao",
  email: `canceller-${++serial}@example.com`,
  code,
  ...more,
});
const send = (fields: Record<string, string>, as: Person | null = null, ip?: string) =>
  app.submit(PAGE, fields, { cookie: as?.cookie, ip });
const valuesIn = (text: string) =>
  Object.fromEntries(
    formsIn(text).flatMap(({ fields }) => fields.map(({ name, value }): [string, string] => [name, value])),
  );
const requestsFrom = (email: string) =>
  context.db.all<{ id: string; number: string; kind: string; paymentId: string | null; userId: string | null }>(
    sql`SELECT id, number, kind, payment_id AS paymentId, user_id AS userId FROM support_requests WHERE email = ${email}`,
  );
const codeOf = async (paymentId: string) => {
  const [found] = await context.db.all<{ code: string }>(sql`SELECT code
    FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`);
  return found?.code ?? "none";
};
async function relay() {
  context.clock.nowMs = Math.max(context.clock.nowMs, Date.now());
  await relayOutbox(shop.settlement, { most: 100 });
}

describe("cancelling a purchase", () => {
  it("leads in two steps to a receipt, a request that is due in 14 days, and the whole refund", async () => {
    const { buyer, paymentId } = await sold(shop);
    const trips = app.trips.count;
    const page = await app.ask(PAGE);
    expect([page.status, app.trips.count - trips]).toEqual([200, 0]);
    const fields = asked(groupCode(await codeOf(paymentId)).toUpperCase(), { email: buyer.email });
    const step = await send(fields);
    expect(step.status).toBe(200);
    expect(visibleText(step.text)).toContain("Nothing has been cancelled yet.");
    expect(await requestsFrom(buyer.email)).toEqual([]);
    const confirmed = { ...hiddenIn(step.text, "Confirm cancellation"), intent: "confirm" };
    const before = Date.now();
    const [sent, again] = [await send(confirmed), await send(confirmed)];
    expect([sent.status, again.location]).toEqual([303, sent.location]);
    const [request, ...more] = await requestsFrom(buyer.email);
    expect([request, more]).toMatchObject([{ kind: "cancellation", paymentId, userId: null }, []]);
    expect(visibleText((await app.ask(sent.location ?? "")).text)).toContain(groupCode(request?.number ?? "none"));

    await relay();
    const receipt = context.mailer.to(buyer.email).at(-1);
    expect(receipt?.subject).toBe(`We have your cancellation ${groupCode(request?.number ?? "")}`);
    const told = receipt?.text.replaceAll("\n", " ");
    expect(told).toContain(`I, Asha Rao, cancel my purchase with the code ${await codeOf(paymentId)}.`);
    expect(told).toContain(`, ${new Date(before).toISOString().slice(11, 14)}`);

    const list = (await get("/operator/support", staff.operator)).text;
    expect(list).toMatch(new RegExp(`${request?.id}[^]*?due in 14 days`));
    const own = `/operator/support/${request?.id}`;
    const link = `/operator/payments/${paymentId}`;
    const review = (await get(own, staff.operator)).text;
    expect([review.includes(`href="${link}"`), review.includes("another address")]).toEqual([true, false]);
    await post(link, staff.operator, { intent: "refund", reason: "Cancelled within 14 days." });
    await relay();
    expect(visibleText((await get(own, staff.operator)).text)).toMatch(/pay_\w+ refunded/);
    expect(shop.stripe.chargeFor(paymentId).refunds.map(({ cents }) => cents)).toEqual([50_000]);
    await post(own, staff.operator, { intent: "close" });
  });

  it("answers an unknown code in the same words, with as many trips and statements, and no less work", async () => {
    const { paymentId } = await sold(shop);
    const told: string[][] = [];
    for (const code of [paymentId, await codeOf(paymentId), "pay_00000000000000000000000000", "kmpq2345kmpq2345"]) {
      const fields = { ...asked(code), email: `same-${told.length}@example.com` };
      const trips = app.trips.count;
      const step = await send(fields);
      const sent = await send({ ...fields, intent: "confirm" });
      const [{ number = "" } = {}] = await requestsFrom(fields.email);
      const shown = await app.ask(sent.location ?? "");
      const same = [step.text, shown.text].map((text) =>
        visibleText(text)
          .replaceAll(code, "CODE")
          .replaceAll(fields.email, "EMAIL")
          .replaceAll(groupCode(number), "NUMBER"),
      );
      told.push([...same, `${step.status} ${sent.status} ${app.trips.count - trips}`]);
    }
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]?.[2]).toBe("200 303 2");
    const [unknown] = await requestsFrom("same-3@example.com");
    const review = await get(`/operator/support/${unknown?.id}`, staff.operator);
    expect(review.text).toContain("No payment or certificate has this code");
  });

  it("says to the operator that somebody else than the buyer wrote", async () => {
    const { paymentId } = await sold(shop);
    const fields = asked(paymentId);
    await send({ ...fields, intent: "confirm" });
    const [request] = await requestsFrom(fields.email);
    expect((await get(`/operator/support/${request?.id}`, staff.operator)).text).toContain("ask the buyer before");
  });

  it("has the code filled in by the link that led here, and belongs to the account that sends it", async () => {
    const { buyer, paymentId } = await sold(shop);
    const [stake] = await context.db.all<{ id: string }>(sql`SELECT id FROM stakes WHERE payment_id = ${paymentId}`);
    for (const [path, href] of [
      ["/wallet?tab=portfolio", PAGE],
      [`/stakes/${stake?.id}`, `${PAGE}?code=${paymentId}`],
    ] as const)
      expect(linksIn((await get(path, buyer)).text)).toContainEqual({ text: "Cancel a purchase", href });
    const led = (await get(`${PAGE}?code=kmpq2345kmpq2345`, buyer)).text;
    expect(valuesIn(led).code).toBe("kmpq2345kmpq2345");
    await send({ ...asked(paymentId, { email: buyer.email }), intent: "confirm" }, buyer);
    expect((await requestsFrom(buyer.email))[0]?.userId).toBe(buyer.userId);
  });

  it("says what is missing and keeps what was typed, takes no links in a name, and at most ten an hour from a network", async () => {
    const wrong = await send({ name: "https://evil.example", email: "asha@", code: "?" });
    expect(wrong.status).toBe(400);
    for (const part of ["no links", "as it is printed", 'value="asha@"', 'value="https://evil.example"'])
      expect(wrong.text).toContain(part);
    expect((await send({})).status).toBe(400);
    const dotted = await send(asked("kmpq2345kmpq2345", { name: "evil.example" }));
    expect(visibleText(dotted.text)).toContain("I, evil. example, cancel");
    const from = "203.0.113.77";
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++)
      statuses.push((await send({ ...asked("kmpq2345kmpq2345"), intent: "confirm" }, null, from)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
  });
});

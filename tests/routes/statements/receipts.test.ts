import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import "~/areas/holdings/papers/render-paper";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { readPdfRows } from "../../support/read-pdf-rows";
import { openApp } from "../../support/serve-app";
import { keepLogQuiet } from "../../support/quiet-log";

const app = openApp();
const context = createTestContext();
keepLogQuiet();

const now = formatDate(dateOf(context.nowMs()));
let person: Person;
let paymentId = "";

async function receipt(id: string, who: Person) {
  const answer = await app.raw(`/receipts/${id}.pdf`, { headers: { Cookie: who.cookie } });
  return {
    status: answer.status,
    rows: answer.ok ? await readPdfRows(new Uint8Array(await answer.arrayBuffer())) : [],
  };
}

beforeAll(async () => {
  person = await signIn(context);
  await context.db.run(
    sql`UPDATE users SET full_name = 'Asha Rao', address = '4 Lane\n560001 Bengaluru' WHERE id = ${person.userId}`,
  );
  ({ paymentId } = await giveStake(
    context,
    person,
    await putCask(context, { name: "Loch Ardel Hogshead", totalStakes: 60 }),
  ));
});

describe("a receipt", () => {
  it("says who paid whom, when, for what and how much", async () => {
    const { status, rows } = await receipt(paymentId, person);
    expect(status).toBe(200);
    for (const row of [
      "Receipt",
      `Payment ${paymentId}`,
      "To | Asha Rao",
      "4 Lane",
      "560001 Bengaluru",
      `Paid on | ${now}`,
      "Paid by | Card",
      "State | Paid",
      "Loch Ardel Hogshead | $500.00",
      "Stake 1 of 60",
      "Total, in US dollars | $500.00",
      "Cancel a purchase: https://dunnage.example/cancel-purchase",
    ])
      expect(rows).toContain(row);
  });

  it("of a payment that was taken back says so", async () => {
    await context.db.run(sql`UPDATE payments SET provider_payment_id = 'pi_back' WHERE id = ${paymentId}`);
    const event = { eventId: "evt_back", providerPaymentId: "pi_back", refundedCents: 10 ** 9 } as const;
    expect(await reversePayment(context, event)).toBe("reversed");
    const { rows } = await receipt(paymentId, person);
    expect(rows).toContain("State | Paid and refunded");
    expect(rows).toContain(`${now} | Received | $500.00`);
    expect(rows).toContain(`${now} | Sent back | −$500.00`);
  });

  it("is no one else's, and only of a payment that was made", async () => {
    const stranger = await signIn(context);
    expect((await receipt(paymentId, stranger)).status).toBe(404);
    await context.db
      .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_unpaid', ${person.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
    for (const id of ["pay_unpaid", "pay_none", "../x"]) expect((await receipt(id, person)).status, id).toBe(404);
  });
});

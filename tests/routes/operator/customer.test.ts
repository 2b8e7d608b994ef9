import { describe, expect, it } from "vitest";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { requestBalance } from "../../support/withdrawals";
import { openCustomerPages } from "./support/customer-pages";

const { context, people, get, pageOf } = openCustomerPages();

describe("the page of a customer", () => {
  it("lists payments, withdrawals and requests, the latest first, with what the balances are made of", async () => {
    const investor = await signIn(context);
    const caskId = await putCask(context, { name: "Carsevane 2011" });
    const { paymentId } = await giveStake(context, investor, caskId);
    await creditWallet(context, investor, 200_000);
    const { withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 200_000 });
    await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
      VALUES ('sup_waits', 'kmpq9345', '${investor.userId}', 'n', 'n@example.com', 'other', 'm', 'c', 1)`);
    const { text } = await get(pageOf(investor), people.reader);
    const [, matters = ""] = /<section id="matters"(.*?)<\/section>/s.exec(text) ?? [];
    expect([...matters.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).sort()).toEqual(
      [
        `/operator/payments/${paymentId}`,
        `/operator/support/sup_waits`,
        `/operator/withdrawals/${withdrawalId}`,
      ].sort(),
    );
    expect(matters.lastIndexOf("href=")).toBe(matters.indexOf('href="/operator/support/sup_waits"'));
    for (const said of ["Carsevane 2011", "$2,000.00", "To answer", "Settled"]) expect(matters, said).toContain(said);
    const [, bookings = ""] = /<section id="bookings"(.*?)<\/section>/s.exec(text) ?? [];
    expect(bookings).toContain("−$2,000.00");
  });
});

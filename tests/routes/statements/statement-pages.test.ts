import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { dateOf, DAY_MS, formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { createTestContext } from "../../support/context";
import { effort } from "../../support/effort";
import { giveStake, monthsAgo, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { readPdfRows } from "../../support/read-pdf-rows";
import { buyOffer, passHold, putOffer } from "../../support/resale";
import { openApp } from "../../support/serve-app";
import "~/areas/holdings/papers/render-paper";

// Statements that are long (in the long form of fifty stakes and five hundred movements) or about resales; and receipts.

const app = openApp();
const context = createTestContext();

async function fetchFile(path: string, who: Person) {
  const answer = await app.raw(path, { headers: { Cookie: who.cookie } });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
const rowsOf = async (path: string, who: Person) => readPdfRows((await fetchFile(path, who)).bytes);

describe("a long statement", () => {
  const { db } = context;
  const CASKS = 10;
  const STAKES = effort(10, 50);
  const MOVEMENTS = effort(100, 500);
  const today = dateOf(context.nowMs());
  let person: Person;

  beforeAll(async () => {
    person = await signIn(context);
    const casks: string[] = [];
    for (let n = 0; n < CASKS; n++) {
      const caskId = await putCask(context, { totalStakes: 200, name: `Cask ${n}` });
      casks.push(caskId);
      await value(context, caskId, addMonths(today, -2), 52_000 + n * 100, "modelled");
    }
    for (let n = 0; n < STAKES; n++)
      await giveStake(context, person, casks[n % CASKS] ?? "", { purchasedAtMs: monthsAgo(context, 30) + n * DAY_MS });
    // A promotion a day.
    await db.run(sql`WITH RECURSIVE days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n < ${MOVEMENTS} - 1)
      INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'promotion:' || n, 'house:promotions', ${`user:${person.userId}:wallet`}, 100 + n, 'USD', 'promotion', 'promotion:' || n,
        ${monthsAgo(context, 20)} + n * ${DAY_MS} FROM days`);
  });

  const isHead = (row: string) => row.startsWith("Dunnage | Statement, ");
  const isFoot = (row: string) => /\| \d+ of \d+$/.test(row);

  it("has many pages, each with its head, its number and the heads of the table that goes on", async () => {
    const { bytes } = await fetchFile(`/statements/2020-01-01--${today}.pdf`, person);
    const rows = await readPdfRows(bytes);
    const feet = rows.flatMap((row, at) => (isFoot(row) ? [at] : []));
    expect(feet.length).toBeGreaterThan(effort(3, 15));
    expect(feet.length).toBeLessThan(effort(15, 40));
    expect(bytes.length).toBeLessThan(600_000);
    for (const [page, at] of feet.entries()) expect(rows[at]).toMatch(new RegExp(`\\| ${page + 1} of ${feet.length}$`));
    for (const at of feet.slice(0, -1)) {
      expect(isHead(rows[at + 1] ?? "")).toBe(true);
      // What goes on begins with its heads: a sum, too, and never a row alone.
      const isTable = /^(Stake \| Bought on|Date \| (What|For|Fee) \|)/.test(rows[at + 2] ?? "");
      const isSection = /^(Property|Cash|Paid|Fees|Returns|What this)/.test(rows[at + 2] ?? "");
      const isText = !/[\u2212$]\d/.test(rows[at + 2] ?? "");
      expect(isTable || isSection || isText, rows[at + 2]).toBe(true);
      expect(rows.slice(at + 1, at + 4).some((row) => row.startsWith("At the end of "))).toBe(false);
    }
    const moved = rows.filter((row) => /^\d+ \w+ \d{4} \| Promotion, a gift from us \| \$/.test(row));
    expect(moved).toHaveLength(MOVEMENTS);
    const cents = moved.reduce((sum, row) => sum + Math.round(Number(row.split("$")[1]) * 100), 0);
    const sum = `At the end of ${formatDate(today)} | $${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    expect(rows).toContain(sum);
  });
});

it("a seller's statement has what was sold, its fee and its gain, and what was still on hold at the end", async () => {
  const { clock } = context;
  const nowMs = clock.nowMs;
  const day = (daysAgo: number) => dateOf(nowMs - daysAgo * DAY_MS);
  const [seller, buyer] = [await signIn(context), await signIn(context)];
  clock.nowMs = nowMs - 100 * DAY_MS;
  const cask = await putCask(context, { name: "Resold Hogshead" });
  await value(context, cask, "2026-01-01", 52_000);
  const { stakeId } = await giveStake(context, seller, cask);
  const offerId = await putOffer(context, stakeId, 52_000);
  clock.nowMs = nowMs - 90 * DAY_MS;
  await buyOffer(context, offerId, buyer);
  await passHold(context);
  clock.nowMs = nowMs;

  const rows = (await rowsOf(`/statements/${day(120)}--${day(0)}.pdf`, seller)).join("\n");
  for (const said of [
    "Stake sold to another investor, less the | Resold Hogshead | $512.20",
    "Sold to another investor | Resold Hogshead | −$500.00",
    "Fee for a stake sold to another investor | Resold Hogshead | $7.80",
    "Casks and stakes sold or bought back: above or below what the stakes cost | $12.20",
  ])
    expect(rows).toContain(said);
  expect((await rowsOf(`/statements/${day(95)}--${day(60)}.pdf`, seller)).join(" ")).toContain(
    "$512.20 from stakes you sold to other investors was on hold at the end, and $0.00 before",
  );
});

describe("a receipt", () => {
  const now = formatDate(dateOf(context.nowMs()));
  let person: Person;
  let paymentId = "";

  beforeAll(async () => {
    person = await signIn(context);
    await context.db.run(
      sql`UPDATE users SET full_name = 'Asha Rao', address = '4 Lane\n560001 Bengaluru' WHERE id = ${person.userId}`,
    );
    const caskId = await putCask(context, { name: "Loch Ardel Hogshead", totalStakes: 60 });
    ({ paymentId } = await giveStake(context, person, caskId));
  });

  it("says who paid whom, when, for what and how much", async () => {
    const rows = await rowsOf(`/receipts/${paymentId}.pdf`, person);
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
    const rows = await rowsOf(`/receipts/${paymentId}.pdf`, person);
    expect(rows).toContain("State | Paid and refunded");
    expect(rows).toContain(`${now} | Received | $500.00`);
    expect(rows).toContain(`${now} | Sent back | −$500.00`);
  });

  it("exists only for a payment that was made", async () => {
    await context.db
      .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_unpaid', ${person.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
    for (const id of ["pay_unpaid", "pay_none", "../x"])
      expect((await fetchFile(`/receipts/${id}.pdf`, person)).status, id).toBe(404);
  });
});

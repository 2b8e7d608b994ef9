import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { createTestContext } from "../../support/context";
import { effort } from "../../support/effort";
import { giveStake, monthsAgo, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { readPdfRows } from "../../support/read-pdf-rows";
import { buyOffer, passHold, putOffer } from "../../support/resale";
import { openApp } from "../../support/serve-app";
import "~/areas/holdings/papers/render-paper";

// Statements that are long (in the long form of fifty stakes and five hundred movements), hard to set or about resales; and receipts.

const app = openApp();
const context = createTestContext();
keepLogQuiet();

describe("a long statement", () => {
  const { db } = context;

  const CASKS = 10;
  const STAKES = effort(10, 50);
  const MOVEMENTS = effort(100, 500);
  const today = dateOf(context.nowMs());
  const all = `2020-01-01--${today}`;
  const casks: string[] = [];
  let person: Person;

  /** A promotion a day. */
  async function moveOften(who: Person, times: number) {
    const wallet = `user:${who.userId}:wallet`;
    const startMs = monthsAgo(context, 20);
    for (let from = 0; from < times; from += 50)
      await db.batch(
        Array.from({ length: Math.min(50, times - from) }, (_, i) => {
          const n = from + i;
          const id = `promotion:${who.userId}-${n}`;
          return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
          VALUES (${id}, 'house:promotions', ${wallet}, ${100 + n}, 'USD', 'promotion', ${id}, ${startMs + n * 86_400_000})`);
        }) as [ReturnType<typeof db.run>],
      );
  }

  const fetchFile = async (path: string, who = person) => {
    const { count, rowsRead } = app.trips;
    const answer = await app.raw(path, { headers: { Cookie: who.cookie } });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.status, path).toBe(200);
    return { bytes, trips: app.trips.count - count, rowsRead: app.trips.rowsRead - rowsRead };
  };

  beforeAll(async () => {
    person = await signIn(context);
    for (let n = 0; n < CASKS; n++) {
      const caskId = await putCask(context, { totalStakes: 200, name: `Cask ${n}` });
      casks.push(caskId);
      await value(context, caskId, addMonths(today, -2), 52_000 + n * 100, "modelled");
    }
    for (let n = 0; n < STAKES; n++)
      await giveStake(context, person, casks[n % CASKS] ?? "", {
        purchasedAtMs: monthsAgo(context, 30) + n * 86_400_000,
      });
    await moveOften(person, MOVEMENTS);
  });

  const isHead = (row: string) => row.startsWith("Dunnage | Statement, ");
  const isFoot = (row: string) => /\| \d+ of \d+$/.test(row);

  describe("many stakes and movements", () => {
    it("stand on many pages, each with its head, its number and the heads of the table that goes on", async () => {
      const { bytes, trips } = await fetchFile(`/statements/${all}.pdf`);
      const rows = await readPdfRows(bytes);
      const feet = rows.flatMap((row, at) => (isFoot(row) ? [at] : []));
      expect(trips).toBe(1);
      expect(feet.length).toBeGreaterThan(effort(3, 15));
      expect(feet.length).toBeLessThan(effort(15, 40));
      expect(bytes.length).toBeLessThan(600_000);
      for (const [page, at] of feet.entries())
        expect(rows[at]).toMatch(new RegExp(`\\| ${page + 1} of ${feet.length}$`));
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

  describe("what is hard to set", () => {
    it.each([["श्री रविशङ्कर त्रिपाठी"], ["محمد عبدالله 🥃 Wei"]])(
      "draws a box for each letter the typeface lacks, and an amount of seven figures: %s",
      async (name) => {
        const one = await signIn(context);
        await db.run(
          sql`UPDATE users SET full_name = ${name}, name_on_certificate = NULL, address = ${`${name}\nLane 4`} WHERE id = ${one.userId}`,
        );
        await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`large ${one.userId}`}, 'house:promotions', ${`user:${one.userId}:wallet`}, 123456789, 'USD', 'promotion', 'promotion:large', ${context.nowMs()})`);
        const { paymentId } = await giveStake(context, one, casks[0] ?? "");
        const rows = await readPdfRows((await fetchFile(`/statements/${all}.pdf`, one)).bytes);
        expect(rows).toContain(`${formatDate(today)} | Promotion, a gift from us | $1,234,567.89`);
        expect(rows).toContain("Cash at risk: what we owe you | $0.00 | $1,234,567.89");
        expect(rows).toContain(`Held by | ${one.email}`);
        const receipt = await readPdfRows((await fetchFile(`/receipts/${paymentId}.pdf`, one)).bytes);
        expect(receipt).toContain("Lane 4");
        expect(receipt.some((row) => row.includes("□□"))).toBe(true);
      },
    );
  });
});

describe("the statement of a seller", () => {
  const { clock } = context;
  const DAY_MS = 86_400_000;

  let seller: Person;
  let buyer: Person;
  const day = (daysAgo: number) => new Date(clock.nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);

  async function rowsOf(who: Person, from: string, to: string) {
    const answer = await app.raw(`/statements/${from}--${to}.pdf`, { headers: { Cookie: who.cookie } });
    expect(answer.status).toBe(200);
    return readPdfRows(new Uint8Array(await answer.arrayBuffer()));
  }

  async function linesOf(who: Person, section: string) {
    const { status, text } = await app.ask(`/statements/${day(120)}--${day(0)}.csv`, {
      headers: { Cookie: who.cookie },
    });
    expect(status).toBe(200);
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data.filter(
      (row) => row.section === section,
    );
  }

  /** Offered 100 days ago, sold 90 days ago, paid 30 days ago. */
  beforeAll(async () => {
    const now = clock.nowMs;
    [seller, buyer] = [await signIn(context), await signIn(context)];
    clock.nowMs = now - 100 * DAY_MS;
    const cask = await putCask(context, { name: "Resold Hogshead" });
    await value(context, cask, "2026-01-01", 52_000);
    const { stakeId } = await giveStake(context, seller, cask);
    const offerId = await putOffer(context, stakeId, 52_000);
    clock.nowMs = now - 90 * DAY_MS;
    await buyOffer(context, offerId, buyer);
    await passHold(context);
    clock.nowMs = now;
  });

  it("has the stake that was sold, the fee, what came into the wallet and what it gained", async () => {
    expect(await linesOf(seller, "cash")).toContainEqual(
      expect.objectContaining({
        what: "Stake sold to another investor, less the fee and returns already paid on it",
        ...{ cask: "Resold Hogshead", stake: "Stake 1 of 10", amount_usd: "512.20" },
      }),
    );
    expect(await linesOf(seller, "property")).toContainEqual(
      expect.objectContaining({ what: "Sold to another investor", amount_usd: "-500.00" }),
    );
    expect(await linesOf(seller, "fees")).toMatchObject([
      { what: "Fee for a stake sold to another investor", amount_usd: "7.80" },
    ]);
    expect(await linesOf(seller, "returns")).toContainEqual(
      expect.objectContaining({
        what: "Casks and stakes sold or bought back: above or below what the stakes cost",
        amount_usd: "12.20",
      }),
    );
  });

  it("that ends before the money is in the wallet says what waits", async () => {
    expect((await rowsOf(seller, day(95), day(60))).join(" ")).toContain(
      "$512.20 from stakes you sold to other investors was on hold at the end, and $0.00 before",
    );
  });
});

describe("a receipt", () => {
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
    const caskId = await putCask(context, { name: "Loch Ardel Hogshead", totalStakes: 60 });
    ({ paymentId } = await giveStake(context, person, caskId));
  });

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

  it("exists only for a payment that was made", async () => {
    await context.db
      .run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_unpaid', ${person.userId}, 'joining-fee', 'Fee', 1000, 'Bank', 'stripe', 1, 1, 1)`);
    for (const id of ["pay_unpaid", "pay_none", "../x"]) expect((await receipt(id, person)).status, id).toBe(404);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { renderMail } from "~/mail/render-mail";
import { giveUpCarry } from "~/areas/market/resale/give-up-carry";
import { noticeTable } from "~/areas/notices/inside/notice-table";
import type { Notice } from "~/areas/notices/inside/notice";
import type { OrderAsked } from "~/areas/market/resale/order-form";
import { openExits, soldToday } from "../../support/exits";
import { creditWallet } from "../../support/holdings";
import { NEXT_OPENS, ROUND_CLOSES, setMarketOpen } from "../../support/market";
import { openSession } from "../../support/open-session";
import type { Person } from "../../support/people";
import { buy, openResaleMarket, sell, WALLET } from "../../support/resale-market";

// What the two sides of a round are told of it.

const market = openResaleMarket();
const { context, db, runAt, nextOf } = market;
const PAID = Date.parse("2026-12-21T12:00:00Z");

let person: Person;
let other: Person;
let caskId: string;
let stakeIds: string[];

beforeAll(() => setMarketOpen(db, true));
beforeEach(async () => {
  ({ person, other, caskId, stakeIds } = await market.begin());
  await creditWallet(context, other, WALLET);
});

const place = (asked: OrderAsked, who: Person = person) => market.place(caskId, who, asked);
const toPhone = (who: Person) =>
  db.run(
    sql`UPDATE users SET email = NULL, phone = ${`9198${who.userId.replace(/\D/g, "").padEnd(8, "0").slice(0, 8)}`} WHERE id = ${who.userId}`,
  );

type Kind = "order-ended" | "order-carried" | "order-not-carried" | "proceeds-credited";
/** Whether the outbox has it, and what it says. */
async function told(kind: Kind, number: number): Promise<Notice | "not-told"> {
  const [row] = await db.all(sql`SELECT 1 FROM outbox WHERE id = ${`send-notice:${kind}:${number}`}`);
  const { compose } = noticeTable[kind];
  if (!row || !compose) return "not-told";
  return compose(context, [String(number)]);
}
async function mailOf(kind: Kind, number: number) {
  const notice = await told(kind, number);
  if (typeof notice === "string" || !("mail" in notice)) throw new Error(`no mail: ${JSON.stringify(notice)}`);
  return { to: notice.to, subject: notice.mail.subject, text: renderMail(notice.mail).text.replace(/\s+/g, " ") };
}

describe("the result of an order", () => {
  it("tells both sides how much was filled, at which price, what it costs or brings and when, and what happens to the rest", async () => {
    const wanted = await place(buy(3), other);
    const offered = await place(sell(stakeIds, { carriesOver: false }));
    await runAt(ROUND_CLOSES);
    const bought = await mailOf("order-ended", wanted);
    expect(bought.to).toBe(other.email);
    expect(bought.subject).toMatch(/^\$1,218\.00: 2 stakes of .* bought$/);
    for (const part of [
      "Stakes: 2 of 3",
      "Price of a stake: $600.00",
      "Fee: $18.00",
      "Back in your wallet: $609.00",
      "placed again in the next round, which opens on 4 Jan 2027, 12:00 UTC",
      `/market#order-${wanted}`,
    ])
      expect(bought.text).toContain(part);
    const sold = await mailOf("order-ended", offered);
    expect(sold.to).toBe(person.email);
    expect(sold.subject).toMatch(/^\$1,182\.00: 2 stakes of .* sold$/);
    expect(sold.text).toContain("It will be in your wallet on 21 Dec 2026, 12:00 UTC.");
    expect(sold.text).not.toContain("placed again");
  });

  it("says that nothing was traded, and what happens next", async () => {
    const number = await place(buy(1));
    const plain = await place(
      sell((await market.stakesOf(other)).slice(0, 1), { limitCents: 65_000, carriesOver: false }),
      other,
    );
    await runAt(ROUND_CLOSES);
    const bid = await mailOf("order-ended", number);
    expect(bid.subject).toMatch(/: nothing was bought in the round of Dec 2026$/);
    expect(bid.text).toContain("$609.00 is back in your wallet.");
    expect(bid.text).toContain("Most rounds end like that. What is left will be placed again in the next round");
    const offer = await mailOf("order-ended", plain);
    expect(offer.text).toContain("You keep your stakes.");
    expect(offer.text).toContain("What was left of the order has ended.");
  });

  it("tells the loser of a round that traded its price", async () => {
    await place(sell(stakeIds.slice(0, 1)));
    await place(buy(1), other);
    const late = await market.newBuyer(WALLET);
    const number = await place(buy(1), late);
    await runAt(ROUND_CLOSES);
    expect((await mailOf("order-ended", number)).text).toContain(
      "The price of the round was $600.00, and nothing was left",
    );
  });

  it("says that the cask ended, or that the account was suspended, with the money that is back", async () => {
    const [one, two] = [await place(buy(1)), await place(buy(1), other)];
    await (await openExits(context)).confirmed(caskId, soldToday(context, { grossCents: 600_000 }));
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${other.userId}`);
    await runAt(ROUND_CLOSES);
    const ended = await mailOf("order-ended", one);
    expect(ended.subject).toMatch(/: your order has ended with the cask$/);
    expect(ended.text).toContain("$609.00 is back in your wallet.");
    expect((await mailOf("order-ended", two)).subject).toMatch(/: your order was left out$/);
    expect(await told("order-not-carried", one)).toBe("not-told");
  });

  it("reaches those who have a phone only, by a text message", async () => {
    await toPhone(person);
    const [bought, unfilled] = [await place(buy(1)), await place(buy(1, { limitCents: 50_000 }), other)];
    await toPhone(other);
    const seller = await market.newSeller(caskId);
    await place(sell(await market.stakesOf(seller)), seller);
    await runAt(ROUND_CLOSES);
    expect(await told("order-ended", bought)).toMatchObject({
      text: { what: "stakes bought in the market", amount: "$609.00" },
    });
    expect(await told("order-ended", unfilled)).toMatchObject({
      text: { what: "market: nothing was traded", amount: `order ${unfilled}` },
    });
  });

  it("is not told of an order that its owner withdrew", async () => {
    const number = await place(buy(1));
    await db.run(sql`UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = 1 WHERE number = ${number}`);
    expect(await told("order-ended", number)).toBe("not-told");
  });
});

describe("an order that was to be placed again", () => {
  it("is told once it is, with number, money and times, unless it was withdrawn at once", async () => {
    const number = await place(buy(2));
    await runAt(ROUND_CLOSES);
    await runAt(NEXT_OPENS);
    const next = (await nextOf(number))?.number ?? 0;
    const { text } = await mailOf("order-carried", next);
    for (const part of [`Order: ${next}`, "$1,218.00", "11 Jan 2027, 12:00 UTC", "10 Jan 2027, 12:00 UTC"])
      expect(text).toContain(part);
    await db.run(sql`UPDATE resale_orders SET state = 'withdrawn', ended_at_ms = ${NEXT_OPENS} WHERE number = ${next}`);
    expect(await told("order-carried", next)).toBe("superseded");
    expect(await told("order-not-carried", number)).toBe("not-told");
  });

  it("is told why it was not", async () => {
    const number = await place(buy(2));
    await runAt(ROUND_CLOSES);
    await setMarketOpen(db, false);
    await runAt(NEXT_OPENS);
    await setMarketOpen(db, true);
    expect((await mailOf("order-not-carried", number)).text).toContain("the market was closed for you");
  });

  it("is not told to an owner who gave it up", async () => {
    const number = await place(buy(2));
    await runAt(ROUND_CLOSES);
    await giveUpCarry({ db }, openSession(context, person.userId), number);
    expect(await told("order-not-carried", number)).toBe("not-told");
  });
});

describe("money for stakes that were sold", () => {
  it("is told once, for all of them, when it is in the wallet", async () => {
    const number = await place(sell(stakeIds));
    await place(buy(2), other);
    await runAt(ROUND_CLOSES);
    expect(await told("proceeds-credited", number)).toBe("not-told");
    await runAt(PAID);
    const { subject, text } = await mailOf("proceeds-credited", number);
    expect(subject).toMatch(/^\$1,182\.00 is in your wallet/);
    expect(text).toContain("for 2 stakes of");
    const rows = await db.all(
      sql`SELECT 1 FROM outbox WHERE notice = 'proceeds-credited' AND subject_id = ${`proceeds-credited:${number}`}`,
    );
    expect(rows).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import {
  publishRound,
  receiptOf,
  rootKey,
  rootOf,
  type Round,
  roundKey,
  type SaltedOrder,
} from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";

const name = { cask: "csk_one", round: "2026-12" };
const salt = (digit: string) => digit.repeat(32);
const orders: SaltedOrder[] = [
  { number: 9, side: "sell", limit: 10_000, quantity: 2, salt: salt("a") },
  { number: 4, side: "buy", limit: 10_500, quantity: 1, salt: salt("b") },
  { number: 7, side: "buy", limit: 9_900, quantity: 5, salt: salt("c") },
];
const sealed = (of: readonly SaltedOrder[]) =>
  of.map((order) => ({ number: order.number, receipt: receiptOf(name, order, sha256) }));
const round = (of: readonly SaltedOrder[] = orders): Round => ({
  ...name,
  opened_at: "2026-12-07T12:00:00.000Z",
  closed_at: "2026-12-14T12:00:00.000Z",
  reference: 10_200,
  fee_basis_points: 150,
  root: rootOf(sealed(of), sha256),
});

describe("a receipt", () => {
  it("is the hash of cask, round, side, limit, quantity and salt as canonical JSON, and not of the number", () => {
    const text = `{"cask":"csk_one","limit":10500,"quantity":1,"round":"2026-12","salt":"${salt("b")}","side":"buy"}`;
    const [, order = expect.fail()] = orders;
    expect(receiptOf(name, order, sha256)).toBe(sha256(text));
    expect(receiptOf(name, { ...order, number: 5 } as SaltedOrder, sha256)).toBe(sha256(text));
  });

  it.each<Partial<SaltedOrder & typeof name>>([
    { cask: "csk_two" },
    { round: "2027-01" },
    { side: "sell" },
    { limit: 10_501 },
    { quantity: 2 },
    { salt: salt("d") },
  ])("is another one with %o", (change) => {
    const [, order = expect.fail()] = orders;
    const changed = { ...name, ...order, ...change };
    expect(receiptOf(changed, changed, sha256)).not.toBe(receiptOf(name, order, sha256));
  });
});

describe("a root", () => {
  it("is the hash of numbers and receipts in order of number", () => {
    const [nine = "", four = "", seven = ""] = sealed(orders).map(({ receipt }) => receipt);
    const text = `[{"number":4,"receipt":"${four}"},{"number":7,"receipt":"${seven}"},{"number":9,"receipt":"${nine}"}]`;
    expect(rootOf(sealed(orders), sha256)).toBe(sha256(text));
  });
});

describe("a published round", () => {
  it("lists the book by number, the price and the fills", () => {
    const published = publishRound(round(), orders, sha256);
    expect(published.book.map(({ number }) => number)).toEqual([4, 7, 9]);
    expect(published).toMatchObject({
      price: 10_000,
      volume: 1,
      fills: [
        { number: 4, filled: 1 },
        { number: 9, filled: 1 },
      ],
    });
    expect(roundKey(published)).toBe("audit/market/csk_one/2026-12.json");
    expect(rootKey(published)).toBe("audit/market/csk_one/2026-12-root.json");
  });

  it("leaves out every other field of the rows it is made from", () => {
    const rows = orders.map((order) => ({ ...order, user_id: "usr_secret" }));
    const published = publishRound({ ...round(), created_by: "usr_secret" } as Round, rows, sha256);
    expect(JSON.stringify(published)).not.toContain("usr_secret");
    expect(published).toEqual(publishRound(round(), orders, sha256));
  });

  const [first = expect.fail(), ...others] = orders;
  it.each<[string, Partial<SaltedOrder>]>([
    ["order 4: number", { number: 4 }],
    ["order 0: number", { number: 0 }],
    ["order 1.5: number", { number: 1.5 }],
    ["order 9: limit", { limit: -1 }],
    ["order 9: limit", { limit: 0 }],
    ["order 9: limit", { limit: 100.5 }],
    ["order 9: limit", { limit: 100_000_000_001 }],
    ["order 9: quantity", { quantity: 0 }],
    ["order 9: quantity", { quantity: -2 }],
    ["order 9: quantity", { quantity: 1.5 }],
    ["order 9: quantity", { quantity: 1_000_001 }],
    ["order 9: salt", { salt: salt("A") }],
    ["order 9: salt", { salt: "a".repeat(31) }],
    ["order 9: salt", { salt: `x${salt("a")}` }],
    ["order 9: salt", { salt: `${salt("a")}x` }],
  ])("is refused for %s: %o", (field, change) => {
    const wrong = [{ ...first, ...change }, ...others];
    expect(() => publishRound(round(wrong), wrong, sha256)).toThrow(new RangeError(field));
  });

  it.each<[string, Partial<Round>]>([
    ["reference", { reference: 0 }],
    ["reference", { reference: 10.5 }],
    ["fee_basis_points", { fee_basis_points: -1 }],
    ["fee_basis_points", { fee_basis_points: 10_000 }],
    ["fee_basis_points", { fee_basis_points: 1.5 }],
    ["root", { root: sha256("other") }],
  ])("is refused for %s: %o", (field, change) => {
    expect(() => publishRound({ ...round(), ...change }, orders, sha256)).toThrow(field);
  });

  it("is refused if an order was dropped or added after the root was published", () => {
    expect(() => publishRound(round(), orders.slice(1), sha256)).toThrow("root");
    const more: SaltedOrder[] = [...orders, { number: 12, side: "buy", limit: 9_000, quantity: 1, salt: salt("e") }];
    expect(() => publishRound(round(), more, sha256)).toThrow("root");
  });

  it("may be without a valuation and a fee, and have orders as large as are allowed", () => {
    const large: SaltedOrder[] = [{ ...first, limit: 100_000_000_000, quantity: 1_000_000 }];
    const published = publishRound({ ...round(large), reference: null, fee_basis_points: 0 }, large, sha256);
    expect(published).toMatchObject({ reference: null, fee_basis_points: 0, price: null });
  });

  it("may have no order at all", () => {
    expect(publishRound(round([]), [], sha256)).toMatchObject({ book: [], price: null, volume: 0, fills: [] });
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { canonicalJson } from "~/domain/audit/canonical-json";
import { publishRound, receiptOf, rootOf, roundKey } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import { canonical, sha } from "../support/audit-history";
import { anyBook, anyReference } from "../support/auction-oracle";
import { effort } from "../support/effort";
import { folderWith, removeFolders, run } from "./support/audit-folders";
import { forged, honest, order, orderIn, resealed, type Round, saltOf, verify, where } from "./support/auction-rounds";

// What the public program says of a round of the auction.

afterAll(removeFolders);

const fillIn = (round: Round, number: number) =>
  round.fills.find((one) => one.number === number) ?? expect.fail(`no fill ${number}`);
const known = (...numbers: number[]) =>
  numbers.flatMap((number) => ["--receipt", `${number}=${orderIn(honest, number).receipt}`]);

describe("an untouched round", () => {
  it("passes, with what was checked and the root to compare", async () => {
    expect(honest).toMatchObject({ price: 10_100, volume: 3 });
    const { code, said } = await verify(honest, ...known(12, 20), "--root", honest.root);
    expect(said).toBe(
      `PASS ${where}\nchecked: 5 orders with their receipts; 3 stakes at 10100 cents, 4 fills\nroot ${honest.root}`,
    );
    expect(code).toBe(0);
  });

  it("passes if nothing was traded, or nobody ordered", async () => {
    const none = forged((round) => (round.book = []));
    expect((await verify(none)).said).toContain("checked: 0 orders with their receipts; nothing was traded");
    const apart = forged((round) => (round.book = [order(1, "buy", 99, 1), order(2, "sell", 100, 1)]));
    expect(await verify(apart)).toMatchObject({ code: 0, said: expect.stringContaining("nothing was traded") });
  });

  it("passes whatever the orders are, as the product publishes them", async () => {
    const name = { cask: "csk_made_up", round: "2026-12" };
    await fc.assert(
      fc.asyncProperty(anyBook, anyReference, async (book, reference) => {
        const orders = book.map((one) => ({ ...one, salt: saltOf(one.number) }));
        const receipts = orders.map((one) => ({ number: one.number, receipt: receiptOf(name, one, sha256) }));
        const round = { ...honest, ...name, reference, root: rootOf(receipts, sha256) };
        const { code, said } = await verify(canonicalJson(publishRound(round, orders, sha256)));
        expect(said).toMatch(/^PASS /);
        expect(code).toBe(0);
      }),
      { numRuns: effort(300, 3_000) },
    );
  });
});

describe("what was changed in a round is named", () => {
  type Planted = [string, Round, string];

  it.each<Planted>([
    ["a limit", forged((round) => (orderIn(round, 20).limit = 10_150), ["receipts"]), "book[20].receipt: is not"],
    ["a quantity", forged((round) => (orderIn(round, 12).quantity = 9), ["receipts"]), "book[12].receipt: is not"],
    ["a side", forged((round) => (orderIn(round, 17).side = "buy"), ["receipts"]), "book[17].receipt: is not"],
    ["a salt", forged((round) => (orderIn(round, 31).salt = saltOf(1)), ["receipts"]), "book[31].receipt: is not"],
    ["the cask", forged((round) => (round.cask = "csk_other"), ["receipts"]), "book[12].receipt: is not"],
    [
      "an order with its receipt",
      forged((round) => (orderIn(round, 20).limit = 10_150), ["root"]),
      "root: the receipts",
    ],
    ["the number of an order", forged((round) => (orderIn(round, 31).number = 32), ["root"]), "root: the receipts"],
    ["an order left out", forged((round) => round.book.splice(3, 1), ["root"]), "root: the receipts"],
    ["an order put in", forged((round) => round.book.push(order(40, "buy", 9_000, 1)), ["root"]), "root: the receipts"],
    ["a number twice", forged((round) => round.book.push(order(31, "buy", 9_000, 1))), "book[31].number: not in order"],
    ["the orders not in order", forged((round) => round.book.reverse()), "book[20].number: not in order"],
    [
      "the price, a cent more",
      forged((round) => (round.price = 10_101), ["result"]),
      "price: 10101, by the rule it is 10100",
    ],
    ["a price of none", forged((round) => (round.price = null), ["result"]), "price: null, by the rule it is 10100"],
    ["the volume", forged((round) => (round.volume = 2), ["result"]), "volume: 2, by the rule it is 3"],
    [
      "a stake moved from the better order",
      forged((round) => [(fillIn(round, 12).filled = 2), (fillIn(round, 15).filled = 1)], ["result"]),
      "fills[12].filled: 2 of 3, by the rule it is 1",
    ],
    [
      "a fill left out",
      forged((round) => (round.fills = round.fills.filter(({ number }) => number !== 31)), ["result"]),
      "fills[31].filled: 0 of 1, by the rule it is 1",
    ],
    [
      "a fill above the price",
      forged((round) => round.fills.splice(3, 0, { number: 20, filled: 1 }), ["result"]),
      "fills[20].filled: 1 of 4, by the rule it is 0",
    ],
    [
      "a fill of no order",
      forged((round) => round.fills.push({ number: 99, filled: 1 }), ["result"]),
      "fills[99].number: there is no such order",
    ],
    [
      "a fill twice",
      forged((round) => round.fills.push({ number: 31, filled: 1 }), ["result"]),
      "fills[31].number: not in order",
    ],
    ["the opening", forged((round) => (round.opened_at = round.closed_at)), "closed_at: is not after opened_at"],
    ["a day there is not", forged((round) => (round.opened_at = "2026-11-31T12:00:00.000Z")), "opened_at: is no time"],
  ])("%s", async (_, round, what) => {
    const { code, said } = await verify(round);
    expect(said).toContain(`FAIL ${round.cask}/2026-12 ${what}`);
    expect(code).toBe(1);
  });

  it("the valuation, where the price rests on it", async () => {
    const tied = forged((round) => (round.book = [order(1, "buy", 110, 1), order(2, "sell", 101, 1)]));
    expect(tied.price).toBe(110);
    const low = resealed({ ...tied, reference: 103 });
    expect(low.price).toBe(103);
    expect((await verify(low)).code).toBe(0);
    const { said } = await verify({ ...low, reference: 104 });
    expect(said).toContain(`FAIL ${where} price: 103, by the rule it is 104`);
  });
});

describe("a round in which everything was made to fit", () => {
  const changed = forged((round) => (orderIn(round, 20).limit = 10_150));
  const dropped = forged((round) => round.book.splice(3, 1));
  const added = forged((round) => round.book.push(order(40, "sell", 9_000, 3)));

  it.each([
    ["changed", changed],
    ["dropped", dropped],
    ["added", added],
  ])("is consistent in itself, and found by the root that was published: %s", async (_, round) => {
    expect((await verify(round)).said).toMatch(/^PASS /);
    const { code, said } = await verify(round, "--root", honest.root);
    expect(said).toBe(`FAIL ${where} root: is ${round.root}, you know ${honest.root}`);
    expect(code).toBe(1);
  });

  it("is found by the receipt of the order", async () => {
    const receipt = `book[20].receipt: is ${orderIn(changed, 20).receipt}, you know ${orderIn(honest, 20).receipt}`;
    expect(await verify(changed, ...known(12, 20))).toEqual({ code: 1, said: `FAIL ${where} ${receipt}` });
    const { code, said } = await verify(dropped, ...known(12, 20));
    expect(said).toContain(`FAIL ${where} book[20]: is missing, though you have its receipt`);
    expect(code).toBe(1);
  });
});

describe("the command", () => {
  it("reads the round of a cask from a site, and no other one in its place", async () => {
    let content = canonical(honest);
    const server = createServer((request, response) => {
      if (request.url === `/${roundKey(honest)}`) response.end(content);
      else response.writeHead(404).end();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = (...words: string[]) => run(site, "--auction", ...words);
    expect(await check(where)).toMatchObject({ code: 0, said: expect.stringMatching(`^PASS ${where}\n`) });
    expect(await check(where, ...known(15), "--root", sha("other"))).toMatchObject({ code: 1 });
    expect(await check("csk_made_up/2027-01")).toEqual({ code: 1, said: "FAIL csk_made_up/2027-01 file: is missing" });
    content = canonical(forged((round) => (round.round = "2026-11")));
    expect(await check(where)).toEqual({ code: 1, said: `FAIL ${where} round: is "2026-11"` });
    content = canonical(forged((round) => (round.cask = "csk_other")));
    expect(await check(where)).toEqual({ code: 1, said: `FAIL ${where} cask: is "csk_other"` });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    [["--auction"]],
    [["--auction", ""]],
    [["--auction", "--root"]],
    [["--auction", "round.json", "--root"]],
    [["--auction", "round.json", "--receipt"]],
    [["--auction", "round.json", "--receipt", `1=${sha("x")}0`]],
    [["--auction", "round.json", "--receipt", `1=0${sha("x")}`]],
    [["--auction", "round.json", "--receipt", `x1=${sha("x")}`]],
    [["--auction", "round.json", "--receipt", `1x=${sha("x")}`]],
    [["--auction", "a/b", "https://site.test", "https://other.test"]],
    [["--auction", "a/b", "see:https://site.test"]],
    [["folder", "--head"]],
    [["folder", "--head", "2026-01-01=x"]],
    [["--auction", "--root", sha("x")]],
    [["https://site.test", "--auction", "csk_made_up"]],
    [["https://site.test", "--auction", "a/b/c"]],
    [["--auction", "round.json", "other.json"]],
    [["--auction", "round.json", "--days", "1"]],
    [["--auction", "round.json", "--receipt", sha("x")]],
    [["--auction", "round.json", "--receipt", `0=${sha("x")}`]],
    [["--auction", "round.json", "--root", "x"]],
    [["folder", "--receipt", `1=${sha("x")}`]],
  ])("says how it is called instead of checking: %j", async (words) => {
    expect(await run(...words)).toMatchObject({ code: 2, said: expect.stringMatching(/^usage: /) });
  });

  it("takes order numbers of any length", async () => {
    const long = forged((round) => (round.book = [order(7, "buy", 100, 1), order(123_456_789_012, "sell", 100, 1)]));
    const receipts = long.book.flatMap(({ number, receipt }) => ["--receipt", `${number}=${receipt}`]);
    expect(await verify(long, ...receipts)).toMatchObject({ code: 0 });
  });

  it("says which file is not one that can be read", async () => {
    const { code, said } = await run("--auction", folderWith([]));
    expect(said).toMatch(/^FAIL - file: EISDIR/);
    expect(code).toBe(1);
  });

  it("says which file is not there", async () => {
    expect(await run("--auction", "/nowhere/round.json")).toMatchObject({
      code: 2,
      said: expect.stringContaining("/nowhere/round.json"),
    });
  });
});

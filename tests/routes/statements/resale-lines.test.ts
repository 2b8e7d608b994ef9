import Papa from "papaparse";
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import "~/areas/holdings/papers/render-paper";
import { createTestContext } from "../../support/context";
import { giveStake, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { readPdfRows } from "../../support/read-pdf-rows";
import { putOrder, putRound } from "../../support/resale";
import { openApp } from "../../support/serve-app";

// What a statement says of stakes that changed hands in the market: every row of the ledger in words, nothing called 'Other'.

const app = openApp();
const context = createTestContext();
const { clock } = context;
keepLogQuiet();
const DAY_MS = 86_400_000;

let seller: Person;
let buyer: Person;
let order: number;
const day = (daysAgo: number) => new Date(clock.nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);

async function rowsOf(who: Person, from: string, to: string) {
  const answer = await app.raw(`/statements/${from}--${to}.pdf`, { headers: { Cookie: who.cookie } });
  expect(answer.status).toBe(200);
  return readPdfRows(new Uint8Array(await answer.arrayBuffer()));
}

async function linesOf(who: Person, section: string) {
  const { status, text } = await app.ask(`/statements/${day(40)}--${day(0)}.csv`, { headers: { Cookie: who.cookie } });
  expect(status).toBe(200);
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data.filter(
    (row) => row.section === section,
  );
}

/** Ordered 20 days ago, sold 15 days ago, paid 8 days ago. */
beforeAll(async () => {
  const now = clock.nowMs;
  [seller, buyer] = [await signIn(context), await signIn(context)];
  clock.nowMs = now - 20 * DAY_MS;
  const cask = await putCask(context, { name: "Resold Hogshead" });
  await value(context, cask, "2026-01-01", 52_000);
  const { stakeId } = await giveStake(context, seller, cask);
  const round = await putRound(context, cask, { closesInDays: 5 });
  await putOrder(context, round, seller, { side: "sell", limit: 48_000, stakeIds: [stakeId] });
  order = await putOrder(context, round, buyer, { side: "buy", limit: 53_000, quantity: 1 });
  const run = async (daysAgo: number) => {
    clock.nowMs = now - daysAgo * DAY_MS;
    await runRounds({ ...context, proof: env.PROOF, sha256 });
  };
  await run(15);
  await run(8);
  clock.nowMs = now;
});

describe("the statement of a buyer", () => {
  it("has what the order set aside, what came back of it, the stake at its price, and the fee", async () => {
    const cash = await linesOf(buyer, "cash");
    // At 520.00 the stake costs 527.80; the order had set aside 530.00 and 7.95.
    expect(cash.map(({ what, amount_usd }) => [what, amount_usd])).toEqual(
      expect.arrayContaining([
        [`Set aside for an order to buy stakes. Order ${order}`, "-537.95"],
        [`Not needed for an order, returned to your wallet. Order ${order}`, "10.15"],
      ]),
    );
    expect(cash.filter(({ what }) => what?.startsWith("Other"))).toEqual([]);
    expect(await linesOf(buyer, "property")).toContainEqual(
      expect.objectContaining({ what: "Bought", cask: "Resold Hogshead", amount_usd: "520.00" }),
    );
    expect(await linesOf(buyer, "fees")).toMatchObject([
      { what: "Fee for a stake bought from another investor", cask: "Resold Hogshead", amount_usd: "7.80" },
    ]);
    const rows = await rowsOf(buyer, day(40), day(0));
    expect(rows.join(" ")).toMatch(new RegExp(`Set aside for an order to buy.*Order ${order} \\| −\\$537\\.95`));
  });

  it("that ends while the order stands says what is in the market, and not once it is over", async () => {
    const standing = (await rowsOf(buyer, day(30), day(18))).join(" ");
    expect(standing).toContain("$537.95 of yours was in the market at the end, and $0.00 before");
    expect((await rowsOf(buyer, day(40), day(0))).join(" ")).not.toContain("in the market at the end");
  });
});

describe("the statement of a seller", () => {
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
        what: "Casks sold or bought back, and stakes sold to investors: above or below what the stakes cost",
        amount_usd: "12.20",
      }),
    );
  });

  it("that ends before the money is in the wallet says what waits", async () => {
    expect((await rowsOf(seller, day(18), day(10))).join(" ")).toContain(
      "$512.20 of yours was in the market at the end, and $0.00 before",
    );
  });
});

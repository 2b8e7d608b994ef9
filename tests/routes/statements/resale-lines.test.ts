import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import "~/areas/holdings/papers/render-paper";
import { createTestContext } from "../../support/context";
import { giveStake, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { readPdfRows } from "../../support/read-pdf-rows";
import { buyOffer, passHold, putOffer } from "../../support/resale";
import { openApp } from "../../support/serve-app";

// What a statement says of stakes that changed hands between investors: every row of the ledger in words, nothing called 'Other'.

const app = openApp();
const context = createTestContext();
const { clock } = context;
keepLogQuiet();
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
  const { status, text } = await app.ask(`/statements/${day(120)}--${day(0)}.csv`, { headers: { Cookie: who.cookie } });
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

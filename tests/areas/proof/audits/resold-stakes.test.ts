// Whom an audit reads beside the number of a stake that was sold on: who held it at the day's end.
import { beforeAll, describe, expect, it } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { readCasks } from "~/areas/proof/audit-casks";
import { DAY_MS, tamper } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { buyOffer, putOffer } from "../../../support/resale";

const context = createTestContext();
const { db } = context;
const read = (caskId: string, endMs: number) => readCasks(db, [caskId], endMs, SLICE);

describe("a stake that was sold on", () => {
  let [seller, buyer]: Person[] = [];
  let [caskId, resoldId] = ["", ""];
  let resoldMs = 0;
  let codes: string[];

  beforeAll(async () => {
    [seller, buyer] = [await signIn(context), await signIn(context)];
    caskId = await putCask(context, { totalStakes: 10 });
    const first = await giveStake(context, seller, caskId);
    const second = await giveStake(context, seller, caskId);
    const offerId = await putOffer(context, first.stakeId, 48_000);
    context.clock.advance(DAY_MS);
    resoldMs = context.nowMs();
    const now = await buyOffer(context, offerId, buyer);
    resoldId = now.stakeId;
    context.clock.advance(1_000);
    await giveStake(context, buyer, caskId);
    codes = [first.certificateId, second.certificateId, now.code];
  });

  const at = async (endMs: number) => {
    const { stakes } = await read(caskId, endMs);
    return [stakes.map(({ number, wrong }) => [number, wrong?.split(":")[0] ?? null]), stakes.map(({ code }) => code)];
  };

  it("is held by one at any moment: by the seller up to the sale, by the buyer from then on", async () => {
    const [seller1, second, buyer1] = codes;
    // Each number once, also what was bought after that day; nothing is wrong with any.
    const numbers = [1, 2, 3].map((number) => [number, null]);
    expect(await at(resoldMs)).toEqual([numbers, [seller1, second, null]]);
    expect(await at(resoldMs + 1)).toEqual([numbers, [buyer1, second, null]]);
  });

  it.each([
    ["price", "price_cents = price_cents + 1", "price_cents = price_cents - 1"],
    ["owner", "user_id = 'SELLER'", "user_id = 'BUYER'"],
  ])("is compared with the offer that it was sold by: its %s", async (wrong, there, back) => {
    const change = (what: string) =>
      tamper(
        context,
        "stakes",
        `UPDATE stakes SET ${what.replace("SELLER", seller?.userId ?? "").replace("BUYER", buyer?.userId ?? "")} WHERE id = '${resoldId}'`,
      );
    await change(there);
    const [found] = await at(resoldMs + 1);
    await change(back);
    expect(found).toEqual([
      [1, wrong],
      [2, null],
      [3, null],
    ]);
  });
});

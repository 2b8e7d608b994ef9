import { beforeAll, describe, expect, it } from "vitest";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import { portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { runWork } from "~/db/work";
import { createTestContext } from "../../support/context";
import { giveStake, monthsAgo } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";

const context = createTestContext();
let person: Person;
beforeAll(async () => {
  person = await signIn(context);
  const casks = [await putCask(context), await putCask(context)];
  for (let n = 0; n < 5; n++)
    await giveStake(context, person, casks[n % 2] ?? "", { purchasedAtMs: monthsAgo(context, 3) + n });
});

const read = (most?: number) =>
  runWork(context.db, readHoldings(context.db, { userId: person.userId, nowMs: context.nowMs(), most }));

describe("the stakes of one account", () => {
  it("are all read where they are no more than the limit, and nothing is cut", async () => {
    for (const most of [undefined, 5]) {
      const { stakes, isCut } = await read(most);
      expect([stakes.length, isCut]).toEqual([5, false]);
    }
  });

  it("are read up to the limit, and the answer says that there are more", async () => {
    const { stakes, isCut } = await read(3);
    expect([stakes.length, isCut]).toEqual([3, true]);
  });

  it("are too many for the sums where they are cut, as the view of the portfolio says", async () => {
    for (const most of [5, 3]) {
      const rows = { ...(await read(most)), billing: [], billingRows: 5, open: [] };
      const view = portfolioView(rows, { activated: true, nowMs: context.nowMs() });
      expect([view.isCut, view.allStakes]).toEqual([most < 5, most]);
    }
  });
});

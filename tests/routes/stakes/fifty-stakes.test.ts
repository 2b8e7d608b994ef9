import { beforeAll, describe, expect, it } from "vitest";
import { addMonths } from "~/domain/cycles";
import { dateOf } from "~/domain/calendar-date";
import { loader as list } from "~/routes/stakes._index/route";
import type { Pass } from "~/ui/pass-of";
import { createTestContext } from "../../support/context";
import { giveStake, monthsAgo, value } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { openWallet } from "../../support/wallet";

// Fifty stakes of ten casks: what is read grows with what one holds, never with what others do.

const context = createTestContext();
const CASKS = 10;
const STAKES = 50;
let person: Person;
const bought: string[] = [];
const casks: string[] = [];

async function openList() {
  const own = context.next();
  const response = await list({
    request: get("http://localhost:8787/stakes", person.cookie),
    context: own,
    params: {},
  });
  return { data: (await response.json()) as { owned: Pass[]; ended: Pass[] }, trips: own.trips };
}

const give = async (who: Person, index: number) =>
  giveStake(context, who, casks[index % CASKS] ?? "", { purchasedAtMs: monthsAgo(context, 30) + index * 86_400_000 });

beforeAll(async () => {
  person = await signIn(context);
  for (let n = 0; n < CASKS; n++) {
    const caskId = await putCask(context, { totalStakes: 200, name: `Cask ${n}` });
    casks.push(caskId);
    await value(context, caskId, addMonths(dateOf(context.nowMs()), -2), 52_000 + n * 100, "modelled");
  }
  for (let n = 0; n < STAKES; n++) bought.push((await give(person, n)).stakeId);
});

describe("fifty stakes", () => {
  it("are listed in one round trip, each with its own value, and the wallet shows the latest five", async () => {
    const { data, trips } = await openList();
    expect(trips.count).toBe(1);
    expect(data.owned.map(({ href }) => href)).toEqual([...bought].reverse().map((id) => `/stakes/${id}`));
    expect(new Set(data.owned.map(({ worth }) => worth)).size).toBe(CASKS);
    const wallet = await openWallet(context, person, "/wallet?tab=portfolio");
    const { panel } = wallet.data as { panel: { passes: unknown[]; allStakes: number } };
    expect([panel.passes.length, panel.allStakes, wallet.trips.count]).toEqual([5, STAKES, 1]);
    expect(panel.passes).toEqual(data.owned.slice(0, 5));
  });
});
